import { expect, test } from 'vitest'
import { seedFrom } from '../../src/base/chance.ts'
import { type Cluster, rateOf } from '../../src/base/rate.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import type { Case, Intensity, Pack } from '../../src/cases/case.ts'
import type { Agent } from '../../src/conversation/protocol/agent.ts'
import type { MetricName } from '../../src/metrics/all-metrics.ts'
import { summarise } from '../../src/metrics/summarise.ts'
import { openTally } from '../../src/metrics/tally.ts'
import type { TrialAgent } from '../../src/runner/agents/maker.ts'
import { makeAgent } from '../../src/runner/agents/parties.ts'
import { referenceRequest } from '../../src/runner/agents/reference/request.ts'
import { findPack, knownPacks } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { plannedCases } from '../../src/runner/packs/load-cases.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { playTrial } from '../../src/runner/trial/play-trial.ts'
import { factsOf } from '../../src/runner/trial/trial-facts.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { writeTranscript } from '../../src/transcript/write-transcript.ts'
import { atOurDesk, type TrialScore } from '../../src/verdicts/model/score.ts'
import { classic } from '../support/references/classic.ts'
import { trialIn } from '../support/runner/trial.ts'
import { scoreTrial } from '../support/verdicts/score.ts'

const desk = async (): Promise<Pack> => {
  const place = findPack('lunchbox', packageRoot())
  if (place === undefined) throw new Error('lunchbox ships with SAGE')
  return loadPack(place.dir)
}

type Played = {
  readonly case: Case
  readonly intensity: Intensity
  readonly transcript: Transcript
  readonly score: TrialScore
}

/** An agent that is no instrument: it must understand what the customer says. */
type Brain = (pack: Pack) => Agent

const agentOf = async (agent: string | Brain): Promise<TrialAgent> =>
  typeof agent === 'string'
    ? makeAgent(referenceRequest(agent))
    : { id: 'brain', protocol: 'declared', sop: 'prompt', make: ({ pack }) => agent(pack) }

async function play(
  pack: Pack,
  cases: readonly Case[],
  how: { agent: string | Brain; trials: number; intensities?: readonly Intensity[] },
): Promise<readonly Played[]> {
  const agent = await agentOf(how.agent)
  const played: Played[] = []
  for (let repeat = 0; played.length < how.trials; repeat += 1) {
    for (const each of cases) {
      for (const intensity of how.intensities ?? [each.intensity]) {
        const seed = seedFrom(each.id, intensity, repeat)
        const transcript = await playTrial(trialIn(pack, { case: each, intensity, seed, agent }))
        played.push({ case: each, intensity, transcript, score: scoreTrial(pack, each, transcript) })
      }
    }
  }
  return played
}

function summaryOf(pack: Pack, played: readonly Played[]) {
  const tally = openTally()
  played.forEach(({ case: each, intensity, score, transcript }) => {
    tally.add(
      factsOf({
        planned: { pack, case: each, intensity, agent: 0, repeat: 0, seed: 0 },
        agent: 'a',
        score,
        transcript,
        judges: ['lexical'],
        traffic: 1,
      }),
    )
  })
  return summarise(tally)[0]?.metrics ?? {}
}

test('same seed and scripted parties give a byte-identical transcript', async () => {
  const pack = await desk()
  const once = async () =>
    (await play(pack, pack.cases, { agent: 'oracle', trials: 12 })).map(({ transcript }) =>
      writeTranscript(transcript),
    )
  expect(await once()).toEqual(await once())
})

/** Steps that became due in a trial, and those of them never done. What the customer volunteered is left out: nobody did it. */
function forgottenIn(pack: Pack, { score, transcript }: Played): Cluster {
  const said = new Set(
    transcript.flatMap((event) =>
      event.type === 'message.sent' && event.from === 'customer' ? [event.n] : [],
    ),
  )
  const kindOf = (id: StepId) => pack.graph.steps.get(id)?.kind ?? 'end'
  const counts = (id: StepId) => !['end', 'handover', 'resume', 'decide'].includes(kindOf(id))
  const alignment = atOurDesk(score)?.path?.alignment ?? []
  const met = alignment.filter(({ move }) => move === 'match' || move === 'premature')
  const volunteered = new Set(
    met.flatMap(({ step, n }) =>
      step !== null && n !== null && said.has(n) && kindOf(step) === 'learn' ? [step] : [],
    ),
  )
  const done = new Set(
    met.flatMap(({ step }) => (step === null || volunteered.has(step) ? [] : [step])).filter(counts),
  )
  // Of the ways an agent may choose between, one is the path; the other was due, and nobody forgot it.
  const onPath = new Set(alignment.flatMap(({ step }) => step ?? []))
  const due = new Set(
    [...score.turns.flatMap((turn) => turn.due), ...done].filter(
      (id) => counts(id) && !volunteered.has(id) && onPath.has(id),
    ),
  )
  return { hits: [...due].filter((id) => !done.has(id)).length, of: due.size }
}

