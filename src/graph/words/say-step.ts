import { parseOperand } from '../../base/guards/guard-parse.ts'
import type { TellAct } from '../../base/values/acts.ts'
import type { HoldFile, StepFile } from '../file/graph-file.ts'
import { idInWords, type Names, sayValue } from './names.ts'
import { type FilePath, joined, type Slot, type SlotKind, say, type Words } from './pieces.ts'
import { stepIn, type WrittenScope } from './scopes.ts'

export type SayingStep = { readonly names: Names; readonly scope: WrittenScope; readonly path: FilePath }
type Plain = Exclude<StepFile, { decide: unknown } | { run: unknown }>

/** What a step asks for, without where it leads: "ask for the order number, at most 2 times". */
export function sayStep(step: Plain, saying: SayingStep): Words {
  const words = sayDeed(step, saying)
  const needs = 'needs' in step ? (step.needs ?? []) : []
  const after = needs.length === 0 ? '' : `, only after ${needs.map(idInWords).join(' and ')}`
  return say`${words}${after}${otherMembers(step)}`
}

function sayDeed(step: Plain, saying: SayingStep): Words {
  if ('learn' in step)
    return say`ask for ${slot('variable', `the ${saying.names.field(step.learn)}`, saying, 'learn')}${sayAnswers(step.learn, saying.names)}${sayAttempts(step, saying)}`
  if ('check' in step) return sayCheck(step, saying)
  if ('confirm' in step)
    return say`propose to ${sayConfirmed(step.confirm, saying)} and wait for a yes${sayAttempts(step, saying)}`
  if ('act' in step) return sayWrite(step, saying)
  if ('tell' in step) return sayTell(step, saying)
  if ('handover' in step)
    return say`hand over, reason ${slot('reason', idInWords(step.handover), saying, 'handover')}`
  return ['stop']
}

/** A member this printer has no words for is shown as written, so that nothing of a step is ever hidden. */
function otherMembers(step: Plain): string {
  const rest = Object.entries(step).filter(([key, value]) => !SAID.has(key) && value !== undefined)
  return rest.map(([key, value]) => `; ${idInWords(key)}: ${JSON.stringify(value)}`).join('')
}
const SAID = new Set([
  ...['learn', 'check', 'confirm', 'act', 'tell', 'handover', 'end', 'attempts_max', 'tool', 'with', 'about'],
  ...['must_say', 'holds', 'needs', 'next', 'if_refused', 'cites', 'assumed'],
])

function sayAttempts(step: { readonly attempts_max?: number | undefined }, saying: SayingStep): Words {
  if (step.attempts_max === undefined) return []
  const times = step.attempts_max === 1 ? 'once' : `${step.attempts_max} times`
  return say`, at most ${slot('bound', times, saying, 'attempts_max')}`
}

/** What an answer may be: of a closed list, refused, or settled by a record. */
function sayAnswers(field: string, names: Names): string {
  const spec = names.fieldSpec(field)
  if (spec === undefined) return ''
  const may = (spec.may_be ?? []).map((lack) =>
    lack === 'refused' ? 'they may refuse' : 'they may not have it',
  )
  const parts = [
    ...(spec.of === undefined ? [] : [spec.of.map(idInWords).join(', ')]),
    ...may,
    ...(spec.settled_by === undefined ? [] : [`what counts is ${names.variable(spec.settled_by)}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

function sayCheck(step: Extract<Plain, { check: unknown }>, saying: SayingStep): Words {
  const record = saying.names.record(step.check)
  const by = record === undefined ? '' : ` by ${saying.names.variable(record.by)}`
  const name = slot('variable', `the ${idInWords(step.check)}`, saying, 'check')
  return say`look up ${name}${by} with ${slot('tool', idInWords(step.tool), saying, 'tool')}`
}

/** The write that is confirmed; with the step's name where another step of the scope does the same write. */
function sayConfirmed(name: string, saying: SayingStep): Words {
  const act = stepIn(saying.scope, name)
  if (act === undefined || !('act' in act)) return [idInWords(name)]
  const alike = Object.values(saying.scope.steps).filter((step) => 'act' in step && step.act === act.act)
  const which = alike.length > 1 ? ` (${idInWords(name)})` : ''
  return say`${slot('tool', idInWords(act.act), saying, 'confirm')}${which}`
}

function sayWrite(step: Extract<Plain, { act: unknown }>, saying: SayingStep): Words {
  const tool = slot('tool', idInWords(step.act), saying, 'act')
  const given = Object.entries(step.with ?? {}).map(
    ([argument, text]) =>
      say`${idInWords(argument)} ${slot('argument', sayArgument(text, saying.names), saying, 'with', argument)}`,
  )
  return given.length === 0 ? say`${tool}` : say`${tool} with ${joined(given, ', ', ' and ')}`
}

const BOUNDS: Readonly<Record<string, string>> = {
  '==': '',
  '!=': 'other than ',
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
  in: 'one of ',
}

function sayArgument(text: string, names: Names): string {
  const [, op = '', right = ''] = /^\s*(==|!=|<=|>=|<|>|in\b)\s*(.*)$/s.exec(text) ?? []
  const bound = BOUNDS[op]
  const { operand } = parseOperand(right)
  if (bound === undefined || operand === null) return text
  if ('name' in operand) return `${bound}${names.variable(operand.name)}`
  if ('values' in operand) return `${bound}${operand.values.map(sayValue).join(', ')}`
  return `${bound}${sayValue(operand.value)}`
}

const VERBS: Readonly<Record<TellAct, string>> = {
  inform: 'tell them',
  explain: 'explain',
  decline: 'decline',
  comfort: 'comfort them',
  offer: 'offer',
  'request-proof': 'ask for proof',
}
export const tellVerb = (act: TellAct): string => VERBS[act]

function sayTell(step: Extract<Plain, { tell: unknown }>, saying: SayingStep): Words {
  const about =
    step.about === undefined ? [] : say`: ${slot('topic', saying.names.topic(step.about), saying, 'about')}`
  const wordings = (step.must_say ?? []).map((wording) => JSON.stringify(wording))
  const exactly = wordings.length === 0 ? '' : `, saying ${wordings.join(' or ')}`
  const values = (step.holds ?? []).map((hold) => sayHold(hold, saying.names))
  const naming = values.length === 0 ? '' : `, naming ${values.join(' and ')}`
  return say`${VERBS[step.tell]}${about}${exactly}${naming}`
}

/** "5 working days", "the sum 24", "the day of the delivery", "the condition half the fee or half price" */
function sayHold(hold: HoldFile, names: Names): string {
  const either = (raw: string | readonly string[]): string =>
    (typeof raw === 'string' ? [raw] : raw).map((one) => sayVariable(one, names)).join(' or ')
  if ('days' in hold) return either(hold.days)
  if ('sum' in hold)
    return `the sum ${typeof hold.sum === 'number' ? hold.sum : sayVariable(hold.sum, names)}`
  if ('date' in hold) return `the day ${sayVariable(hold.date, names)}`
  if ('item' in hold) return either(hold.item)
  if ('condition' in hold) return `the condition ${either(hold.condition)}`
  return `the warning ${either(hold.warning)}`
}

const sayVariable = (text: string, names: Names): string =>
  /^(?:fields|records|derived)\./.test(text) ? names.variable(text) : JSON.stringify(text)

function slot(kind: SlotKind, text: string, saying: SayingStep, ...member: readonly string[]): Slot {
  return { slot: kind, text, path: [...saying.path, ...member], within: null }
}
