import { assertNever } from '../../base/assert.ts'
import { costOf, type Prices } from '../../metrics/prices.ts'
import { type AgentKinds, type AgentRequest, agentKinds, whereTextGoes } from '../agents/kinds.ts'
import { whereJudged } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { type Situation, trialsOf } from '../trial/plan-trials.ts'
import { type AskedAs, measureTrial, type TrialSize, type Use } from './measure-trial.ts'

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

export async function estimateRun(
  request: RunRequest,
  situations: readonly Situation[],
  { prices, kinds = agentKinds() }: { readonly prices: Prices; readonly kinds?: AgentKinds },
): Promise<RunEstimate> {
  const each = situations.length * request.trials
  const trials = each * request.agents.length
  const callsModels =
    request.agents.some((agent) => whereTextGoes(agent, kinds).to !== 'nowhere') ||
    request.customer !== 'scripted' ||
    request.reader !== 'lexical' ||
    request.judges.some((judge) => whereJudged(judge).to !== 'nowhere')
  const sizes = new Map<string, Size>()
  const sizeAs = async (as: AskedAs): Promise<Size> => {
    const key = JSON.stringify(as)
    const known = sizes.get(key) ?? (await measured(situations, request.seed, as))
    sizes.set(key, known)
    return known
  }
  const size = callsModels ? await sizeAs(AS_USUAL) : NOTHING
  const forks = forksOf(request, situations)
  const played = playedIn(request, forks / Math.max(1, request.agents.length), size)
  const spoken = request.forks?.until === 'end' ? played : 0
  const ofAgents = request.agents.map(async (agent) =>
    ofAgent(agent, {
      size: agent.kind === 'model' ? await sizeAs(askedAs(agent)) : size,
      ...{ trials: each + played, prices, kinds },
    }),
  )
  const parties = [
    ...(await Promise.all(ofAgents)),
    ofCustomer(request.customer, { size, trials: trials + spoken * request.agents.length, prices }),
    ...ofReader(request, { size, trials: trials + played * request.agents.length, prices }),
    ...request.judges.map((judge) => ofJudge(judge, { size, trials, prices })),
  ]
  const sum = (of: (party: PartyEstimate) => number) => parties.reduce((total, party) => total + of(party), 0)
  const unknown = parties.some(({ usd }) => usd === null)
  return {
    cases: situations.length,
    trials,
    forks,
    model_calls: sum(({ calls }) => calls),
    input_tokens: sum((party) => party.input_tokens),
    output_tokens: sum((party) => party.output_tokens),
    cost_usd: unknown ? null : sum(({ usd }) => usd ?? 0),
    parties,
  }
}

const AS_USUAL: AskedAs = { sop: 'prompt', protocol: 'declared', prompt: null }
const askedAs = (agent: AgentRequest): AskedAs => ({
  sop: agent.sop,
  protocol: agent.protocol,
  prompt: 'prompt' in agent && typeof agent.prompt === 'string' ? agent.prompt : null,
})

/** Traps of every agent, each sampled n times. */
const forksOf = ({ forks, trials, agents }: RunRequest, situations: readonly Situation[]): number =>
  forks === null
    ? 0
    : situations.filter(({ case: one }) => forks.at === 'divergence' || one.bucket === 'adversarial').length *
      trials *
      agents.length *
      forks.n

/** How many whole conversations these forks are worth: a turn each, or about half of one. */
const playedIn = ({ forks }: RunRequest, count: number, size: Size): number =>
  forks === null ? 0 : count * (forks.until === 'end' ? 0.5 : 1 / Math.max(1, size.turns))

type Scale = { readonly size: Size; readonly trials: number; readonly prices: Prices }

const SOP_SENT: Readonly<Record<AgentRequest['sop'], readonly string[]>> = {
  prompt: ['the SOP'],
  lookup: ['what it looks up of the SOP'],
  none: [],
  steps: ['the sentences of the SOP now due'],
}

