import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { forkText } from '../../report/render/fork-text.ts'
import type { ForkWish } from '../../runner/trial/fork-point.ts'
import { openStore, storePlace } from '../../storage/open/open-store.ts'
import { progressLine } from '../run/progress-line.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { repeated, wholeNumber } from '../terminal/options.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'
import { storeOption } from '../terminal/store-option.ts'

const Options = z.strictObject({
  at: z.int().optional(),
  atDecision: z.string().optional(),
  atTrap: z.boolean().default(false),
  samples: z.int(),
  toEnd: z.boolean().default(false),
  swap: z
    .string()
    .regex(
      /^(?:tactic(?:=[a-z0-9-]+)?|intensity(?:=[0-3])?)$/,
      'tactic, tactic=<name>, intensity or intensity=<0-3>',
    )
    .optional(),
  fresh: z.boolean().default(false),
  agent: z.array(z.string()).default([]),
  customer: z.string().optional(),
  reader: z.string().optional(),
  concurrency: z.int().optional(),
  store: z.string(),
  config: z.string().optional(),
})

export const defineFork: DefineCommand = (command, does) =>
  command
    .argument('<what...>', 'a stored trial or run, a transcript file, or pack/case')
    .option('--at <event>', 'fork at this event of the transcript', wholeNumber({ min: 1, max: 1_000_000 }))
    .option('--at-decision <step>', 'fork where this step of the graph is decided or first due')
    .option('--at-trap', 'fork at the trap of an adversarial case')
    .option('-n, --samples <n>', 'samples of each decision', wholeNumber({ min: 1, max: 1000 }), 10)
    .option('--to-end', 'play each sample to the end of the conversation, not only the agent’s next turn')
    .option(
      '--swap <what>',
      'also word the customer’s last message again: intensity[=0-3], or tactic[=name] (none: no tactic)',
    )
    .option(
      '--agent <name>',
      'whose next turn is sampled (default: the agent of the trial); repeatable',
      repeated,
    )
    .option('--fresh', 'take new samples even if there are stored ones')
    .option('--customer <who>', 'who plays the customer: scripted, or a model as provider:model')
    .option('--reader <who>', 'who reads the agents’ messages: lexical, or a model as provider:model')
    .option('--concurrency <n>', 'samples running at the same time', wholeNumber({ min: 1, max: 10_000 }))
    .addOption(storeOption())
    .option('--config <file>', 'settings file (default: sage.yaml, if it exists)')
    .addHelpText(
      'after',
      `${examples([
        ['sage fork latest', 'every trap of the latest run, ten samples each'],
        ["sage fork '<trial>' --at 14 -n 20", 'one decision of one trial, twenty samples'],
        ["sage fork '<trial>' --swap intensity=3", 'the same decision after a harder last message'],
        ['sage fork my-desk/refund-too-late --agent ./agent.ts', 'play a case, then fork its trap'],
      ])}
The conversation is replayed up to the decision: no model is paid for replayed turns, and the desk is as it was. Without
--at the fork is at the trap of an adversarial case, else where a failed trial first left the procedure. Samples are
stored with the run; the same command again plays only what is missing. unsafe_here is about these very conversations,
unsafe_like_these about conversations of this kind. See docs/forks.md.
Exit codes: 0 sampled; 2 wrong usage; 3 samples failed; ${STOPPED_BY}.
`,
    )
    .action(does(forkTrials))

async function forkTrials({ words, options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const { agent, customer, reader, concurrency, store, config } = asked
  const place = storePlace(store, workingFolder)
  const opened = await openStore(place, 'write')
  const stop = stopOnSignal()
  const { openModels } = await import('../../models/providers/open-models.ts')
  const { ownProviders, projectSettings } = await import('../../runner/settings/project-settings.ts')
  const { fork } = await import('../../runner/jobs/fork/fork.ts')
  const settings = await projectSettings(workingFolder, own.kinds)
  const line = progressLine(terminal, () => performance.now())
  try {
    const result = await fork(
      {
        words: z.array(z.string()).parse(words[0]),
        wish: wishOf(asked),
        n: asked.samples,
        until: asked.toEnd ? 'end' : 'turn',
        swap: swapOf(asked.swap),
        fresh: asked.fresh,
        flags: {
          agent,
          store: place,
          ...(customer === undefined ? {} : { customer }),
          ...(reader === undefined ? {} : { reader }),
          ...(concurrency === undefined ? {} : { concurrency }),
          ...(config === undefined ? {} : { config }),
        },
        workingFolder,
      },
      opened,
      {
        ...own,
        onProgress: line.show,
        signal: stop.signal,
        clock: Date.now,
        models: openModels({ env: process.env, providers: ownProviders(settings.providers) }),
      },
    )
    line.done()
    const failed = result.left > 0 && result.stopped === null
    return {
      json: result,
      text: forkText(result),
      exit: stop.code() ?? (failed ? EXIT.machinery : EXIT.ok),
    }
  } finally {
    stop.close()
    await opened.close()
  }
}

function wishOf({ at, atDecision, atTrap }: z.infer<typeof Options>): ForkWish {
  if (at !== undefined) return { kind: 'event', n: at }
  if (atDecision !== undefined) return { kind: 'step', step: atDecision }
  return atTrap ? { kind: 'trap' } : { kind: 'default' }
}

function swapOf(text: string | undefined) {
  if (text === undefined) return null
  const [what, to] = text.split('=')
  return { what: what === 'tactic' ? ('tactic' as const) : ('intensity' as const), to: to ?? null }
}
