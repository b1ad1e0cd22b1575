import { basename } from 'node:path'
import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { StoredRun } from '../../storage/store.ts'
import type { AgentRequest } from '../agents/kinds.ts'
import { readRunHeader } from '../runs/run-header.ts'
import { outsideOf } from '../runs/run-outside.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { RunDeps } from './run-deps.ts'

/**
 * The request of an imported run. Its file may come from anywhere, so it says only what to play: agents, commands,
 * addresses, keys and folders are those that today's settings have under the same names.
 */
export function importedRequest(run: StoredRun, now: RunRequest): RunRequest {
  const then = readRunHeader(run).request
  const missing: string[] = []
  const agents = then.agents.map((agent) => {
    const today = now.agents.find(({ id }) => id === agent.id) ?? builtIn(agent)
    if (today === undefined) missing.push(`agent "${agent.id}"`)
    return today ?? agent
  })
  const packs = then.selection.packs.map((folder) => {
    const today = now.selection.packs.find((known) => basename(known) === basename(folder))
    if (today === undefined) missing.push(`pack "${basename(folder)}"`)
    return today ?? folder
  })
  if (modelOf(then.customer) !== modelOf(now.customer)) missing.push(`customer ${modelOf(then.customer)}`)
  if (modelOf(then.reader) !== modelOf(now.reader)) missing.push(`reader ${modelOf(then.reader)}`)
  if (missing.length > 0) throw notHere(run.id, missing)
  const { customer, reader, providers, prices } = now
  const [first = '', ...rest] = packs
  return {
    ...then,
    agents,
    selection: { ...then.selection, packs: [first, ...rest] },
    customer,
    reader,
    providers,
    prices,
  }
}

/** A built-in agent starts nothing and sends nothing. */
const builtIn = (agent: AgentRequest): AgentRequest | undefined =>
  agent.kind === 'reference' ? agent : undefined

const modelOf = (setting: RunRequest['customer'] | RunRequest['reader']): string =>
  typeof setting === 'string' ? setting : setting.model

const notHere = (run: RunId, missing: readonly string[]) =>
  usageError(
    'imported-run',
    `Run ${run} was imported, and your settings do not have: ${missing.join(', ')}.`,
    'An imported run starts only what your own sage.yaml and flags name. Add them there under the same names.',
  )

/** What would be started and where keys would go is said, and nothing happens without a yes. */
export async function consent(run: RunId, request: RunRequest, deps: RunDeps): Promise<void> {
  const lines = outsideOf(request, deps.kinds)
  if (lines.length === 0) return
  if ((await deps.confirm?.(run, lines)) === true) return
  throw usageError(
    'imported-run',
    `Run ${run} was imported. Resuming it would start or ask:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    'If that is what you want, add --force.',
  )
}
