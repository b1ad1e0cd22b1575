import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { explainCommand } from '../../base/shell.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { scoreAgain, type TrialChange } from '../../runner/jobs/rescore/score-again.ts'
import { packShelf } from '../../runner/jobs/rescore/score-transcripts.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { casesOfRun, packFoldersOf, readRunHeader } from '../../runner/runs/run-header.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import type { StoredRun } from '../../storage/store.ts'
import type { Change } from '../../verdicts/scoring/what-if.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

const Options = z.strictObject({ store: z.string(), pack: z.string() })
/** trials named of each change */
const SHOWN_MAX = 5

export const defineWhatIf: DefineCommand = (command, does) =>
  command
    .argument('<run>', 'id of a stored run, or latest')
    .requiredOption('--pack <id|folder>', 'the edited pack')
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .addHelpText(
      'after',
      examples([
        [
          'sage what-if latest --pack ./my-desk-edited',
          'which verdicts would change; no conversation is replayed',
        ],
      ]),
    )
    .action(does(whatIf))

async function whatIf({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { store, pack } = Options.parse(options)
  const edited = await loadPack(placeOfPack(pack, workingFolder).dir)
  const opened = await openStore(storePlace(store, workingFolder), 'read')
  try {
    const run = await findRun(opened, z.string().parse(words[0]))
    const planned = await plannedBefore(edited, run, workingFolder)
    const { trials, skipped, changed } = await scoreAgain(opened, run.id, { pack: edited, planned })
    const count = `${changed.length} of ${trials} trials of run ${run.id} would get a different verdict${skipped > 0 ? ` (${skipped} belong to other packs or to cases that no longer exist)` : ''}.`
    return {
      json: { run: run.id, pack: edited.id, trials, skipped, changed },
      text: [count, ...whatChanges(changed), ...nextStep(changed, pack)].join('\n'),
      exit: EXIT.ok,
    }
  } finally {
    await opened.close()
  }
}

/** The cases the run had planned; none where the pack it used is not here any more. */
async function plannedBefore(edited: Pack, run: StoredRun, workingFolder: string): Promise<readonly Case[]> {
  const header = readRunHeader(run)
  const used = header.versions.packs[edited.id]
  const shelf = packShelf(workingFolder, { folders: packFoldersOf(run) })
  const original = edited.hash === used ? edited : await shelf(edited.id)
  return original?.hash === used && original !== undefined
    ? casesOfRun(original, header).filter(({ planned }) => planned)
    : []
}

/** By what changes, most trials first: a hundred trials that change in one way are one thing to know. */
function whatChanges(changed: readonly TrialChange[]): readonly string[] {
  const groups = new Map<string, { because: string; readonly trials: Set<string> }>()
  for (const { trial, changes } of changed)
    for (const change of changes) {
      const known = groups.get(inWords(change)) ?? { because: change.because, trials: new Set() }
      known.trials.add(trial)
      groups.set(inWords(change), known)
    }
  return [...groups]
    .sort(([, a], [, b]) => b.trials.size - a.trials.size)
    .flatMap(([what, { because, trials }]) => [
      '',
      `${what}  (${trials.size} trial${trials.size === 1 ? '' : 's'})`,
      ...(because === '' ? [] : [`    why: ${because}`]),
      ...[...trials].slice(0, SHOWN_MAX).map((trial) => `    ${trial}`),
      ...(trials.size > SHOWN_MAX ? [`    and ${trials.size - SHOWN_MAX} more`] : []),
    ])
}

/** Numbers differ from trial to trial; which way they go does not. */
function inWords({ what, before, after }: Change): string {
  if (what === 'money_at_risk') return `money at risk: ${Number(after) > Number(before) ? 'more' : 'less'}`
  if (what !== 'path') return `${what}: ${before} -> ${after}`
  const [was, is] = [before, after].map((path) => (path.startsWith('fitness') ? 'not exact' : path))
  return was === is ? 'path: fits differently' : `path: ${was} -> ${is}`
}

const nextStep = ([first]: readonly TrialChange[], pack: string): readonly string[] =>
  first === undefined ? [] : ['', `Next:    ${explainCommand(first.trial, null)} --pack ${pack}`]
