import type { CustomerMove } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import { sayDate } from '../../text/said-days.ts'
import { type Personality, slip } from './personality.ts'
import type { PhraseBook, Words } from './phrases/book.ts'
import { isStory } from './shape-asked.ts'
import { endSentence, nonEmpty, type Voice } from './voice.ts'

type Answer = Extract<CustomerMove, { do: 'tell' | 'lack' }>

/** The answers of a message: what is told, what is lacking, with something before and after as people write. */
export function answerParts(
  voice: Voice,
  moves: readonly CustomerMove[],
  { begins, ends }: { readonly begins: boolean; readonly ends: boolean },
): readonly string[] {
  const answers = distinctAnswers(moves)
  const [first, ...others] = inOrder(
    voice,
    answers.filter((answer) => !isAffirmed(voice, answer)),
  )
  // One yes says everything the agent has named itself; beside a yes to a proposal it needs no second one.
  const yes =
    answers.some((answer) => isAffirmed(voice, answer)) && !agrees(voice) ? [voice.word('affirm')] : []
  if (first === undefined) return yes
  if (voice.speaker.personality.fragments)
    return [...yes, ...[first, ...others].map((answer) => sayAnswer(voice, answer, others.length > 0).text)]
  const several = others.length > 0
  const rest = others.map((answer) => {
    const { text, fixed } = sayAnswer(voice, answer, several)
    const and = isCorrected(voice, answer) || isWritten(voice, first) ? '' : voice.word('and')
    if (and === '') return fixed ? text : cased(text, '', voice.speaker.personality)
    return `${and} ${fixed ? text : goneOn(text)}`
  })
  return [
    ...yes,
    ...around(voice, sayAnswer(voice, first, several), {
      rest,
      of: isCorrected(voice, first)
        ? 'corrected'
        : isWritten(voice, first)
          ? 'written'
          : isRepeated(voice, first)
            ? 'repeated'
            : kindOf(first),
      ends: kindOf(others.at(-1) ?? first),
      begins,
      alone: begins && ends && !isCorrected(voice, first),
    }),
  ]
}

/** What stood in the first message comes first, and once. */
function inOrder(voice: Voice, answers: readonly Answer[]): readonly Answer[] {
  const written = answers.filter((answer) => isWritten(voice, answer))
  return [...written.slice(0, 1), ...answers.filter((answer) => !isWritten(voice, answer))]
}

const isWritten = ({ plan }: Voice, answer: Answer): boolean =>
  answer.do === 'tell' && plan.asWritten.includes(answer.field)

const isAffirmed = ({ plan }: Voice, answer: Answer): boolean =>
  answer.do === 'tell' && plan.affirms.includes(answer.field)

const agrees = ({ plan }: Voice): boolean => plan.act.moves.some(({ do: does }) => does === 'agree')

/** `fixed`: begins with the value itself, which is never cased anew */
type Said = { readonly text: string; readonly fixed: boolean }

function sayAnswer(voice: Voice, answer: Answer, several: boolean): Said {
  const said = answerText(voice, answer, several)
  const text = endSentence(said.text)
  return isCorrected(voice, answer)
    ? { text: `${voice.word('correct', 'correct')} ${said.fixed ? text : goneOn(text)}`, fixed: false }
    : { text, fixed: said.fixed }
}

const isRepeated = ({ plan }: Voice, answer: Answer): boolean =>
  answer.do === 'tell' && plan.repeats.includes(answer.field)

const isCorrected = ({ plan }: Voice, answer: Answer): boolean =>
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

/** Something before and after the answer: people rarely say the bare thing. */
function around(voice: Voice, first: Said, { rest, of, ends, begins, alone }: Around): readonly string[] {
  const { personality } = voice.speaker
  const shape = voice.roll.below(100)
  // Whoever brings something up answers no question.
  const bare = shape < 4 || voice.plan.act.moves.some(({ do: does }) => does === 'open')
  const openerOnly = shape < 34
  const tailOnly = shape >= 34 && shape < 56
  // After a yes nobody says "Sure." once more.
  const picked = bare || tailOnly || !begins || STANDS_ALONE.has(of) ? '' : lineOf(voice, OPENERS[of])
  const opener = firstWord(picked) === firstWord(first.text) ? '' : picked
  if (voice.plan.asksBack)
    return [first.fixed ? first.text : cased(first.text, '', personality), ...rest, voice.word('asksBack')]
  const hasTail = !bare && !openerOnly && of === ends && alone && ends !== 'refusing'
  const tail = hasTail ? lineOf(voice, TAILS[ends]) : ''
  return [opener, first.fixed ? first.text : cased(first.text, opener, personality), ...rest, tail]
}

