import { seedFrom } from '../../../base/chance.ts'
import type { VarName } from '../../../base/guards/guard.ts'
import type { RunId, StepId } from '../../../base/values/ids.ts'
import {
  REFUSED,
  type Row,
  type Scalar,
  UNAVAILABLE,
  UNKNOWN,
  type Value,
} from '../../../base/values/value.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { universeOfPack } from '../../../cases/plan-cases.ts'
import { type Coverage, coverageOf, type Exercised } from '../../../graph/coverage/coverage.ts'
import { interruptId, type Universe } from '../../../graph/coverage/coverage-universe.ts'
import { variableReader } from '../../../graph/file/read-variable.ts'
import { noTo, yesTo } from '../../../graph/paths/paths.ts'
import type { RequestView } from '../../../graph/walk/walk-types.ts'
import type { Store } from '../../../storage/store.ts'
import { readScore } from '../../../storage/stored-score.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { atOurDesk, type DeskScore, type TrialScore } from '../../../verdicts/model/score.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { referenceRequest } from '../../agents/reference/request.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { followTrial } from '../../trial/follow-trial.ts'
import { playTrial } from '../../trial/play-trial.ts'
import { coverTrialId } from '../../trial/trial-id.ts'

/** What of a pack's graph its cases exercise, when an agent that follows the graph meets each of them once. */
export type Cover = { readonly pack: Pack; readonly universe: Universe; readonly coverage: Coverage }

export async function coverPack(pack: Pack, cases: readonly Case[] = pack.cases): Promise<Cover> {
  const universe = universeOfPack(pack)
  const exercised = await Promise.all(cases.map((each) => exercisedBy(universe, pack, each)))
  return { pack, universe, coverage: coverageOf(universe, exercised) }
}

async function exercisedBy(universe: Universe, pack: Pack, theCase: Case): Promise<Exercised> {
  const transcript = await playTrial({
    id: coverTrialId(theCase.id),
    pack,
    case: theCase,
    intensity: theCase.intensity,
    seed: seedFrom(1, theCase.id),
    attempt: 0,
    agent: await makeAgent(referenceRequest('oracle')),
    customer: makeCustomer('scripted'),
  })
  const score = readAndScore(pack, theCase, transcript)
  return exercisedOf(universe, { pack, case: theCase, ...walkedIn(score), transcript: () => transcript })
}

/** Of a trial that was not judged at our desk nothing is known to be exercised. */
const walkedIn = (score: TrialScore): Pick<DeskScore, 'steps' | 'edges'> =>
  atOurDesk(score) ?? { steps: [], edges: [] }

/** A scored trial as something that exercised a graph. */
export function exercisedOf(
  universe: Universe,
  trial: {
    readonly pack: Pack
    readonly case: Case
    readonly steps: readonly StepId[]
    readonly edges: readonly string[]
    readonly transcript: () => Transcript
  },
): Exercised {
  const names = [...new Set(universe.boundaries.map(({ name }) => name))]
  const walked = new Set(trial.steps)
  // Few trials are interrupted: only those are walked again.
  const isInterrupted = trial.pack.graph.interrupts.some(({ start }) => walked.has(start))
  return {
    id: trial.case.id,
    steps: trial.steps,
    edges: trial.edges,
    values: caseValues(trial.pack, trial.case, names),
    interrupts: isInterrupted ? interruptsFired(trial.pack, universe, trial.transcript()) : [],
  }
}

/** What of each pack's graph the trials of a stored run exercised. */
export async function coverRun(
  store: Store,
  run: RunId,
  desks: (
    events: Transcript,
  ) => Promise<{ readonly pack: Pack; readonly case: Case } | { readonly code: string }>,
): Promise<readonly Cover[]> {
  const seen = new Map<string, { pack: Pack; universe: Universe; exercised: Exercised[] }>()
  for await (const { pack: id, score, trial, transcript } of store.trials(run)) {
    const { events } = readTranscript(transcript, trial)
    const desk = await desks(events)
    if (!('case' in desk) || desk.pack.recorded !== undefined) continue
    const own = seen.get(id) ?? { pack: desk.pack, universe: universeOfPack(desk.pack), exercised: [] }
    seen.set(id, own)
    const walked = walkedIn(readScore(score, trial))
    own.exercised.push(exercisedOf(own.universe, { ...desk, ...walked, transcript: () => events }))
  }
  return [...seen.values()].map(({ pack, universe, exercised }) => ({
    pack,
    universe,
    coverage: coverageOf(universe, exercised),
  }))
}

