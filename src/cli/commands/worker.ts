import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { CallQueues } from '../../models/call-queues.ts'
import { REAL_TIMING } from '../../models/providers/real-timing.ts'
import type { WorkerEvent } from '../../runner/workers/serve-worker.ts'
import { workerName } from '../../runner/workers/worker-name.ts'
import { openTeam, STORE_HELP, storePlace, withoutPassword } from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { ownVersion } from '../terminal/own-version.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'
import type { Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({ store: z.string(), concurrency: z.int(), once: z.boolean().default(false) })
const LANES = 16

export const defineWorker: DefineCommand = (command, does) =>
  command
    .requiredOption('--store <place>', STORE_HELP, withoutPassword)
    .option(
      '--concurrency <n>',
      'conversations that this worker holds at the same time',
      wholeNumber({ min: 1, max: 10_000 }),
      LANES,
    )
    .option('--once', 'end when no run is left to play')
    .addHelpText('after', HELP)
    .action(does(worker))

const HELP = `${examples([
  [
    'sage worker --store postgres://sage@db.example/bench',
    'play trials of every run that is submitted there',
  ],
  [
    'sage run --store postgres://sage@db.example/bench',
    'submit a run from any machine, and watch how the workers play it',
  ],
])}
Start as many workers as you like, on any machines. Each takes its keys from its own environment, and fetches packs from
the store. A worker that dies loses nothing: after 30 seconds another one continues its trials. Ctrl-C gives them back at once.
See docs/teams.md.
`

async function worker({ options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const { store: place, concurrency, once } = Options.parse(options)
  const opened = await openTeam(storePlace(place, workingFolder))
  const { openModels } = await import('../../models/providers/open-models.ts')
  const queues = new CallQueues(REAL_TIMING)
  const { serveWorker } = await import('../../runner/workers/serve-worker.ts')
  const name = workerName()
  const stopping = stopOnSignal()
  const counts = { stored: 0, faulted: 0, given_back: 0 }
  const count = (event: WorkerEvent): void => {
    if (event.type !== 'trial.ended') terminal.err(`sage: ${say(event)}\n`)
    else if (event.end.is !== 'stored') counts.given_back += 1
    else {
      counts.stored += 1
      if (event.end.because !== null) counts.faulted += 1
    }
  }
  begin(terminal, name, concurrency)
  try {
    await serveWorker(
      opened,
      { name, lanes: concurrency, once, onEvent: count },
      {
        ...own,
        models: (providers) => openModels({ env: process.env, providers, queues }),
        queues,
        clock: Date.now,
        signal: stopping.signal,
        version: ownVersion(),
      },
    )
  } finally {
    stopping.close()
    await opened.store.close()
  }
  const said = `Worker ${name} stored ${counts.stored} trials (${counts.faulted} faulted) and gave back ${counts.given_back}.`
  return { json: { worker: name, ...counts }, text: said, exit: stopping.code() ?? EXIT.ok }
}

const begin = (terminal: Terminal, name: string, lanes: number): void =>
  terminal.err(`sage: worker ${name} is ready for ${lanes} conversations at a time\n`)

function say(event: Exclude<WorkerEvent, { readonly type: 'trial.ended' }>): string {
  if (event.type === 'run.opened') return `playing run ${event.run} (${event.trials} trials)`
  if (event.type === 'trial.restarted') return `restarting ${event.lease.trial}: ${event.because}`
  if (event.type === 'run.closed') return `run ${event.run} is done`
  return `run ${event.run}: ${event.because}`
}
