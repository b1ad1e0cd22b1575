import type { ReadSentence } from '../../base/values/reading.ts'
import type { Telling } from '../../graph/walk/walk-action.ts'
import type { AgentMessage } from './seen.ts'

/**
 * Could this sentence be the tell that was due, although its kind was read as one that tells nothing (E4)? Readers take a plain
 * statement for a question, a compliment or a remark; its own words show that it need not be one.
 */
export function mayHideTell(
  { text, reading: { language } }: Pick<AgentMessage, 'text' | 'reading'>,
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
  /\b(?:sorry|apolog\w*|regret\w*|pardon|forgiv\w*|excuse|understand\w*|understood|annoy\w*|frustrat\w*|upset\w*|displeas\w*|anger|angry|cross|disappoint\w*|pity|shame|unfortunate\w*|happen\w*|trouble\w*|inconvenien\w*|difficult\w*|hard|rough|rotten|awful|dreadful|terrible|horrible|bad|feel\w*|sympath\w*|worr\w*|stress\w*|patien\w*|mistake\w*|error\w*|fault|blame|let you down|put you through|deserve\w*|seriously|matters?|concern\w*|heart|hear)\b/i
