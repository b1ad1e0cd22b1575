import { usageError } from '../../base/error.ts'
import type { Score } from '../../base/rate.ts'
import type { RunId } from '../../base/values/ids.ts'
import { type Comparison, compare } from '../../metrics/compare.ts'
import { forkDifference } from '../../metrics/summarise-forks.ts'
import { type LeftSentence, sentenceKey } from '../../report/result/sentences.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { countRun } from './count-run.ts'
import { forksOfRun } from './forks-of-run.ts'
import { runOrRunFile } from './read-baseline.ts'
import { differencesOf } from './run-differences.ts'
import { type ComparableHeader, readComparable } from './run-header.ts'

/** Two runs side by side: what changed, by how much, and whether that is noise. */
export type ComparedRuns = Comparison & {
  readonly a: { readonly run: RunId; readonly agent: string }
  readonly b: { readonly run: RunId; readonly agent: string }
  /** the difference one wants to be able to see */
  readonly wanted: number
  /** what the two runs do not have in common; none unless asked for anyway */
  readonly differs: readonly string[]
  /** how much more often b is unsafe at the same decisions, sampled again; absent: the two have no forks in common */
  readonly forks?: Score
  /** SOP sentences at which trials first left the procedure: how many in a, how many in b */
  readonly sentences: readonly {
    readonly clauses: string
    readonly sentence: string
    readonly a: number
    readonly b: number
  }[]
}

export type CompareWishes = {
  readonly a: string
  readonly b: string
  readonly agentA: string | undefined
  readonly agentB: string | undefined
  /** the difference one wants to be able to see */
  readonly wanted: number
  readonly anyway: boolean
}

export async function compareRuns(store: Store, wishes: CompareWishes): Promise<ComparedRuns> {
  const [sideA, sideB] = [await runOrRunFile(store, wishes.a), await runOrRunFile(store, wishes.b)]
  const [a, b] = [sideA.run, sideB.run]
  const [headerA, headerB] = [readComparable(a), readComparable(b)]
  const agentA = pickAgent(headerA, a, wishes.agentA ?? shared(headerA, headerB))
  const agentB = pickAgent(headerB, b, wishes.agentB ?? wishes.agentA ?? shared(headerA, headerB))
  const differs = [
    ...differencesOf(headerA, headerB, { a: agentA, b: agentB }),
    ...(headerA.seed === headerB.seed ? [] : [`seeds ${headerA.seed} and ${headerB.seed}`]),
  ]
  if (differs.length > 0 && !wishes.anyway) {
    throw usageError(
      'not-comparable',
      `Runs ${a.id} and ${b.id} are not comparable: ${differs.join('; ')}.`,
      headerA.reader === headerB.reader
        ? 'Run both on the same packs, rules, customer and protocol, or compare them with --anyway and treat the result with care.'
        : `Read one of them again with sage reread ${a.id} --reader ${readerName(headerB.reader)}, which calls no agent, and compare the run it makes.`,
    )
  }
  const own = [...new Set([...headerA.catastrophes, ...headerB.catastrophes])]
  // Both sides are counted with the same kinds of catastrophe.
  const left = await countRun(sideA.store, a, own)
  // Two agents of one run: it is counted once.
  const isOneRun = sideA.store === sideB.store && a.id === b.id
  const right = isOneRun ? left : await countRun(sideB.store, b, own)
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
    sentences: differing(left.sentences(), agentA, right.sentences(), agentB),
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

/** The one agent both runs have, where that is clear. */
/** `lexical 1` -> `lexical`: who, without the version. */
export const readerName = (reader: string): string => reader.replace(/(?: \d+|, prompt \d+)$/, '')

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

/** Sentences at which not as many trials of one side first left the procedure as of the other. */
function differing(
  left: readonly LeftSentence[],
  agentA: string,
  right: readonly LeftSentence[],
  agentB: string,
): ComparedRuns['sentences'] {
  const entries = new Map<
    string,
    { pack: string; clauses: Set<string>; sentence: string; a: number; b: number }
  >()
  const add = (side: 'a' | 'b', { pack, sentence, clauses, trials }: LeftSentence): void => {
    const key = sentenceKey({ pack, sentence, clauses })
    const entry = entries.get(key) ?? { pack, clauses: new Set(), sentence, a: 0, b: 0 }
    entry[side] += trials
    for (const clause of clauses) entry.clauses.add(clause)
    entries.set(key, entry)
  }
  for (const each of left) if (each.agent === agentA) add('a', each)
  for (const each of right) if (each.agent === agentB) add('b', each)
  return [...entries.values()]
    .map(({ pack, clauses, ...each }) => ({ clauses: `${pack} ${[...clauses].join(', ')}`, ...each }))
    .filter((each) => each.a !== each.b)
    .sort((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a))
}