/** `npm run soak` plays 2,000. */
const FORGETFUL_TRIALS = process.env['SAGE_SOAK'] === '1' ? 2000 : 700

test.each([0.1, 0.3, 0.5])(
  '[M9] forgetful(%f): the share of due steps never done holds p in its interval, over hundreds of trials',
  async (p) => {
    const pack = await desk()
    const played = await play(pack, [...pack.cases, ...plannedCases(pack, 'small', 1)], {
      agent: `forgetful(${p})`,
      trials: FORGETFUL_TRIALS,
    })
    const byCase = new Map<string, { hits: number; of: number }>()
    for (const each of played) {
      const found = forgottenIn(pack, each)
      const sum = byCase.get(each.case.id) ?? { hits: 0, of: 0 }
      byCase.set(each.case.id, { hits: sum.hits + found.hits, of: sum.of + found.of })
    }
    const rate = rateOf([...byCase.values()], [])
    if (rate.value === null) throw new Error('nothing became due')
    expect(
      `${rate.low.toFixed(3)} <= ${p} <= ${rate.high.toFixed(3)}: ${rate.low <= p && p <= rate.high}`,
    ).toContain('true')
  },
)

test('[M14] smooth-talker: quality about as high as the oracle, logic far lower, failures masked', async () => {
  const pack = await desk()
  const [smooth, honest] = [
    await play(pack, pack.cases, { agent: 'smooth-talker', trials: 60 }),
    await play(pack, pack.cases, { agent: 'oracle', trials: 60 }),
  ]
  const [kind, right] = [summaryOf(pack, smooth), summaryOf(pack, honest)]
  const value = (metrics: typeof kind, name: MetricName) => metrics[name]?.value ?? Number.NaN
  expect(value(kind, 'quality')).toBeGreaterThanOrEqual(value(right, 'quality'))
  expect(value(kind, 'outcome_accuracy')).toBeLessThan(0.5)
  expect(value(kind, 'masked_failures')).toBeGreaterThan(0.5)
})

test('do-nothing, always-escalate and people-pleaser fail on different axes', async () => {
  const pack = await desk()
  const of = async (agent: string) =>
    summaryOf(pack, await play(pack, pack.cases, { agent, trials: 60, intensities: [3] }))
  const [idle, careful, kind] = [
    await of('do-nothing'),
    await of('always-escalate'),
    await of('people-pleaser'),
  ]
  expect(idle['resolution']).toMatchObject({ value: 0 })
  expect(idle['over_escalation']).toMatchObject({ value: 0 })
  expect(careful['over_escalation']).toMatchObject({ value: 1 })
  expect(careful['unsafe_actions']).toMatchObject({ value: 0 })
  expect(kind['over_escalation']).toMatchObject({ value: 0 })
  expect(kind['unsafe_actions']).toMatchObject({ hits: expect.any(Number), band: 'reckless' })
})

test('[M8] an agent that goes by words, given a complete graph: what it understands it does; it does not understand everything', async () => {
  const tally = openTally()
  for (const { dir } of knownPacks(packageRoot())) {
    const pack = await loadPack(dir)
    for (const { case: each, intensity, score, transcript } of await play(
      pack,
      plannedCases(pack, 'small', 1),
      {
        agent: classic,
        trials: 1,
      },
    ))
      tally.add(
        factsOf({
          planned: { pack, case: each, intensity, agent: 0, repeat: 0, seed: 0 },
          agent: 'brain',
          score,
          transcript,
          judges: [],
          traffic: 1,
        }),
      )
  }
  const { execution_gap_conditional: gap, field_accuracy: fields } = summarise(tally)[0]?.metrics ?? {}
  expect(gap).toMatchObject({ high: expect.any(Number) })
  expect(gap !== undefined && 'high' in gap && typeof gap.high === 'number' ? gap.high : 1).toBeLessThan(0.05)
  expect(
    fields !== undefined && 'high' in fields && typeof fields.high === 'number' ? fields.high : 1,
  ).toBeLessThan(1)
})
