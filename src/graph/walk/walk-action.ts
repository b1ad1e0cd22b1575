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
import type { Arguments, History, Request } from './walk-history.ts'
import { actOf } from './walk-index.ts'
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
const claimsDeedOf = (history: History, act: AgentAct, step: Step): boolean =>
  act.act === 'claim-done' &&
  act.tool !== undefined &&
  (history.index.toldDeeds.get(step.id) ?? []).some(({ tool }) => tool === act.tool)

/** Is this the kind of action that does this step, whatever its arguments (A2)? */
function fitsStep(history: History, request: Request | null, action: Action, step: Step): boolean {
  const [call, act] = action.kind === 'call' ? [action, null] : [null, action.act]
  switch (step.kind) {
    case 'learn':
      return act?.act === 'request' && act.field === step.field
    case 'check': {
      const isIts = step.tool === call?.tool || (request !== null && call?.settles(request, step.record))
      return call?.role === 'read' && isIts === true
    }
    case 'confirm':
      return act?.act === 'propose' && act.tool === actOf(history.index.graph, step)?.tool
    case 'act':
      return call?.role === 'write' && step.tool === call.tool
    case 'tell':
      return act !== null && ((isTell(act) && isAbout(act, step)) || claimsDeedOf(history, act, step))
    case 'handover':
      return call?.role === 'handover'
    case 'end':
      return call === null ? act.act === 'sign-off' : call.role === 'close'
    default:
      return false
  }
}

/** Would the action do the step, arguments included? */
export const meetsStep = (history: History, request: Request, action: Action, step: Step): boolean =>
  fitsStep(history, request, action, step) && brokenBy(history, request, { action, step }) === null

/** Also where nothing would be satisfied: a proposal stands for the act it proposes (A4). */
export const wouldFit = (history: History, request: Request | null, action: Action, step: Step): boolean =>
  fitsStep(history, request, action, step) || proposes(action, step)

const proposes = (action: Action, step: Step): boolean =>
  action.kind === 'words' &&
  action.act.act === 'propose' &&
  step.kind === 'act' &&
  step.tool === action.act.tool

/** What is wrong with the arguments of an action that fits a step; null: nothing. `agreed`: see `searchAhead`. */
export function brokenBy(
  history: History,
  request: Request,
  {
    action,
    step,
    agreed = null,
  }: { readonly action: Action; readonly step: Step; readonly agreed?: Arguments | null },
): string | null {
  const act = actOf(history.index.graph, step)
  if (act === null) return null
  const read = actualReader(history, request)
  if (action.kind === 'call') {
    const broken = brokenConstraint(act.constraints, action.input, read)
    return broken ?? brokenAgreement(agreed ?? agreedTo(history, request, act.id), action.input)
  }
  const named = action.act.act === 'propose' ? (action.act.arguments ?? {}) : {}
  return brokenConstraint(namedConstraints(act.constraints, named), named, read)
}
