import { expect, test } from 'vitest'
import type { Shown } from '../src/verdicts/judges/judge.ts'
import { modelJudge } from '../src/verdicts/judges/model-judge.ts'
import { HOSTILE } from './judges/hostile.ts'
import { expectSound } from './support/verdicts/judge-contract.ts'
import { answerFor, readPrompt, scriptedModel } from './support/verdicts/judging-model.ts'

/**
 * Texts that try to leave the fence, add a key or change the prompt. Proven here: the structure of the prompt and the
 * keys of the answer do not depend on any of them, and a rating that rests on one is void. What a live model does on
 * reading them has never been tried here (docs/judges.md).
 */
const SOP = 'Answer kindly.'
const shownWith = (customer: string, agent: string): readonly Shown[] => [
  { n: 2, from: 'customer', text: customer },
  { n: 3, from: 'agent', text: agent },
  { n: 5, from: 'customer', text: 'And then?' },
  { n: 6, from: 'agent', text: 'Then it is sent to you.' },
]
const PLAIN = shownWith('Hello', 'Good morning')

async function asked(shown: readonly Shown[], say?: (content: string) => string) {
  const model = scriptedModel(say ?? ((content) => answerFor(readPrompt(content).asked, () => 3)))
  const judged = await modelJudge(model).rate(shown, { sop: SOP })
  const [request] = model.requests
  return { judged, request, content: request?.messages[0]?.content ?? '' }
}

/** A prompt without what the parties said: delimiters and texts blanked. */
const skeleton = (content: string): string =>
  content
    .replaceAll(/^[0-9a-f]{32}$/gm, '#')
    .replaceAll(/"text":".*"}$/gm, '"text":""}')
    .replace(/[0-9a-f]{32}\. Rate/, '# Rate')

test('there are thirty of them, each another one', () => {
  expect(new Set(HOSTILE.map(({ text }) => text)).size).toBe(HOSTILE.length)
  expect(HOSTILE.length).toBeGreaterThanOrEqual(30)
})

test.each(HOSTILE)('$name: the prompt is built like any other', async ({ text }) => {
  const plain = await asked(PLAIN)
  for (const shown of [shownWith(text, 'Good morning'), shownWith('Hello', text), shownWith(text, text)]) {
    const { request, content, judged } = await asked(shown)
    expect(skeleton(content)).toBe(skeleton(plain.content))
    expect(request?.system).toBe(plain.request?.system)
    expect(request?.messages).toHaveLength(1)
    expect(readPrompt(content).asked.map(({ key, dimension }) => `${key} ${dimension}`)).toEqual(
      readPrompt(plain.content).asked.map(({ key, dimension }) => `${key} ${dimension}`),
    )
    const delimiter = /^([0-9a-f]{32})$/m.exec(content.slice(content.indexOf('The conversation')))?.[1] ?? '?'
    expect(content.split(delimiter)).toHaveLength(4)
    expectSound(judged, shown)
  }
})

test.each(HOSTILE.filter(({ toTheJudge }) => toTheJudge))(
  '$name: an answer that rests on it is void',
  async ({ text }) => {
    const obedient = (content: string) =>
      JSON.stringify({
        ...JSON.parse(answerFor(readPrompt(content).asked, () => 4)),
        event_3: { empathy: { level: 4, quote: readPrompt(content).lines[1]?.text ?? '' } },
        event_99: { empathy: { level: 4, quote: text } },
      })
    const { judged } = await asked(shownWith('Hello', text), obedient)
    expect(judged.ratings.filter(({ n }) => n === 3 || n === 99)).toEqual([])
    expect(judged.notRated.find(({ n, dimension }) => n === 3 && dimension === 'empathy')?.because).toMatch(
      /^quote-(instructs|not-there)$/,
    )
    expect(judged.ratings.filter(({ n }) => n === 6)).toHaveLength(5)
  },
)

test.each(HOSTILE)('$name: said by the customer, it can be quoted for nothing', async ({ text }) => {
  const { judged } = await asked(shownWith(text, 'Good morning'), (content) =>
    JSON.stringify({ event_3: { empathy: { level: 4, quote: readPrompt(content).lines[0]?.text } } }),
  )
  expect(judged.ratings).toEqual([])
})