/** What variables hold once everything a case has to say is said: which side of a boundary it stands on. */
function caseValues(pack: Pack, theCase: Case, names: readonly VarName[]): ReadonlyMap<VarName, Value> {
  const request = theCase.card.requests[0]
  const field = (name: string): Value => {
    if (name === 'intent') return request?.intent ?? UNKNOWN
    if (request?.cannot.includes(name) === true) return UNAVAILABLE
    if (request?.refuses.includes(name) === true) return REFUSED
    return request?.knows[name] ?? UNKNOWN
  }
  const keyOf = (table: string): string => pack.world.tables.get(table)?.key ?? ''
  const read = variableReader(pack.graph, {
    today: pack.world.today,
    field,
    keyOf,
    row: (table, column, value) => rowOf(pack, theCase, { table, column, value }),
    done: () => false,
  })
  return new Map(names.map((name) => [name, read(name)]))
}

function rowOf(pack: Pack, theCase: Case, at: { table: string; column: string; value: Scalar }): Row | null {
  const table = pack.world.tables.get(at.table)
  const own = theCase.sets[at.table] ?? {}
  for (const key of new Set([...Object.keys(own), ...(table?.rows.keys() ?? [])])) {
    const row = { ...table?.rows.get(key), ...own[key] }
    const holds = at.column === table?.key ? key === String(at.value) : row[at.column] === at.value
    if (holds) return row
  }
  return null
}

/**
 * Which interrupts fired in a trial, and in which stretch of the procedure each broke in (`interrupt after way`). A score
 * tells only that a detour was walked; where the customer stood when it began is in the transcript.
 */
export function interruptsFired(pack: Pack, universe: Universe, transcript: Transcript): readonly string[] {
  const started = transcript[0]
  if (started?.type !== 'trial.started') return []
  const { feed, walk } = followTrial(pack, started.protocol)
  const fired: string[] = []
  for (const event of transcript) {
    const mayFire =
      event.type === 'message.sent' && event.from === 'customer' && event.act.moves.some(isInterrupting)
    const before = mayFire ? walk().requests() : []
    feed(event)
    if (mayFire) fired.push(...firedBetween(universe, before, walk().requests()))
  }
  return fired
}

const isInterrupting = ({ do: deed }: { readonly do: string }): boolean =>
  deed === 'demand_human' || deed === 'abuse'

function firedBetween(
  universe: Universe,
  before: readonly RequestView[],
  after: readonly RequestView[],
): readonly string[] {
  const { graph } = universe.space
  return after.flatMap((request) => {
    const was = before.find(({ id }) => id === request.id)
    const known = new Set(was?.walked)
    const started = new Set(request.walked.filter((step) => !known.has(step)))
    const stretch = (was === undefined ? undefined : lastWay(universe, was)) ?? request.procedure
    if (stretch === null) return []
    return graph.interrupts
      .filter(({ start }) => started.has(start))
      .map(({ id }) => interruptId(id, universe.written.wayOf(stretch)))
  })
}

/** The last way taken before the customer spoke: a decision's edge, or the answer to a proposal. */
function lastWay(
  { space: { graph } }: Universe,
  { walked, decided, agreed }: RequestView,
): string | undefined {
  const edges = new Map(decided.map(({ step, edge }) => [step, edge]))
  const yes = new Set(agreed.map(({ step }) => step))
  const all = new Set(walked)
  const ways = walked.flatMap((id) => {
    const step = graph.steps.get(id)
    if (step?.kind === 'decide') return edges.get(id) ?? []
    if (step?.kind !== 'confirm') return []
    if (yes.has(id)) return yesTo(id)
    return step.ifRefused !== null && all.has(step.ifRefused) ? noTo(id) : []
  })
  return ways.at(-1)
}
