import type { AgentAct, TellAct } from '../../base/values/acts.ts'
import type { ToolRole } from '../../base/values/desk-facts.ts'
import type { Said } from '../../text/said/words.ts'
import type { Step } from '../model/graph.ts'
import {
  agreedTo,
  brokenAgreement,
  brokenConstraint,
  type Input,
  namedConstraints,
} from './walk-constraints.ts'
import type { Arguments } from './walk-deeds.ts'
import { confirmedAct } from './walk-index.ts'
import type { Conversation, Request } from './walk-state.ts'
import { actualReader } from './walk-values.ts'

/** One action of the agent: a call, or one act of its words. */
export type Action =
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly role: ToolRole | undefined
      readonly input: Input
      /** did this read settle that record of that request? */
      readonly settles: (request: Request, record: string) => boolean
    }
  /** `wordless`: the message did no act, and is judged only for what it says */
  | { readonly kind: 'words'; readonly act: AgentAct; readonly said: Said; readonly wordless: boolean }

export type Telling = { readonly act: TellAct; readonly about?: string | undefined }
const NO_TELLS: ReadonlySet<string> = new Set(['request', 'propose', 'claim-done', 'greet', 'sign-off'])
export const isTell = (act: AgentAct): act is AgentAct & Telling => !NO_TELLS.has(act.act)

/** An act without a topic fits any, and a step without one is fitted by any (S6). */
export const isAbout = (
  act: Telling,
  step: { readonly act: TellAct; readonly about: string | null },
): boolean =>
  act.act === step.act && (act.about === undefined || step.about === null || act.about === step.about)

/** S6: to say that a deed is done is to tell of it. */
export const claimsDeedOf = (it: Conversation, act: AgentAct, step: Step): boolean =>
  act.act === 'claim-done' &&
  act.tool !== undefined &&
  (it.index.toldDeeds.get(step.id) ?? []).some(({ tool }) => tool === act.tool)

/** Is this the kind of action that does this step, whatever its arguments (A2)? */
export function fitsStep(it: Conversation, request: Request | null, action: Action, step: Step): boolean {
  if (action.kind === 'call') return callFits(action, step, request)
  const { act } = action
  switch (step.kind) {
    case 'learn':
      return act.act === 'request' && act.field === step.field
    case 'confirm':
      return act.act === 'propose' && act.tool === confirmedAct(it.index.graph, step).tool
    case 'tell':
      return (isTell(act) && isAbout(act, step)) || claimsDeedOf(it, act, step)
    case 'end':
      return act.act === 'sign-off'
    default:
      return false
  }
}

function callFits(action: Extract<Action, { kind: 'call' }>, step: Step, request: Request | null): boolean {
  switch (step.kind) {
    case 'check':
      if (action.role !== 'read') return false
      return step.tool === action.tool || (request !== null && action.settles(request, step.record))
    case 'act':
      return action.role === 'write' && step.tool === action.tool
    case 'handover':
      return action.role === 'handover'
    case 'end':
      return action.role === 'close'
    default:
      return false
  }
}

/** Would the action do the step, arguments included? */
export const meetsStep = (it: Conversation, request: Request, action: Action, step: Step): boolean =>
  fitsStep(it, request, action, step) && brokenBy({ it, request }, action, step) === null

/** Also where nothing would be satisfied: a proposal stands for the act it proposes (A4). */
export const wouldFit = (it: Conversation, request: Request | null, action: Action, step: Step): boolean =>
  fitsStep(it, request, action, step) || proposes(action, step)

const proposes = (action: Action, step: Step): boolean =>
  action.kind === 'words' &&
  action.act.act === 'propose' &&
  step.kind === 'act' &&
  step.tool === action.act.tool

/** What is wrong with the arguments of an action that fits a step; null: nothing. `agreed`: see `searchAhead`. */
export function brokenBy(
  at: { readonly it: Conversation; readonly request: Request },
  action: Action,
  step: Step,
  agreed: Arguments | null = null,
): string | null {
  const act =
    step.kind === 'confirm' ? confirmedAct(at.it.index.graph, step) : step.kind === 'act' ? step : null
  if (act === null) return null
  const read = actualReader(at.it, at.request)
  if (action.kind === 'call') {
    const broken = brokenConstraint(act.constraints, action.input, read)
    return broken ?? brokenAgreement(agreed ?? agreedTo(at, act.id), action.input)
  }
  const named = action.act.act === 'propose' ? (action.act.arguments ?? {}) : {}
  return brokenConstraint(namedConstraints(act.constraints, named), named, read)
}
