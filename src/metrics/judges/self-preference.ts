import { type Cluster, type Metric, NO_DATA } from '../../base/rate.ts'
import type { CaseId } from '../../base/values/ids.ts'
import { bootstrap } from '../bootstrap.ts'
import { ratio } from '../ratio.ts'

/**
 * Does a judge that is also an entrant rate its own conversations higher? A difference in differences: how much higher
 * than other judges it rates its own, less how much higher than them it rates everybody else's. A strict judge, a good
 * agent and a hard case all fall out; only what is reserved for itself stays.
 */
export type SelfPreference = {
  readonly judge: string
  /** the agents of the run that this judge's model plays */
  readonly own: readonly string[]
  /** whom it is held against */
  readonly against: readonly string[]
  /** true: they are entrants themselves, and their own preferences are mixed in */
  readonly confounded: boolean
  /** positive: it favours itself; no data where no other judge rated, or nobody else ran the same cases */
  readonly difference: Metric
}

/** A judge of the run and the agents its model plays; none: it is no entrant. */
export type Entrant = { readonly judge: string; readonly own: readonly string[] }

/** One trial: the quality each judge saw in it. */
type RatedTrial = {
  readonly case: CaseId
  readonly agent: string
  readonly quality: ReadonlyMap<string, number>
}

export type PreferenceBook = {
  readonly add: (trial: RatedTrial) => void
  readonly close: () => readonly SelfPreference[]
}

type CaseSums = { own: { hits: number; of: number }; others: { hits: number; of: number } }

export function openPreferenceBook(judges: readonly Entrant[]): PreferenceBook {
  const books = judges.filter(({ own }) => own.length > 0).map((entrant) => openOne(entrant, judges))
  return {
    add: (trial) => {
      for (const book of books) book.add(trial)
    },
    close: () => books.map((book) => book.close()),
  }
}

function openOne({ judge, own }: Entrant, judges: readonly Entrant[]) {
  const rest = judges.filter((other) => other.judge !== judge)
  const outsiders = rest.filter((other) => other.own.length === 0)
  const against = (outsiders.length > 0 ? outsiders : rest).map((other) => other.judge)
  const cases = new Map<CaseId, CaseSums>()
  const add = ({ case: theCase, agent, quality }: RatedTrial): void => {
    const mine = quality.get(judge)
    const theirs = against.map((name) => quality.get(name)).filter((value) => value !== undefined)
    if (mine === undefined || theirs.length === 0) return
    const sums = cases.get(theCase) ?? { own: { hits: 0, of: 0 }, others: { hits: 0, of: 0 } }
    cases.set(theCase, sums)
    const side = own.includes(agent) ? sums.own : sums.others
    side.hits += mine - theirs.reduce((sum, value) => sum + value, 0) / theirs.length
    side.of += 1
  }
  const close = (): SelfPreference => ({
    judge,
    own,
    against,
    confounded: rest.length > 0 && outsiders.length === 0,
    difference:
      rest.length === 0
        ? { ...NO_DATA, because: 'needs a second judge' }
        : differenceOf([...cases.values()].filter((each) => each.own.of > 0 && each.others.of > 0)),
  })
  return { add, close }
}

/** Cases that both its own agents and others ran: what a judge thinks of a case is on both sides. */
function differenceOf(cases: readonly CaseSums[]): Metric {
  if (cases.length === 0) return { ...NO_DATA, because: 'no case was run by its own agent and by another' }
  const own: readonly Cluster[] = cases.map((each) => each.own)
  const others: readonly Cluster[] = cases.map((each) => each.others)
  const n = own.reduce((sum, { of }) => sum + of, 0)
  return bootstrap(
    cases.length,
    (times) => {
      const [mine, theirs] = [ratio(own, times), ratio(others, times)]
      return mine === undefined || theirs === undefined ? undefined : mine - theirs
    },
    n,
  )
}
