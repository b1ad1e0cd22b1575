import { join } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { openStudioData } from '../../runner/studio/studio-data.ts'
import { openDesks } from '../../runner/workbench/desks.ts'
import { runChoices } from '../../runner/workbench/run-choices.ts'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { ownVersion } from '../terminal/own-version.ts'
import { loadAssets } from '../view/assets.ts'
import { authorOf } from '../view/author-of.ts'
import { countApart } from '../view/count-apart.ts'
import { openJobs } from '../view/jobs.ts'
import { openBrowser } from '../view/open-browser.ts'
import { serveStudio } from '../view/serve-studio.ts'
import type { Workbench } from '../view/workbench-app.ts'

const Options = z.strictObject({ store: z.string(), port: z.int(), open: z.boolean(), edit: z.boolean() })

export const defineView: DefineCommand = (command, does) =>
  command
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .option('--port <n>', 'listen on this port; 0 picks a free one', wholeNumber({ min: 0, max: 65_535 }), 0)
    .option('--edit', 'let the pages write desks of this project and start runs', false)
    .option('--no-open', 'print the link without opening a browser')
    .addHelpText(
      'after',
      examples([
        ['sage view', 'open the studio in the browser'],
        ['sage view --edit', 'build desks and start runs in the browser; docs/workbench.md'],
        [
          'sage view --store team.db --port 4400 --no-open',
          'use another store and a fixed port, and only print the link',
        ],
      ]),
    )
    .action(does(view))

async function view({ options, terminal, workingFolder }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const assets = loadAssets(join(packageRoot(), 'dist/studio'))
  const place = storePlace(asked.store, workingFolder)
  // A new project has no store yet, and the first run is started here.
  if (asked.edit) await (await openStore(place, 'write')).close()
  const store = await openStore(place, 'read')
  const [, cli = ''] = process.argv
  const jobs = openJobs({ cli, store: asked.store, workingFolder, clock: Date.now })
  const bench: Workbench = {
    desks: openDesks(workingFolder),
    jobs,
    choices: () => runChoices(workingFolder, process.env),
    author: await authorOf(workingFolder),
    edit: asked.edit,
  }
  const apart = countApart(cli, asked.store, workingFolder)
  const data = openStudioData(store, { workingFolder, clock: Date.now, apart })
  try {
    const about = { version: ownVersion(), store: storePlace(asked.store, workingFolder) }
    const serving = await serveStudio({ data, assets, about, bench, port: asked.port })
    // Listened for before anybody can know that there is something to end.
    const ended = interrupted()
    terminal.err(`The studio is at ${serving.address}\nPress Ctrl-C to stop it.\n`)
    if (asked.open) openBrowser(serving.address)
    await ended
    await serving.close()
    await jobs.close()
    return { json: { address: serving.address, port: serving.port }, text: '', exit: EXIT.ok }
  } finally {
    await store.close()
  }
}

/** Ctrl-C is how a person ends it: no failure. */
const interrupted = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
