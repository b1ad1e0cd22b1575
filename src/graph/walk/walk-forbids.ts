import type { Scalar } from '../../base/values/value.ts'
import { Special } from '../../base/values/value.ts'
import { byText } from '../../text/by-text.ts'
import { foldCase } from '../../text/fold.ts'
import type { Forbid } from '../model/graph.ts'
import { type Action, isTell } from './walk-action.ts'
import { argumentOf } from './walk-constraints.ts'
import { foldedLast } from './walk-deeds.ts'
import type { Conversation, Request } from './walk-state.ts'
import { actualReader } from './walk-values.ts'

/** Ids of the forbids that name this action and whose guard holds now, with the rows its arguments name (A4, R4). */
export function forbidsHit(it: Conversation, request: Request | null, action: Action): readonly string[] {
  if (action.kind === 'words') return wordsHit(it, request, action)
  const forbids = it.index.forbids.tools.get(action.tool)
  if (forbids === undefined) return []
  const read = actualReader(it, request, recordsNamed(it, action))
  return forbids.flatMap(({ forbid, holds }) => (holds(read) ? [forbid.id] : []))
}

type Words = Extract<Action, { kind: 'words' }>

function wordsHit(it: Conversation, request: Request | null, action: Words): readonly string[] {
  if (it.index.forbids.words.length === 0) return []
  const read = actualReader(it, request)
  return it.index.forbids.words.flatMap(({ forbid, holds }) =>
    names(forbid, action, read) && holds(read) ? [forbid.id] : [],
  )
}

function names({ what }: Forbid, action: Words, read: ReturnType<typeof actualReader>): boolean {
  if ('tool' in what) return false
  if ('says' in what) {
    const value = read(what.says)
    return !(value instanceof Special) && standsIn(action.text, String(value))
  }
  const { act } = action
  return (
    !action.wordless &&
    isTell(act) &&
    act.act === what.act &&
    (what.about === null || act.about === what.about)
  )
}

/** Few values are looked for, in every message. */
const folded = byText((value) => ({ text: foldCase(value) }))

/** Not inside a longer word or number: 5 does not stand in "15". */
export function standsIn(text: string, value: string): boolean {
  const haystack = foldedLast(text)
  const needle = folded(value).text
  if (needle === '') return false
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const [before, after] = [haystack.slice(0, at).at(-1), haystack.at(at + needle.length)]
    if (!isWordy(before) && !isWordy(after)) return true
  }
  return false
}

const isWordy = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** Records that the arguments of a call name, with the key they name (R4). */
export function recordsNamed(
  it: Conversation,
  call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
): ReadonlyMap<string, Scalar> {
  const named = new Map<string, Scalar>()
  for (const { name, from, by, on } of it.index.records) {
    const column = `records.${name}.${on ?? it.around.keyOf(from)}`
    const constrained = (it.index.acts.get(call.tool) ?? [])
      .flatMap((act) => act.constraints)
      .filter(({ is, operand }) => is === '==' && 'name' in operand && [by, column].includes(operand.name))
      .map((constraint) => constraint.argument)
    const byField = by.startsWith('fields.') ? [by.slice('fields.'.length)] : []
    for (const argument of [...constrained, ...byField]) {
      const value = argumentOf(call.input, argument)
      if (value !== undefined && !named.has(name)) named.set(name, value)
    }
  }
  return named
}
