import { EXIT } from '../../base/error.ts'
import { textTable } from '../../report/render/text-table.ts'
import { estimateRun, type PartyEstimate, type RunEstimate } from '../../runner/engine/estimate-run.ts'
import { planRun } from '../../runner/engine/schedule/run-plan.ts'
import type { CaseCounts } from '../../runner/packs/check-selection.ts'
import type { Extensions } from '../../runner/plugins/extensions.ts'
import { loadPrices } from '../../runner/settings/load-prices.ts'
import type { RunRequest } from '../../runner/settings/run-request.ts'
import type { Answer } from '../terminal/command.ts'
import { sayCases, sayLeftOut } from './say-cases.ts'

/** What a run would do, take and send where; nothing is run and nothing is written. */
export async function dryRun(request: RunRequest, own: Extensions): Promise<Answer> {
  const { situations, cases } = await planRun(request, own)
  const prices = await loadPrices(request.prices)
  const estimate = await estimateRun(request, situations, { prices, kinds: own.kinds })
  return {
    json: { dry_run: true, ...estimate, selected: cases, request },
    text: [...sayPlan(request, estimate, cases), ...sayParties(estimate)].join('\n'),
    exit: EXIT.ok,
  }
}

function sayPlan(request: RunRequest, { trials, forks }: RunEstimate, cases: CaseCounts): readonly string[] {
  const { agents, selection } = request
  return [
    `Suite:     ${request.suite}`,
    `Agents:    ${agents.map(({ id, protocol }) => `${id} (${protocol})`).join(', ')}`,
    `Packs:     ${selection.packs.join(', ')}`,
    `Cases:     ${sayCases(cases, selection)}`,
    ...sayLeftOut(cases, selection).map((line) => `           ${line}`),
    `Trials:    ${trials}, ${request.trials} per case and agent, seed ${request.seed}`,
    ...(request.forks === null
      ? []
      : [`Forks:     at most ${forks}, ${request.forks.n} of each ${request.forks.at}`]),
    `Customer:  ${request.customer === 'scripted' ? 'scripted' : request.customer.model}`,
    `Store:     ${request.store}`,
  ]
}

function sayParties(estimate: RunEstimate): readonly string[] {
  const leaving = estimate.parties.filter(({ to }) => to !== null)
  const nothingRan = 'Dry run: nothing was run or written.'
  if (leaving.length === 0)
    return ['Models:    no model calls; cost: 0 USD', `Nothing leaves this machine. ${nothingRan}`]
  const { model_calls, input_tokens, output_tokens, cost_usd } = estimate
  return [
    `Models:    about ${model_calls} calls, ${input_tokens} tokens sent, ${output_tokens} received; cost: ${cost_usd === null ? atLeast(leaving) : money(cost_usd)}`,
    '           (estimated from conversations of the oracle; token prices come from prices.yaml and `prices:` in sage.yaml)',
    '',
    textTable([['party', 'calls', 'sent', 'received', 'cost'], ...leaving.map(row)]),
    '',
    ...sayWhoSends(leaving),
    nothingRan,
  ]
}

/** What is known of it is a floor; two dozen models of which one has no price do not cost "unknown". */
function atLeast(parties: readonly PartyEstimate[]): string {
  const known = parties.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
  const unknown = parties.filter(({ usd }) => usd === null).length
  return known === 0 ? 'unknown' : `at least ${money(known)}; unknown for ${unknown} parties`
}

/** Those that send the same to the same place, together. */
function sayWhoSends(parties: readonly PartyEstimate[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const { party, to, sends } of parties) {
    const what = `to ${to}: ${sends.join(', ')}`
    groups.set(what, [...(groups.get(what) ?? []), party])
  }
  return [...groups].map(
    ([what, who]) => `${who.length === 1 ? `${who[0]} sends` : `${who.map(bare).join(', ')} send`} ${what}`,
  )
}

const bare = (party: string): string => party.replace(/^agent /, '')

const row = (party: PartyEstimate): readonly string[] => [
  party.party,
  ...(party.model === null ? ['-', '-', '-'] : [party.calls, party.input_tokens, party.output_tokens]).map(
    String,
  ),
  money(party.usd),
]

const money = (usd: number | null): string => (usd === null ? 'unknown price' : `${usd.toFixed(2)} USD`)