/** Nobody says "Sure." to what they said before, or before a no. */
const STANDS_ALONE: ReadonlySet<AnswerKind> = new Set(['corrected', 'written', 'repeated', 'refusing'])

type Around = {
  readonly rest: readonly string[]
  /** the first and the last answer */
  readonly of: AnswerKind
  readonly ends: AnswerKind
  /** nothing stands before it / nor after it */
  readonly begins: boolean
  readonly alone: boolean
}

/** What stands around an answer depends on it: nobody looks up whether they are angry. */
type AnswerKind =
  | 'repeated'
  | 'refusing'
  | 'lacking'
  | 'read off'
  | 'said'
  | 'story'
  | 'written'
  | 'corrected'

/** Codes are looked up; everybody knows when they were born. */
const kindOf = (answer: Answer): AnswerKind =>
  answer.do === 'lack'
    ? answer.lack === 'refused'
      ? 'refusing'
      : 'lacking'
    : /^(?=.*[a-z])(?=.*\d)[^\s@]+$/i.test(String(answer.value))
      ? 'read off'
      : typeof answer.value !== 'boolean' && isStory(answer.value)
        ? 'story'
        : 'said'

const OPENERS = {
  repeated: ['openers'],
  refusing: ['lackOpeners'],
  lacking: ['lackOpeners'],
  'read off': ['openers', 'readOpeners', 'kindOpeners'],
  said: ['openers', 'kindOpeners'],
  story: ['openers'],
  written: ['openers'],
  corrected: ['openers'],
} as const satisfies Record<AnswerKind, readonly (keyof PhraseBook)[]>

const TAILS = {
  repeated: ['tails'],
  refusing: ['lackTails'],
  lacking: ['lackTails'],
  'read off': ['tails', 'readTails', 'kindTails'],
  said: ['tails', 'kindTails'],
  story: ['tails'],
  written: ['tails'],
  corrected: ['tails'],
} as const satisfies Record<AnswerKind, readonly (keyof PhraseBook)[]>

/** Lines of one of these lists; the kind ones only from somebody who is kindly disposed. */
function lineOf(
  voice: Voice,
  [first, ...others]: readonly [keyof PhraseBook, ...(keyof PhraseBook)[]],
): string {
  const lists = isKind(voice) ? others : others.filter((list) => !KIND_LISTS.has(list))
  return slipped(voice, voice.word(voice.roll.of([first, ...lists])))
}

const KIND_LISTS: ReadonlySet<keyof PhraseBook> = new Set(['kindOpeners', 'kindTails'])

const isKind = ({ plan, speaker: { who } }: Voice): boolean =>
  (plan.act.tone === 'calm' || plan.act.tone === 'friendly') &&
  (who.intensity === 0 || who.tactic?.family !== 'pressure')

const firstWord = (text: string): string => /^[a-z]*/i.exec(text)?.[0].toLowerCase() ?? ''

