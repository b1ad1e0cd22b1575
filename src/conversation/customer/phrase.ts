import type { CustomerMove } from '../../base/acts.ts'
import type { Lexicon } from '../../base/lexicon.ts'
import type { Scalar } from '../../base/value.ts'
import type { TacticPhrases } from '../../cards/tactic.ts'
import type { Chance } from './chance.ts'
import type { Filler, Plan } from './decide.ts'
import type { Character } from './mind.ts'
import { type Personality, slip } from './personality.ts'
import type { PhraseBook, Words } from './phrases/book.ts'
import { bookOf } from './phrases/books.ts'

/**
 * Puts a plan into words. In: the plan, the pack's lexicon, a personality, chance. Out: one message. It says the moves
 * of the act and nothing beside them that could be a fact: values come from the act, frames from the books.
 */
export type Speaker = {
  readonly who: Character
  readonly lexicon: Lexicon
  readonly personality: Personality
}

export function phrase(speaker: Speaker, plan: Plan, roll: Chance): Phrased {
  const voice = newVoice(speaker, plan, roll)
  const { moves } = plan.act
  const { quoted } = voice
  if (moves.some((move) => move.do === 'silence')) return { text: voice.word('silence', 'silence'), quoted }
  const parts = plan.next.turn === 1 ? openingParts(voice, moves) : laterParts(voice, moves)
  const text = parts.filter((part) => part !== '').join(' ')
  return { text: text === '' ? voice.word('prod') : text, quoted }
}

/** `quoted`: the parts of the text as an author wrote them (opening, lexicon, tactic). */
export type Phrased = { readonly text: string; readonly quoted: readonly string[] }

// ---- the voice: books, style and chance in one place ----

type Voice = {
  readonly speaker: Speaker
  readonly plan: Plan
  readonly book: PhraseBook
  readonly language: string
  readonly roll: Chance
  /** one wording of the tactic for this, else of the book; styled */
  readonly word: (key: keyof PhraseBook, tactic?: keyof TacticPhrases) => string
  readonly style: (text: string) => string
  /** styles an author's wording and remembers it as one */
  readonly quote: (text: string) => string
  readonly quoted: string[]
}

function newVoice(speaker: Speaker, plan: Plan, roll: Chance): Voice {
  const language = plan.act.language
  const book = bookOf(language)
  const used = new Set<string>()
  const quoted: string[] = []
  const style = (text: string) => styled(text, speaker.personality)
  const quote = (text: string) => {
    const said = style(text)
    quoted.push(said)
    return said
  }
  const word = (key: keyof PhraseBook, tacticKey?: keyof TacticPhrases) => {
    const own = tacticKey === undefined ? undefined : speaker.who.tactic?.phrases[language]?.[tacticKey]
    const usable = usableWords(own, speaker.who) ?? usableWords(book[key], speaker.who) ?? book[key]
    const fresh = usable.filter((wording) => !used.has(wording))
    const picked = roll.of(nonEmpty(fresh) ?? usable)
    used.add(picked)
    const said = fillCard(style(picked), speaker.who)
    if (own?.includes(picked) === true) quoted.push(said)
    return said
  }
  return { speaker, plan, book, language, roll, word, style, quote, quoted }
}

const nonEmpty = <T>(list: readonly T[]): readonly [T, ...T[]] | undefined => {
  const [first, ...rest] = list
  return first === undefined ? undefined : [first, ...rest]
}

/** Wordings that need words the card lacks are left out. */
function usableWords(words: readonly string[] | undefined, who: Character): Words | undefined {
  if (words === undefined) return undefined
  return nonEmpty(words.filter((wording) => canFill(wording, who)))
}

const wantsOf = (who: Character): string | undefined => who.card.requests[0]?.wants
const WANTS_CHARACTERS_MAX = 60

function canFill(wording: string, who: Character): boolean {
  if (wording.includes('{lies}')) return who.card.lies !== undefined
  if (!wording.includes('{wants}')) return true
  const wants = wantsOf(who)
  return wants !== undefined && wants.length <= WANTS_CHARACTERS_MAX && !tellsTooMuch(wants, who)
}

/** What the customer wants may hold a value nobody has asked for yet. */
const tellsTooMuch = (wants: string, { card }: Character): boolean =>
  /\d/.test(wants) ||
  card.requests.some(({ knows }) =>
    Object.values(knows).some((value) => typeof value === 'string' && wants.includes(value)),
  )

const fillCard = (text: string, who: Character): string =>
  text.includes('{')
    ? text.replaceAll('{wants}', wantsOf(who) ?? '').replaceAll('{lies}', who.card.lies ?? '')
    : text

