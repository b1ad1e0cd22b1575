import { type KnownLanguage, likelyLanguage } from '../../text/languages.ts'
import { type Sentence, sentencesOf } from './fold.ts'
import { de } from './patterns/de.ts'
import { en } from './patterns/en.ts'
import { es } from './patterns/es.ts'
import { fr } from './patterns/fr.ts'
import type { SpeechPatterns } from './patterns/patterns.ts'

/** What one sentence of an agent does, before any word of the desk is known. */
export type SpeechKind =
  | 'question'
  | 'proposal'
  | 'refusal'
  | 'done'
  | 'handover'
  | 'closing'
  /** takes the matter as settled; a sign-off only where nothing is asked or proposed beside it */
  | 'settled'
  | 'comfort'
  | 'offer'
  | 'greeting'
  | 'waiting'
  | 'statement'

export type Speech = {
  readonly sentence: Sentence
  readonly kinds: readonly SpeechKind[]
  readonly proof: boolean
}

const PATTERNS: Readonly<Record<KnownLanguage, SpeechPatterns>> = { en, es, fr, de }
const STATEMENT_CHARACTERS_MIN = 20

/** The sentences of a folded message and what each does. A language nobody here speaks is read as English and found to say nothing. */
export function speechOf(folded: string): readonly Speech[] {
  const patterns = PATTERNS[likelyLanguage(folded)]
  return sentencesOf(folded).map((sentence) => ({
    sentence,
    kinds: kindsOf(sentence, patterns),
    proof: patterns.proof.test(sentence.text),
  }))
}

/** Only the sentences that tell of a deed done or a handover: what `speechOf` says of them, without reading the others. */
export function deedsToldIn(folded: string): readonly Sentence[] {
  const patterns = PATTERNS[likelyLanguage(folded)]
  return sentencesOf(folded).filter(
    (sentence) =>
      deedIn(sentence, patterns) !== null &&
      (isEmpty(sentence, patterns) || !soundsLikeProposal(sentence, patterns)),
  )
}

/** Takes the matter as settled, or asks whether there is anything else. */
const isEmpty = ({ text, asks }: Sentence, by: SpeechPatterns): boolean =>
  !by.notSettled.test(text) && (by.settled.test(text) || (asks && by.emptyQuestion.test(text)))

const soundsLikeProposal = ({ text }: Sentence, by: SpeechPatterns): boolean =>
  by.proposes.test(text) && !by.notProposal.test(text)

function deedIn({ text, asks }: Sentence, by: SpeechPatterns): 'handover' | 'done' | null {
  if (asks) return null
  if (by.handover.test(text) && !by.notHandover.test(text)) return 'handover'
  return by.done.test(text) && !by.notDone.test(text) ? 'done' : null
}

function kindsOf(sentence: Sentence, by: SpeechPatterns): readonly SpeechKind[] {
  const { text, asks } = sentence
  const kinds: SpeechKind[] = []
  if (by.greet.test(text)) kinds.push('greeting')
  if (by.comfort.test(text)) kinds.push('comfort')
  if (by.closing.test(text)) kinds.push('closing')
  const empty = isEmpty(sentence, by)
  if (empty) kinds.push('settled')
  const proposes = !empty && soundsLikeProposal(sentence, by)
  if (proposes) kinds.push('proposal')
  else if (!empty && (asks || by.asks.test(text))) kinds.push('question')
  if (!asks && by.refuses.test(text) && !by.notRefusal.test(text)) kinds.push('refusal')
  const deed = proposes ? null : deedIn(sentence, by)
  if (deed !== null) kinds.push(deed)
  if (by.offer.test(text) && !empty) kinds.push('offer')
  if (by.waits.test(text)) kinds.push('waiting')
  const plain: boolean = kinds.every((kind) => kind === 'greeting' || kind === 'comfort')
  if (plain && text.length >= STATEMENT_CHARACTERS_MIN && !asks) kinds.push('statement' as SpeechKind)
  return kinds
}
