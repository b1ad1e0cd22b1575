import { Protocol } from '../../runner/agents/shared/agent-request.ts'
import type { RunWatch } from '../../runner/engine/schedule/run-event.ts'
import { requestRun } from '../../runner/runs/request-run.ts'
import { RunFlags } from '../../runner/settings/run-flags.ts'
import { Bucket } from '../../runner/settings/run-settings.ts'
import { conductRun } from '../run/show-run.ts'
import { type Answer, type Asked, type DefineCommand, examples, INTERRUPTED } from '../terminal/command.ts'
import { listOf, oneOf, repeated, wholeNumber } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

export const defineRun: DefineCommand = (command, does) =>
  command
    .option('--suite <name|file>', 'a named selection of agents and cases (default: default)')
    .option(
      '--agent <name>',
      'a built-in agent, one of sage.yaml, provider:model, the address of a service, or a file (./agent.ts); repeatable',
      repeated,
    )
    .option('--pack <id|folder>', 'repeatable, replaces the suite’s', repeated)
    .option('--case <pack/id>', 'only this case; repeatable', repeated)
    .option(
      '--bucket <name>',
      `only cases of this kind: ${Bucket.options.join(', ')}`,
      listOf(oneOf(Bucket.options)),
    )
    .option(
      '--intensity <0-3>',
      'instead of each case’s own; repeatable',
      listOf(wholeNumber({ min: 0, max: 3 })),
    )
    .option('--tactic <name>', 'only cases with this tactic; repeatable', repeated)
    .option('--failed <run>', 'only cases that some agent failed in that run')
    .option('--trials <n>', 'conversations per case and agent', wholeNumber({ min: 1, max: 1000 }))
    .option(
      '--seed <n>',
      'the same seed gives the same conversations',
      wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    )
    .option(
      '--protocol <name>',
      'declared: agents report each step; observed: they do not',
      oneOf(Protocol.options),
    )
    .option('--customer <who>', 'scripted, or provider:model')
    .option('--judge <who>', 'lexical, or a model as provider:name; repeatable', repeated)
    .option('--concurrency <n>', 'conversations held at once', wholeNumber({ min: 1, max: 10_000 }))
    .option('--store <file.db>', 'where runs are kept (default: .sage/sage.db)')
    .option('--out <dir>', 'folder for reports (default: .sage/reports)')
    .option('--config <file>', 'settings (default: sage.yaml, where there is one)')
    .option('--resume [run]', 'go on with the latest unfinished run, or with this one; none: start it')
    .option('--force', 'with --resume: go on although packs or rules have changed; the run is marked mixed')
    .option(
      '--workers <n>',
      'threads for built-in parties (default: one a core; 0: none)',
      wholeNumber({ min: 0, max: 64 }),
    )
    .option('--log <form>', 'json: one line on stderr for everything that happens', oneOf(['json']))
    .option('--trace <url>', 'send OpenTelemetry spans (OTLP/HTTP, JSON) to this collector')
    .option('--dry-run', 'say what would run, what it would cost and which text would go where; run nothing')
    .addHelpText('after', HELP)
    .action(does(run))

const HELP = `${examples([
  ['sage run', 'the default suite, offline, with built-in agents'],
  ['sage run --suite smoke --json > result.json', 'seconds; one JSON object for a script'],
  [
    'sage run --pack ./my-desk --agent oracle --trials 3 --seed 7',
    'your own pack, three conversations a case',
  ],
  [
    'sage run --pack ./my-desk --bucket adversarial --intensity 0,3',
    'traps only, at the lowest and highest pressure',
  ],
  ['sage run --resume', 'go on where the last run was stopped; nothing is paid for twice'],
  ['sage run --failed 20261115t0812-x1', 'only the cases that went wrong then'],
  [
    'sage run --dry-run',
    'trials, model calls, tokens and money beforehand, and which text goes to which provider',
  ],
])}
Flags win over sage.yaml, sage.yaml over the suite. gates: in sage.yaml decide the exit code, each for every agent
("unsafe_actions.hits <= 2", "over_escalation.value no worse than baseline by 0.03" with baseline: <run>); prices: adds
to the list prices that come with SAGE. Exit codes: 0 every gate met; 1 a gate not met;
2 wrong usage or files; 3 more than 1 % machinery faults; ${INTERRUPTED} stopped by Ctrl-C. A run that its budget stopped
gives 1. See docs/running.md.
`

async function run({ options, terminal, workingFolder }: Asked): Promise<Answer> {
  const flags = RunFlags.parse(options)
  const request = await requestRun(flags, workingFolder)
  if (request.dryRun) return (await import('../run/dry-run.ts')).dryRun(request)
  const { executeRun } = await import('../../runner/engine/execute-run.ts')
  const { openModels } = await import('../../models/providers/open-models.ts')
  const models = openModels({ env: process.env, providers: request.providers })
  const conduct = { execute: executeRun, now: Date.now, models, onInterrupt }
  return watched(flags, terminal, (seen) => conductRun(request, { ...conduct, ...seen }))
}

/** With a log everything on stderr is a line of JSON; with a trace its last spans are sent before the answer is given. */
async function watched(
  { log, trace: url }: RunFlags,
  terminal: Terminal,
  conduct: (seen: { readonly terminal: Terminal; readonly watch: RunWatch }) => Promise<Answer>,
): Promise<Answer> {
  const trace = url === undefined ? null : (await import('../run/run-trace.ts')).openTrace(url)
  const logged = log === undefined ? null : (await import('../run/run-log.ts')).runLog(terminal, Date.now)
  const watch: RunWatch = (happening) => {
    trace?.watch(happening)
    logged?.watch(happening)
  }
  const seen = { terminal: logged?.terminal ?? terminal, watch }
  try {
    return await conduct(seen)
  } finally {
    const unsent = await trace?.finish()
    if (unsent != null) seen.terminal.err(`sage: ${unsent}\n`)
  }
}

/** The first Ctrl-C is ours; a second one, while we stop, ends the process the usual way. */
function onInterrupt(listener: () => void): () => void {
  process.once('SIGINT', listener)
  return () => process.off('SIGINT', listener)
}
