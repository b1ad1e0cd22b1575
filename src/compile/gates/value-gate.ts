import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { Clause } from '../../sop/sop.ts'
import { foldCase } from '../../text/fold.ts'
import { type ClauseItem, comparisonsOf } from './clause-items.ts'
import type { Question } from './question.ts'

type Around = {
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  readonly enums: (variable: string) => readonly string[]
  /** the variables that some condition of the graph compares with a value of a list */
  readonly listed: readonly string[]
}

/**
 * Values of closed lists: a deed that is done for one value while its sentence names only others of that list is a question. So
 * is one whose condition is turned round.
 */
export function valueQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  around: Around,
): readonly Question[] {
  const text = ` ${foldCase(clause.text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const found = new Map<string, Question>()
  for (const item of own) {
    if (item.kind === 'decide' || item.kind === 'forbid' || (item.kind === 'edge' && item.cites.length > 1))
      continue
    // what is asked and looked up on the way to a deed is not done for one value rather than another
    if (item.step !== null && ('learn' in item.step || 'check' in item.step)) continue
    const byVariable = new Map<string, Set<string>>()
    const denied = new Map<string, Set<string>>()
    for (const { name, is, value, holds } of comparisonsOf(item.held)) {
      if (typeof value !== 'string' || (is !== '==' && is !== '!=')) continue
      const where = (is === '==') === holds ? byVariable : denied
      where.set(name, (where.get(name) ?? new Set()).add(value))
    }
    for (const name of new Set([...byVariable.keys(), ...denied.keys()])) {
      const values = around.enums(name)
      const known =
        values.length > 0 ? values : [...(byVariable.get(name) ?? []), ...(denied.get(name) ?? [])]
      const meant =
        byVariable.get(name) ?? new Set(known.filter((value) => !(denied.get(name)?.has(value) ?? false)))
      const said = known.filter((value) => isSaid(value, name, text, around.lexicon))
      if (said.length === 0 || meant.size === 0 || said.some((value) => meant.has(value))) continue
      const what = `The sentence speaks of ${said.map(plain).join(', ')}; ${item.id} is for ${[...meant].map(plain).join(', ')}.`
      found.set(what, { about: clause.id, gate: 'value', what })
    }
  }
  return [...found.values(), ...lostConditions(clause, own, around)]
}

/** "If the home is lived in or rented out": something that cites the sentence has to look at that. */
function lostConditions(clause: Clause, own: readonly ClauseItem[], around: Around): readonly Question[] {
  const [, condition = ''] = /\b(?:if|when|where|unless|si|wenn|falls)\b([^,;:→]*)/iu.exec(clause.text) ?? []
  const text = ` ${foldCase(condition).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const read = new Set(own.flatMap(({ held }) => comparisonsOf(held).map(({ name }) => name)))
  if (text.trim() === '' || read.size === 0) return []
  return around.listed.flatMap((name): readonly Question[] => {
    if (read.has(name)) return []
    const values = around.enums(name)
    const said = values.filter((value) => isSaid(value, name, text, around.lexicon))
    // one word may mean anything; two values of one list are no accident
    if (said.length < 2) return []
    const what = `The sentence is about ${said.map(plain).join(', ')}; nothing that cites it looks at ${plain(name.split('.').at(-1) ?? name)}.`
    return [{ about: clause.id, gate: 'condition', what }]
  })
}

function isSaid(value: string, variable: string, text: string, lexicon: Lexicon | null): boolean {
  const field = variable.startsWith('fields.') ? lexicon?.fields[variable.slice('fields.'.length)] : undefined
  const wordings = Object.values(field?.values?.[value] ?? {}).flat()
  return [plain(value), ...wordings].some((wording) => {
    const at = text.indexOf(` ${foldCase(wording)} `)
    // "not delivered yet", "before it is shipped": the value is named to exclude it
    return at !== -1 && !NEGATED.test(text.slice(Math.max(0, at - 40), at))
  })
}
const NEGATED =
  /\b(?:not|no|never|before|until|nor|neither|without|other than|instead of)\b(?:\s+\w+){0,4}\s*$/

const plain = (value: string): string => value.replaceAll('_', ' ')
