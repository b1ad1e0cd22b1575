import { memo, memoText } from '../base/memo.ts'
import {
  type ActTrait,
  type PromisedDeed,
  READING_FORMAT,
  type ReadAct,
  type Reading,
  type ReadSentence,
  type Trait,
} from '../base/values/reading.ts'
import { foldMessage } from './lexical/fold.ts'
import { framesFor } from './lexical/frames/languages.ts'

/**
 * What the words show beside the acts, recorded with the reading: behind the waist nobody sees them. Patterns, until a trained
 * reader tells the same from rows; whoever made the reading, a pattern or a model, they are looked up here.
 */
export const withTraits = (reading: Reading, text: string): Reading =>
  reading.format === READING_FORMAT ? reading : traitsOf(reading)(text)

/** The note of a handover is read like a message, and for what a colleague has to be told. */
export const noteWithTraits = (reading: Reading, text: string): Reading => {
  const read = withTraits(reading, text)
  return {
    ...read,
    sentences: read.sentences.map((sentence) => {
      const words = text.slice(sentence.from, sentence.to)
      const traits = OF_NOTES.flatMap(([trait, pattern]) => (pattern.test(words) ? [trait] : []))
      return traits.length === 0 ? sentence : { ...sentence, traits: [...(sentence.traits ?? []), ...traits] }
    }),
  }
}

const OF_NOTES: readonly (readonly [Trait, RegExp])[] = [
  [
    'found-out',
    /\b(?:looked|checked|found|asked|offered|tried|told|explained|declined|verified|confirmed|confirms|shows?|showing|shown|records?|already|so far|done|refused|proposed|replaced|tracked|searched|match(?:es|ed)?|promised|nothing|because|since|over|above|more than|according|status|account|says|said|states|given|reported|could not|cannot|no longer)\b/i,
  ],
  [
    'asks-colleague',
    /\b(?:please|needs? (?:a|your|to|someone|somebody)|should|requires?|could you|can you|to (?:decide|check|review|take|call|approve|change|stop|confirm|arrange|help)|take over|follow up)\b/i,
  ],
]

/** A reading of the same words is the same object, which has been completed before. */
const traitsOf = memo((reading: Reading) => memoText((text) => addTraits(reading, text), 1))

function addTraits({ language, sentences }: Reading, text: string): Reading {
  return {
    language,
    sentences: sentences.map(({ from, to, form, unread, acts }) => {
      const words = text.slice(from, to)
      const traits = [...inWords(words), ...inSentence(words, { form, isEnglish: language === 'en' })]
      const sentence: ReadSentence = { from, to, form, unread, acts: acts.map((act) => ofAct(act, text)) }
      const promised = promisedIn(words)
      return {
        ...sentence,
        ...(traits.length === 0 ? {} : { traits }),
        ...(promised.length === 0 ? {} : { promised: [...promised] }),
      }
    }),
    format: READING_FORMAT,
  }
}

/** In the order of the schema: a reading that was stored and read again is the same bytes. */
function ofAct({ traits: _, chance, ...act }: ReadAct, text: string): ReadAct {
  const mayClaim = act.kind === 'claim-done' || act.kind === 'hand-over'
  const traits = mayClaim ? inClaim(text.slice(act.from, act.to)) : NONE
  return {
    ...act,
    ...(traits.length === 0 ? {} : { traits: [...traits] }),
    ...(chance === undefined ? {} : { chance }),
  }
}
const NONE: readonly ActTrait[] = []

const inClaim = memoText((words): readonly ActTrait[] => [
  ...(claimsOutright(words) ? (['outright'] as const) : []),
  ...(HANDS_TALK_OVER.test(words) ? (['hands-talk-over'] as const) : []),
])

function claimsOutright(words: string): boolean {
  const folded = foldMessage(words)
  const { frames } = framesFor(words)
  const claim = frames.claimsOutright.exec(folded)
  if (claim === null || frames.looksUp.test(folded)) return false
  return HEAD.test(folded.slice(0, claim.index).trim())
}

/** What may stand before the head of a clause: nothing, a mark, or one short word that joins. */
const HEAD = /^$|[,:;.!-]$|^(?:and|so|but|then|now|also|yes|sure|okay|ok|great|done|well|y|si|ya)$/

