import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunId } from '../src/base/values/ids.ts'
import type { Agent, AgentMove, AgentView } from '../src/conversation/protocol/agent.ts'
import { noModels } from '../src/models/no-models.ts'
import type { RunResult } from '../src/report/result/run-result.ts'
import { AGENT_KINDS, type AgentRequest } from '../src/runner/agents/kinds.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import type { MakeAgent } from '../src/runner/agents/shared/agent-maker.ts'
import type { RunDeps } from '../src/runner/engine/run-deps.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { recordedRequest } from '../src/runner/runs/recorded-request.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { openStore, storePlace } from '../src/storage/open/open-store.ts'
import type { StoredTrial } from '../src/storage/store.ts'
import { used } from './support/transcript/events.ts'

/** Runs for tests: requests with everything in place, agents that cost and count what they are asked. */

export const LUNCHBOX = join(packageRoot(), 'packs/lunchbox')
export const folderFor = (name: string): string => mkdtempSync(join(tmpdir(), `sage-${name}-`))

export const REFERENCE = referenceRequest
export const PAID: AgentRequest = {
  id: 'paid',
  kind: 'command',
  protocol: 'observed',
  target: ['paid'],
  sop: 'prompt',
  tools: 'ours',
  mapping: null,
  stateless: false,
  options: {},
  folder: '/',
  timeoutMs: 120_000,
}

export const requestIn = (folder: string, over: Partial<RunRequest> = {}): RunRequest => ({
  ...recordedRequest({ suite: 'test', agents: [PAID], packs: [LUNCHBOX] }),
  seed: 1,
  concurrency: 4,
  store: join(folder, 'sage.db'),
  out: join(folder, 'reports'),
  ...over,
})

export const RESUME = { run: null, sameOnly: false, force: false } as const

/** Once a run, one agent a trial. */
export type TestMaker = () => MakeAgent

export type TestOutside = RunDeps & { readonly stop: () => void }

/** All agents that are commands are made by `maker`. */
export function outsideWith(maker: TestMaker, over: Partial<RunDeps> = {}): TestOutside {
  const stop = new AbortController()
  return {
    onProgress: () => undefined,
    signal: stop.signal,
    stop: () => stop.abort(),
    clock: Date.now,
    models: noModels,
    kinds: AGENT_KINDS.map((kind) =>
      kind.name === 'command' ? { ...kind, make: async () => ({ make: maker() }) } : kind,
    ),
    ...over,
  }
}

/** What each reply was asked with: the same words twice means that somebody paid twice. */
export type Bill = { readonly paid: string[]; readonly onPaid?: (count: number) => void | Promise<void> }

export const USD = 0.01

/** An agent that costs money and does a little of everything; its answers depend on what it is shown alone. */
export const paidAgent =
  (bill: Bill, over: Partial<Agent> = {}): TestMaker =>
  () =>
  ({ seed, aside }) => ({
    stateless: true,
    reply: async (view) => {
      bill.paid.push(`${seed} ${view.heard.length} ${JSON.stringify(view.heard.at(-1))}`)
      const waits = bill.onPaid?.(bill.paid.length)
      if (waits !== undefined) await waits
      aside.note(used({ model: 'test:paid', input_tokens: 100, output_tokens: 10, usd: USD, took_ms: 5 }))
      return moveFor(view, aside.call)
    },
    ...over,
  })

/** Calls in mid-turn, calls in the move, says something, in an order that depends on how far the talk is. */
function moveFor(view: AgentView, call: (tool: string, input: Record<string, string>) => unknown): AgentMove {
  const tool = view.tools.at(view.heard.length % view.tools.length)?.name ?? 'none'
  const last = view.heard.at(-1)
  if (last?.from === 'customer' && view.heard.length % 3 === 0)
    call(tool, { order_id: `${view.heard.length}` })
  if (last?.from === 'customer' && view.heard.length % 2 === 1)
    return { messages: [], calls: [{ tool, input: { order_id: 'A-1' } }] }
  return { messages: [`I see. What is your order number? (${view.heard.length})`], calls: [] }
}

/** What a run came to, without what must differ: names, paths, how often it was started, how long things took. */
export const numbersOf = ({ run, wall_ms: _, report: __, restarted: ___, ...rest }: RunResult): string =>
  JSON.stringify(rest, (key, value: unknown) => (key === 'reply_seconds' ? undefined : value)).replaceAll(
    run,
    'RUN',
  )

/** Everything the store holds of a run, with the run's own name taken out. */
export async function storedOf(place: string, run: RunId): Promise<readonly StoredTrial[]> {
  const store = await openStore(storePlace(place, '/'), 'read')
  try {
    const trials: StoredTrial[] = []
    for await (const trial of store.trials(run)) trials.push(trial)
    const pages = await store.pages(run)
    if (pages.length > 0) throw new TypeError(`${pages.length} pages are left over`)
    return (
      trials
        // How long an agent took to answer is no part of what came out.
        .map((trial) => ({ ...trial, facts: trial.facts.replace(/"replies":\[[^\]]*\]/, '"replies":[]') }))
        .map((trial) => JSON.parse(JSON.stringify(trial).replaceAll(run, 'RUN')) as StoredTrial)
        .sort((a, b) => (a.trial < b.trial ? -1 : 1))
    )
  } finally {
    await store.close()
  }
}
