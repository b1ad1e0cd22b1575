import { z } from 'zod'
import type { ChatModel, ChatRequest } from '../../../src/models/chat-model.ts'
import type { Level } from '../../../src/verdicts/judges/rubric.ts'

/** A scripted model in a judge's chair: it reads the prompt as a model would, and answers as it is told to. */
export type AskedKey = { readonly key: string; readonly dimension: string; readonly text: string }

const Line = z.strictObject({ event: z.int(), from: z.enum(['customer', 'agent', 'desk']), text: z.string() })

/** The conversation as it stands in a prompt, and what is asked about it. */
export function readPrompt(content: string): {
  readonly lines: readonly z.infer<typeof Line>[]
  readonly asked: readonly AskedKey[]
} {
  const all = content.split('\n')
  const lines = all.filter((line) => line.startsWith('{')).map((line) => Line.parse(JSON.parse(line)))
  const textOf = (key: string): string =>
    lines.find(({ event, from }) => from === 'agent' && (key === 'conversation' || key === `event_${event}`))
      ?.text ?? ''
  const asked = [...(all.at(-1) ?? '').matchAll(/(event_\d+|conversation) \(([^)]*)\)/g)].flatMap(
    ([, key = '', dimensions = '']) =>
      dimensions.split(', ').map((dimension) => ({ key, dimension, text: textOf(key) })),
  )
  return { lines, asked }
}

const USAGE = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, reasoningTokens: 0 }

/** Says what `say` makes of each prompt; keeps every request. */
export function scriptedModel(
  say: (content: string, call: number) => string,
  id = 'made:up',
): ChatModel & { readonly requests: readonly ChatRequest[] } {
  const requests: ChatRequest[] = []
  return {
    id,
    requests,
    complete: async (request) => {
      requests.push(request)
      return { text: say(request.messages[0]?.content ?? '', requests.length), usage: USAGE }
    },
  }
}

/** Rates every key it is asked for, quoting the beginning of the message. */
export const ratingModel = (level: (key: AskedKey) => Level, id = 'made:up') =>
  scriptedModel((content) => answerFor(readPrompt(content).asked, level), id)

export function answerFor(asked: readonly AskedKey[], level: (key: AskedKey) => Level): string {
  const answer: Record<string, Record<string, { level: Level; quote: string }>> = {}
  for (const key of asked)
    answer[key.key] = {
      ...answer[key.key],
      [key.dimension]: { level: level(key), quote: key.text.slice(0, 60) },
    }
  return JSON.stringify(answer)
}
