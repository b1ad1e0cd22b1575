import { assert } from '../../base/assert.ts'
import { seedFrom } from '../../base/chance.ts'
import type { Reading } from '../../base/values/reading.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import type { Customer, CustomerTurn, HeardMessage } from '../../conversation/customer/customer.ts'
import type { Answered, Recorded } from '../../conversation/talk/replay.ts'
import type { Transcript } from '../../transcript/event.ts'
import type { World } from '../../world/world.ts'
import type { TrialCustomer } from '../agents/maker.ts'
import type { ForkPoint, NoFork } from './fork-point.ts'
import { sentBefore } from './sent-before.ts'

/** The customer as it would be with another tactic, or at another intensity. */
export type Swap = { readonly tactic: string | null; readonly intensity: Intensity }

/**
 * The customer's last message before a fork, worded again. In: a point, and how the customer is to be. Out: the same point
 * with another last message. What was said before stays as it was: the customer takes those turns as its own.
 */
export async function wordAgain(
  point: ForkPoint,
  swap: Swap,
  trial: {
    readonly pack: Pack
    readonly case: Case
    readonly seed: number
    readonly attempt: number
    readonly customer: TrialCustomer
    readonly signal: AbortSignal
  },
): Promise<ForkPoint | NoFork> {
  const { answers, events } = point.given
  const last = answers.at(-1)
  const spoken = events.at(-1)
  if (last?.by !== 'customer' || spoken?.type !== 'message.sent' || spoken.from !== 'customer')
    return { none: 'only a fork right after a message of the customer can have that message worded again' }
  const customer = trial.customer.make({
    pack: trial.pack,
    case: { ...trial.case, tactic: swap.tactic },
    intensity: swap.intensity,
    seed: seedFrom(seedFrom(trial.seed, trial.attempt), 'customer'),
    aside: { signal: trial.signal, note: () => undefined, call: () => NO_DESK },
  })
  const turn = await saidInstead(customer, answers, events, trial.pack.world)
  if ('strayed' in turn) return { none: `the customer found no words for it (${turn.strayed})` }
  const given: Recorded = {
    answers: [...answers.slice(0, -1), { by: 'customer', turn }],
    events: [...events.slice(0, -1), { ...spoken, text: turn.text, act: turn.act }],
  }
  return { at: point.at, given }
}

const NO_DESK = { ok: false, output: { error: 'a customer has no desk' } }

async function saidInstead(
  customer: Customer,
  answers: readonly Answered[],
  events: Transcript,
  world: World,
) {
  const said = answers.flatMap((answer) => (answer.by === 'customer' ? [answer.turn] : []))
  const earlier = said.slice(0, -1).filter((turn): turn is CustomerTurn => !('strayed' in turn))
  const heard = heardBefore(events)
  const sent = sentBefore(events, world)
  assert(customer.relive !== undefined, 'every customer can take a recorded turn as its own')
  for (const [index, turn] of earlier.entries()) customer.relive(turn, heard[index] ?? [], sent?.[index])
  return earlier.length === 0
    ? customer.open()
    : customer.answer(heard[earlier.length] ?? [], sent?.[earlier.length])
}

/** For each customer message, in order: the agent's messages since the one before it, as they were read. */
function heardBefore(events: Transcript): readonly (readonly HeardMessage[])[] {
  const readings = new Map<number, Reading>()
  for (const event of events) if (event.type === 'message.read') readings.set(event.of, event.reading)
  const heard: HeardMessage[][] = [[]]
  for (const event of events) {
    if (event.type !== 'message.sent') continue
    if (event.from === 'customer') heard.push([])
    else {
      const reading = readings.get(event.n) ?? { language: 'en', sentences: [] }
      heard.at(-1)?.push({ n: event.n, text: event.text, reading })
    }
  }
  return heard
}
