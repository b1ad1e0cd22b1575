import { actsOf, type ReadAct, type Reading } from '../../../../base/values/reading.ts'
import { fold } from '../../../../text/fold.ts'

/** Words of an agent and what a reader makes of them. */
export type Read = { readonly text: string; readonly reading: Reading }

/** Do other words do the same: acts, places, polarity, values and figures, and is no more left unread? */
export const doesTheSame = (a: Read, b: Read): boolean =>
  sameSet(doneIn(a), doneIn(b)) &&
  [...surelyDoneIn(a)].every((act) => surelyDoneIn(b).has(act)) &&
  sameSet(valuesIn(a), valuesIn(b)) &&
  sameSet(figuresIn(a), figuresIn(b)) &&
  unreadIn(b) <= unreadIn(a)

/** A courtesy more or less does nothing that a procedure knows, and words without a place that nobody is sure of do nothing yet. */
const doneIn = ({ reading }: Read): ReadonlySet<string> =>
  keysOf(actsOf(reading).filter(({ kind, place, sure }) => kind !== 'courtesy' && (place !== null || sure)))

const surelyDoneIn = ({ reading }: Read): ReadonlySet<string> =>
  keysOf(actsOf(reading).filter(({ kind, sure }) => kind !== 'courtesy' && sure))

const keysOf = (acts: readonly ReadAct[]): ReadonlySet<string> =>
  new Set(acts.map(({ kind, place, polarity }) => JSON.stringify([kind, place, polarity])))

const valuesIn = ({ reading }: Read): ReadonlySet<string> =>
  new Set(actsOf(reading).flatMap(({ values }) => values.map(fold)))

/** Figures stand in sentences without an act too. */
const figuresIn = ({ text }: Read): ReadonlySet<string> => new Set(text.match(/\d+/g) ?? [])

const unreadIn = ({ reading }: Read): number => reading.sentences.filter(({ unread }) => unread).length

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one))
