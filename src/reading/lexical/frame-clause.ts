import { memo, memoText } from '../../base/memo.ts'
import type { ActKind, Polarity, SentenceForm } from '../../base/values/reading.ts'
import { ON_A_DAY } from './frames/days.ts'
import type { Frames } from './frames/frames.ts'
import { isInBrackets, type Span } from './layout.ts'
import { saidIn, singleSpaced } from './single-spaced.ts'

/** What the form of one clause says it does, before any word of the desk is known. */
export type FramedClause = Span & {
  /** its folded words with single blanks, as wordings are written */
  readonly text: string
  readonly kind: ActKind
  readonly polarity: Polarity
  readonly form: SentenceForm
  /** the frame alone is enough to be sure of the kind: consent, an explicit ask, a hand-over, a courtesy */
  readonly alone: boolean
  readonly inItem: boolean
}

type Clause = Span & { readonly text: string }

function clausesOf(words: string, frames: Frames): readonly Clause[] {
  const { text, placeOf } = singleSpaced(words)
  const spans: Clause[] = []
  let from = 0
  const push = (to: number): void => {
    const piece = text.slice(from, to)
    const start = from + piece.length - piece.trimStart().length
    const end = from + piece.trimEnd().length
    if (/[a-z]{2}/.test(piece))
      spans.push({
        from: placeOf(start),
        to: placeOf(end - 1) + 1,
        text: text.slice(start, end),
      })
  }
  const { clauseBreak } = frames
  clauseBreak.lastIndex = 0
  for (let found = clauseBreak.exec(text); found !== null; found = clauseBreak.exec(text)) {
    const { index, 0: mark } = found
    const end = index + mark.length
    if (index - from < CLAUSE_CHARACTERS_MIN || isInBrackets(text.slice(0, index))) continue
    // "Has it been used, or is it new?" asks one thing.
    if (frames.alternative.test(text.slice(end))) continue
    push(index)
    from = mark.startsWith(';') || mark.startsWith(':') ? index + 1 : end
  }
  push(text.length)
  return spans
}

/** "Okay," is no clause of its own. */
const CLAUSE_CHARACTERS_MIN = 8

/** `head`: the line that announces it, where it is an item of a list. */
export function frameSentence(
  folded: string,
  sentence: Span,
  frames: Frames,
  head: Span | null = null,
): readonly FramedClause[] {
  const role = head === null ? 'alone' : frames.proposesList.test(saidIn(folded, head)) ? 'proposed' : 'item'
  const clauses = framedOf(frames)[role](folded.slice(sentence.from, sentence.to))
  return clauses.map(({ from, to, text, kind, polarity, form, alone, inItem }) => ({
    from: sentence.from + from,
    to: sentence.from + to,
    text,
    kind,
    polarity,
    form,
    alone,
    inItem,
  }))
}

/** A sentence of its own, an item of a list, an item of what is only proposed. */
type Role = 'alone' | 'item' | 'proposed'

/** Agents say the same sentence in many messages: its frames depend on nothing else. */
const framedOf = memo((frames: Frames) => {
  const framedAs = (role: Role) =>
    memoText((words): readonly FramedClause[] => frameWords(words, frames, role), 512)
  return { alone: framedAs('alone'), item: framedAs('item'), proposed: framedAs('proposed') }
})

