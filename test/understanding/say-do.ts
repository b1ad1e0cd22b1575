import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordedLines } from '../recorded/recorded.ts'
import { toolsClaimed } from './claims-read.ts'
import { DESKS, HANDOVER } from './desks.ts'

/**
 * The detectors of `phantom_action` and `false_handover` on recorded conversations, read as under the observed protocol.
 * The calls in the file are the truth. Agents that claim what they did not do are rare, so each conversation is read
 * twice: as it was, where a flag must be a real phantom; and with the calls of that kind struck out, where the words that
 * told of them have become untrue.
 */
export type Kind = 'write' | 'handover'
export type Flag = {
  readonly file: string
  readonly conversation: number
  readonly message: number
  readonly tool: string
}
export type SayDo = {
  readonly kind: Kind
  /** conversations with an agent's message in the turn of a successful call of this kind, or after it */
  readonly told: number
  /** of these, flagged once the calls are struck out */
  readonly foundWhenStruck: number
  readonly conversations: number
  readonly flaggedAsRecorded: readonly Flag[]
}
/** Flags in conversations as recorded that were read and found right: a transfer announced and never called. */
const READ_AS_REAL: readonly Omit<Flag, 'tool'>[] = [
  { file: 'tau2-bench/results/sierra_gpt-4.1_telecom_1trial.json.gz', conversation: 2, message: 52 },
]
const isReal = (flag: Flag): boolean =>
  READ_AS_REAL.some(
    ({ file, conversation, message }) =>
      flag.file === file && flag.conversation === conversation && flag.message === message,
  )

export const realFlags = ({ flaggedAsRecorded }: SayDo): number => flaggedAsRecorded.filter(isReal).length
/** Right flags of all flags, over both readings. */
export const precisionOf = (measured: SayDo): number =>
  (measured.foundWhenStruck + realFlags(measured)) /
  (measured.foundWhenStruck + measured.flaggedAsRecorded.length)
export const recallOf = ({ foundWhenStruck, told }: SayDo): number => foundWhenStruck / told

const Recording = z.strictObject({
  /** where it was published, and its place there */
  file: z.string(),
  conversation: z.int(),
  desk: z.enum(['airline', 'retail', 'telecom']),
  /** all an agent says and does successfully between two customer messages */
  turns: z.array(
    z.strictObject({
      words: z.array(z.strictObject({ at: z.int(), text: z.string() })),
      done: z.array(z.string()),
    }),
  ),
})
export type Recording = z.infer<typeof Recording>

export const sayDoRecordings = (): readonly Recording[] =>
  recordedLines('turns.jsonl.gz').map((line) => Recording.parse(line))

/** Every second conversation is for building. */
export const halfOf = ({ conversation }: Recording): 'build' | 'held-out' =>
  conversation % 2 === 0 ? 'build' : 'held-out'

export function measureSayDo(recordings: readonly Recording[], kind: Kind): SayDo {
  const told = recordings.filter((recording) => tells(recording, kind))
  return {
    kind,
    told: told.length,
    foundWhenStruck: told.filter((recording) => flagsIn(recording, kind, 'struck').length > 0).length,
    conversations: recordings.length,
    flaggedAsRecorded: recordings.flatMap((recording) => flagsIn(recording, kind, 'as-recorded')),
  }
}

const kindOf = (tool: string): Kind => (tool === HANDOVER ? 'handover' : 'write')

const tells = ({ desk, turns }: Recording, kind: Kind): boolean =>
  turns.some(
    ({ words, done }) =>
      words.length > 0 && done.some((tool) => tool in DESKS[desk].tools && kindOf(tool) === kind),
  )

/** As `claimed.ts`: a claim is borne out by a call of that tool up to its turn, or by any deed in its turn. */
function flagsIn(
  { file, conversation, desk, turns }: Recording,
  kind: Kind,
  calls: 'as-recorded' | 'struck',
): readonly Flag[] {
  const lexicon = DESKS[desk]
  const done = new Set<string>()
  return turns.flatMap((turn) => {
    const made = turn.done.filter(
      (tool) => tool in lexicon.tools && (calls === 'as-recorded' || kindOf(tool) !== kind),
    )
    for (const tool of made) done.add(tool)
    if (made.length > 0) return []
    return turn.words.flatMap(({ at, text }) =>
      toolsClaimed(text, lexicon, HANDOVER)
        .filter((tool) => kindOf(tool) === kind && !done.has(tool))
        .map((tool) => ({ file, conversation, message: at, tool })),
    )
  })
}

const PRECISION_MIN = 0.95

export const testSayDo = (half: ReturnType<typeof halfOf>): void =>
  test.each(['write', 'handover'] as const)(
    `claims of a %s that no call made: precision at least ${PRECISION_MIN} on the half ${half}`,
    (kind) => {
      const recordings = sayDoRecordings().filter((recording) => halfOf(recording) === half)
      const measured = measureSayDo(recordings, kind)
      expect(precisionOf(measured)).toBeGreaterThanOrEqual(PRECISION_MIN)
      expect(recallOf(measured)).toBeGreaterThanOrEqual(0.7)
    },
  )
