import type { ActKind, Polarity, SentenceForm } from '../../base/values/reading.ts'
import type { Match } from '../../text/screen.ts'
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
}

type Clause = Span & { readonly text: string }

function clausesOf(folded: string, sentence: Span, frames: Frames): readonly Clause[] {
  const { text, placeOf } = singleSpaced(folded.slice(sentence.from, sentence.to))
  const spans: Clause[] = []
  let from = 0
  const push = (to: number): void => {
    const piece = text.slice(from, to)
    const start = from + piece.length - piece.trimStart().length
    const end = from + piece.trimEnd().length
    if (/[a-z]{2}/.test(piece))
      spans.push({
        from: sentence.from + placeOf(start),
        to: sentence.from + placeOf(end - 1) + 1,
        text: text.slice(start, end),
      })
  }
  for (const { index, 0: mark } of text.matchAll(frames.clauseBreak)) {
    if (index - from < CLAUSE_CHARACTERS_MIN || isInBrackets(text.slice(0, index))) continue
    // "Has it been used, or is it new?" asks one thing.
    if (frames.alternative.test(text.slice(index + mark.length))) continue
    push(index)
    from = index + (/^[;:]/.test(mark) ? 1 : mark.length)
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
  const whole = saidIn(folded, sentence)
  const asks = /\?["')\]\s]*$/.test(whole)
  if (!whole.includes('?') && frames.offersMore.test(whole))
    return [
      {
        from: sentence.from,
        to: sentence.to,
        text: whole,
        kind: 'anything-else',
        polarity: 'positive',
        form: 'courtesy',
        alone: true,
      },
    ]
  const clauses = clausesOf(folded, sentence, frames)
  const counterfactual = frames.counterfactual.test(whole)
  const provided = frames.provided.test(whole)
  const proposed = head !== null && frames.proposesList.test(saidIn(folded, head))
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
      proposed,
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
}

function frameClause(clause: Clause, frames: Frames, around: Around): FramedClause {
  const { text } = clause
  const as = (kind: ActKind, rest: Partial<Omit<FramedClause, 'kind'>> = {}): FramedClause => ({
    ...clause,
    kind,
    polarity: 'positive',
    form: 'plain',
    alone: false,
    ...rest,
  })
  const condition = frames.conditions.test(text)
  const negative = frames.negates.test(text)
  const question = around.question || (around.last && /\?/.test(text))
  if (frames.anythingElse.test(text) && (question || !negative))
    return question
      ? as('anything-else', { alone: true, form: 'question' })
      : as('courtesy', { form: 'courtesy', alone: true })
  const consents = frames.consents.test(text) && !frames.notConsents.test(text)
  // "Could I cancel it if it hadn't shipped?" asks for no consent.
  if (consents && around.counterfactual) return as('inform', { polarity: 'conditional', form: 'condition' })
  const asks = frames.asks.test(text) && !frames.notAsks.test(text)
  if (consents && !(asks && !question)) return as('propose', { alone: true, form: 'question' })
  if (asks)
    return as(frames.proof.test(text) ? 'request-proof' : 'request', { alone: true, form: 'question' })
  if (question && frames.checksFact.test(text)) return as('check-fact', { alone: true, form: 'question' })
  if (question) {
    const word = frames.questionWord.test(text)
    return as('request', { alone: word, form: 'question' })
  }
  if (frames.asksPerhaps.test(text)) return as('request', { form: 'question' })
  if (condition) return as('inform', { polarity: 'conditional', form: 'condition' })
  if (frames.greets.test(text) && text.length < 60) return as('greet', { alone: true, form: 'courtesy' })
  if (frames.signsOff.test(text) && !frames.notSignsOff.test(text))
    return as('sign-off', { alone: true, form: 'courtesy' })
  const handed = frames.handsOver.exec(text)
  if (handed !== null && !frames.notHandsOver.test(text))
    return frames.negates.test(text.slice(0, handed.index + handed[0].length))
      ? as('decline', { form: 'denial' })
      : as('hand-over', { alone: true, form: 'plan' })
  if (frames.handsOverPerhaps.test(text) && !frames.notHandsOver.test(text) && !negative)
    return as('hand-over', { form: 'plan' })
  const claim = frames.claims.exec(text)
  if (claim !== null && !frames.notClaims.test(text) && !frames.looksUp.test(text)) {
    // "has been paid, not that it will be": what follows the claim does not deny it.
    const upTo = frames.deniesAfter ? text : text.slice(0, claim.index + claim[0].length)
    if (frames.negates.test(upTo)) return as('claim-done', { polarity: 'negative', form: 'denial' })
    if (frames.hypothetical.test(text) || around.proposed)
      return as('claim-done', { polarity: 'conditional', form: 'condition' })
    if (isState(text, claim, frames) && !/\b(?:i|we)(?:'ve| have)\b/.test(text))
      return as('inform', { form: 'state' })
    return as('claim-done', { alone: frames.claimsOutright.test(text) })
  }
  if (frames.declines.test(text) && !frames.notDeclines.test(text) && around.provided)
    return as('explain', { polarity: 'negative', form: 'denial' })
  if (frames.declines.test(text) && !frames.notDeclines.test(text))
    return as('decline', { form: 'denial', alone: frames.declinesOutright.test(text) })
  if (frames.comforts.test(text)) return as('comfort', { alone: true, form: 'courtesy' })
  if (frames.courtesies.test(text)) return as('courtesy', { alone: true, form: 'courtesy' })
  if (frames.promises.test(text) && !frames.notPromises.test(text))
    return as('promise', { form: 'plan', polarity: around.conditional ? 'conditional' : 'positive' })
  if (frames.offers.test(text)) return as('offer', { form: 'plan' })
  const kind: ActKind = frames.explains.test(text) ? 'explain' : 'inform'
  if (negative) return as(kind, { polarity: 'negative', form: 'denial' })
  if (frames.hypothetical.test(text)) return as(kind, { polarity: 'conditional', form: 'condition' })
  return as(kind, { form: frames.states.test(text) ? 'state' : 'plain' })
}

/** "was cancelled on 3 May" is a state of the record; "your flight on 3 May has been cancelled" only names the flight by its day. */
function isState(text: string, { index, 0: claim }: Match, frames: Frames): boolean {
  const verb = index + claim.length
  if (frames.states.test(text.slice(index))) {
    const found = frames.states.exec(text)
    if (found === null || found.index + found[0].length > verb || !A_DAY.test(found[0])) return true
    return frames.states.test(text.slice(found.index + found[0].length))
  }
  const before = frames.states.exec(text)
  return before !== null && !A_DAY.test(before[0])
}

const A_DAY = /^(?:on|in|last|this|since|back in|am|vom|le|el) /
