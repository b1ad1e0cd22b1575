import type { Clause } from '../../sop/sop.ts'
import { plain, SENTENCE_MAX } from '../read/plain.ts'
import { contentOf } from '../tie/words.ts'
import type { LintContext, Placed } from './context.ts'
import { grouped } from './grouped.ts'

/** Something the customer is asked, and whether the text provides for the answer nobody hopes for. */
export type Question = { readonly asked: Placed; readonly isProvidedFor: boolean }

/** How a text provides for one kind of question. */
export type Provision = {
  readonly asks: (each: Placed) => boolean
  /** the words that say what is provided for; null: nothing is */
  readonly provides: (text: string) => string | null
  /** whom a sentence provides for that names none of the questions by their words: the last one asked, or all so far */
  readonly unnamed: 'last' | 'all'
}

/**
 * Each question of the text with what stands behind it in its section. A sentence provides for the questions it names by one of
 * their words; where it names none ("If they will not say, ...", "If they say no, ...") for the last one, or for all so far.
 */
export function questionsOf({ sop, placed }: LintContext, provision: Provision): readonly Question[] {
  const bySection = grouped(placed.filter(provision.asks), ({ section }) => section.id)
  return sop.sections.flatMap(({ id, clauses }) => {
    const asked = bySection.get(id)
    return asked === undefined ? [] : answersIn(clauses, asked, provision)
  })
}

function answersIn(
  clauses: readonly Clause[],
  placed: readonly Placed[],
  provision: Provision,
): readonly Question[] {
  const textOf = new Map(clauses.map(({ id, text }) => [id, text]))
  const asked = placed.map((each) => ({
    each,
    words: wordsIn(each, textOf.get(each.statement.clause) ?? ''),
  }))
  const byClause = grouped(asked, ({ each }) => each.statement.clause)
  const provided = new Set<Asked>()
  const open: Asked[] = []
  const provide = (text: string) => {
    const names = provision.provides(text)
    if (names === null) return
    const near = asked.length <= NEAR_MAX ? asked : open.slice(-NEAR_MAX)
    const words = new Set(contentOf(names))
    const named = near.filter((one) => [...one.words].some((word) => words.has(word)))
    for (const one of named.length > 0 ? named : meant(open, provision.unnamed)) provided.add(one)
  }
  for (const clause of clauses) {
    if (clause.text.length > SENTENCE_MAX) continue
    const text = plain(clause.text)
    const inside = byClause.get(clause.id) ?? []
    // "If they have none, ask for the date instead": what stands before a question provides for earlier ones only
    if (inside.length === 0 || open.length > 0) provide(text)
    open.push(...inside)
    if (inside.length > 0) provide(behind(text, inside))
  }
  return asked.map((one) => ({ asked: one.each, isProvidedFor: provided.has(one) }))
}

type Asked = { readonly each: Placed; readonly words: ReadonlySet<string> }

/** Nobody asks more in one section; in a text made to be slow somebody would. */
const NEAR_MAX = 30

/** Whom a sentence that names no question means. */
function meant(open: readonly Asked[], unnamed: Provision['unnamed']): readonly Asked[] {
  const near = open.slice(-NEAR_MAX)
  const last = near.at(-1)?.each.statement.clause
  return unnamed === 'all' ? near : near.filter(({ each }) => each.statement.clause === last)
}

const objectOf = ({ statement }: Placed): string =>
  statement.says === 'do' && statement.deed.does === 'ask' ? plain(statement.deed.object) : ''

/** What follows the last question of a sentence. */
function behind(text: string, inside: readonly Asked[]): string {
  const ends = inside.map(({ each }) => {
    const object = objectOf(each)
    const at = object === '' ? -1 : text.indexOf(object)
    return at === -1 ? 0 : at + object.length
  })
  return text.slice(Math.max(...ends))
}

/** What was asked for, or, of a yes and of "which one", all that the sentence speaks of. */
function wordsIn(each: Placed, text: string): ReadonlySet<string> {
  const object = contentOf(objectOf(each))
  return new Set(object.length > 0 ? object : contentOf(text))
}
