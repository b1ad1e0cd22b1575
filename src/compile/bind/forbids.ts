import { allOf, anyOf, type Bound, namesIn, notOf, TRUE } from './condition.ts'
import type { Desk, DeskColumn } from './desk.ts'
import type { Never, Notes } from './notes.ts'
import { strongValues, tieCondition } from './tie-condition.ts'
import { alike, contentOf, stemsOf } from './words.ts'

/** What must never happen, from the text's own "never". */
export type BoundForbid = {
  readonly id: string
  readonly what: { readonly tool: string } | { readonly says: string }
  readonly when: Bound
  readonly clause: string
}

/**
 * Ties prohibitions to tools and columns. One that names no situation of its own, or one that cannot be tied, is listed:
 * what the flow never leads to is judged off the path all the same, but nobody should think it was read.
 */
export function forbidsOf(notes: Notes, desk: Desk, { stranger, allows }: Check): readonly BoundForbid[] {
  const found: BoundForbid[] = []
  const add = (clause: string, what: BoundForbid['what'], when: Bound) => {
    const name = 'tool' in what ? what.tool : (what.says.split('.').at(-1) ?? '')
    const base = `never-${name.replaceAll('_', '-')}`
    const taken = new Set(found.map(({ id }) => id))
    let id = base
    for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
    found.push({ id, what, when, clause })
  }
  for (const never of notes.nevers) {
    const { statement } = never
    if (statement.deed.does === 'close' || statement.deed.does === 'ask' || statement.deed.does === 'check') {
      notes.waive(statement, 'no step does it')
      continue
    }
    const words = 'object' in statement.deed ? (statement.deed.object ?? '') : ''
    const when = situationOf(never, words, stranger)
    const says = statement.deed.does === 'tell' ? toldOf(words, desk) : undefined
    const tools = says === undefined ? toolsIn(words, desk, notes) : []
    if (when === null || (says === undefined && tools.length === 0)) {
      notes.loose(
        statement,
        'what is forbidden, or when, could not be tied; the flow does not lead there',
        'prohibition',
      )
      continue
    }
    if (says !== undefined) add(statement.clause, { says: says.variable }, when)
    const sound = tools.filter((tool) => !allows(tool, when))
    if (says === undefined && sound.length === 0)
      notes.loose(statement, 'as tied, it would forbid what the flow itself demands', 'prohibition')
    for (const tool of sound) add(statement.clause, { tool }, when)
  }
  return found
}

export type Check = {
  /** holds for somebody who has not shown who they are */
  readonly stranger: Bound | null
  /** is there a way on which the tool is due although this holds? */
  readonly allows: (tool: string, when: Bound) => boolean
}

const STRANGER =
  /\bstrangers?\b|\bnot (?:the|its|their) (?:resident|owner|holder|customer|person|passenger|learner)\b|\b(?:anybody|anyone|somebody|someone) (?:else|but)\b|\bhas not named it\b|\bhave not (?:named|matched)\b/i

/** When it is forbidden: as the sentence says, by its adjectives, or for somebody who has not shown who they are. */
function situationOf({ statement, at }: Never, words: string, stranger: Bound | null): Bound | null {
  const parts: Bound[] = []
  const text = `${words} ${statement.text}`
  const own = /\bbelongs? to\b/i.test(text)
    ? [...at.tying.derived.keys()].find((name) => name.startsWith('own_'))
    : undefined
  if (own !== undefined) return { name: `derived.${own}`, is: '!=', value: true }
  const isStranger = STRANGER.test(text)
  if (isStranger) {
    if (stranger === null) return null
    parts.push(stranger)
  }
  if (statement.when !== null && !isStranger) {
    const tied = tieCondition(statement.when, { ...at.tying, sentence: statement.text })
    if (!('bound' in tied)) return null
    parts.push(tied.bound)
  }
  if (statement.unless !== null) {
    const tied = tieCondition(statement.unless, { ...at.tying, sentence: statement.text })
    if (!('bound' in tied)) return null
    parts.push(notOf(tied.bound))
  }
  const described = words.slice(headOf(words).length)
  const adjectives = strongValues(described, at.tying)
  const known = new Set(parts.flatMap(namesIn))
  if (adjectives !== undefined && !namesIn(adjectives).some((name) => known.has(name))) parts.push(adjectives)
  const named = at.tying.terms.find(({ stems }) => {
    const said = contentOf(described)
    return stems.every((part) => said.some((word) => alike(word, part)))
  })
  if (named !== undefined) parts.push(named.bound)
  if (parts.length > 0) return allOf(parts)
  return /\b(?:to anybody|to anyone|ever|at all)\b/i.test(text) ? TRUE : null
}

/** "change or end an unpaid line": the verbs, up to the first article. */
const headOf = (words: string): string =>
  /^.*?(?=\b(?:an?|the|any|anything|for|to)\b)/i.exec(words)?.[0] ?? ''

/** The column whose value must not be read out. */
function toldOf(words: string, desk: Desk): DeskColumn | undefined {
  const own = stemsOf(
    words.replace(/\b(?:out )?to (?:anybody|somebody|anyone|someone)\b.*$/i, '').replace(/\bwho\b.*$/i, ''),
  )
  const isKey = ({ column, record }: DeskColumn) => desk.world.tables.get(record.table)?.key === column.name
  const scored = desk.columns
    .filter((one) => one.column.type === 'string' && one.column.refers === null && !isKey(one))
    .map((column) => {
      const shared = column.stems.filter((part) => own.some((word) => alike(word, part))).length
      const row = own.some((word) => stemsOf(column.record.name).some((part) => alike(word, part))) ? 0.5 : 0
      return { column, score: shared === 0 ? 0 : shared / column.stems.length + row }
    })
    .sort((a, b) => b.score - a.score)
  return (scored[0]?.score ?? 0) >= 1 ? scored[0]?.column : undefined
}

/** Every tool whose verb the sentence names: "change or end an unpaid line". */
function toolsIn(words: string, desk: Desk, notes: Notes): readonly string[] {
  const own = contentOf(words)
  const verbs = contentOf(headOf(words))
  const named = desk.writes.filter(({ id }) => {
    const [verb, ...rest] = contentOf(id)
    if (verb === undefined || !verbs.some((word) => alike(word, verb))) return false
    const rival = desk.writes.some((other) => other.id !== id && contentOf(other.id)[0] === verb)
    return !rival || rest.some((part) => own.some((word) => alike(word, part)))
  })
  if (named.length > 0) return named.map(({ id }) => id)
  const meant = notes.toolMeant(words)
  return meant === null ? [] : [meant]
}

/** Somebody who has not shown who they are: what is asked once more where it does not match. */
export function strangerOf(fields: readonly string[], notes: Notes): Bound | null {
  const matches = [...notes.derived.keys()].filter((name) =>
    fields.some((field) => name === `${field}_matches`),
  )
  if (matches.length === 0) return null
  return anyOf(matches.map((name): Bound => ({ name: `derived.${name}`, is: '!=', value: true })))
}
