import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { type ClauseItem, clauseItems, comparisonsOf } from './clause-items.ts'
import { type Cues, cuesOf } from './cues.ts'
import { figureQuestions } from './figure-gate.ts'
import { ask, type Question } from './question.ts'
import { rowOrderQuestions, shapeQuestions, writeQuestions } from './shape-gate.ts'
import { valueQuestions } from './value-gate.ts'
import { alike, wordsOf } from './words-alike.ts'

/**
 * The evidence gate (L6): does each sentence's demand show in the items that cite it, and each item's content in its sentences?
 * It answers nothing: whatever it cannot match is a question to the author. Cues are per language; without them every line is a question.
 */
export function evidenceGate(input: GateInput): readonly Question[] {
  const { sop, graph, lexicon } = input
  const cues = cuesOf(input.language)
  const items = clauseItems(graph)
  const clauses = [...sop.clauses.values()]
  const textOf = (cited: string): string => clauses.find(({ id }) => id === cited)?.text ?? ''
  const sectionOf = (cited: string): readonly string[] => {
    const section = clauses.find(({ id }) => id === cited)?.section
    return clauses.flatMap((clause) => (clause.section === section ? [clause.text] : []))
  }
  const compared = items.flatMap(({ held }) => comparisonsOf(held).map(({ name }) => name))
  const listed = [...new Set(compared)].filter((name) => input.enums(name).length > 0)
  const reasons = items.flatMap(({ step, kind }) =>
    kind === 'step' && step !== null && 'handover' in step ? [step.handover] : [],
  )
  const waived = new Map((graph.waive ?? []).map(({ clause, because }) => [clause, because]))
  const asked = clauses.flatMap((clause): readonly Question[] => {
    const own = items.filter(({ cites }) => cites.includes(clause.id))
    if (own.length === 0 && !waived.has(clause.id))
      return ask(clause.id, 'uncited', 'No item of the graph cites this sentence.')
    if (cues === null)
      return ask(clause.id, 'language', 'No gate knows the language of this line: check it yourself.')
    if (own.length === 0) return waiverQuestions(clause, cues)
    return [
      ...cueQuestions(clause, own, { cues, reasons }),
      ...shapeQuestions(clause, own, graph),
      ...figureQuestions(clause, own, { graph, lexicon, sectionOf, datesOf: input.datesOf }),
      ...valueQuestions(clause, own, { graph, lexicon, enums: input.enums, listed }),
    ]
  })
  return [
    ...asked,
    ...writeQuestions(graph, (cited) => AFTER_YES.test(textOf(cited))),
    ...rowOrderQuestions(sop, graph),
  ]
}

/** "Waive the fee only after the yes." */
const AFTER_YES =
  /\b(?:after|once|upon|with|on|tras|con) (?:\w+ ){0,3}(?:yes|consent|agree\w*|approv\w+|confirm\w+|sí)\b/i

export type GateInput = {
  readonly sop: SopDocument
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  readonly language: string
  /** the values of an enum variable, where it is one */
  readonly enums: (variable: string) => readonly string[]
  /** the date columns of the row a variable belongs to */
  readonly datesOf: (variable: string) => readonly string[]
}

const waiverQuestions = (clause: Clause, cues: Cues): readonly Question[] =>
  (cues.demand.test(clause.text) || cues.prohibition.test(withoutStatements(clause.text))) &&
  !MANNER.test(clause.text) &&
  // a heading in the form of a question demands nothing
  !/\?\W*$/.test(clause.text)
    ? ask(clause.id, 'waived', 'The sentence seems to demand something, and it is set aside.')
    : []

/** How to speak is tone, which no step of a graph does. */
const MANNER =
  /\b(?:courteous|polite|friendly|patien(?:t|ce)|sarcasm|tone|warm|calm|empath\w+|voice|everyday words|abbreviations?|jargon|emojis?|first names?)\b/i