const HANDS_TALK_OVER =
  /\b(?:handed|passed|transferred) (?:you|(?:this|the|our|your) (?:conversation|chat|talk)) (?:over |on |across )?to\b/i

/** What words show whatever was read in them. */
const inWords = memoText((words): readonly Trait[] => [
  ...TRAITS.flatMap(([trait, pattern]) => (pattern.test(words) ? [trait] : [])),
  ...(framesFor(words).frames.states.test(foldMessage(words)) ? (['state'] as const) : []),
  ...(FACT_CHECK.test(words) && !WISHES.test(words) ? (['asks-fact'] as const) : []),
  ...(REFUSING.test(words.replace(NOTHING_MISSING, '')) ? (['may-refuse'] as const) : []),
  ...completionIn(words),
])

type Around = Pick<ReadSentence, 'form'> & { readonly isEnglish: boolean }

/** What they show beside what was read. */
function inSentence(words: string, { form, isEnglish }: Around): readonly Trait[] {
  const mayTell =
    // "I need the passport that is in the booking": it may tell what is needed.
    form === 'question'
      ? !words.includes('?')
      : form === 'courtesy' && (isEnglish ? !COURTEOUS.test(words) : words.length > SHORT_CHARACTERS_MAX)
  return [
    ...(mayTell ? (['may-tell'] as const) : []),
    ...(!isEnglish || COMFORTING.test(words) ? (['may-comfort'] as const) : []),
  ]
}
const SHORT_CHARACTERS_MAX = 24

