import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { textTable } from '../../report/render/text-table.ts'
import { describeRun, type RunLine } from '../../runner/runs/describe-run.ts'
import { exportRun, runFileName } from '../../runner/runs/export-run.ts'
import { wholeRuns } from '../../runner/runs/half-import.ts'
import { importRun } from '../../runner/runs/import-run.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { isStoreThere, openToExport, storePlace } from '../../storage/open/open-store.ts'
import type { RunFileCounts } from '../../storage/run-file.ts'
import { RECOVER } from '../../storage/sqlite/error.ts'
import type { StoredRun } from '../../storage/store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'
import { describePrune, prune } from './runs-prune.ts'

const Options = z.strictObject({ store: z.string() })
const ExportOptions = z.strictObject({ store: z.string(), output: z.string().optional() })
const Words = z.array(z.string())

const stored = (command: Command): Command => command.addOption(storeOption())

export const defineRuns: DefineCommand = (command, does) => {
  command.addHelpText(
    'after',
    examples([
      ['sage runs', 'the runs of this folder, oldest first'],
      ['sage runs export latest -o archive/', 'one compressed file, readable with zcat and jq'],
    ]),
  )
  stored(command.command('list', { isDefault: true }))
    .description('list stored runs, oldest first')
    .addHelpText('after', examples([['sage runs --json', 'the list as JSON']]))
    .action(does(list))
  stored(command.command('delete'))
    .description('delete runs with their trials, ratings and reviews')
    .argument('<run...>', 'their ids, or latest')
    .addHelpText(
      'after',
      examples([['sage runs delete 20260101t120000-7f3', 'this cannot be undone; export the run first']]),
    )
    .action(does(remove))
  describePrune(stored(command.command('prune'))).action(does(prune))
  stored(command.command('export'))
    .description('write each run to a compressed JSONL file')
    .argument('[run...]', 'their ids, or latest')
    .option('-o, --output <path>', 'a folder, or a file if there is one run', '.')
    .addHelpText(
      'after',
      examples([
        ['sage runs export latest -o archive/', 'writes archive/<run>.jsonl.gz; read it with zcat and jq'],
      ]),
    )
    .action(does(exporting))
  stored(command.command('import'))
    .description('import exported runs into a store, with the same ids')
    .argument('<file...>', 'files written by sage runs export')
    .addHelpText(
      'after',
      examples([['sage runs import archive/*.jsonl.gz --store team.db', 'into another store']]),
    )
    .action(does(importing))
}

async function list({ options, workingFolder }: Asked): Promise<Answer> {
  const file = Options.parse(options).store
  // Before the first run there is nothing to list, which is no mistake.
  if (!(await isStoreThere(storePlace(file, workingFolder)))) return answer({ runs: [] }, NO_RUNS)
  return withStore({ named: file, workingFolder }, async (store) => {
    const runs: RunLine[] = []
    for (const run of await wholeRuns(store)) runs.push(await describeRun(store, run, Date.now()))
    return answer({ runs }, runs.length === 0 ? NO_RUNS : textTable([LIST_HEAD, ...runs.map(listRow)]))
  })
}

const NO_RUNS = 'No runs are stored here yet. Start one: sage run'
const LIST_HEAD = [
  'run',
  'started',
  'state',
  'suite',
  'passed',
  'failed',
  'could not tell',
  'voided',
  'faulted',
  'agents',
]

const listRow = ({
  run,
  started_at,
  state,
  imported_at,
  suite,
  trials,
  agents,
}: RunLine): readonly string[] => [
  run,
  started_at.slice(0, 16).replace('T', ' '),
  imported_at === null ? state : `${state}, imported`,
  suite ?? '?',
  ...[trials.passed, trials.failed, trials.could_not_tell, trials.voided, trials.faulted].map(String),
  agents.length > 4 ? `${agents.slice(0, 3).join(', ')} and ${agents.length - 3} more` : agents.join(', '),
]

async function remove({ words, options, workingFolder }: Asked): Promise<Answer> {
  return withStore({ named: Options.parse(options).store, workingFolder }, async (store) => {
    const runs: StoredRun[] = []
    // All are found before one is gone.
    for (const id of Words.parse(words[0])) runs.push(await findRun(store, id))
    for (const run of runs) {
      const { state } = await describeRun(store, run, Date.now())
      if (state === 'running') throw stillRunning(run.id, run.writer)
    }
    for (const { id } of runs) await store.deleteRun(id)
    const ids = runs.map(({ id }) => id)
    return answer({ deleted: ids }, `Deleted: ${ids.join(', ')}`)
  })
}

const stillRunning = (run: RunId, writer: string | null) =>
  usageError('run-held', `Run ${run} is being written by ${writer ?? 'another process'}.`, 'Stop it first.')

async function exporting({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { store: named, output = '.' } = ExportOptions.parse(options)
  const wanted = Words.parse(words[0] ?? [])
  const path = resolve(workingFolder, output)
  if (wanted.length === 0)
    throw usageError('no-run', 'No run was named.', 'Give a run id or latest. List the ids: sage runs')
  const file = storePlace(named, workingFolder)
  const { store, damage, leftOut, close } = await openToExport(file)
  try {
    const into = (run: RunId) =>
      wanted.length > 1 || isFolder(output, path) ? join(path, runFileName(run)) : path
    const runs: ExportedRun[] = []
    for (const id of wanted) {
      const run = await findRun(store, id)
      const { trials } = await exportRun(store, run, into(run.id))
      runs.push({ run: run.id, file: into(run.id), trials })
    }
    const told = runs.map((one) => `${one.run}: ${one.trials} trials in ${one.file}`)
    if (damage.length === 0) return answer({ runs }, told.join('\n'))
    const text = [...told, ...sayDamage(file, damage, leftOut)].join('\n')
    return { json: { runs, damage, left_out: leftOut }, text, exit: EXIT.barNotMet }
  } finally {
    await close()
  }
}

const sayDamage = (
  file: string,
  damage: readonly string[],
  leftOut: readonly string[],
): readonly string[] => [
  `${file} is damaged: ${damage.join('; ')}.`,
  ...(leftOut.length === 0 ? [] : [`Some of these could not be read: ${leftOut.join(', ')}.`]),
  'Something may be lost. Keep the damaged store until you have checked the exported runs.',
  `Next:    move the store to another place, then import the files with sage runs import. ${RECOVER}`,
]

const isFolder = (named: string, path: string): boolean =>
  named.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())

type ExportedRun = { readonly run: RunId; readonly file: string; readonly trials: number }
type ImportedRun = RunFileCounts & { readonly run: RunId; readonly file: string; readonly imported: boolean }

async function importing({ words, options, workingFolder }: Asked): Promise<Answer> {
  return withStore({ named: Options.parse(options).store, workingFolder, use: 'write' }, async (store) => {
    const runs: ImportedRun[] = []
    for (const named of Words.parse(words[0])) {
      const { run, imported, counts } = await importRun(
        store,
        resolve(workingFolder, named),
        new Date().toISOString(),
      )
      runs.push({ run, file: named, imported, ...counts })
    }
    const say = (one: ImportedRun) =>
      one.imported
        ? `${one.run}: ${one.trials} trials imported`
        : `${one.run}: already in this store, unchanged`
    return answer({ runs }, runs.map(say).join('\n'))
  })
}

const answer = (json: object, text: string): Answer => ({ json, text, exit: EXIT.ok })
