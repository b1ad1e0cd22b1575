import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { openStore, storePlace } from '../../../storage/open/open-store.ts'
import { outcomeAccuracy } from '../../../verdicts/rules/outcome-accuracy/rule.ts'
import { publishedLabels } from '../../runs/published-labels.ts'
import { findRun } from '../../runs/stored-trials.ts'
import { type Label, readLabels } from './score-labels.ts'

/** The rule that a published label is about: was the task done? */
export const OUTCOME = outcomeAccuracy.id

/** Labels that came with the recordings: of an imported run, or labels.tsv in a folder that `sage import -o` wrote. */
export async function ownLabels(
  names: readonly string[],
  where: { readonly workingFolder: string; readonly store: string },
): Promise<readonly Label[]> {
  const labels: Label[] = []
  for (const name of names) {
    const path = resolve(where.workingFolder, name)
    const file = join(path, 'labels.tsv')
    if (!existsSync(path)) labels.push(...(await labelsOfRun(name, where)))
    else if (statSync(path).isDirectory() && existsSync(file)) labels.push(...readLabels(file))
  }
  if (labels.length === 0)
    throw usageError(
      'no-labels',
      'No label came with these conversations.',
      'Give a file of labels: --labels labels.tsv, with the columns transcript, rule and verdict.',
    )
  return labels
}

async function labelsOfRun(
  name: string,
  { store: place, workingFolder }: { readonly workingFolder: string; readonly store: string },
): Promise<readonly Label[]> {
  const store = await openStore(storePlace(place, workingFolder), 'read')
  try {
    const { id } = await findRun(store, name)
    const labels = await publishedLabels(store, id)
    return [...labels].map(([transcript, passed]) => ({ transcript, rule: OUTCOME, broken: !passed }))
  } finally {
    await store.close()
  }
}
