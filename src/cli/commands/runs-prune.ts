import type { Command } from 'commander'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { textTable } from '../../report/render/text-table.ts'
import { describeRun, type RunLine } from '../../runner/runs/describe-run.ts'
import { type Prunable, pruneRun, runsToPrune } from '../../runner/runs/prune-runs.ts'
import { hasTeam, openStore, openTeam, storePlace } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { type Answer, type Asked, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { typedYes } from '../terminal/typed-yes.ts'

const Options = z.strictObject({
  store: z.string(),
  keep: z.int().optional(),
  olderThan: z.int().optional(),
  yes: z.boolean().default(false),
})

export const describePrune = (command: Command): Command =>
  command
    .description('delete old finished runs; shows which, and asks first')
    .option(
      '--keep <n>',
      'keep the latest n finished runs, whatever their age',
      wholeNumber({ min: 0, max: 1_000_000 }),
    )
    .option(
      '--older-than <days>',
      'delete only runs that finished more than so many days ago',
      wholeNumber({ min: 0, max: 36_500 }),
    )
    .option('--yes', 'delete without asking, for example in CI')
    .addHelpText(
      'after',
      `${examples([
        ['sage runs prune --older-than 90 --keep 20', 'older than 90 days, but never one of the latest 20'],
        ['sage runs prune --keep 100 --yes', 'in a nightly job'],
      ])}
Runs that are unfinished, or that a process or workers have now, are never deleted. Deleting cannot be undone: export first
what you want to keep. Exit codes: 0 done, nothing to do, or you said no; 2 wrong usage, or no one could be asked.
`,
    )

/** `sage runs prune`: what would go, a yes, and only then it goes. */
export async function prune({ options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { store: named, keep, olderThan, yes } = Options.parse(options)
  if (keep === undefined && olderThan === undefined)
    throw usageError(
      'usage',
      'Which runs are old?',
      'Say how many stay (--keep 20), how old they must be (--older-than 90), or both.',
    )
  const opened = await open(storePlace(named, workingFolder))
  try {
    const keeping = { latest: keep ?? null, days: olderThan ?? null }
    const old: Old[] = []
    for (const run of await runsToPrune(opened, keeping, Date.now()))
      old.push({
        ...(await describeRun(opened.store, run, Date.now())),
        reviews: (await opened.store.reviews(run.id)).length,
      })
    if (old.length === 0) return answer([], [], 'No run is old enough to be deleted.')
    const shown = `${textTable([HEAD, ...old.map(row)])}\n`
    const agreed =
      yes || (await typedYes(terminal, [shown, `${runs(old.length)} would be deleted permanently.`]))
    if (agreed === null)
      return {
        ...answer(
          old,
          [],
          `${shown}\n${runs(old.length)} would be deleted. Nothing was. Add --yes to delete.`,
        ),
        exit: EXIT.wrongUsage,
      }
    if (!agreed) return answer(old, [], 'Nothing was deleted.')
    return await remove(opened, old)
  } finally {
    await opened.store.close()
  }
}

type Old = RunLine & { readonly reviews: number }

/** A store that workers use also knows which runs wait for them. */
async function open(place: string): Promise<Prunable & { readonly store: Store }> {
  const store = await openStore(place, 'read')
  if (!hasTeam(place)) return { store, submitted: async () => new Set<RunId>() }
  await store.close()
  const { store: shared, team } = await openTeam(place)
  return {
    store: shared,
    submitted: async () => new Set((await team.submissions()).map(({ run }) => run)),
  }
}

async function remove(opened: Prunable, old: readonly Old[]): Promise<Answer> {
  const deleted: RunId[] = []
  for (const { run } of old) if (await pruneRun(opened, run, Date.now)) deleted.push(run)
  const left = old.filter(({ run }) => !deleted.includes(run)).map(({ run }) => run)
  const said = [
    ...(deleted.length === 0 ? [] : [`Deleted: ${deleted.join(', ')}`]),
    ...(left.length === 0 ? [] : [`Left alone, because another process has them now: ${left.join(', ')}`]),
  ]
  return answer(old, deleted, said.join('\n'))
}

const HEAD = ['run', 'finished', 'suite', 'trials', 'reviews', 'agents']

const row = ({ run, started_at, finished_at, suite, trials, reviews, agents }: Old): readonly string[] => [
  run,
  (finished_at ?? started_at).slice(0, 16).replace('T', ' '),
  suite ?? '?',
  String(trials.judged + trials.voided + trials.faulted),
  String(reviews),
  agents.join(', '),
]

const runs = (count: number): string => (count === 1 ? '1 run' : `${count} runs`)

const answer = (old: readonly Old[], deleted: readonly RunId[], text: string): Answer => ({
  json: { old: old.map(({ run }) => run), deleted },
  text,
  exit: EXIT.ok,
})
