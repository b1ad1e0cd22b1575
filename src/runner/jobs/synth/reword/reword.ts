import type { Pack } from '../../../../cases/case.ts'
import type { ChatModel } from '../../../../models/chat-model.ts'
import { ModelFailed } from '../../../../models/model-failed.ts'
import type { Transcript } from '../../../../transcript/event.ts'
import type { TrialScore } from '../../../../verdicts/model/score.ts'
import { scoreTrial } from '../../../../verdicts/scoring/score-trial.ts'
import { rewordingsIn, rewordRequest } from './prompt.ts'
import { type Rewordable, shownMessages } from './rewordable.ts'
import { type Words, withWords, wordsThatPass } from './with-words.ts'

/** A dialogue in other words, as far as they were taken. */
export type Reworded = {
  readonly transcript: Transcript
  /** null: nothing was taken, and its first score stands */
  readonly score: TrialScore | null
  /** messages that have new words */
  readonly taken: readonly number[]
  /** messages for which new words were wanted */
  readonly wanted: number
  /** the model gave no answer of the form that was asked for */
  readonly unusable: boolean
}

export type Rewriter = {
  readonly pack: Pack
  readonly model: ChatModel
  readonly signal: AbortSignal
}

/**
 * Asks a model for other words, in one call. A message takes them if it still does the same; together they are taken if the
 * dialogue, scored again, is still what it was, else one after the other as long as it is. Whatever is not taken stays.
 */
export async function reword(
  { pack, model, signal }: Rewriter,
  dialogue: Rewordable,
  known: ReadonlyMap<string, string>,
): Promise<Reworded> {
  const shown = shownMessages(dialogue, known, pack)
  const wanted = shown.filter(({ n }) => n !== null).length
  const answered = wanted === 0 ? NOTHING : await ask(model, rewordRequest(shown, pack.language), signal)
  const proposed = new Map([...knownWords(dialogue.transcript, known), ...(answered ?? NOTHING)])
  const passed = wordsThatPass(pack, dialogue, differing(dialogue.transcript, proposed))
  const { transcript, score, words } = asFarAsItHolds(pack, dialogue, passed)
  return { transcript, score, taken: [...words.keys()], wanted, unusable: answered === null }
}

const NOTHING: Words = new Map()

/** Null: there is no usable answer. A model that will not do it is no failure of ours, and the dialogue stays as it was. */
async function ask(
  model: ChatModel,
  request: ReturnType<typeof rewordRequest>,
  signal: AbortSignal,
): Promise<Words | null> {
  try {
    return rewordingsIn((await model.complete({ ...request, signal })).text)
  } catch (error) {
    if (error instanceof ModelFailed && error.side === 'model') return null
    throw error
  }
}

function knownWords(transcript: Transcript, known: ReadonlyMap<string, string>): Words {
  const words = new Map<number, string>()
  for (const event of transcript) {
    const text = event.type === 'message.sent' ? known.get(event.text) : undefined
    if (text !== undefined) words.set(event.n, text)
  }
  return words
}

const differing = (transcript: Transcript, words: Words): Words =>
  new Map(
    [...words].filter(([n, text]) =>
      transcript.some((event) => event.n === n && event.type === 'message.sent' && event.text !== text),
    ),
  )

type Held = { readonly transcript: Transcript; readonly score: TrialScore | null; readonly words: Words }

function asFarAsItHolds(pack: Pack, dialogue: Rewordable, passed: Words): Held {
  let held: Held = { transcript: dialogue.transcript, score: null, words: NOTHING }
  if (passed.size === 0) return held
  const whole = heldWith(pack, dialogue, passed)
  if (whole !== null) return whole
  for (const [n, text] of passed) held = heldWith(pack, dialogue, new Map([...held.words, [n, text]])) ?? held
  return held
}

function heldWith(pack: Pack, dialogue: Rewordable, words: Words): Held | null {
  const transcript = withWords(pack, dialogue.transcript, words)
  const score = scoreTrial(pack, dialogue.case, transcript)
  return dialogue.holds(score) ? { transcript, score, words } : null
}
