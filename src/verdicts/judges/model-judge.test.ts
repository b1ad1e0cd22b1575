import { describe, expect, test } from 'vitest'
import { describeJudge } from '../../../test/support/verdicts/judge-contract.ts'
import {
  answerFor,
  ratingModel,
  readPrompt,
  scriptedModel,
} from '../../../test/support/verdicts/judging-model.ts'
import { type Shown, shownTo } from './judge.ts'
import { modelJudge } from './model-judge.ts'

describeJudge('a model', () => modelJudge(ratingModel(({ text }) => (text.includes('sorry') ? 4 : 2))))

const SHOWN: readonly Shown[] = [
  { n: 2, from: 'customer', text: 'Where is my parcel?' },
  { n: 3, from: 'agent', text: 'I am sorry for the wait. Let me look.' },
  { n: 6, from: 'agent', text: 'It arrives tomorrow.' },
]
const ABOUT = { sop: 'Look it up.' }
const KEYS = 2 * 5 + 2
const rated = (quote: string, level: unknown = 3) => ({ level, quote })
const reasons = (notRated: readonly { because: string }[]) => [...new Set(notRated.map((key) => key.because))]

describe('a model judge', () => {
  test('asks once a trial, for exactly the keys there are, and maps levels to 0 to 1', async () => {
    const model = ratingModel(({ dimension }) => (dimension === 'empathy' ? 4 : 1))
    const { ratings, notRated } = await modelJudge(model).rate(SHOWN, ABOUT)
    expect([model.requests.length, ratings.length, notRated]).toEqual([1, KEYS, []])
    expect(ratings.filter(({ value }) => value === 1).map(({ n }) => n)).toEqual([3, 6])
    expect(ratings.filter(({ value }) => value === 0.25)).toHaveLength(KEYS - 2)
    const schema = model.requests[0]?.schema
    expect(schema?.safeParse(JSON.parse(answerFor(readPromptOf(model).asked, () => 2))).success).toBe(true)
  })

  const readPromptOf = (model: ReturnType<typeof ratingModel>) =>
    readPrompt(model.requests[0]?.messages[0]?.content ?? '')

  test('what is missing is asked for once more, alone, and then is not rated', async () => {
    const model = scriptedModel((content, call) =>
      answerFor(
        readPrompt(content).asked.filter(({ key }) => key !== 'event_6' || call > 2),
        () => 3,
      ),
    )
    const { ratings, notRated } = await modelJudge(model).rate(SHOWN, ABOUT)
    expect(model.requests).toHaveLength(2)
    expect(readPrompt(model.requests[1]?.messages[0]?.content ?? '').asked.map(({ key }) => key)).toEqual(
      Array.from({ length: 5 }, () => 'event_6'),
    )
    expect([ratings.length, notRated.length, reasons(notRated)]).toEqual([7, 5, ['judge-off-format']])
  })

  test('the second answer counts where the first could not be read', async () => {
    const model = scriptedModel((content, call) =>
      call === 1 ? 'I would say: very good!' : answerFor(readPrompt(content).asked, () => 3),
    )
    expect((await modelJudge(model).rate(SHOWN, ABOUT)).ratings).toHaveLength(KEYS)
  })

  test('a judge that fails on every call costs its ratings and nothing else', async () => {
    const model = {
      id: 'made:up',
      complete: () => Promise.reject(new Error('no network')),
    }
    const { ratings, notRated } = await modelJudge(model).rate(SHOWN, ABOUT)
    expect([ratings, notRated.length, reasons(notRated)]).toEqual([[], KEYS, ['judge-silent']])
  })

  test.each([
    ['prose around it', (json: string) => `Here you are:\n\`\`\`json\n${json}\n\`\`\``, KEYS],
    ['cut off', (json: string) => json.slice(0, 200), 0],
    ['a list', (json: string) => `[${json}]`, KEYS],
    ['nothing', () => '', 0],
    ['null', () => 'null', 0],
  ])('an answer that is %s', async (_, dress, count) => {
    const model = scriptedModel((content) => dress(answerFor(readPrompt(content).asked, () => 3)))
    expect((await modelJudge(model).rate(SHOWN, ABOUT)).ratings).toHaveLength(count)
  })

  test('each rating is believed or not by itself', async () => {
    const model = scriptedModel(() =>
      JSON.stringify({
        event_3: {
          language: rated('I am sorry for the wait'),
          empathy: rated('we are deeply sorry'),
          usefulness: rated('sorry', 5),
          satisfaction: rated('It arrives tomorrow'),
          compliance: rated('', 2),
          warmth: rated('I am sorry for the wait'),
        },
        event_2: { language: rated('Where is my parcel?') },
        event_6: { language: { level: '3', quote: '“IT  arrives tomorrow.”', why: 'clear' } },
        __proto__: { language: rated('I am sorry') },
        conversation: { resolution_quality: rated('Let me look'), policy_adherence_judged: rated('parcel') },
      }),
    )
    const { ratings, notRated } = await modelJudge(model).rate(SHOWN, ABOUT)
    expect(ratings.map(({ n, dimension }) => `${n} ${dimension}`)).toEqual([
      '3 language',
      '6 language',
      '0 resolution_quality',
    ])
    expect(
      notRated
        .filter(({ because }) => because === 'quote-not-there')
        .map(({ n, dimension }) => `${n} ${dimension}`),
    ).toEqual(['3 empathy', '3 satisfaction', '3 compliance', '0 policy_adherence_judged'])
    expect(notRated.find((key) => key.dimension === 'usefulness')?.because).toBe('judge-off-format')
  })

  test('without the procedure nobody is asked whether it was kept', async () => {
    const model = ratingModel(() => 3)
    const { ratings, notRated } = await modelJudge(model).rate(SHOWN, { sop: null })
    expect([ratings.length, reasons(notRated)]).toEqual([KEYS - 1, ['no-sop']])
    expect(readPromptOf(model).asked.some(({ dimension }) => dimension.startsWith('policy'))).toBe(false)
  })

  test('too much text is not judged, and nobody is paid for it', async () => {
    const model = ratingModel(() => 3)
    const shown = [...SHOWN, { n: 9, from: 'agent' as const, text: 'x'.repeat(500_000) }]
    const { notRated } = await modelJudge(model).rate(shown, ABOUT)
    expect([model.requests.length, reasons(notRated)]).toEqual([0, ['too-long']])
  })

  test('lines before a message are the same whatever comes after it', async () => {
    const linesOf = async (shown: readonly Shown[]) => {
      const model = ratingModel(() => 3)
      await modelJudge(model).rate(shown, ABOUT)
      return (model.requests[0]?.messages[0]?.content ?? '').split('\n').filter((line) => /^[{r]/.test(line))
    }
    const [early, late] = [await linesOf(SHOWN.slice(0, 2)), await linesOf(SHOWN)]
    expect(early).toHaveLength(3)
    expect(late.slice(0, early.length)).toEqual(early)
  })
})

test('names of agents and models are blanks to a judge, also where an agent says its own', () => {
  const text = 'I am GPT-9.1-mini (vendor:gpt-9.1-mini), not gpt-9.1-minis.'
  const [shown] = shownTo(
    [{ n: 2, type: 'message.sent', from: 'agent', text }],
    ['gpt-9.1-mini', 'vendor:gpt-9.1-mini', ''],
  )
  expect(shown?.text).toBe('I am (name) ((name)), not gpt-9.1-minis.')
})

test('a name that is a plain word blanks no such word, only the name', () => {
  const said = (text: string): string | undefined =>
    shownTo([{ n: 2, type: 'message.sent', from: 'agent', text }], ['mine', 'claude'])[0]?.text
  expect(said('That box is mine. Mine came late, and mine broke.')).toBe(
    'That box is mine. Mine came late, and mine broke.',
  )
  expect(said('Hello, I am Claude, from CLAUDE support.')).toBe('Hello, I am (name), from (name) support.')
})