/** The clauses of a sentence, with places in its own words. */
function frameWords(words: string, frames: Frames, role: Role): readonly FramedClause[] {
  const sentence = { from: 0, to: words.length }
  const inItem = role !== 'alone'
  const whole = saidIn(words, sentence)
  const asks = /\?["')\]\s]*$/.test(whole)
  if (!whole.includes('?') && frames.offersMore.test(whole))
    return [framed({ ...sentence, text: whole }, inItem, 'anything-else', 'courtesy', ALONE)]
  const clauses = clausesOf(words, frames)
  const counterfactual = frames.counterfactual.test(whole)
  const provided = frames.provided.test(whole)
  const conditional = clauses.some(({ text }) => frames.conditions.test(text))
  return clauses.map((clause, index) =>
    frameClause(clause, frames, {
      // The mark belongs to the last clause, and to those before it that have the form of a question.
      question:
        asks &&
        (index === clauses.length - 1 ||
          frames.inversion.test(clause.text) ||
          frames.questionWord.test(clause.text)),
      last: index === clauses.length - 1,
      conditional,
      counterfactual,
      provided,
      proposed: role === 'proposed',
      inItem,
    }),
  )
}

type Around = {
  readonly question: boolean
  readonly last: boolean
  readonly conditional: boolean
  readonly counterfactual: boolean
  readonly provided: boolean
  readonly proposed: boolean
  readonly inItem: boolean
}

const ALONE = true

/** Written out: a copy of one object over another takes longer than all the wordings that a clause is tried with. */
const framed = (
  { from, to, text }: Clause,
  inItem: boolean,
  kind: ActKind,
  form: SentenceForm,
  alone = false,
  polarity: Polarity = 'positive',
): FramedClause => ({ from, to, text, kind, polarity, form, alone, inItem })

function frameClause(clause: Clause, frames: Frames, around: Around): FramedClause {
  const { text } = clause
  const as = (
    kind: ActKind,
    form: SentenceForm,
    alone = false,
    polarity: Polarity = 'positive',
  ): FramedClause => framed(clause, around.inItem, kind, form, alone, polarity)
  const condition = frames.conditions.test(text)
  const negative = frames.negates.test(text)
  const question = around.question || (around.last && /\?/.test(text))
  if (frames.anythingElse.test(text) && (question || !negative))
    return question ? as('anything-else', 'question', ALONE) : as('courtesy', 'courtesy', ALONE)
  const consents = frames.consents.test(text) && !frames.notConsents.test(text)
  // "Could I cancel it if it hadn't shipped?" asks for no consent.
  if (consents && around.counterfactual) return as('inform', 'condition', false, 'conditional')
  const asks = frames.asks.test(text) && !frames.notAsks.test(text)
  if (consents && !(asks && !question)) return as('propose', 'question', ALONE)
  if (asks) return as(frames.proof.test(text) ? 'request-proof' : 'request', 'question', ALONE)
  if (question && frames.checksFact.test(text)) return as('check-fact', 'question', ALONE)
  if (question) return as('request', 'question', frames.questionWord.test(text))
  if (frames.asksPerhaps.test(text)) return as('request', 'question')
  if (condition) return as('inform', 'condition', false, 'conditional')
  if (frames.greets.test(text) && text.length < 60) return as('greet', 'courtesy', ALONE)
  if (frames.signsOff.test(text) && !frames.notSignsOff.test(text)) return as('sign-off', 'courtesy', ALONE)
  const handed = frames.handsOver.exec(text)
  if (handed !== null && !frames.notHandsOver.test(text))
    return frames.negates.test(text.slice(0, handed.index + handed[0].length))
      ? as('decline', 'denial')
      : as('hand-over', 'plan', ALONE)
  if (frames.handsOverPerhaps.test(text) && !frames.notHandsOver.test(text) && !negative)
    return as('hand-over', 'plan')
  const claim = frames.claims.exec(text)
  if (claim !== null && !frames.notClaims.test(text) && !frames.looksUp.test(text)) {
    // "has been paid, not that it will be": what follows the claim does not deny it.
    const upTo = text.slice(0, claim.index + claim[0].length)
    if (frames.negates.test(upTo)) return as('claim-done', 'denial', false, 'negative')
    if (frames.hypothetical.test(text) || around.proposed)
      return as('claim-done', 'condition', false, 'conditional')
    if (isState(text, claim, frames) && !/\b(?:i|we)(?:'ve| have)\b/.test(text)) return as('inform', 'state')
    return as('claim-done', 'plain', frames.claimsOutright.test(text))
  }
  if (frames.declines.test(text) && !frames.notDeclines.test(text) && around.provided)
    return as('explain', 'denial', false, 'negative')
  if (frames.declines.test(text) && !frames.notDeclines.test(text))
    return as('decline', 'denial', frames.declinesOutright.test(text))
  const lead = frames.leadsToNews.exec(text)
  if (lead !== null) {
    const news = frameClause({ ...clause, text: text.slice(lead[0].length) }, frames, around)
    return as(news.kind, news.form, news.alone, news.polarity)
  }
  if (frames.comforts.test(text)) return as('comfort', 'courtesy', ALONE)
  if (frames.courtesies.test(text)) return as('courtesy', 'courtesy', ALONE)
  if (frames.promises.test(text) && !frames.notPromises.test(text))
    return as('promise', 'plan', false, around.conditional ? 'conditional' : 'positive')
  if (frames.offers.test(text)) return as('offer', 'plan')
  const kind: ActKind = frames.explains.test(text) ? 'explain' : 'inform'
  if (negative) return as(kind, 'denial', false, 'negative')
  if (frames.hypothetical.test(text)) return as(kind, 'condition', false, 'conditional')
  return as(kind, frames.states.test(text) ? 'state' : 'plain')
}

/** "was cancelled on 3 May" is a state of the record; "your flight on 3 May has been cancelled" only names the flight by its day. */
function isState(text: string, { index, 0: claim }: RegExpExecArray, frames: Frames): boolean {
  const verb = index + claim.length
  // "You are rebooked on 25 June": the day is what was booked, not when.
  if (FOR_A_DAY.test(claim) && !frames.states.test(text.replace(ON_DAYS, ' '))) return false
  if (frames.states.test(text.slice(index))) {
    const found = frames.states.exec(text)
    if (found === null || found.index + found[0].length > verb || !A_DAY.test(found[0])) return true
    return frames.states.test(text.slice(found.index + found[0].length))
  }
  const before = frames.states.exec(text)
  return before !== null && !A_DAY.test(before[0])
}

const FOR_A_DAY =
  /\b(?:is|are|'s|'re|been)(?: now| all)? (?:re)?(?:booked|scheduled|reserved|arranged|set|moved)$/
const ON_DAYS = new RegExp(ON_A_DAY, 'g')
const A_DAY = /^(?:on|in|last|this|since|back in|am|vom|le|el) /
