import type { Reading, ReadSentence } from '../../base/values/reading.ts'
import type { Telling } from '../../graph/walk/walk-action.ts'

/**
 * Could this sentence be the tell that was due, although its kind was read as one that tells nothing (E4)? Readers take a plain
 * statement for a question, a compliment or a remark; its own words show that it need not be one.
 */
export function mayHideTell(
  { text, reading: { language } }: { readonly text: string; readonly reading: Reading },
  sentence: ReadSentence,
  { act }: Telling,
): boolean {
  const words = text.slice(sentence.from, sentence.to)
  const isEnglish = language === 'en'
  switch (sentence.form) {
    case 'question':
      // "I need the passport that is in the booking": it may tell what is needed.
      return act !== 'comfort' && !words.includes('?')
    case 'courtesy':
      // "The rest of your order travels in a second parcel", and no word of courtesy.
      return isEnglish ? act !== 'comfort' && !COURTEOUS.test(words) : words.length > SHORT_CHARACTERS_MAX
    default:
      // "Please accept our apologies": a comfort by its words.
      return act === 'comfort' && (!isEnglish || COMFORTING.test(words))
  }
}

const SHORT_CHARACTERS_MAX = 24

const COURTEOUS =
  /\b(?:thank\w*|thx|cheers|welcome|sorry|apolog\w*|regret\w*|pleas\w*|glad|happy|delight\w*|appreciat\w*|dear|regards|sincerely|faithfully|yours|hi|hello|hey|greetings|good ?bye|bye|farewell|day|morning|afternoon|evening|night|week(?:end)?|care|wish\w*|best|enjoy|hope|good|great|lovely|nice|kind\w*|luck|understand|course|sure|certainly|right|okay|ok|fine|moment|check|look\w*|see|note\w*|desk|department|team|service\w*|mr|ms|mrs|miss)\b/i

const COMFORTING =
  /\b(?:sorry|apolog\w*|regret\w*|pardon|forgiv\w*|excuse|(?<!\bplease )understand\w*|understood|annoy\w*|frustrat\w*|upset\w*|displeas\w*|anger|angry|cross|disappoint\w*|pity|shame|unfortunate\w*|happen\w*|trouble\w*|inconvenien\w*|difficult\w*|hard|rough|rotten|awful|dreadful|terrible|horrible|bad|feel\w*|sympath\w*|worr\w*|stress\w*|patien\w*|mistake\w*|error\w*|fault|blame|let you down|put you through|deserve\w*|seriously|matters?|concern\w*|heart|hear)\b/i

/** "That's a real shame": feeling, and nothing else. It tells of no matter. */
export const onlyComforts = (words: string): boolean =>
  COMFORTING.test(words) && !/\p{L}{3}/u.test(words.replace(FEELING_WORDS, ' '))

const FEELING_WORDS = new RegExp(
  `${COMFORTING.source}|\\b(?:that|this|it|is|was|must|have|been|be|are|what|how|such|very|really|real|truly|quite|terribly|so|and|but|too|for|you|your|about|the|luck|thing|say|hear|know|can|see|sorry|deeply|sincere|sincerely|heartfelt|much|please|accept|our|my|we|us|me|i|am|do|all|of)\\b|['’]\\p{L}+`,
  'giu',
)

/** "Oh, good news, in a way!", "Here's what happens next": it says that something will be told, and tells nothing. */
export const onlyAnnounces = (words: string): boolean => ANNOUNCES.test(words)

const ANNOUNCES = new RegExp(
  `^\\W*(?:(?:oh|ah|okay|ok|right|so|well|now|and|then|hey)\\b\\W*)*(?:${[
    "(?:I(?:['’]ve| have)(?: got)? |(?:it|that|this)(?:['’]s| is) )?(?:some )?(?:good|great|bad|sad|happy) news(?:,? (?:in a way|for you|at last|from us|first))?",
    "here(?:['’]s| is) (?:what happens (?:next|now)|how it (?:works|goes on)|where (?:we|things) stand|the (?:thing|plan|deal|situation|news))",
    "just so you(?: know|(?: are|['’]re) (?:not (?:left )?wondering|in the picture))",
    "(?:let me|I['’]ll|I will) (?:explain|be (?:honest|open|frank|straight)(?: with you)?)",
    '(?:a )?(?:quick|short|little|small) (?:update|heads-?up|note)(?: for you| from us)?',
    'one (?:more|last|other) thing',
  ].join('|')})\\W*$`,
  'iu',
)

/** What the SOP wants said about manners has a word of manners or of speaking in it. */
export const speaksOfManners = (words: string): boolean => MANNERS.test(words)

/** Does the SOP ask for good manners here: "ask for a civil tone"? */
export const asksForManners = (clause: string): boolean =>
  /\b(?:civil|friendly|respectful|polite|courteous|decent|calm)(?: and \w+)? (?:tone|language|manner|words)\b|\b(?:stay|remain|be|keep it) (?:civil|polite|courteous|respectful)\b/i.test(
    clause,
  )

const MANNERS =
  /\b(?:civil\w*|uncivil|polite\w*|courte\w*|respect\w*|friendl\w*|kinder|kindness|nice\w*|calm\w*|decen\w*|constructive\w*|professional\w*|harsh\w*|heated|temper|tone|manners?|language|words?|remarks?|insult\w*|abus\w*|rude\w*|offen[cs]\w*|swear\w*|shout\w*|talk\w*|speak\w*|spoken|express\w*|notch|breath)\b|(?<!\bso )\bkind(?:ly)?\b(?! regards| as| enough)/i
