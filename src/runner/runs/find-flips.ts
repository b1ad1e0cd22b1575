import type { Flips } from '../../report/result/decision.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { wholeRuns } from './half-import.ts'
import { differencesOf } from './run-differences.ts'
import { readComparable, runHeaderIfReadable } from './run-header.ts'

/** What flipped since the previous run of each agent that can be compared with this one: by what lists show, without a score. */
export async function findFlips(store: Store, run: StoredRun): Promise<readonly Flips[]> {
  if (run.imported !== null) return []
  const header = readComparable(run)
  const before = (await wholeRuns(store))
    .filter(({ startedAt, imported, id }) => startedAt < run.startedAt && imported === null && id !== run.id)
    .reverse()
    .slice(0, LOOKED_BACK)
  const flips: Flips[] = []
  for (const { id: agent } of header.agents) {
    const previous = before.find((one) => isComparable(header, one, agent))
    if (previous === undefined) continue
    const [then, now] = [await endingsOf(store, previous, agent), await endingsOf(store, run, agent)]
    const both = [...now.keys()].filter((situation) => then.has(situation))
    if (both.length === 0) continue
    const flipped = (from: Ending, to: Ending) =>
      both.filter((situation) => then.get(situation) === from && now.get(situation) === to).sort()
    const [fixed, broken] = [flipped('failed', 'passed'), flipped('passed', 'failed')]
    flips.push({ agent, run: previous.id, at: previous.startedAt, both: both.length, fixed, broken })
  }
  return flips
}

/** A store may hold thousands of runs. */
const LOOKED_BACK = 50

function isComparable(header: ReturnType<typeof readComparable>, run: StoredRun, agent: string): boolean {
  // A run that another version stored is not compared with, and breaks nothing.
  const other = runHeaderIfReadable(run) === undefined ? null : readComparable(run)
  if (other === null || !other.agents.some(({ id }) => id === agent)) return false
  return differencesOf(other, header, { a: agent, b: agent }).length === 0
}

type Ending = 'passed' | 'failed' | 'unknown'
const PAGE = 2000

/** By case and intensity: passed where every repetition passed, failed where one failed. */
async function endingsOf(
  store: Store,
  { id }: Pick<StoredRun, 'id'>,
  agent: string,
): Promise<ReadonlyMap<string, Ending>> {
  const endings = new Map<string, Ending>()
  for (let place = 0; ; ) {
    const page = await store.trialPage(id, { place, limit: PAGE, agent })
    for (const { case: name, intensity, glance } of page) {
      const situation = `${name}@${intensity}`
      const ending = endingIn(glance?.mark)
      const known = endings.get(situation) ?? ending
      endings.set(
        situation,
        [known, ending].includes('failed') ? 'failed' : known === ending ? ending : 'unknown',
      )
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return endings
    place = last.place
  }
}

const endingIn = (mark: string | undefined): Ending =>
  mark === 'passed' ? 'passed' : mark === 'failed' || mark === 'unsafe' ? 'failed' : 'unknown'
