/** Classes of English words the reader tells sentences apart by. General English only: no desk's words. */
const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''))

/** Verbs that begin an order whatever follows. */
export const SURE_VERBS = set(`
  ask tell explain decline refuse reject apologise apologize inform verify validate confirm escalate proceed continue
  wait hand look go stop say let make ensure remind assure advise treat take assume consider apply add send give
  find obtain collect gather get enter type click select submit choose pick press fill use do be follow skip jump
  return begin start try keep put bring pass forward route refer connect hold waive grant pay reship replace refuse
  intercept reinstate remove create issue generate provide determine decide identify authenticate compare perform
  complete handle resolve gauge pull wrap end finish conclude see calculate convince comfort listen empathise
  empathize reassure negotiate propose suggest recommend instruct guide assist help negotiate redirect register enrol
  suspend resume enable disable activate deactivate reset restart reboot reinstall toggle turn unlock switch assign
  thank greet acknowledge investigate review inspect notify respond reply message warn mention wish speak talk invite
  attempt allow prevent avoid leave read write rebook reschedule deliver arrange prepare upload download attach
  bypass consult lock unlock compensate reimburse deduct dispatch authorise authorize archive tag categorise categorize
  prioritise prioritize reassign revert retry renew revoke withhold freeze unfreeze greet document repeat summarise summarize recap permit`)

/** Verbs that are as often nouns: an order only where an object follows. */
export const MAYBE_VERBS = set(`
  check offer book refund order name record change cancel close block charge credit exchange file answer request
  call email mail note place report search test update upgrade downgrade schedule sign track transfer ship set show
  share state list link lift log open pause point post present process promise quote query raise rate reach
  receive repeat release reserve run save scan sell supply support debit deposit design document deny direct mark
  measure move need offset pick plan cover count close claim approve accept address announce bill board
  demand end express extend fix flag hear increase insert join label learn locate monitor pack print prompt purchase
  push re-send resend re-seat reseat remark round route seat secure separate settle signal sort stamp step store
  stress study swap switch top total train value view visit void vote watch weigh work wire access enquire
  inquire clarify describe communicate credit void`)

/** What may stand right behind an order's verb. */
const OBJECT_STARTS = set(`
  the a an it them him her their his its this that these those any all both each every no nothing one some another
  whether if what which why how when where who whom to for with up out over into on off in at by back down from about
  customer customers user users everything anything somebody only once again either your our you us new both at first
  through as without until within immediately before after`)

const ADVERBS = set(`
  please just also always simply immediately nicely politely first then instead calmly kindly carefully quickly still
  briefly clearly finally next now again therefore thus gently only either lastly afterwards directly automatically
  at-once once really`)

/** Auxiliaries and the finite verbs that most often end a subject. */
export const FINITE = set(`
  is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't doesn't didn't
  will would won't wouldn't can could can't cannot couldn't may might must should shall shouldn't mustn't needs need
  wants want says said say asks ask gives give gave names name shows show shown showed refuses refuse knows know
  agrees agree accepts accept matches match belongs belong begins begin stands stand counts count costs cost gets get
  got goes go comes come stays stay keeps keep remains remain persists persist returns return chose chooses choose
  made make makes saw sees see told tells tell heard hears bought buys buy lost loses expired expires exists exist
  applies apply holds hold fails fail failed arrived arrives arrive left leaves leave paid pays ended ends lives
  live likes like prefers prefer complains complain insists insist hesitates hesitate seems seem feels feel looks
  look takes take took depends works work responds respond decides decide insults insult threatens threaten
  reports report requests request exceeds exceed contains contain includes include mentions mention calls call
  declines decline cancels cancel rejects reject confirms confirm replies disagrees be
  denies becomes become contacts needs tries occurs happens appears owes owns wishes provides provide uses use falls fall found find finds receives receive received sent sends send allows allow`)

export const AUXILIARIES = set(`
  is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't doesn't didn't will
  would won't wouldn't can could can't cannot couldn't may might must should shall shouldn't mustn't`)

/** Words that begin a subject of its own. */
export const SUBJECT_STARTS = set(`
  the a an it they he she we you i there this that these those somebody someone anybody anyone nobody everybody
  everyone nothing anything something all both no any each every one our their its his her your whoever customer
  customers user users`)

/** One word of these a sentence, or it is not English as we read it. */
const ENGLISH = set(`
  the a an of to in on for with and or if not no is are was were be has have do does it they them their we our you your
  this that as at by from then when can may must will should never always only any all ask tell about within after
  before until per than more less each every up down out over under who what which how why while during between
  through without also please send use give make take check close open but so because there here us them him her`)

export const firstWord = (text: string): string => /^[^\s,.;:!?()]*/.exec(text)?.[0].toLowerCase() ?? ''

// Differs from src/text/words.ts in keeping marks at the end of a word; step 8 (outline) deletes it.
export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []

export const looksEnglish = (text: string): boolean => {
  const words = wordsOf(text)
  return words.length < 8 || words.some((word) => ENGLISH.has(word))
}

/** Without "please", "then", "simply" and their like in front. */
export function withoutAdverbs(text: string): string {
  let rest = text
  for (let look = 0; look < 4; look += 1) {
    const word = firstWord(rest)
    if (word === '' || !ADVERBS.has(word)) break
    const next = rest.slice(word.length).replace(/^[\s,]+/, '')
    // "only" and "once" alone are no order
    if (next === '') break
    rest = next
  }
  return rest
}

/** Whether the text begins with an order: "ask for ...", "refund the fee", not "refund method". */
export function startsWithOrder(text: string): boolean {
  const word = firstWord(text)
  if (SURE_VERBS.has(word)) return !SURE_BUT_NOUN.test(text)
  if (!MAYBE_VERBS.has(word)) return false
  const next = text.slice(word.length).trimStart()
  return (
    next === '' || OBJECT_STARTS.has(firstWord(next)) || /^['"\d$€£(]/.test(next) || OWN_OBJECT.test(next)
  )
}

/** Any word but these, in its base form and right before an object, is a verb somebody is told to do. */
const NO_VERBS = set(`
  about above across after against along among around as at because before behind below beneath beside between beyond
  both but by despite down during except for from half how if in inside into like near not of off on once only onto or
  out outside over past per quite since so such than then through throughout to toward towards under unless until up
  upon via what when where whether which while who whom whose why with within without and nor yet also even just here
  now everything something yes hello thanks sorry more most less few several many much often usually sometimes`)
const UNKNOWN_ORDER =
  /^([a-z]{3,}) (?:the|a|an|their|it|them|him|her|this|these|those|all|any|your|our|its|every|each|both)\b/

export function looksLikeOrder(text: string): boolean {
  const word = UNKNOWN_ORDER.exec(text)?.[1]
  if (word === undefined || /(?:ing|ed|ly|[^s]s)$/.test(word)) return false
  return !NO_VERBS.has(word) && !SUBJECT_STARTS.has(word) && !AUXILIARIES.has(word)
}

/** "make sure" is an order, "use of" is none; "end date", "return label", "start date" are things. */
const SURE_BUT_NOUN =
  /^(?:use of|return (?:labels?|polic(?:y|ies)|windows?|forms?|requests?|possible)|(?:end|start) (?:date|time)|pay (?:date|slip)|look of|do's)\b/i
/** Objects without an article: "refund shipping costs", "change plans". */
const OWN_OBJECT = /^[a-z][a-z-]+(?:s|ing|ment|ion)\b(?! (?:is|are|was|must|can|will)\b)/
