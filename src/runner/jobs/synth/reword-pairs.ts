import type { Pack } from '../../../cases/case.ts'
import type { ChatModel } from '../../../models/chat-model.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import { labelsOf } from './dialogue.ts'
import type { Heard } from './near-duplicates.ts'
import type { Pair, Played } from './pairs.ts'
import { type Reworded, type Rewriter, reword } from './reword/reword.ts'

/** Rewords pairs, several at a time, and hands them on in the order they came in. */
export type Rewording = {
  readonly add: (pair: Pair, take: Take) => Promise<void>
  readonly finish: (take: Take) => Promise<void>
  readonly counts: () => { readonly hits: number; readonly of: number; readonly unusable: number }
}
type Take = (pair: Pair) => Promise<void>

export type RewordingWishes = {
  readonly model: ChatModel
  readonly concurrency: number
  readonly signal: AbortSignal
}

export function openRewording(pack: Pack, heard: Heard, wishes: RewordingWishes): Rewording {
  const { concurrency, signal } = wishes
  const rewriter: Rewriter = { pack, ...wishes }
  const counts = { hits: 0, of: 0, unusable: 0 }
  const underWay: Promise<Pair>[] = []

  const rewordOne = async (played: Played, known: ReadonlyMap<string, string>): Promise<Played> => {
    const reworded = await reword(rewriter, played, known)
    const { score, transcript, taken, wanted, unusable } = reworded
    const { path, fault } = played.dialogue
    const isNew = score !== null && heard.takes(`reworded ${fault?.at ?? ''} ${path}`, transcript)
    counts.of += wanted
    counts.unusable += unusable ? 1 : 0
    if (!isNew) return played
    counts.hits += taken.filter((n) => !isKnown(played, n, known)).length
    return inNewWords(played, { ...reworded, score }, { pack, by: wishes.model.id })
  }
  const rewordPair = async ({ right, wrong, planned }: Pair): Promise<Pair> => {
    const said = await rewordOne(right, NONE)
    // A pair is a contrast only if both say the same things in the same words.
    const faulty = wrong === null ? null : await rewordOne(wrong, newWords(right, said))
    return { right: said, wrong: faulty, planned }
  }
  const takeFirst = async (take: Take): Promise<void> => {
    const first = underWay.shift()
    if (first !== undefined) await take(await first)
  }
  return {
    add: async (pair, take) => {
      const under = rewordPair(pair)
      // It may fail while an earlier one is waited for; it is waited for in its turn.
      under.catch(() => undefined)
      underWay.push(under)
      if (underWay.length >= concurrency) await takeFirst(take)
    },
    finish: async (take) => {
      while (underWay.length > 0 && !signal.aborted) await takeFirst(take)
    },
    counts: () => counts,
  }
}

const NONE: ReadonlyMap<string, string> = new Map()

const textAt = ({ transcript }: Pick<Played, 'transcript'>, n: number): string | undefined => {
  const event = transcript.find((one) => one.n === n)
  return event?.type === 'message.sent' ? event.text : undefined
}

const isKnown = (played: Played, n: number, known: ReadonlyMap<string, string>): boolean =>
  known.has(textAt(played, n) ?? '')

/** What each message that was worded again says now, by its old words. */
function newWords(before: Played, after: Played): ReadonlyMap<string, string> {
  return new Map(
    (after.dialogue.reworded?.messages ?? []).map((n) => [textAt(before, n) ?? '', textAt(after, n) ?? '']),
  )
}

function inNewWords(
  played: Played,
  { transcript, taken, score }: Reworded & { readonly score: TrialScore },
  { pack, by }: { readonly pack: Pack; readonly by: string },
): Played {
  const labels = labelsOf(score, pack.graph)
  const dialogue = { ...played.dialogue, labels, transcript, reworded: { by, messages: taken } }
  return { ...played, dialogue, transcript }
}