/** "Our vans don't drive on Sundays" forbids the agent nothing; "Don't promise" does. */
const withoutStatements = (text: string): string =>
  text.replaceAll(
    /(?<=\b(?!(?:please|and|but|or|so|agents?)\b)[\w']+ )(?:do not|don't|can't|cannot)\b/gi,
    ' ',
  )

type Cueing = { readonly cues: Cues; readonly reasons: readonly string[] }

function cueQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  { cues, reasons }: Cueing,
): readonly Question[] {
  const { text, id } = clause
  const steps = own.flatMap(({ step, kind }) => (step === null || kind === 'edge' ? [] : [step]))
  const has = (kind: string): boolean => steps.some((step) => kind in step)
  const deeds = own.filter(({ step, kind }) => kind === 'step' && step !== null && isDeed(step))
  const isOnlyWords = steps.length > 0 && steps.every((step) => 'tell' in step)
  return [
    ...(cues.condition.test(text) && !own.some((item) => item.isConditional)
      ? ask(id, 'condition', 'The sentence has a condition; nothing that cites it is conditional.')
      : []),
    ...(cues.agreement.test(text) &&
    !has('confirm') &&
    !(LACKS_YES.test(text) && own.every((item) => item.isConditional))
      ? ask(id, 'agreement', 'The sentence speaks of a yes or a confirmation; no confirm step cites it.')
      : []),
    ...(cues.prohibition.test(mainPart(withoutQuotes(text))) &&
    !(AFTER_CONDITION.test(text) && own.some(({ kind }) => kind === 'edge')) &&
    !own.some(({ forbid }) => forbid !== null) &&
    !declines(steps)
      ? ask(id, 'prohibition', 'The sentence forbids something; no forbid cites it.')
      : []),
    ...exceptionQuestions(clause, own, cues),
    ...(cues.handover.test(text) &&
    !has('handover') &&
    !own.some(({ step }) => step !== null && 'handover' in step)
      ? ask(id, 'team', 'The sentence passes the customer on; no handover cites it.')
      : []),
    ...teamQuestions(clause, own, reasons),
    ...(cues.retry.test(withoutQuotes(text)) && !isBounded(own, steps)
      ? ask(id, 'retry', 'The sentence asks for another try; no loop or bounded question cites it.')
      : []),
    ...(cues.subject.test(text) && deeds.some(({ isConditional }) => !isConditional)
      ? ask(id, 'subject', 'The sentence is about some customers or cases only; the graph does it for all.')
      : []),
    ...(cues.sendAway.test(text) && has('act')
      ? ask(id, 'words', 'Sending the customer somewhere is something to say; the graph makes a write of it.')
      : []),
    ...(cues.decline.test(text) && isOnlyWords && !declines(steps)
      ? ask(id, 'decline', 'The sentence declines; nothing that cites it is a decline.')
      : []),
    ...(declines(steps) && !cues.decline.test(text) && !cues.prohibition.test(text) && !NEGATIVE.test(text)
      ? ask(id, 'decline', 'The graph declines here; the sentence does not say so.')
      : []),
  ]
}

/** The sentence without its conditions and without what is only to be said: "if they do not want it" forbids nothing. */
const mainPart = (text: string): string =>
  text
    .replaceAll(/\b(?:if|when|where|because|since|unless|or|but|so)\b[^,;:.]*/gi, ' ')
    .replaceAll(/\b(?:explain|say|tell them|inform)\b.*$/gi, ' ')
    // what a customer is unable to do
    .replaceAll(
      /\b(?:customers?|callers?|members?|guests?|they|who)\b[^,;:.]{0,20}\b(?:cannot|can't)\b/gi,
      ' ',
    )

const withoutQuotes = (text: string): string => text.replaceAll(/["“„«][^"”“»]*["”“»]/g, ' ')
/** "If they say no, do not restart": the branch that does not do it is what keeps it. */
const AFTER_CONDITION = /^\W*(?:if|when|where)\b[^,]*, *(?:then )?(?:do not|don't)\b/i
/** "Absent such consent the limit stays": the other side of a confirmation that stands in another sentence. */
const LACKS_YES =
  /\b(?:absent|without|failing|no) (?:\w+ ){0,2}(?:consent|yes|agreement|approval|confirmation)\b/i
const NEGATIVE = /\b(?:no|not|only|cannot|without|too late|over|nor|neither|expired|instead|unable)\b/i

const isDeed = (step: StepFile): boolean =>
  'act' in step || 'handover' in step || ('tell' in step && step.tell === 'decline')
const declines = (steps: readonly StepFile[]): boolean =>
  steps.some((step) => 'tell' in step && step.tell === 'decline')
const isBounded = (own: readonly ClauseItem[], steps: readonly StepFile[]): boolean =>
  own.some(({ loops, interrupt }) => loops.length > 0 || (interrupt?.nth ?? 1) > 1) ||
  steps.some((step) => 'learn' in step && (step.attempts_max ?? 1) > 1 && steps.length === 1)

/** A prohibition with an exception forbids where the exception does not hold: its guard reads something besides its own condition. */
function exceptionQuestions(clause: Clause, own: readonly ClauseItem[], cues: Cues): readonly Question[] {
  if (!cues.exception.test(clause.text)) return []
  const forbids = own.flatMap(({ forbid }) => (forbid === null ? [] : [forbid]))
  const isDecided = own.some(({ kind, held }) => kind !== 'forbid' && held.length > 0)
  const namesNoException = ({ when = '' }: { when?: string | undefined }): boolean =>
    !/!|&&|\|\||== false|absent|unknown|refused/.test(when)
  if (isDecided) return []
  if (forbids.some(namesNoException))
    return ask(
      clause.id,
      'exception',
      'The sentence makes an exception; the forbid that cites it negates nothing.',
    )
  return forbids.length > 0
    ? []
    : ask(clause.id, 'exception', 'The sentence makes an exception; nothing that cites it decides it.')
}

/** The team or cause of a handover has to stand in a sentence it cites. */
function teamQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  reasons: readonly string[],
): readonly Question[] {
  const said = new Set(wordsOf(clause.text))
  return own.flatMap(({ step, kind }): readonly Question[] => {
    if (kind !== 'step' || step === null || !('handover' in step)) return []
    const words = reasonWords(step.handover)
    const others = reasons.filter((reason) => reason !== step.handover)
    const known = words.filter((word) => [...said].some((other) => alike(word, other)))
    const isNamed = others.some((other) =>
      reasonWords(other).some((word) => [...said].some((each) => alike(word, each))),
    )
    const what = `The graph hands over with the reason "${step.handover}"; the sentence does not speak of such a team or cause.`
    const isStrange = words.length > 0 && known.length === 0 && (isNamed || TEAM.test(clause.text))
    return isStrange ? ask(clause.id, 'team', what) : []
  })
}

const reasonWords = (reason: string): readonly string[] =>
  wordsOf(reason.replaceAll(/[_-]/g, ' ')).filter((word) => !WEAK.has(word))
/** "the Fraud Operations Unit", "the complaints desk". */
const TEAM = /\b(?:the|to|our) (?:[A-Z]\w+ [A-Z]\w+|\w+ (?:desk|team|unit|department|office|lead)\b)/
const WEAK = new Set([
  ...['team', 'desk', 'the', 'for', 'and', 'other', 'case', 'needs', 'request', 'customer'],
  ...['department', 'unit', 'asked', 'wants'],
])
