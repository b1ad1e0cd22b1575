import { assertNever } from '../../base/assert.ts'
import { costOf, type Prices } from '../../metrics/prices.ts'
import type { AgentKinds, AgentRequest } from '../agents/kinds.ts'
import type { Destination } from '../agents/shared/destination.ts'
import { destinationsOf } from '../judges/destinations.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { type Situation, trialsOf } from '../trial/plan-trials.ts'
import { type AskedAs, type Measured, measureTrial, nothingMeasured } from './measure-trial.ts'

/**
 * What a run would take, before it is run. In: a request, its situations, prices. Out: trials, model calls, tokens and
 * money, and which text would go where. Sizes are measured on a sample of conversations with the oracle; other agents
 * talk more or less, so these are estimates.
 */
export type RunEstimate = {
  readonly cases: number
  readonly trials: number
  /** samples of decisions, at most: not every conversation comes to its trap */
  readonly forks: number
  readonly model_calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** null: the price of a model is not known */
  readonly cost_usd: number | null
  readonly parties: readonly PartyEstimate[]
}

export type PartyEstimate = {
  readonly party: string
  /** provider, address or program that gets text; null: nothing leaves this machine */
  readonly to: string | null
  readonly sends: readonly string[]
  readonly model: string | null
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** null: not known; 0 only where no model is called */
  readonly usd: number | null
}

const SAMPLE_MAX = 24
/** A rough rule for European languages; providers count each in their own way. */
const CHARACTERS_PER_TOKEN = 4

type Party = {
  readonly party: string
  readonly goes: Destination
  readonly sends: readonly string[]
  readonly role: 'agent' | 'customer' | 'reader' | 'judge'
  readonly as: AskedAs
  /** conversations it takes part in, and forks */
  readonly trials: number
  readonly forks: number
}

const AS_USUAL: AskedAs = { sop: 'prompt', protocol: 'declared', prompt: null }
const SOP_SENT: Readonly<Record<AgentRequest['sop'], readonly string[]>> = {
  prompt: ['the SOP'],
  lookup: ['what it looks up of the SOP'],
  none: [],
  steps: ['the sentences of the SOP now due'],
}
const SENT_BY = {
  agent: ['the tools', 'customer messages', 'its own messages', 'tool results'],
  customer: ["the customer's card", 'what was said'],
  reader: ["agents' messages", "the desk's fields, tools and topics"],
  judge: ['the SOP', 'the words of the conversation, without names of agents or models'],
}

export async function estimateRun(
  request: RunRequest,
  situations: readonly Situation[],
  { prices, kinds = [] }: { readonly prices: Prices; readonly kinds?: AgentKinds },
): Promise<RunEstimate> {
  const trials = situations.length * request.trials * request.agents.length
  const forks = forksOf(request, situations)
  const samples = new Map<string, Promise<Measured>>()
  const sampleOf = (as: AskedAs): Promise<Measured> => {
    const key = JSON.stringify(as)
    const sample = samples.get(key) ?? measured(situations, request.seed, as)
    samples.set(key, sample)
    return sample
  }
  const estimate = async (each: Party): Promise<PartyEstimate> => {
    const { party, goes, sends } = each
    const model = { model: null, calls: 0, input_tokens: 0, output_tokens: 0 }
    switch (goes.to) {
      case 'nowhere':
        return { party, to: null, sends: [], ...model, usd: 0 }
      // What a service or a program of yours spends is not ours to know.
      case 'service':
        return { party, to: goes.url, sends, ...model, usd: null }
      case 'program':
        return { party, to: `a program of yours: ${goes.command}`, sends, ...model, usd: null }
      case 'model': {
        const use = useOf(each, await sampleOf(each.as), request.forks)
        const usd = costOf(goes.model, { ...use, cached_tokens: 0, reasoning_tokens: 0 }, prices)
        return { party, to: goes.model.split(':')[0] ?? goes.model, sends, model: goes.model, ...use, usd }
      }
      default:
        return assertNever(goes)
    }
  }
  const parties = await Promise.all(partiesOf(request, { trials, forks, kinds }).map(estimate))
  const sum = (of: (party: PartyEstimate) => number) => parties.reduce((total, party) => total + of(party), 0)
  return {
    cases: situations.length,
    trials,
    forks,
    model_calls: sum(({ calls }) => calls),
    input_tokens: sum((party) => party.input_tokens),
    output_tokens: sum((party) => party.output_tokens),
    cost_usd: parties.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
    parties,
  }
}

/** Traps of every agent, each sampled n times. */
const forksOf = ({ forks, trials, agents }: RunRequest, situations: readonly Situation[]): number =>
  forks === null
    ? 0
    : situations.filter(({ case: one }) => forks.at === 'divergence' || one.bucket === 'adversarial').length *
      trials *
      agents.length *
      forks.n

function partiesOf(
  request: RunRequest,
  all: { readonly trials: number; readonly forks: number; readonly kinds: AgentKinds },
): readonly Party[] {
  const { trials, forks } = all
  return destinationsOf(request, all.kinds).flatMap(([party, goes], index): readonly Party[] => {
    const agent = request.agents[index]
    if (agent !== undefined) {
      const prompt = 'prompt' in agent && typeof agent.prompt === 'string' ? agent.prompt : null
      const as = { sop: agent.sop, protocol: agent.protocol, prompt }
      const each = { trials: trials / request.agents.length, forks: forks / request.agents.length }
      return [{ party, goes, sends: [...SOP_SENT[agent.sop], ...SENT_BY.agent], role: 'agent', as, ...each }]
    }
    if (party === 'reader' && goes.to === 'nowhere') return []
    const role = party === 'customer' || party === 'reader' ? party : 'judge'
    const forked = role === 'reader' || (role === 'customer' && request.forks?.until === 'end')
    return [{ party, goes, sends: SENT_BY[role], role, as: AS_USUAL, trials, forks: forked ? forks : 0 }]
  })
}

/** A fork is a turn, or about half of a conversation. */
function useOf({ role, trials, forks }: Party, sample: Measured, plan: RunRequest['forks']) {
  const turns = sample.turns / Math.max(1, sample.trials)
  const played = trials + forks * (plan?.until === 'end' ? 0.5 : 1 / Math.max(1, turns))
  const scaled = (count: number) => Math.round((count * played) / Math.max(1, sample.trials))
  const { calls, sent, received } = sample[role]
  return {
    calls: scaled(calls),
    input_tokens: scaled(sent / CHARACTERS_PER_TOKEN),
    output_tokens: scaled(received / CHARACTERS_PER_TOKEN),
  }
}

async function measured(situations: readonly Situation[], seed: number, as: AskedAs): Promise<Measured> {
  const every = Math.max(1, Math.ceil(situations.length / SAMPLE_MAX))
  const some = situations.filter((_, index) => index % every === 0)
  const sum = nothingMeasured()
  for (const trial of trialsOf(some, { agents: 1, trials: 1, seed })) await measureTrial(trial, as, sum)
  return sum
}
