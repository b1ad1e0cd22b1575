import type { ValueKind } from '../../base/values/heard.ts'
import { PLAIN_MONTHS } from '../../text/calendar-words.ts'

/**
 * By what words an agent asks, whatever a reader made of the sentence. In: folded text. A customer uses it only for words
 * that were not read for certain: a person always sees that something is asked, even where nobody can say what.
 */

const POLITELY =
  /\b(?:please|kindly|could you|can you|would you|will you|(?:if|whether|perhaps|maybe|when|whenever) you (?:could|can|would)(?!'t)|ask you to|need you to|request you to)\b/
const TO_SAY =
  /\b(?:give|tell|send|share|state|specify|quote|name|indicate|provide|supply|confirm|enter|type|write|describe|spell|advise|inform|attach|show|copy|pass|forward|submit|add|list|mention|let (?:me|us) (?:have|know|see))\b/

const ASKING: readonly RegExp[] = [
  /\b(?:i|we)(?:'d| would| should| will| shall| do)? (?:\w+ ){0,2}(?:need (?!to )|need to (?:know|ask|have)|require|ask for|request|have to (?:know|ask)|like to (?:know|have|learn)|(?:love|like) to see(?! (?:what|if|whether|how|you)))\b/,
  /\b(?:is|are|will be|would be) (?:\w+ ){0,2}(?:needed|required|requested|missing|necessary|appreciated)\b/,
  /\b(?:has|have|needs?) to be (?:\w+ )?(?:given|stated|named|provided|known|supplied|quoted)\b/,
  /\b(?:grateful|obliged|thankful|glad) (?:for|if)\b/,
  // "Pick one and give me its number."
  /(?:^|\b(?:and|then|just) )(?:give|tell|send|show) (?:me|us) (?!a (?:moment|minute|second|sec)\b)/,
  // "For reasons of security I must enquire who receives it."
  /\b(?:must|have to|should like to|would like to|need to) (?:\w+ )?(?:ask|enquire|inquire)\b/,
  /\b(?:interested|curious|keen|pleased|glad) to (?:hear|learn|know) (?!that\b)/,
  // "Now the address it is registered under, please, so I know whose it is."
  /, please(?:[.!]?$|,? (?:so|and|then|as|because)\b)/,
]

/** "If there is another order, just tell me", "I need it to be sure": an offer, and a reason. */
const NOTHING_ASKED =
  /^\W*(?:if|should|once) (?!you (?:could|can|would|will|please))[^?]*$|\bneed (?:it|this|that|them) (?:to|for|so|before|because)\b/

/** "Please accept our apologies", "please bear with me": nothing to answer. */
const NOTHING_TO_SAY =
  /\b(?:nothing|no (?:more|further)|need not|needn't|(?:don't|do not|won't) need)\b|\bplease (?:accept|note|be|bear|wait|hold|allow|do not|don't|keep|feel|rest|forgive|excuse|understand|remember|stay|leave|observe|see|find)\b|\bapologies\b/

/** Speaks of telling or sending something. */
export const asksToSay = (folded: string): boolean => TO_SAY.test(folded)

/** "Could you send me the picture?", "¿Me puedes enviar la foto?": the customer is to send or say something, whatever deed it was taken for. */
export const asksToSend = (folded: string): boolean => TO_SEND.some((pattern) => pattern.test(folded))

const TO_SEND: readonly RegExp[] = [
  /\b(?:can|could|would|will) you (?:\w+ ){0,3}(?:attach|upload|(?:send|show|give|tell|forward) (?:me|us))\b/,
]

/** Asks the customer for something it could say. */
export const asksInWords = (folded: string): boolean =>
  !NOTHING_TO_SAY.test(folded) &&
  !NOTHING_ASKED.test(folded) &&
  ((POLITELY.test(folded) && TO_SAY.test(folded)) || ASKING.some((pattern) => pattern.test(folded)))

const OUTRIGHT =
  /\b(?:consent|authori[sz]\w*|permission|your (?:approval|agreement|go-ahead|yes|okay|ok|confirmation(?! (?:e-?)?mail| letter| page| number))|go-ahead|(?<!\bto )(?:give|say|need) (?:me |us )?(?:a |your )?(?:yes|okay)|agreeable|in agreement|(?:do|would) you (?:agree|accept|consent))\b/

/** Calls a yes by its name. */
export const asksForConsentOutright = (folded: string): boolean => OUTRIGHT.test(folded)

const CONSENT: readonly RegExp[] = [
  OUTRIGHT,
  /\b(?:say yes|a yes|have a deal|yes or no|are you prepared|(?:is it|is that|are we) agreed)\b/,
  /\b(?:shall|should) (?:i|we)\b/,
  /\b(?:yes|ok|okay|deal|agreed|si|vale)\?\s*$/,
  /\b(?:ok|okay|fine|all right) if (?:i|we)\b|\byour wish\w*\b/,
  /\b(?:may|can|could) (?:i|we) (?!ask|take it|assume|understand|request|enquire|inquire|know|have (?!your (?:consent|permission|approval|agreement|yes|ok))|see|get|please)/,
  /\b(?:do you want|would you like|do you wish|are you (?:happy|content|fine|okay|ok)|is it your wish)(?: for)? (?:me|us|that|this)\b/,
  /\bis (?:it|this|that) (?:\w+ )?your (?:wish|intention)\b/,
  /\bdoes (?:that|this|it) (?:work|suit|sound)\b/,
  /\bwould you (?:like|care for) (?:that|this|it|to|the|a|an)\b|\bis (?:that|this) something you(?:'d| would)? (?:like|want)\b/,
  // "Are you sure you want to cancel it?"
  /\b(?:are you (?:\w+ )?(?:sure|certain)(?: that)? you (?:want|wish|would)|do you (?:really |still )?(?:want|wish) to)\b/,
  /\b(?:is|are|would) (?:that|this|it|you) (?:be )?(?:ok|okay|all right|alright|fine|acceptable|happy|content|in order)\b/,
  /\b(?:soll ich|sollen wir|darf ich|durfen wir|einverstanden|zustimm\w*|mochten sie, dass)\b/,
]

/** Asks for a yes to something that would be done. */
export const asksForConsent = (folded: string): boolean => CONSENT.some((pattern) => pattern.test(folded))

/** Without one of these nothing is refused, whatever it was taken for. */
export const saysNo = (folded: string): boolean =>
  /\b(?:no|not|none|nobody|nothing|never|only|unable|cannot|sorry|unfortunately|afraid|decline\w*|refus\w*|reject\w*|regret\w*|impossible|without|until|unless|too|must|has to|have to|nein|nicht|kein\w*|leider|nur|ne|pas|non|malheureusement|lamento|solo)\b|n't\b/.test(
    folded,
  )

const POINTS_BACK =
  /\b(?:its?|that|this|them|these|those|both|either|all (?:two|three|four|of)|the (?:two|three|four|same))\b/
const WORDS_MAX = 14

/** "Could you send me both, please?": asks for what was named before, not for something new. */
export const pointsBack = (folded: string): boolean =>
  POINTS_BACK.test(folded) && folded.trim().split(/\s+/).length <= WORDS_MAX

/** "Is everything all right with the parcel, nothing dangerous inside?": how something is, not whether it may be done. */
export const asksHowItIs = (folded: string): boolean =>
  HOW_IT_IS.test(lastClause(folded)) && !asksForConsent(folded) && !/\b(?:me|us|i|we)\b/.test(folded)

const HOW_IT_IS =
  /^(?:and |so |but )?(?:is|are|was|were|has|have|had|did|does)\b(?! (?:that|this) (?:a yes|right|correct))/

/** A yes would be no answer. */
export const asksWhat = (folded: string): boolean =>
  /^(?:and |so |but |then )?(?:what|which|who|whose|when|where|why|how|que|quien|cual|cuando|donde|por que|como|quel\w*|qui|quand|ou|pourquoi|comment|was|welche\w*|wer|wann|wo|warum|wie)\b/.test(
    lastClause(folded),
  )

/** "Are you all right with that?", "Is that fine?": what was said is taken or not; nothing is to go ahead. */
export const asksToAccept = (folded: string): boolean =>
  /\b(?:ok|okay|all right|alright|fine|acceptable|agreeable|happy) (?:with|for|by) (?:that|this|it|you)\b|\bis (?:that|this) (?:ok|okay|all right|alright|fine|acceptable)\b/.test(
    folded,
  )

const lastClause = (folded: string): string =>
  folded
    .split(/[.!:;\n]\s*/)
    .findLast((part) => /[a-z]/.test(part))
    ?.trim() ?? ''

const WAIT_WORDS_MAX = 8

/** "One moment, please." and no more: whatever it was taken for, nothing is asked, and patience is spent by it. */
export const onlyAsksToWait = (folded: string): boolean =>
  !folded.includes('?') && folded.trim().split(/\s+/).length <= WAIT_WORDS_MAX && asksToWait(folded)

/** "One moment, please", "I'll check that for you": something is going to come. */
export const asksToWait = (folded: string): boolean =>
  /\b(?:(?:one|a|just a) (?:moment|minute|second|sec)|hold on|hang on|bear with|wait|right back|get back to you|(?:i'll|i will|let me|going to) (?:\w+ )?(?:check|look|see|find|open|ask|have a look)|un momento|un segundo|enseguida|ahora mismo|compruebo|un instant|un moment|je verifie|einen (?:moment|augenblick)|ich (?:sehe|schaue|prufe))\b/.test(
    folded,
  )

/** "Is the address correct?", "Would it still go to Mill Lane?": whether something is as the desk has it. */
export const asksWhetherRight = (folded: string): boolean =>
  !/\b(?:or|o|ou|oder)\b/.test(folded) && WHETHER_RIGHT.some((pattern) => pattern.test(folded))

const WHETHER_RIGHT: readonly RegExp[] = [
  /\b(?:is|are)\b[^?]*\b(?:right|correct|current|up to date|valid)(?: (?:for you|now|address|one|place))?\W*$/,
  /^\W*(?:and |so )?(?:is|are|does|do|would|will|should)\b[^?]*\bstill\b/,
  /^\W*(?:right|correct|same) \w+\W*$/,
  /\best(?:-ce| elle)? (?:\w+ )?correcte?\b/,
  /\b(?:stimmt|ist) (?:\w+ ){1,3}(?:noch|richtig|so)\b/,
]

/** "Could there be another one you have used?" */
export const asksOnceMore = (folded: string): boolean =>
  /\b(?:another|other|different|second|again|once more|otra|autre|andere\w*)\b/.test(folded)

/** "Which one is better for you?" */
export const asksForChoice = (folded: string): boolean =>
  /\b(?:which|what) (?:one |way |of (?:the (?:two|three)|these|those|them) )?(?:would|do|is|works|suits|shall|should)\b[^?]*\b(?:like|prefer|rather|better|best|want|choose)\b|\b(?:cual|que) (?:de (?:las|los) dos )?(?:prefier\w+|quier\w+|(?:te|le) va)\b|\b(?:que|laquelle|lequel) preferez\b|\bwas (?:ist|ware) ihnen lieber\b/.test(
    folded,
  )

/** "Could you send it to me?", "¿Has podido adjuntarla?": what was spoken of last. */
export const asksToSendIt = (folded: string): boolean =>
  /\b(?:send|attach|upload) (?:it|them|those)\b|\b(?:adjuntar|enviar|mandar|pasar)(?:me|nos)?l[ao]s?\b/.test(
    folded,
  )

/** "Just so we don't misunderstand each other" holds a no and refuses nothing. */
export const refuses = (folded: string): boolean =>
  /\b(?:can't|cannot|can not|could not|couldn't|unable|not able|won't|will not|wouldn't|no way|not possible|isn't possible|impossible|may not|must not|mustn't|not allowed|not permitted|unfortunately|afraid|sorry|regret\w*|declin\w*|refus\w*|reject\w*|no|nothing|never|only|too|stays|remains|until|unless|without|no pued\w+|no podemos|no es posible|lamento|solo|leider|nicht|kein\w*|nur|ne peu\w+|pas|malheureusement)\b/.test(
    folded,
  )

/** "I'm afraid", "we can't": enough for nobody to say thanks gladly, too little for a refusal. */
export const soundsLikeNo = (folded: string): boolean =>
  /\b(?:i|we) (?:can't|cannot|can not|may not|must not|(?:won't|will not) be able|could not|couldn't|am not able|are not able|am unable|are unable|have to decline|must decline)\b|\b(?:i'm|i am|we're|we are) (?:afraid|unable|not able)\b|\b(?:sorry|i'm afraid|have to say),? no\b|(?:^|[.!?]\s+)no(?:[.!]|, (?:not|we|i)\b)|\b(?:don't|do not|doesn't|does not) allow\b|\bnothing (?:further|more|else) can be\b|\b(?:must|have to|obliged to) (?:\w+ )?(?:decline|refuse)\b|\b(?:accepted|granted|reserved|possible) only\b|\breserved for\b|\bnot met\b|\b(?:cannot|can't|could not) be (?:granted|met|approved|accepted|fulfilled|accommodated|upheld)\b|\b(?:sadly|won't go through|not something (?:i|we) can)\b|\b(?:unfortunately|not possible|isn't possible|(?:not|isn't|aren't) covered|no cover|doesn't cover|out of the question|not entitled|no refund|no exceptions?)\b|\bno (?:puedo|podemos|es posible|se puede)\b|\b(?:lamentablemente|por desgracia|malheureusement|leider)\b|\bne (?:peux|pouvons) pas\b/.test(
    folded,
  )

/** Something is to be sent now, by whatever words. */
export const asksForSending = (folded: string): boolean =>
  /\b(?:attach\w*|upload\w*|send|adjunt\w*|envi\w+|mand\w+|joindre|joignez|envoyez|schicken|senden|anhangen)\b/.test(
    folded,
  )

/** Speaks of a day, or of how long something is. */
export const speaksOfTime = (folded: string): boolean => TIMES.test(folded)

const TIMES = new RegExp(
  `\\b(?:days?|weeks?|months?|years?|dates?|late|later|deadline|period|expired|ago|${PLAIN_MONTHS.join('|')}|dias?|semanas?|mes(?:es)?|plazo|fecha|tarde|jours?|semaines?|mois|delai|tage?n?|wochen?|monate?n?|frist)\\b`,
)

const WANTED: readonly (readonly [ValueKind, RegExp])[] = [
  ['mail', /\be-?mail\b|\bcorreo\b|\bcourriel\b/],
  ['amount', /\bhow (?:many|long|much)\b|\bweeks\b|\bcuant[oa]s?\b|\bcombien\b|\bwie (?:viele?|lange)\b/],
  ['day', /\b(?:when|date|day|month|year|born|birth\w*|fecha|cuando|quand|jour|wann|datum|tag)\b/],
  ['code', /\b(?:numbers?|no\.|reference|codes?|digits|numero|referencia|nummer)\b/],
  [
    'words',
    /\b(?:names?|surname|phrase|word|password|address|street|where|town|postcode|nombre|direccion|nom|adresse)\b/,
  ],
  [
    'choice',
    /\b(?:why|whether|how|in what way|which of|is|are|was|were|has|have|had|did|does|do|por que|pourquoi|comment|warum|wie)\b/,
  ],
]

/** What kind of thing a question wants by its plain words. Used only where nobody could say what is asked. */
export const kindAsked = (folded: string): ValueKind | null =>
  WANTED.find(([, words]) => words.test(folded))?.[0] ?? null
