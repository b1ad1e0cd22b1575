import { seededChance, seedFrom } from '../base/chance.ts'
import type { Case, Intensity, Pack } from '../cases/case.ts'
import type { Agent } from '../conversation/agent/agent.ts'
import { type Aside, openAside } from '../conversation/aside.ts'
import { converse } from '../conversation/converse.ts'
import type { Customer } from '../conversation/customer/customer.ts'
import { openDesk } from '../conversation/desk/open-desk.ts'
import { DEFAULT_LIMITS } from '../conversation/limits.ts'
import { openTap, type Tap } from '../references/tap.ts'
import type { Transcript, TranscriptEvent } from '../transcript/event.ts'
import { recogniseActs } from '../transcript/recognise/recognise.ts'
import { reportForm } from './report-form.ts'
import type { SopMode } from './run-settings.ts'
import { shownSop } from './shown-sop.ts'

/**
 * One trial, executed. In: a pack, a case and its parties' makers. Out: the transcript. No registry, no configuration,
 * no store: those are the layers above.
 */
export type Trial = {
  readonly id: string
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  /** the same for every agent: customers are paired */
  readonly seed: number
  readonly attempt: number
  readonly agent: {
    readonly id: string
    readonly protocol: 'declared' | 'observed'
    readonly sop: SopMode
    /** whose tools it calls; absent: this desk's */
    readonly tools?: 'ours' | 'own'
    readonly make: MakeAgent
  }
  readonly customer: { readonly id: string; readonly make: MakeCustomer }
}

/** What an agent may be built from. Only instruments look at the tap. */
export type MakeAgent = (trial: {
  readonly pack: Pack
  readonly trap: string | null
  readonly tap: Tap
  readonly seed: number
  readonly aside: Aside
}) => Agent
export type MakeCustomer = (trial: {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly aside: Aside
}) => Customer

const NEVER = new AbortController()

export async function executeTrial(trial: Trial, signal = NEVER.signal): Promise<Transcript> {
  const { pack, case: theCase, intensity, agent } = trial
  const seed = seedFrom(trial.seed, trial.attempt)
  const { tap, feed } = openTap()
  const events: TranscriptEvent[] = []
  const { aside, socket } = openAside(signal)
  const shown = shownSop(pack, agent)
  await converse({
    start: {
      type: 'trial.started',
      format: 1,
      trial: trial.id,
      pack: { id: pack.id, hash: pack.hash },
      case: theCase.id,
      agent: agent.id,
      protocol: agent.protocol,
      customer: trial.customer.id,
      seed: trial.seed,
      attempt: trial.attempt,
      intensity,
      tactic: theCase.tactic,
      today: pack.world.today,
      ...(agent.sop === 'prompt' ? {} : { sop: agent.sop }),
      ...(agent.tools === 'own' ? { tools: agent.tools } : {}),
    },
    customer: trial.customer.make({
      pack,
      case: theCase,
      intensity,
      seed: seedFrom(seed, 'customer'),
      aside,
    }),
    agent: agent.make({ pack, trap: theCase.trap, tap, seed: seedFrom(seed, 'agent'), aside }),
    desk: openDesk(pack.world, theCase.sets, seededChance(seedFrom(seed, 'desk'))),
    sop: shown.sop,
    form: reportForm(pack.graph),
    aside: socket,
    tools: shown.tools,
    limits: { ...DEFAULT_LIMITS, turnsMax: pack.turnsMax },
    asks: (text) =>
      recogniseActs(text, pack.lexicon).some(({ act }) => act === 'request' || act === 'propose'),
    append: (event) => {
      events.push(event)
      feed(event)
      shown.feed(event)
    },
  })
  return events
}