function styled(text: string, personality: Personality): string {
  const cased = personality.lowerCase ? text.toLowerCase() : text
  if (personality.stops === 'none')
    return cased.replace(/\.$/, personality.chatty === 0 ? '' : ',').replace(/,$/, '')
  return cased
}

// ---- messages ----

function openingParts(voice: Voice, moves: readonly CustomerMove[]): readonly string[] {
  const { opens, card } = voice.speaker.who
  if (opens !== null) voice.quoted.push(opens)
  const said = opens ?? phrasedOpening(voice, moves)
  const later = moves.filter((move) => !saidByOpening(move, voice))
  const signs = opens === null && voice.speaker.personality.signs ? [card.name] : []
  return [said, ...laterParts(voice, later), ...signs]
}

/** What a written opening already says: its requests and what they volunteer. */
function saidByOpening(move: CustomerMove, { speaker: { who } }: Voice): boolean {
  if (move.do !== 'open' && move.do !== 'tell' && move.do !== 'lack') return false
  const request = who.card.requests[Number(move.request.slice(1)) - 1]
  if (request === undefined) return false
  if (move.do === 'open') return request.comes === 'at-start'
  return who.opens !== null && request.comes === 'at-start' && request.volunteers.includes(move.field)
}

function phrasedOpening(voice: Voice, moves: readonly CustomerMove[]): string {
  const { card } = voice.speaker.who
  const opened = moves.filter((move) => move.do === 'open' && saidByOpening(move, voice))
  const sentences = opened.map((move, at) => {
    const said =
      move.do === 'open'
        ? utterance(voice, move.intent, card.requests[Number(move.request.slice(1)) - 1]?.wants)
        : ''
    return at === 0 ? said : `${voice.word('another', 'another')} ${said}`
  })
  return [voice.word('greetings'), ...sentences].filter((part) => part !== '').join(' ')
}

function utterance(
  { speaker, roll, language, quote }: Voice,
  intent: string,
  wants: string | undefined,
): string {
  const words = speaker.lexicon.intents[intent]?.utterances
  const own = nonEmpty(words?.[language] ?? words?.[speaker.who.card.language] ?? words?.en ?? [])
  return own === undefined ? quote(`${wants ?? intent}.`) : endSentence(quote(roll.of(own)))
}

/** Everything but the opening itself: answers first, then what the tactic adds, the goodbye last. */
function laterParts(voice: Voice, moves: readonly CustomerMove[]): readonly string[] {
  const answers = moves.filter((move) => placeOf(move) === 'answer')
  const before = moves.filter((move) => placeOf(move) === 'before')
  const after = moves.filter((move) => placeOf(move) === 'after')
  return [
    ...before.map((move) => sentenceFor(voice, move)),
    ...answerParts(voice, answers, after.length === 0 && before.length === 0),
    ...after.map((move) => sentenceFor(voice, move)),
    ...(voice.plan.filler === null || moves.length > 0 ? [] : [fillerText(voice, voice.plan.filler)]),
  ]
}

const placeOf = (move: CustomerMove): 'before' | 'answer' | 'after' =>
  move.do === 'tell' || move.do === 'lack'
    ? 'answer'
    : move.do === 'switch_language' || move.do === 'agree' || move.do === 'refuse'
      ? 'before'
      : 'after'

function sentenceFor(voice: Voice, move: CustomerMove): string {
  switch (move.do) {
    case 'open': {
      const said = utterance(
        voice,
        move.intent,
        voice.speaker.who.card.requests[Number(move.request.slice(1)) - 1]?.wants,
      )
      return `${move.instead_of === undefined ? voice.word('another', 'another') : voice.word('instead', 'instead')} ${said}`
    }
    case 'dodge':
      return voice.word('dodge', 'dodge')
    case 'agree':
      return voice.word('agree')
    case 'refuse':
      return voice.word('refuse')
    case 'withdraw':
      return voice.word('withdraw')
    case 'push':
      return voice.word('press', 'press')
    case 'demand_human':
      return voice.word('demand', 'demand')
    case 'abuse':
      return voice.word('abuse', 'abuse')
    case 'detour':
      return voice.word('detour', 'detour')
    case 'switch_language':
      return voice.word('switched', 'switch')
    case 'greet':
      return voice.word('greetings')
    case 'thank':
      return voice.plan.leaves
        ? voice.word('thank')
        : voice.word(isEarly(voice) ? 'thankEarly' : 'thank', isEarly(voice) ? 'thank' : undefined)
    case 'leave':
      return voice.word(BYE[move.because])
    case 'tell':
    case 'lack':
    case 'silence':
      return ''
  }
}