function ofAgent(
  agent: AgentRequest,
  { kinds, ...scale }: Scale & { readonly kinds: AgentKinds },
): PartyEstimate {
  const party = `agent ${agent.id}`
  const sends = [...SOP_SENT[agent.sop], 'the tools', 'customer messages', 'its own messages', 'tool results']
  const goes = whereTextGoes(agent, kinds)
  switch (goes.to) {
    case 'nowhere':
      return stays(party)
    case 'model':
      return asked(party, { model: goes.model, sends, use: scale.size.agent }, scale)
    case 'service':
      return { ...elsewhere(party, sends), to: goes.url }
    case 'program':
      return { ...elsewhere(party, sends), to: `a program of yours: ${goes.command}` }
    default:
      return assertNever(goes)
  }
}

const ofCustomer = (customer: RunRequest['customer'], scale: Scale): PartyEstimate =>
  customer === 'scripted'
    ? stays('customer')
    : asked(
        'customer',
        { model: customer.model, sends: ["the customer's card", 'what was said'], use: scale.size.customer },
        scale,
      )

/** One call for each message of an agent. */
function ofReader({ reader }: RunRequest, scale: Scale): readonly PartyEstimate[] {
  if (reader === 'lexical') return []
  const use = scale.size.reader
  return [
    asked(
      'reader',
      { model: reader.model, sends: ["agents' messages", "the desk's fields, tools and topics"], use },
      scale,
    ),
  ]
}

function ofJudge(judge: string, scale: Scale): PartyEstimate {
  const party = `judge ${judge}`
  const goes = whereJudged(judge)
  if (goes.to !== 'model') return stays(party)
  const sends = ['the SOP', 'the words of the conversation, without names of agents or models']
  return asked(party, { model: goes.model, sends, use: scale.size.judge }, scale)
}

/** Built-in parties: no call, no token, and no word that leaves. */
const stays = (party: string): PartyEstimate => ({
  party,
  to: null,
  sends: [],
  model: null,
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  usd: 0,
})

/** What a service or a program of yours spends is not ours to know. */
const elsewhere = (party: string, sends: readonly string[]): PartyEstimate => ({
  ...stays(party),
  sends,
  usd: null,
})

function asked(
  party: string,
  { model, sends, use }: { readonly model: string; readonly sends: readonly string[]; readonly use: Use },
  { trials, prices }: Scale,
): PartyEstimate {
  const tokens = {
    input_tokens: Math.round((use.sent * trials) / CHARACTERS_PER_TOKEN),
    output_tokens: Math.round((use.received * trials) / CHARACTERS_PER_TOKEN),
  }
  return {
    party,
    to: model.split(':')[0] ?? model,
    sends,
    model,
    calls: Math.round(use.calls * trials),
    ...tokens,
    usd: costOf(model, { ...tokens, cached_tokens: 0, reasoning_tokens: 0 }, prices),
  }
}

/** Per trial, on average. */
type Size = TrialSize
const NO_USE: Use = { calls: 0, sent: 0, received: 0 }
const NOTHING: Size = { agent: NO_USE, customer: NO_USE, reader: NO_USE, judge: NO_USE, turns: 0 }

async function measured(situations: readonly Situation[], seed: number, as: AskedAs): Promise<Size> {
  const every = Math.max(1, Math.ceil(situations.length / SAMPLE_MAX))
  const sample = situations.filter((_, index) => index % every === 0)
  const sizes: Size[] = []
  for (const trial of trialsOf(sample, { agents: 1, trials: 1, seed }))
    sizes.push(await measureTrial(trial, as))
  const mean = (of: (size: Size) => number) =>
    sizes.reduce((sum, size) => sum + of(size), 0) / Math.max(1, sizes.length)
  const meanOf = (role: Exclude<keyof Size, 'turns'>): Use => ({
    calls: mean((size) => size[role].calls),
    sent: mean((size) => size[role].sent),
    received: mean((size) => size[role].received),
  })
  return {
    agent: meanOf('agent'),
    customer: meanOf('customer'),
    reader: meanOf('reader'),
    judge: meanOf('judge'),
    turns: mean((size) => size.turns),
  }
}
