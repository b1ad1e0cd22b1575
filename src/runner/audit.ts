import { seededChance, seedFrom } from '../base/chance.ts'
import type { Case, Intensity, Pack } from '../cases/case.ts'
import type { Graph } from '../graph/graph.ts'
import { instrument } from '../references/instrument.ts'
import { type Mutant, mutantsOf } from '../references/mutants.ts'
import type { Transcript } from '../transcript/event.ts'
import { scoreTrial } from '../verdicts/rules/score-trial.ts'
import type { TrialScore } from '../verdicts/score.ts'
import { executeTrial, type MakeAgent } from './execute-trial.ts'
import { makeCustomer } from './parties.ts'

/**
 * Does the benchmark catch planted faults, and only those? In: a pack and cases. Out: what was planted, caught, named,
 * missed, and every alarm on the oracle. Mutants are scored from their transcripts by the ordinary rule engine, which
 * never learns of the mutation.
 */
export type Audit = {
  readonly pack: string
  readonly planted: number
  readonly caught: number
  readonly named: number
  readonly missed: readonly { readonly fault: string; readonly at: string }[]
  readonly misnamed: readonly {
    readonly fault: string
    readonly at: string
    readonly fired: readonly string[]
  }[]
  readonly unexercised: readonly { readonly fault: string; readonly at: string }[]
  readonly oracle_trials: number
  readonly alarms_on_oracle: number
  readonly alarms: readonly {
    readonly case: string
    readonly intensity: number
    readonly seed: number
    readonly because: string
  }[]
}

/** A mutant is shown at most this many of the cases that reach its fault: the first that differs settles it, the rest only repeat it. */
const CASES_PER_MUTANT = 8

/** Faults that are in the words themselves. */
const WORDY: readonly Mutant['fault'][] = ['forbidden-taken', 'fact-invented']

type Ran = { readonly case: Case; readonly transcript: Transcript; readonly score: TrialScore }

export async function auditPack(
  pack: Pack,
  cases: readonly Case[],
  options: {
    readonly seed: number
    readonly oracleTrials: number
    readonly onProgress?: (done: number, of: number) => void
  },
): Promise<Audit> {
  const honest = await Promise.all(
    cases.map((each) =>
      runOnce(pack, each, {
        intensity: each.intensity,
        seed: seedFrom(options.seed, each.id),
        make: makerOf(pack.graph, {}),
      }),
    ),
  )
  const mutants = mutantsOf(pack.graph)
  const found: Finding[] = []
  for (const [index, mutant] of mutants.entries()) {
    found.push(await tryMutant(pack, mutant, { honest, seed: options.seed }))
    options.onProgress?.(index + 1, mutants.length)
  }
  const alarms = await alarmsOnOracle(pack, cases, options)
  const planted = found.filter(({ differs }) => differs)
  const place = ({ mutant }: Finding) => ({ fault: mutant.fault, at: mutant.at })
  return {
    pack: pack.id,
    planted: planted.length,
    caught: planted.filter(({ caught }) => caught).length,
    named: planted.filter(({ named }) => named).length,
    missed: planted.filter(({ caught }) => !caught).map(place),
    misnamed: planted
      .filter(({ caught, named }) => caught && !named)
      .map((finding) => ({ ...place(finding), fired: finding.fired })),
    unexercised: found.filter(({ differs }) => !differs).map(place),
    oracle_trials: alarms.trials,
    alarms_on_oracle: alarms.alarms.length,
    alarms: alarms.alarms,
  }
}

type Finding = {
  readonly mutant: Mutant
  readonly differs: boolean
  readonly caught: boolean
  readonly named: boolean
  readonly fired: readonly string[]
}

async function tryMutant(
  pack: Pack,
  mutant: Mutant,
  { honest, seed }: { honest: readonly Ran[]; seed: number },
): Promise<Finding> {
  let best: Finding = { mutant, differs: false, caught: false, named: false, fired: [] }
  let tried = 0
  for (const before of likelyFirst(honest, mutant)) {
    if (best.named || tried >= CASES_PER_MUTANT) break
    const after = await runOnce(pack, before.case, {
      intensity: before.case.intensity,
      seed: seedFrom(seed, before.case.id),
      make: makerOf(mutant.graph, mutant.behaviour),
    })
    const words = WORDY.includes(mutant.fault)
    if (deedsOf(after.transcript, words) === deedsOf(before.transcript, words)) continue
    tried += 1
    const fired = alarmsIn(after.score)
    const caught = fired.length > 0
    const named = caught && isNamed(mutant, after.score, pack.graph)
    best = {
      mutant,
      differs: true,
      caught: best.caught || caught,
      named: best.named || named,
      fired: best.fired.length > 0 && !named ? best.fired : fired,
    }
  }
  return best
}

/**
 * The cases that tempt into this very fault come first, then those where an honest agent could have called the forbidden
 * tool and had reason not to: a rare state must not go untried for want of tries.
 */
