import type { ChatModel } from '../../models/chat-model.ts'
import {
  type About,
  DIMENSIONS,
  type Judge,
  type Judged,
  type NotRated,
  type RatingKey,
  ratedMessages,
  type Shown,
  WHOLE,
  WHOLE_DIMENSIONS,
} from './judge.ts'
import { readAnswer } from './judge-answer.ts'
import { judgeRequest, PROMPT_CHARACTERS_MAX, PROMPT_HASH } from './judge-prompt.ts'

/** A model as a judge: one call a trial; what is missing or cannot be read is asked for once more, then not rated. */
const ASKS_MAX = 2

export const modelJudge = (model: ChatModel): Judge => ({
  id: model.id,
  promptHash: PROMPT_HASH,
  rate: async (shown, about) => {
    const keys = keysFor(shown)
    const [asked, without] = [
      keys.filter((key) => about.sop !== null || !needsSop(key)),
      keys.filter((key) => about.sop === null && needsSop(key)),
    ]
    const characters = [...shown, ...(about.deeds ?? [])].reduce(
      (sum, { text }) => sum + text.length,
      about.sop?.length ?? 0,
    )
    if (characters > PROMPT_CHARACTERS_MAX) return nothing(keys, 'too-long')
    const judged = await askAll(model, { shown, about, keys: asked })
    return { ratings: judged.ratings, notRated: [...judged.notRated, ...unrated(without, 'no-sop')] }
  },
})

/** Which keys there are: by event numbers alone, whatever the messages say. */
const keysFor = (shown: readonly Shown[]): readonly RatingKey[] => {
  const messages = ratedMessages(shown)
  if (messages.length === 0) return []
  return [
    ...messages.flatMap(({ n }) => DIMENSIONS.map((dimension) => ({ n, dimension }))),
    ...WHOLE_DIMENSIONS.map((dimension) => ({ n: WHOLE, dimension })),
  ]
}
const needsSop = ({ dimension }: RatingKey): boolean => dimension === 'policy_adherence_judged'

const unrated = (keys: readonly RatingKey[], because: NotRated): Judged['notRated'] =>
  keys.map((key) => ({ ...key, because }))
const nothing = (keys: readonly RatingKey[], because: NotRated): Judged => ({
  ratings: [],
  notRated: unrated(keys, because),
})

/** What becomes of a trial nobody asks the judge about. */
export const unheard = (shown: readonly Shown[]): Judged => nothing(keysFor(shown), 'judge-silent')

/** a dimension's name, its level and a quote of some ten words */
const ANSWER_CHARACTERS = 100

/** Characters a judge would be sent and would answer with: what a dry run reckons with. */
export function judgeSize(
  shown: readonly Shown[],
  about: About,
): { readonly sent: number; readonly received: number } {
  const keys = keysFor(shown)
  const { system, messages } = judgeRequest(shown, about, keys)
  const sent = messages.reduce((sum, { content }) => sum + content.length, system.length)
  return { sent, received: keys.length * ANSWER_CHARACTERS }
}

type Question = {
  readonly shown: readonly Shown[]
  readonly about: About
  readonly keys: readonly RatingKey[]
}

async function askAll(model: ChatModel, question: Question): Promise<Judged> {
  const ratings: Judged['ratings'][number][] = []
  const notRated: Judged['notRated'][number][] = []
  let open = question.keys
  let because: NotRated = 'judge-silent'
  for (let ask = 0; ask < ASKS_MAX && open.length > 0; ask += 1) {
    const text = await answerOf(model, { ...question, keys: open })
    because = text === undefined ? 'judge-silent' : 'judge-off-format'
    // A model's call has been tried with all its patience: asking again would only wait as long again.
    if (text === undefined) break
    const answered = readAnswer(text, open, question.shown)
    ratings.push(...answered.ratings)
    notRated.push(...answered.notRated)
    open = answered.missing
  }
  return { ratings, notRated: [...notRated, ...unrated(open, because)] }
}

/** Whatever keeps a judge from answering costs its ratings, never the run. */
async function answerOf(model: ChatModel, { shown, about, keys }: Question): Promise<string | undefined> {
  try {
    const { text } = await model.complete(judgeRequest(shown, about, keys))
    return text
  } catch {
    return undefined
  }
}