/** Goes on after "Well," and "I looked, but" in lower case, begins a sentence otherwise. */
const cased = (text: string, opener: string, { lowerCase }: Personality): string => {
  if (/[,:]$|\b(?:but|so|no|pues|unfortunately)$/i.test(opener)) return goneOn(text)
  return lowerCase ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

/** In the middle of a sentence: "Plus, nothing suspicious". */
export const goneOn = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const slipped = ({ speaker, roll }: Voice, text: string): string =>
  speaker.personality.typos && roll.percent(35) ? slip(text, roll.below(40)) : text

/** "My e-mail is" is not said of somebody else's. */
const OWN_WORDS = /\b(?:I|I'm|I've|my|mi|mon|ma|mein\w*|ich|je)\b/i

const BARE = ['{value}'] as const

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

function answerText(voice: Voice, answer: Answer, several: boolean): Said {
  const words = voice.speaker.lexicon.fields[answer.field]
  if (isWritten(voice, answer)) return { text: asWritten(voice, answer, several), fixed: false }
  if (answer.do === 'lack') {
    // Asked again and again, somebody who lacks it finds other words.
    const own = nonEmpty(
      (words?.[answer.lack]?.[voice.language] ?? []).filter((wording) => !voice.speaker.used.has(wording)),
    )
    if (own !== undefined && (several || voice.roll.percent(70)))
      return { text: voice.quote(own), fixed: false }
    // "How have you been getting on with us?" asks for nothing one could have or not have.
    if (answer.lack === 'unavailable' && words?.values !== undefined && !('true' in words.values))
      return { text: voice.word('cannotSay'), fixed: false }
    const name = several ? callable(words?.name, voice.language) : undefined
    const ours = name === undefined ? LACK_WORDS[answer.lack][0] : LACK_WORDS[answer.lack][1]
    const text = voice.word(ours).replace('{name}', () => name ?? '')
    return { text, fixed: false }
  }
  if (voice.plan.repeats.includes(answer.field) && !isCorrected(voice, answer)) {
    const frame = voice.word('onlyOne')
    const value = sayValue(answer.value, voice.language)
    return { text: frame.replace('{value}', () => value), fixed: frame.startsWith('{value}') }
  }
  const speaksForSelf = voice.speaker.who.card.speaks_for === undefined
  const phrased = nonEmpty(words?.values?.[String(answer.value)]?.[voice.language] ?? [])
  if (phrased !== undefined) return { text: voice.quote(phrased), fixed: false }
  if (typeof answer.value === 'boolean') {
    return { text: voice.style(voice.roll.of(answer.value ? voice.book.yes : voice.book.no)), fixed: false }
  }
  const frames = (words?.answers[voice.language] ?? []).filter(
    (frame) => frame.includes('{value}') && (speaksForSelf || !OWN_WORDS.test(frame)),
  )
  // Free text fits only the desk's own frame or none; several values must say which is which.
  const isFree = !/\d/.test(String(answer.value)) || isDay(answer.value)
  // Among several answers a bare word does not say what it is.
  const needsFrame = several || isCorrected(voice, answer)
  const isWord = isFree && !isDay(answer.value) && !String(answer.value).includes('@')
  const naming = several && isWord ? namingFrames(frames, words?.name, voice.language) : undefined
  const own =
    naming ??
    nonEmpty(needsFrame ? frames.filter((frame) => frame !== '{value}') : frames) ??
    nonEmpty(frames)
  const ours = isFree || voice.speaker.personality.fragments ? BARE : voice.book.answers
  const frame = voice.roll.of(
    own !== undefined && (isFree || needsFrame || voice.roll.percent(50)) ? own : ours,
  )
  const value = sayValue(answer.value, voice.language)
  // Style the frame, not the value: an order number in lower case is another number.
  return { text: voice.style(frame).replace('{value}', () => value), fixed: frame.startsWith('{value}') }
}

/** "I think it is salt marsh" beside a date of birth: of a word, only frames that call it by its name say what it is. */
function namingFrames(
  frames: readonly string[],
  name: string | undefined,
  language: string,
): Words | undefined {
  const called = callable(name, language)
  if (called === undefined) return undefined
  const words = called.toLowerCase().split(' ')
  const naming = frames.filter((frame) => words.some((word) => frame.toLowerCase().includes(word)))
  return nonEmpty(naming) ?? [`the ${called} is {value}`]
}

/** What stood in the first message is said again in the desk's words for it; where there are none, it is pointed to. */
function asWritten(voice: Voice, answer: Answer, several: boolean): string {
  const values = voice.speaker.lexicon.fields[answer.field]?.values ?? {}
  const own =
    answer.do === 'tell' ? nonEmpty(values[String(answer.value)]?.[voice.language] ?? []) : undefined
  return own === undefined
    ? voice.word(several ? 'partAsWritten' : 'asWritten')
    : `${voice.word('asIWrote')} ${goneOn(voice.quote(own))}`
}

/** `someone_else` is a value of an enum that nobody wrote words for; an address with an underscore is not. */
const sayValue = (value: Scalar, language: string): string => {
  const written = String(value)
  if (isDay(value)) return sayDate(written, language)
  return /^[a-z]+(?:_[a-z]+)+$/.test(written) ? written.replaceAll('_', ' ') : written
}

const isDay = (value: Scalar): boolean => /^\d{4}-\d{2}-\d{2}$/.test(String(value))