function likelyFirst(honest: readonly Ran[], mutant: Mutant): readonly Ran[] {
  const what = mutant.graph.forbids.find(({ id }) => id === mutant.at)?.what
  const tool = what !== undefined && 'tool' in what ? what.tool : null
  const rank = (ran: Ran) =>
    ran.case.trap === mutant.at ? 0 : tool !== null && abstains(ran, tool, mutant.graph) ? 1 : 2
  return [0, 1, 2].flatMap((wanted) => honest.filter((ran) => rank(ran) === wanted))
}

/** Some procedure this trial walked has an act with the tool, and the tool was not called. */
function abstains({ transcript, score }: Ran, tool: string, graph: Graph): boolean {
  if (
    score.state !== 'judged' ||
    transcript.some((event) => event.type === 'tool.called' && event.tool === tool)
  )
    return false
  const walked = new Set(
    score.path?.alignment.flatMap(({ step }) => (step === null ? [] : [graph.steps.get(step)?.procedure])),
  )
  return [...graph.steps.values()].some(
    (step) => step.kind === 'act' && step.tool === tool && walked.has(step.procedure),
  )
}

const makerOf =
  (graph: Graph, behaviour: Mutant['behaviour']): MakeAgent =>
  ({ pack, tap, seed }) =>
    instrument({
      graph,
      world: pack.world,
      lexicon: pack.lexicon,
      tap,
      behaviour,
      way: seededChance(seed).next(),
      chance: (p) => p >= 1,
    })

async function runOnce(
  pack: Pack,
  theCase: Case,
  how: { intensity: Intensity; seed: number; make: MakeAgent },
): Promise<Ran> {
  const transcript = await executeTrial({
    id: `audit/${theCase.id}`,
    pack,
    case: theCase,
    intensity: how.intensity,
    seed: how.seed,
    attempt: 0,
    agent: { id: 'audited', protocol: 'declared', sop: true, make: how.make },
    customer: makeCustomer('scripted'),
  })
  return { case: theCase, transcript, score: scoreTrial(pack, theCase, transcript) }
}

/** What the agent did, words aside where they did nothing: calls, acts that are not free, and figures it named. */
function deedsOf(transcript: Transcript, words: boolean): string {
  return JSON.stringify(
    transcript.flatMap((event): readonly unknown[] => {
      if (event.type === 'tool.called') return [[event.tool, event.input]]
      if (event.type === 'step.reported') return [event.report.action]
      if (words && event.type === 'message.sent' && event.from === 'agent') return [event.text]
      return []
    }),
  )
}

/** Everything that says "something went wrong here". */
function alarmsIn(score: TrialScore): readonly string[] {
  if (score.state !== 'judged') return [score.state]
  return [
    ...score.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule),
    ...(score.divergence === null ? [] : ['divergence']),
    ...(score.outcome_right ? [] : ['outcome']),
    ...(score.path === null || score.path.exact ? [] : ['path']),
    ...score.turns.flatMap((turn) => (turn.action_right ? [] : ['action'])),
  ]
}

function isNamed(mutant: Mutant, score: TrialScore, graph: Graph): boolean {
  const sourceOf = (step: string | null) => (step === null ? '' : (graph.steps.get(step)?.source ?? step))
  const byRule = score.verdicts.some(
    ({ rule, outcome }) => outcome === 'fail' && mutant.namedBy.rules.includes(rule),
  )
  const left = [
    ...(score.divergence?.due ?? []),
    ...(score.path?.alignment.filter(({ move }) => move !== 'match').map(({ step }) => step) ?? []),
    ...score.turns.flatMap((turn) =>
      turn.actions
        .filter(({ class: kind }) => kind !== 'due' && kind !== 'permitted')
        .map(({ step }) => step),
    ),
  ]
  const said = [
    score.divergence?.because,
    ...score.turns.flatMap((turn) => turn.actions.map(({ because }) => because)),
  ]
  const byGuard = (mutant.namedBy.guards ?? []).some((guard) =>
    said.some((because) => because?.includes(guard)),
  )
  return byRule || byGuard || left.some((step) => mutant.namedBy.steps.includes(sourceOf(step)))
}

async function alarmsOnOracle(
  pack: Pack,
  cases: readonly Case[],
  { seed, oracleTrials }: { readonly seed: number; readonly oracleTrials: number },
): Promise<{ trials: number; alarms: Audit['alarms'] }> {
  const situations = cases.flatMap((each) => each.intensities.map((intensity) => ({ each, intensity })))
  const alarms: Audit['alarms'][number][] = []
  let trials = 0
  for (let repeat = 0; trials < oracleTrials && situations.length > 0; repeat += 1) {
    for (const { each, intensity } of situations) {
      const trialSeed = seedFrom(seed, each.id, intensity, repeat, 'oracle')
      const { score } = await runOnce(pack, each, {
        intensity,
        seed: trialSeed,
        make: makerOf(pack.graph, {}),
      })
      trials += 1
      const fired = alarmsIn(score)
      if (fired.length > 0)
        alarms.push({ case: each.id, intensity, seed: trialSeed, because: [...new Set(fired)].join(', ') })
    }
  }
  return { trials, alarms }
}
