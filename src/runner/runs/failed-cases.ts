import { usageError } from '../../base/error.ts'
import { openStore } from '../../storage/open/open-store.ts'
import type { RunFlags } from '../settings/run-flags.ts'
import type { CaseSelection, RunRequest } from '../settings/run-request.ts'
import { figuresOf } from './count-run.ts'
import { packFoldersOf, readRunHeader } from './run-header.ts'
import { findRun } from './stored-trials.ts'

/** The selection with `--failed <run>` resolved: the cases that some agent failed in that run, of those asked for. */
export async function resolveFailed(request: RunRequest): Promise<RunRequest> {
  const { selection } = request
  if (selection.failedIn === null) return request
  const failed = await failedIn(selection.failedIn, request.store)
  const cases = selection.cases.length === 0 ? failed : failed.filter((id) => selection.cases.includes(id))
  if (cases.length === 0) throw nothingFailed(selection.failedIn)
  const narrowed: CaseSelection = { ...selection, cases }
  return { ...request, selection: narrowed }
}

async function failedIn(run: string, file: string): Promise<readonly string[]> {
  const store = await openStore(file, 'read')
  try {
    const found = await findRun(store, run)
    const figures = await figuresOf(store, found, [])
    return [...new Set(figures.cases().flatMap((each) => (each.failed > 0 ? [each.case] : [])))]
  } finally {
    await store.close()
  }
}

const nothingFailed = (run: string) =>
  usageError(
    'nothing-failed',
    `None of the selected cases failed in run ${run}.`,
    'Omit --failed, or choose another run. See `sage report`.',
  )

/**
 * `--failed`: the cases that failed in a stored run, played as they were played there. What the command line names wins over
 * the run; the run wins over sage.yaml, which may name other packs or agents by now. Only an agent of the same id in
 * today's settings is today's: a mended agent is what one wants to try.
 */
export async function requestFailed(request: RunRequest, flags: RunFlags): Promise<RunRequest> {
  const { failedIn } = request.selection
  if (failedIn === null) return request
  const store = await openStore(request.store, 'read')
  try {
    const run = await findRun(store, failedIn)
    const { request: then } = readRunHeader(run)
    const agents = flags.agent.length > 0 ? request.agents : agentsLike(then, request, run.imported !== null)
    const folders = [...packFoldersOf(run).values()]
    const [first, ...rest] = flags.pack.length > 0 || folders.length === 0 ? request.selection.packs : folders
    return await resolveFailed({
      ...request,
      agents,
      seed: flags.seed ?? then.seed,
      selection: {
        ...request.selection,
        packs: [first ?? request.selection.packs[0], ...rest],
        own: true,
        planned: then.selection.planned,
        intensities: flags.intensity.length > 0 ? request.selection.intensities : then.selection.intensities,
        failedIn: run.id,
      },
    })
  } finally {
    await store.close()
  }
}

/** An imported run names agents that somebody else had: only today's settings say what is started. */
function agentsLike(then: RunRequest, now: RunRequest, isImported: boolean): RunRequest['agents'] {
  const agents = then.agents.flatMap((agent) => {
    const today = now.agents.find(({ id }) => id === agent.id)
    return today !== undefined ? [today] : isImported && agent.kind !== 'reference' ? [] : [agent]
  })
  if (agents.length > 0) return agents
  throw usageError(
    'no-agent',
    'None of the agents of that run are in your settings.',
    'It was imported, and an imported run starts nothing. Name an agent: --agent <id>.',
  )
}
