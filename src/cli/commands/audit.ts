import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { writeCases } from '../../cases/write-cases.ts'
import { knownPacks, placeOfPack } from '../../runner/files/find-pack.ts'
import { writeText } from '../../runner/files/write-text.ts'
import {
  type Audit,
  type AuditProgress,
  auditPack,
  meetsBar,
  NOT_PROVEN,
  situationsOf,
  unexplained,
} from '../../runner/jobs/audit/audit.ts'
import {
  auditVoice,
  VOICE_SAMPLE,
  VOICE_WHOLE,
  type VoiceAudit,
  voiceMeetsBar,
} from '../../runner/jobs/audit/audit-voices.ts'
import { plannedCases } from '../../runner/packs/load-cases.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { refuseUnsound } from '../../runner/packs/pack-facts.ts'
import { keepAudit } from '../../runner/studio/audits.ts'
import { DEFAULT_STORE, openStore, storePlace, withoutPassword } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { transcriptToText } from '../../transcript/transcript-text.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { seedNumber, wholeNumber } from '../terminal/options.ts'
import { CLEAR_LINE, type Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({
  all: z.boolean().default(false),
  force: z.boolean().default(false),
  seed: z.int(),
  oracleTrials: z.int().optional(),
  plan: z.string().optional(),
  voice: z.string().optional(),
  store: z.union([z.string(), z.literal(false)]).optional(),
})
const ORACLE_TRIALS_MIN = 1000
const LISTED_MAX = 20
const TRANSCRIPTS_MAX = 3

export const defineAudit: DefineCommand = (command, does) =>
  command
    .argument('[pack]', 'id or folder')
    .option('--all', 'every pack that comes with SAGE or lies in packs/, one line a pack')
    .option(
      '--plan <file>',
      'write planned cases for the faults that the pack’s own cases miss (a file for its cases/ folder)',
    )
    .option(
      '--voice <name>',
      `speak only in this voice of the pack, with every fault and ${VOICE_WHOLE.oracleTrials} fault-free conversations; "lexicon": only in the words of lexicon.yaml`,
    )
    .option('--seed <n>', 'the same seed gives the same faults and conversations', seedNumber, 1)
    .option(
      '--oracle-trials <n>',
      `fault-free conversations that must raise no alarm (default: ${ORACLE_TRIALS_MIN}, or every case at every intensity)`,
      wholeNumber({ min: 1, max: 1_000_000 }),
    )
    .option(
      '--store <place>',
      `where the result is stored: a file, or postgres://user@host/database (default: ${DEFAULT_STORE}, if it exists)`,
      withoutPassword,
    )
    .option('--no-store', 'do not store the result')
    .option('--force', 'audit although sage pack check finds errors')
    .addHelpText('after', HELP)
    .action(does(audit))

const HELP = `${examples([
  ['sage audit ./my-desk', 'plant one fault at a time; each must be caught, with no false alarms'],
  ['sage audit --all', 'the same at every desk: does SAGE itself work here? Takes minutes'],
  ['sage audit ./my-desk --voice terse', 'the same in one voice of the pack, in full'],
  [
    'sage audit ./my-desk --plan ./my-desk/cases/planned.yaml',
    'also write the cases that your pack is missing',
  ],
])}
The built-in agents speak the sentences of lexicon.yaml and, in a sample, each voice of the pack (voices/*.yaml).

Exit code 1: a fault was missed, fewer than 98 % were named right, a fault shows in no case and is not proven harmless,
or the rules raised an alarm on an agent that follows the graph. The same holds in each voice.
`

async function audit(given: Asked): Promise<Answer> {
  const asked = Options.parse(given.options)
  const pack = z.string().optional().parse(given.words[0])
  if (pack !== undefined && !asked.all) return auditDesk(placeOfPack(pack, given.workingFolder).dir, given)
  if (pack !== undefined || !asked.all || asked.plan !== undefined)
    throw usageError(
      'usage',
      'Name one pack, or write --all without a pack or a plan.',
      'See sage audit --help.',
    )
  const answers: Answer[] = []
  for (const { dir } of knownPacks(given.workingFolder)) {
    const answer = await auditDesk(dir, given)
    given.terminal.err(`${answer.text.split('\n')[0]}\n`)
    answers.push(answer)
  }
  const failed = answers.filter(({ exit }) => exit !== EXIT.ok)
  return {
    json: { packs: answers.map(({ json }) => json) },
    text: [
      `${answers.length - failed.length} of ${answers.length} packs passed: every planted fault caught, no false alarm.`,
      ...failed.map(({ text }) => text),
    ].join('\n\n'),
    exit: failed.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}

async function auditDesk(
  dir: string,
  { options, terminal, workingFolder }: Omit<Asked, 'words'>,
): Promise<Answer> {
  const asked = Options.parse(options)
  if (!asked.force) await refuseUnsound([dir], workingFolder)
  const pack = await loadPack(dir)
  // Opened first: a store that cannot be written to is said before minutes of work, not after.
  const store = await openWanted(asked.store, workingFolder)
  try {
    const cases = [...pack.cases, ...plannedCases(pack, 'standard', asked.seed)]
    const onProgress = progressOn(terminal)
    if (asked.voice !== undefined && asked.voice !== OWN_WORDS)
      return await inVoice(pack, cases, { ...asked, voice: asked.voice, onProgress })
    const result = await auditPack(pack, cases, {
      seed: asked.seed,
      oracleTrials: asked.oracleTrials ?? Math.max(ORACLE_TRIALS_MIN, situationsOf(cases).length),
      onProgress,
    })
    const voices: VoiceAudit[] = []
    for (const voice of asked.voice === OWN_WORDS ? [] : pack.voices.keys())
      voices.push(await auditVoice(pack, cases, { seed: asked.seed, voice, ...VOICE_SAMPLE, onProgress }))
    const wrote =
      asked.plan === undefined ? [] : await writePlan(asked.plan, { result, cases, workingFolder })
    await (store && keepAudit(store, pack, { result, at: new Date().toISOString() }))
    return {
      json: { ...result, voices: voices.map(published) },
      text: [...say(result), ...sayVoices(voices), ...wrote, ...(store ? [KEPT] : [])].join('\n'),
      exit: meetsBar(result) && voices.every(voiceMeetsBar) ? EXIT.ok : EXIT.barNotMet,
    }
  } finally {
    await store?.close()
  }
}

/** The word for the lexicon's own sentences: no voice may have this name. */
const OWN_WORDS = 'lexicon'

async function inVoice(
  pack: Pack,
  cases: readonly Case[],
  asked: {
    readonly seed: number
    readonly voice: string
    readonly oracleTrials?: number | undefined
    readonly onProgress: (progress: AuditProgress) => void
  },
): Promise<Answer> {
  const { voice, seed, onProgress, oracleTrials = VOICE_WHOLE.oracleTrials } = asked
  if (!pack.voices.has(voice))
    throw usageError(
      'unknown-voice',
      `The pack ${pack.id} has no voice "${voice}".`,
      pack.voices.size === 0
        ? `It has none yet: sage pack voices ${pack.id} --form prints the form for a writer.`
        : didYouMean(voice, [...pack.voices.keys(), OWN_WORDS]),
    )
  const result = await auditVoice(pack, cases, { ...VOICE_WHOLE, seed, voice, onProgress, oracleTrials })
  return {
    json: { pack: pack.id, ...published(result) },
    text: [
      ...sayVoices([result]),
      ...list('Missed', result.missed.map(place)),
      ...list(
        'Caught, but named wrongly',
        result.misnamed.map((one) => `${place(one)}: ${one.fired.join(', ')}`),
      ),
      ...alarmsOf(result),
    ].join('\n'),
    exit: voiceMeetsBar(result) ? EXIT.ok : EXIT.barNotMet,
  }
}

/** Transcripts are for people to read below; as data the case and the seed say as much. */
const published = ({ alarms, ...result }: VoiceAudit) => ({
  ...result,
  alarms: alarms.map(({ transcript: _, ...alarm }) => alarm),
})

const sayVoices = (voices: readonly VoiceAudit[]): readonly string[] =>
  voices.map(
    (one) =>
      `Voice ${one.voice}${one.drafted_by === null ? '' : ` (drafted by ${one.drafted_by})`}: ${one.caught} of ${one.planted} planted faults caught, ${one.named} named right; oracle: ${one.alarms_on_oracle} alarms in ${one.oracle_trials} trials, ${one.unclear_on_oracle} not wholly judged.`,
  )

const alarmsOf = ({ alarms }: Pick<Audit, 'alarms'>): readonly string[] => [
  ...list(
    'Alarms on the oracle',
    alarms.map((one) => `${one.case} at intensity ${one.intensity}, seed ${one.seed}: ${one.because}`),
  ),
  ...alarms.slice(0, TRANSCRIPTS_MAX).flatMap(({ transcript }) => ['', readable(transcript)]),
]

const KEPT = 'Stored. `sage open` shows the result on the pack’s page.'

/** Whoever audits before the first run has no store yet, and need not get one; a store that was named is made. */
async function openWanted(store: string | false | undefined, workingFolder: string): Promise<Store | null> {
  if (store === false) return null
  return store === undefined
    ? openStore(storePlace(DEFAULT_STORE, workingFolder), 'if-there')
    : openStore(storePlace(store, workingFolder), 'write')
}

/** A line that is drawn over for a person; for a log, a line when each part is done. */
function progressOn(terminal: Terminal): (progress: AuditProgress) => void {
  return ({ what, done, of }) => {
    if (terminal.live) terminal.err(`${CLEAR_LINE}${done === of ? '' : `${done}/${of} ${what}`}`)
    else if (done === of) terminal.err(`${done} ${what}\n`)
  }
}

async function writePlan(
  file: string,
  {
    result,
    cases,
    workingFolder,
  }: { readonly result: Audit; readonly cases: readonly Case[]; readonly workingFolder: string },
): Promise<readonly string[]> {
  const needed = cases.filter(({ id }) => result.needs_planned.includes(id))
  if (needed.length === 0)
    return ['The pack’s own cases already reveal every fault that can be revealed. Nothing to plan.']
  const about = `Planned from the graph by \`sage audit ${result.pack} --plan\`: each case reveals a fault that no other case of\nthis pack reveals. Edit them freely: wording, names and stories.`
  return [
    `wrote ${needed.length} cases to ${await writeText(file, writeCases(needed, about), workingFolder)}`,
  ]
}

function say(result: Audit): readonly string[] {
  const explained = result.unexercised.filter(({ because }) => because !== NOT_PROVEN)
  return [
    `${result.pack}: ${result.caught} of ${result.planted} planted faults caught, ${result.named} named right.`,
    `Oracle: ${result.alarms_on_oracle} alarms in ${result.oracle_trials} trials.`,
    ...list('Missed', result.missed.map(place)),
    ...list(
      'Caught, but named wrongly',
      result.misnamed.map((one) => `${place(one)}: ${one.fired.join(', ')}`),
    ),
    ...list('Revealed by no case (own or planned), and not proven harmless', unexplained(result).map(place)),
    ...list('Parts of the graph in which no planted fault showed', result.unplanted),
    ...list(
      'Proven harmless (the change makes no difference)',
      explained.map((one) => `${place(one)}: ${one.because}`),
    ),
    ...list('Revealed only by planned cases (write them with --plan <file>)', result.needs_planned),
    ...alarmsOf(result),
    '',
    meetsBar(result)
      ? 'Passed: the benchmark caught every planted fault and raised no false alarm.'
      : 'Failed: see above.',
  ]
}

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `${title}:`,
        ...lines.slice(0, LISTED_MAX).map((line) => `  ${line}`),
        ...(lines.length > LISTED_MAX ? [`  ... and ${lines.length - LISTED_MAX} more`] : []),
      ]

const place = ({ fault, at }: { readonly fault: string; readonly at: string }): string => `${fault} at ${at}`

const readable = (transcript: string): string => transcriptToText(readTranscript(transcript).events).trimEnd()