const DENIES = /\b(?:no|not|never|cannot|without|unable|unfortunately|neither|nor)\b|n[’']t\b/i

const TRAITS: readonly (readonly [Trait, RegExp])[] = [
  ['goodbye', /\b(?:good-?)?bye[.!]*\s*$/i],
  ['denies', DENIES],
  ['asks-leave', /\b(?:shall|should|may) (?:I|we)\b|\b(?:want|like) (?:me|us) to\b/i],
  ['stands', /\b(?:is|are|has been|have been) (?:\w+ ){0,6}(?:now|already)\b/i],
  [
    'who-may',
    /\b(?:only|nobody (?:but|except)|no one (?:but|except))\b.*\b(?:can|may|could|is able|are able|is allowed|are allowed)\b|\bonly (?:for|with|to|by) (?:the|that) (?:very |same )?(?:person|people|one|customer)s? (?:who|that|whose|named)\b/i,
  ],
  ['will', /\b(?:will|shall|can)\b|['’]ll\b/i],
]

const FACT_CHECK =
  /\b(?:may|can|do|should) I (?:take it|understand|assume|gather)\b|\b(?:am I right|is it (?:right|correct|true)) (?:that|in)\b/i
/** "That you want me to cancel" */
const WISHES =
  /\byou(?:['’]d| would| do)? (?:want|like|wish|agree)|\bI (?:may|should|shall|can go)\b|\bme to\b/i

/** In English. Without any of them nothing is refused. */
const REFUSING =
  /n['’]t\b|\b(?:no|not|nothing|none|never|neither|nor|cannot|unable|impossible|declin\w*|refus\w*|sorry|afraid|regret\w*|unfortunately|sadly|only|already|late|over|past|beyond|outside|ended|closed|final|gone|left|out|stop|stays?|remains?|must|have to|has to|needs?|without|unless|until|however|but|though|although|instead|because|reserved|exclu\w*)\b/i
/** "I have everything I need from you" wants nothing more. */
const NOTHING_MISSING = /\b(?:all|everything|what) (?:that )?(?:I|we) (?:now )?needs?\b/i

const COURTEOUS =
  /\b(?:thank\w*|thx|cheers|welcome|sorry|apolog\w*|regret\w*|pleas\w*|glad|happy|delight\w*|appreciat\w*|dear|regards|sincerely|faithfully|yours|hi|hello|hey|greetings|good ?bye|bye|farewell|day|morning|afternoon|evening|night|week(?:end)?|care|wish\w*|best|enjoy|hope|good|great|lovely|nice|kind\w*|luck|understand|course|sure|certainly|right|okay|ok|fine|moment|check|look\w*|see|note\w*|desk|department|team|service\w*|mr|ms|mrs|miss)\b/i

const COMFORTING =
  /\b(?:sorry|apolog\w*|regret\w*|pardon|forgiv\w*|excuse|(?<!\bplease )understand\w*|understood|annoy\w*|frustrat\w*|upset\w*|displeas\w*|anger|angry|cross|disappoint\w*|pity|shame|unfortunate\w*|happen\w*|trouble\w*|inconvenien\w*|difficult\w*|hard|rough|rotten|awful|dreadful|terrible|horrible|bad|feel\w*|sympath\w*|worr\w*|stress\w*|patien\w*|mistake\w*|error\w*|fault|blame|let you down|put you through|deserve\w*|seriously|matters?|concern\w*|heart|hear)\b/i

/** A closed list: a lie where nothing at all was done, whichever deed is meant. */
const DONE =
  'taken care of|logged|escalated|submitted|processed|forwarded|filed|passed (?:this|it|that|your [a-z]+)(?: on)?'
const LATELY = '(?:(?:now|just|already|also|gone ahead and|successfully|duly) ){0,2}'
const OURS = new RegExp(`\\b(?:I|we)(?:['’]ve| have) ${LATELY}(?:${DONE})\\b`, 'i')
const YOURS = new RegExp(
  `\\b(?:your|the|this) (?:[a-z]+ ){1,3}(?:has|have) ${LATELY}been ${LATELY}(?:${DONE})\\b`,
  'i',
)
const HANDS_ON = /\b(?:escalated|forwarded|passed)\b/i
/** "Once I've submitted it", "if your case has been logged", "has it been filed?" claim nothing. */
const NOT_CLAIMED = /\b(?:once|when|after|until|if|unless|whether|as soon as|before)\b|\?\s*$/i

function completionIn(words: string): readonly Trait[] {
  if (NOT_CLAIMED.test(words) || !(OURS.test(words) || YOURS.test(words))) return []
  return [HANDS_ON.test(words) ? 'passes-on' : 'completes']
}

/** Who binds themselves, and how: "I'll", "we will", "I'm going to", "you will get". */
const COMMITS =
  /\b(?:I|we)(?: ?[’']ll|(?: am|[’']m| are|[’']re) going to| will| promise| guarantee| shall)\b|\byou(?: ?[’']ll| will) (?:get|receive|have|find|see)\b/i
const ASKED = /\?["'”’)}\]*_\s]*$/

const PROMISED: readonly (readonly [PromisedDeed, RegExp])[] = [
  ['refund', /\b(?:refund(?:ed|ing)?\b|(?:give|send|pay|get) (?:you )?(?:your|the) money back|reimburs)/i],
  ['discount', /\b(?:discount|price reduction|\d ?(?:%|percent) off)/i],
  ['voucher', /\b(?:voucher|gift card|coupon|store credit)/i],
  ['compensation', /\b(?:compensat)/i],
  ['upgrade', /\b(?:upgrad(?:e|ing)\b)/i],
  ['replacement', /\b(?:replac(?:e|ing)\b|(?:a|the|your) replacement|new one|another one)/i],
  ['call-back', /\b(?:(?:call|phone|ring) you|callback|call back)/i],
  ['e-mail', /\b(?:e-?mail you|send you an? (?:\w{1,15} )?e-?mail)/i],
  ['call-out', /\b(?:(?:technician|engineer|courier|driver|mechanic))/i],
  [
    'faster-delivery',
    /\b(?:express (?:shipping|delivery)|expedit|priority shipping|overnight|rush (?:it|your|the)|by tomorrow|speed (?:it|this|things) up)/i,
  ],
  ['waived-fee', /\b(?:waiv(?:e|ing)\b)/i],
  ['cancellation', /\b(?:cancel(?:l?ing)?\b)/i],
  ['extension', /\b(?:extend(?:ing)?\b|give you more time)/i],
  ['exception', /\b(?:(?:make|making) an exception)/i],
]

const promisedIn = memoText((words): readonly PromisedDeed[] => {
  const commits = COMMITS.exec(words)
  if (commits === null || DENIES.test(words) || ASKED.test(words)) return []
  const promised = words.slice(commits.index)
  return PROMISED.flatMap(([deed, said]) => (said.test(promised) ? [deed] : []))
})
