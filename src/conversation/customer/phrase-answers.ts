import type { CustomerMove } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import { sayDate } from '../../text/figures/days.ts'
import type { Words } from './phrases/book.ts'
import { en } from './phrases/en.ts'
import { type CustomerVoice, endSentence, nonEmpty } from './voice.ts'

type Answer = Extract<CustomerMove, { do: 'tell' | 'lack' }>

/** The answers of a message, one sentence each: what is told, what is lacking. */
export function answerParts(voice: CustomerVoice, moves: readonly CustomerMove[]): readonly string[] {
  const answers = distinctAnswers(moves)
  if (answers.length === 0) return []
  const own = answers.filter((answer) => !isAffirmed(voice, answer))
  // One yes says everything the agent has named itself; beside a yes to a proposal it needs no second one.
  const yes = own.length < answers.length && !agrees(voice) ? [voice.word('affirm')] : []
  const said = own.map((answer) => sayAnswer(voice, answer, own.length > 1))
  const back = voice.plan.asksBack && said.length > 0 ? [voice.word('asksBack')] : []
  return [...yes, ...said, ...back]
}

const isAffirmed = ({ plan }: CustomerVoice, answer: Answer): boolean =>
  answer.do === 'tell' && plan.affirms.includes(answer.field)

const agrees = ({ plan }: CustomerVoice): boolean => plan.act.moves.some(({ do: does }) => does === 'agree')

/** `fixed`: begins with the value itself, which is never cased anew */
type Said = { readonly text: string; readonly fixed: boolean }

function sayAnswer(voice: CustomerVoice, answer: Answer, several: boolean): string {
  const said = answerText(voice, answer, several)
  const text = endSentence(said.text)
  if (answer.do === 'tell' && voice.plan.denies.includes(answer.field))
    return `${voice.word('denies')} ${said.fixed ? text : goneOn(text)}`
  if (isCorrected(voice, answer))
    return `${voice.word('correct', 'correct')} ${said.fixed ? text : goneOn(text)}`
  return said.fixed || voice.speaker.personality.lowerCase ? text : begun(text)
}

const isCorrected = ({ plan }: CustomerVoice, answer: Answer): boolean =>
  answer.do === 'tell' && plan.corrects.includes(answer.field)

/** Twins of one value are one sentence. */
function distinctAnswers(moves: readonly CustomerMove[]): readonly Answer[] {
  const seen = new Set<string>()
  return moves.filter((move): move is Answer => {
    if (move.do !== 'tell' && move.do !== 'lack') return false
    const key = `${move.field} ${move.do === 'tell' ? String(move.value) : move.lack}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** In the middle of a sentence: "Plus, nothing suspicious". */
export const goneOn = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** "My e-mail is" is not said of somebody else's. */
const OWN_WORDS = /\b(?:I|I'm|I've|my|mi|mon|ma|mein\w*|ich|je)\b/i

const BARE = '{value}'

const LACK_WORDS = {
  refused: ['refused', 'refusedNamed'],
  unavailable: ['unavailable', 'unavailableNamed'],
} as const

const NAME_WORDS_MAX = 4

/** A field's name that can stand after "the". Names are English. */
export const callable = (name: string | undefined, language: string): string | undefined =>
  name !== undefined &&
  language === 'en' &&
  name.split(' ').length <= NAME_WORDS_MAX &&
  !/^(?:whether|how|what|why|if|when|where|who|the|a|an)\b/i.test(name)
    ? name
    : undefined

function answerText(voice: CustomerVoice, answer: Answer, several: boolean): Said {
  const { speaker, plan, language } = voice
  const words = speaker.lexicon.fields[answer.field]
  if (answer.do === 'lack') return { text: lackText(voice, answer, several), fixed: false }
  const phrased = nonEmpty(words?.values?.[String(answer.value)]?.[language] ?? [])
  const isDenied = plan.denies.includes(answer.field)
  const isAgain = plan.repeats.includes(answer.field) && !isCorrected(voice, answer) && !isDenied
  if (isAgain && answer.value === true && plan.sends) return { text: voice.word('sends'), fixed: false }
  if (isAgain && answer.value !== true)
    return filled(voice.word(isCode(answer.value) ? 'onlyOne' : 'asSaid'), answer.value)
  if (phrased !== undefined) return { text: voice.quote(phrased), fixed: false }
  if (typeof answer.value === 'boolean')
    return { text: voice.word(answer.value ? 'yes' : 'no'), fixed: false }
  const frames = (words?.answers[language] ?? []).filter(
    (frame) =>
      frame.includes('{value}') && (speaker.who.card.speaks_for === undefined || !OWN_WORDS.test(frame)),
  )
  const isAmong = several || isCorrected(voice, answer) || isDenied
  const frame = speaker.personality.fragments
    ? BARE
    : voice.roll.of(framesFor(voice, frames, { name: words?.name, isAmong }) ?? en.plain)
  return filled(voice.style(frame), answer.value)
}

/** Style the frame, not the value: an order number in lower case is another number. */
const filled = (frame: string, value: Scalar): Said => ({
  text: frame.replace('{value}', () => sayValue(value)),
  fixed: frame.startsWith(BARE),
})

/**
 * Frames that call the value by its name, where the desk has any: "I think it is ..." does not say what it is. What
 * the desk says bare first is a sentence of its own.
 */
function framesFor(
  { speaker, language }: CustomerVoice,
  frames: readonly string[],
  { name, isAmong }: { readonly name: string | undefined; readonly isAmong: boolean },
): Words | undefined {
  if (frames[0] === BARE) return [BARE]
  if (!isAmong && speaker.who.opens === null) return nonEmpty(frames)
  const words = (name ?? '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length >= NAMING_LETTERS_MIN)
  const naming = frames.filter((frame) => words.some((word) => frame.toLowerCase().includes(word)))
  const called = callable(name, language)
  return (
    nonEmpty(naming) ??
    (isAmong && called !== undefined ? [`the ${called} is ${BARE}`] : undefined) ??
    nonEmpty(frames.filter((frame) => frame !== BARE)) ??
    nonEmpty(frames)
  )
}
const NAMING_LETTERS_MIN = 4

/** A number or an address: there may be another one. */
const isCode = (value: Scalar): boolean => !isDay(value) && /[\d@]/.test(String(value))

function lackText(
  voice: CustomerVoice,
  { field, lack }: Extract<Answer, { do: 'lack' }>,
  several: boolean,
): string {
  const words = voice.speaker.lexicon.fields[field]
  // Asked again and again, somebody who lacks it finds other words.
  const own = (words?.[lack]?.[voice.language] ?? []).filter((wording) => !voice.speaker.used.has(wording))
  const phrased = nonEmpty(own)
  if (phrased !== undefined) return voice.quote(phrased)
  // "How have you been getting on with us?" asks for nothing one could have or not have.
  if (lack === 'unavailable' && words?.values !== undefined && !('true' in words.values))
    return voice.word('cannotSay')
  const name = several ? callable(words?.name, voice.language) : undefined
  return voice.word(LACK_WORDS[lack][name === undefined ? 0 : 1]).replace('{name}', () => name ?? '')
}

/** `someone_else` is a value of an enum that nobody wrote words for; an address with an underscore is not. */
const sayValue = (value: Scalar): string => {
  const written = String(value)
  if (isDay(value)) return sayDate(written)
  return /^[a-z]+(?:_[a-z]+)+$/.test(written) ? written.replaceAll('_', ' ') : written
}

const isDay = (value: Scalar): boolean => /^\d{4}-\d{2}-\d{2}$/.test(String(value))