const BYE = {
  satisfied: 'byeSatisfied',
  declined: 'byeDeclined',
  patience: 'byePatience',
  unresolved: 'byeUnresolved',
} as const

/** A thanks beside an answer comes before anything is done. */
const isEarly = ({ plan }: Voice): boolean =>
  plan.act.moves.some((move) => move.do === 'tell' || move.do === 'lack')

const FILLER_WORDS = {
  restate: 'restate',
  puzzled: 'puzzled',
  prod: 'prod',
  object: 'object',
  'ask-why': 'askWhy',
  'next-matter': 'nextMatter',
  which: 'which',
} as const

function fillerText(voice: Voice, filler: Filler): string {
  const said = voice.word(FILLER_WORDS[filler])
  if (filler !== 'restate') return said
  const live = voice.plan.next.requests.find(({ stage }) => stage === 'open' || stage === 'answered')
  return live === undefined ? said : `${said} ${utterance(voice, live.card.intent, live.card.wants)}`
}

// ---- answers ----

type Answer = Extract<CustomerMove, { do: 'tell' | 'lack' }>

function answerParts(voice: Voice, moves: readonly CustomerMove[], alone: boolean): readonly string[] {
  const answers = distinctAnswers(moves)
  const lacks = answers.length > 0 && answers.every((answer) => answer.do === 'lack')
  const said = answers.map((answer, at) => {
    const corrected = answer.do === 'tell' && voice.plan.corrects.includes(answer.field)
    const text = endSentence(answerText(voice, answer))
    if (corrected) return `${voice.word('correct', 'correct')} ${text}`
    return at === 0 ? text : `${voice.word('and')} ${text}`
  })
  if (answers.length === 0) return []
  return around(voice, said, { lacks, alone })
}

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
function around(
  voice: Voice,
  said: readonly string[],
  { lacks, alone }: { readonly lacks: boolean; readonly alone: boolean },
): readonly string[] {
  const { roll } = voice
  const { personality } = voice.speaker
  const shape = roll.below(100)
  const opener =
    shape < 4 || (shape >= 34 && shape < 56)
      ? ''
      : slipped(voice, voice.word(lacks ? 'lackOpeners' : 'openers'))
  const wantsTail = shape >= 34 && (alone || personality.chatty === 2)
  const tail = wantsTail ? slipped(voice, voice.word(lacks ? 'lackTails' : 'tails')) : ''
  const [first = '', ...rest] = said
  const joined = /[,:]$|\b(?:but|so|no)$/i.test(opener) ? lowerFirst(first) : upperFirst(first, personality)
  return [opener, opener === '' ? upperFirst(first, personality) : joined, ...rest, tail]
}

const slipped = ({ speaker, roll }: Voice, text: string): string =>
  speaker.personality.typos && roll.percent(35) ? slip(text, roll.below(40)) : text

function answerText(voice: Voice, answer: Answer): string {
  const words = voice.speaker.lexicon.fields[answer.field]
  if (answer.do === 'lack') {
    const own = nonEmpty(words?.[answer.lack]?.[voice.language] ?? [])
    const ours = answer.lack === 'refused' ? voice.book.refused : voice.book.unavailable
    return own !== undefined && voice.roll.percent(70)
      ? voice.quote(voice.roll.of(own))
      : voice.style(voice.roll.of(ours))
  }
  const phrased = nonEmpty(words?.values?.[String(answer.value)]?.[voice.language] ?? [])
  if (phrased !== undefined) return voice.quote(voice.roll.of(phrased))
  if (typeof answer.value === 'boolean')
    return voice.style(voice.roll.of(answer.value ? voice.book.yes : voice.book.no))
  const own = nonEmpty((words?.answers[voice.language] ?? []).filter((frame) => frame.includes('{value}')))
  const frame =
    own !== undefined && voice.roll.percent(50) ? voice.roll.of(own) : voice.roll.of(voice.book.answers)
  // Style the frame, not the value: an order number in lower case is another number.
  return voice.style(frame).replace('{value}', () => sayValue(answer.value))
}

const sayValue = (value: Scalar): string => String(value).replaceAll('_', ' ')

const endSentence = (text: string): string => (/[.!?…,:]$/.test(text) ? text : `${text}.`)
/** Never touches a word that is not plainly one: "LB-1042" and "I" stay as they are. */
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
const upperFirst = (text: string, { lowerCase }: Personality): string =>
  !lowerCase && /^[a-z][a-z' ]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
