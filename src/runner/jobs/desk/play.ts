import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { toolSpecs } from '../../../world/call.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { referenceRequest } from '../../agents/reference/request.ts'
import { playTrial, type Trial } from '../../trial/play-trial.ts'
import { guestTrialId } from '../../trial/trial-id.ts'
import { AGENT_HELP, personAgent, toolsPage } from './play-agent.ts'
import { CUSTOMER_HELP, cardPage, personCustomer } from './play-customer.ts'
import type { PlayScreen } from './play-screen.ts'

/**
 * One trial in which a person plays a party. In: a case, which side they take, a screen. Out: the transcript, as of any
 * other trial. The engine, the desk and the other party are those of a run.
 */
export type Play = {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly as: 'agent' | 'customer'
  /** who answers a person that plays the customer: a reference's name */
  readonly against: string
}

export async function play(setup: Play, screen: PlayScreen): Promise<Transcript> {
  screen.show(introduction(setup))
  return playTrial(await trialOf(setup, screen))
}

async function trialOf(
  { pack, case: theCase, intensity, seed, as, against }: Play,
  screen: PlayScreen,
): Promise<Trial> {
  const common = {
    id: guestTrialId('play', { case: theCase, intensity, seed }),
    pack,
    case: theCase,
    intensity,
    seed,
    attempt: 0,
  }
  if (as === 'agent') {
    const person = {
      id: 'person',
      protocol: 'observed' as const,
      sop: 'prompt' as const,
      make: () => personAgent(screen),
    }
    return { ...common, agent: person, customer: makeCustomer('scripted') }
  }
  const agent = await makeAgent(referenceRequest(against))
  return {
    ...common,
    agent,
    customer: { id: 'person', make: (trial) => personCustomer(trial, screen) },
  }
}

function introduction({ pack, case: theCase, as, against }: Play): string {
  const desk = `${pack.title}, ${pack.world.today}.`
  return as === 'agent'
    ? `${desk} You are the agent.\n${AGENT_HELP}Tools:\n${toolsPage(toolSpecs(pack.world))}`
    : `${desk} The agent is ${against}.\n${cardPage(theCase.card)}${CUSTOMER_HELP}`
}
