import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { compare } from '../../metrics/compare.ts'
import { forkDifference } from '../../metrics/summarise-forks.ts'
import { changedCases, openSituations } from '../../report/result/changed-cases.ts'
import type { Compared } from '../../report/result/compared.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { countRun } from './count-run.ts'
import { forksOfRun } from './forks-of-run.ts'
import { runOrRunFile } from './read-baseline.ts'
import { differencesOf } from './run-differences.ts'
import { type ComparableHeader, readComparable } from './run-header.ts'

export type CompareWishes = {
  readonly a: string
  readonly b: string
  readonly agentA: string | undefined
  readonly agentB: string | undefined
  /** the difference one wants to be able to see */
  readonly wanted: number
  readonly anyway: boolean
}

export async function compareRuns(store: Store, wishes: CompareWishes, own: OwnParts): Promise<Compared> {
  const [sideA, sideB] = [await runOrRunFile(store, wishes.a), await runOrRunFile(store, wishes.b)]
  const [a, b] = [sideA.run, sideB.run]
  const [headerA, headerB] = [readComparable(a), readComparable(b)]
  const agentA = pickAgent(headerA, a, wishes.agentA ?? shared(headerA, headerB))
  const agentB = pickAgent(headerB, b, wishes.agentB ?? wishes.agentA ?? shared(headerA, headerB))
  const differs = differencesOf(headerA, headerB, { a: agentA, b: agentB })
  if (differs.length > 0 && !wishes.anyway) {
    throw usageError(
      'not-comparable',
      `Runs ${a.id} and ${b.id} are not comparable: ${differs.join('; ')}.`,
      headerA.reader === headerB.reader
        ? 'Run both on the same packs, rules, customer and protocol, or compare them with --anyway and treat the result with care.'
        : `Read one of them again with sage score ${a.id} --reader ${readerName(headerB.reader)}, which calls no agent, and compare the run it makes.`,
    )
  }
  const catastrophes = [...new Set([...headerA.catastrophes, ...headerB.catastrophes])]
  const too = { catastrophes, metrics: own.metrics }
  // Both sides are counted with the same kinds of catastrophe.
  const before = openSituations(catastrophes, own.rules)
  const after = openSituations(catastrophes, own.rules)
  const left = await countRun(sideA.store, a, too, before.add)
  // Two agents of one run: it is counted once.
  const isOneRun = sideA.store === sideB.store && a.id === b.id
  const right = isOneRun ? left : await countRun(sideB.store, b, too, after.add)
  const [ofA, ofB] = [left.tally.agents().get(agentA), right.tally.agents().get(agentB)]
  if (ofA === undefined || ofB === undefined) throw noTrials(ofA === undefined ? a : b)
  const forks = forkDifference(
    await forksBy(sideA.store, a.id, agentA),
    await forksBy(sideB.store, b.id, agentB),
  )
  return {
    a: { run: a.id, agent: agentA },
    b: { run: b.id, agent: agentB },
    differs,
    wanted: wishes.wanted,
    ...compare(ofA, ofB, { tally: left.tally, wanted: wishes.wanted }),
    ...(forks === null ? {} : { forks }),
    cases: changedCases(before.of(agentA), (isOneRun ? before : after).of(agentB)),
  }
}

const forksBy = async (store: Store, run: RunId, agent: string) =>
  (await forksOfRun(store, run)).filter((fork) => fork.agent === agent)

const noTrials = (run: StoredRun) =>
  usageError(
    'nothing-to-compare',
    `Run ${run.id} has no stored trials of that agent.`,
    'Finish the run first, or choose another agent.',
  )

/** `lexical 1` -> `lexical`: who, without the version. */
export const readerName = (reader: string): string => reader.replace(/(?: \d+|, prompt \d+)$/, '')

/** The one agent both runs have, where that is clear. */
function shared(a: ComparableHeader, b: ComparableHeader): string | undefined {
  const both = a.agents.filter(({ id }) => b.agents.some((other) => other.id === id))
  return both.length === 1 ? both[0]?.id : undefined
}

function pickAgent({ agents }: ComparableHeader, run: StoredRun, wanted: string | undefined): string {
  const only = agents.length === 1 ? agents[0]?.id : undefined
  const found = wanted === undefined ? only : agents.find(({ id }) => id === wanted)?.id
  if (found !== undefined) return found
  const names = agents.map(({ id }) => id).join(', ')
  throw usageError(
    'which-agent',
    `Run ${run.id} has ${agents.length} agents: ${names}.`,
    'Choose one with --agent (and --with for the second run).',
  )
}
