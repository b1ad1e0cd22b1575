import { beforeAll, describe, expect, test } from 'vitest'
import { type Chance, seededChance, seedFrom } from '../src/base/chance.ts'
import type { Metric } from '../src/base/rate.ts'
import { type Judging, openJudgingBook } from '../src/metrics/judges/judging.ts'
import { judgeTrial } from '../src/runner/judges/judge-trial.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { modelJudge } from '../src/verdicts/judges/model-judge.ts'
import type { Level } from '../src/verdicts/judges/rubric.ts'
import { aCase, aRunId, aTrialId } from './support/base/ids.ts'
import type { AskedKey } from './support/verdicts/judging-model.ts'
import { ratingModel } from './support/verdicts/judging-model.ts'

/**
 * Two scripted models in the judges' chairs, with noise and a favour of known size. What is measured must hold what was
 * planted: prompts are written, answers read, rows counted, exactly as for live models.
 *
 * Every message has a true level of 1 or 2 (from its text). The noisy judge is a level off, up or down, with probability
 * NOISE; on top it puts a level on its own agent's messages with probability FAVOUR. The plain one says the truth.
 */
const NOISE = 0.4
const FAVOUR = 0.3
const STEP = 0.25

const truthOf = (text: string): 1 | 2 => (text.startsWith('Well') ? 2 : 1)
const plain = modelJudge(ratingModel(({ text }) => truthOf(text), 'maker:plain'))

function noisy(chance: Chance, own: () => boolean) {
  const level = ({ text }: AskedKey): Level => {
    const off = chance.hits(NOISE) ? (chance.hits(0.5) ? 1 : -1) : 0
    const favour = own() && chance.hits(FAVOUR) ? 1 : 0
    const levels: readonly Level[] = [0, 1, 2, 3, 4]
    return levels[truthOf(text) + off + favour] ?? 0
  }
  return modelJudge(ratingModel(level, 'maker:noisy'))
}

const said = (words: readonly string[]): Transcript =>
  words.map((text, index) => ({ n: index + 2, type: 'message.sent', from: 'agent', text }))

const CASES = 32
async function measured(seed: number): Promise<Judging> {
  const chance = seededChance(seedFrom('planted', seed))
  let agent = ''
  const judges = [noisy(chance, () => agent === 'mine'), plain]
  const book = openJudgingBook([
    { judge: 'maker:noisy', own: ['mine'] },
    { judge: 'maker:plain', own: [] },
  ])
  for (let theCase = 0; theCase < CASES; theCase += 1) {
    for (agent of ['mine', 'other']) {
      const words = ['a', 'b'].map((name) => `${chance.hits(0.5) ? 'Well' : 'Badly'} said, ${name}.`)
      const rows = await judgeTrial(judges, said(words), {
        run: aRunId('r'),
        trial: aTrialId('t'),
        sop: 'x',
        hidden: [],
        at: '',
      })
      book.add({ case: aCase(String(theCase)), agent, rows })
    }
  }
  return book.close()
}

/** Exact values of what was planted: all levels a judge can say, with their probabilities. */
function planted() {
  const offs = [
    { by: -1, p: NOISE / 2 },
    { by: 0, p: 1 - NOISE },
    { by: 1, p: NOISE / 2 },
  ]
  const favours = (own: boolean) =>
    own
      ? [
          { by: 0, p: 1 - FAVOUR },
          { by: 1, p: FAVOUR },
        ]
      : [{ by: 0, p: 1 }]
  const worlds = [true, false].flatMap((own) =>
    ([1, 2] as const).flatMap((truth) =>
      offs.flatMap((off) =>
        favours(own).map((favour) => ({
          truth: truth * STEP,
          said: (truth + off.by + favour.by) * STEP,
          p: 0.25 * off.p * favour.p,
        })),
      ),
    ),
  )
  const mean = (of: (world: (typeof worlds)[number]) => number) =>
    worlds.reduce((sum, world) => sum + world.p * of(world), 0)
  const grand = mean(({ truth, said: level }) => (truth + level) / 2)
  const between = mean(({ truth, said: level }) => ((truth - grand) ** 2 + (level - grand) ** 2) / 2)
  return {
    difference: mean(({ truth, said: level }) => Math.abs(truth - level)),
    alpha: 1 - mean(({ truth, said: level }) => (truth - level) ** 2) / (2 * between),
    favour: FAVOUR * STEP,
  }
}

const holds = (metric: Metric | undefined, value: number): boolean =>
  metric !== undefined && 'low' in metric && metric.low <= value && value <= metric.high

/** 200 data sets are covered 92 to 94 %; of 30, fewer than 24 would then be a chance of one in two hundred */
const SETS = 30
const COVERED_MIN = 0.8
describe('judges with planted noise and bias', () => {
  let sets: readonly Judging[] = []
  beforeAll(async () => {
    sets = await Promise.all(Array.from({ length: SETS }, (_, seed) => measured(seed)))
  })
  const covering = (of: (judging: Judging) => boolean) => sets.filter(of).length / SETS
  const all = ({ agreement }: Judging) => agreement.find(({ dimension }) => dimension === 'all')
  const { difference, alpha, favour } = planted()

  test('[M19] the mean absolute difference holds the planted one', () => {
    expect(covering((set) => holds(all(set)?.difference, difference))).toBeGreaterThanOrEqual(COVERED_MIN)
  })

  test('[M19] alpha holds the planted one', () => {
    expect(covering((set) => holds(all(set)?.alpha, alpha))).toBeGreaterThanOrEqual(COVERED_MIN)
  })

  test('[M20] self-preference holds the planted favour, and is not mistaken for none', () => {
    const found = (set: Judging) => set.selfPreference[0]?.difference
    expect(covering((set) => holds(found(set), favour))).toBeGreaterThanOrEqual(COVERED_MIN)
    expect(covering((set) => !holds(found(set), 0))).toBeGreaterThan(0.95)
  })

  test('every judge’s ratings are counted, and only entrants are doubted', () => {
    expect(sets.every(({ judges }) => judges.every(({ rated }) => rated === CASES * 2 * (2 * 5 + 2)))).toBe(
      true,
    )
    expect(sets.every(({ selfPreference }) => selfPreference.length === 1)).toBe(true)
  })
})
