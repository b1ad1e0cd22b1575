import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isJsonObject, type Json } from '../../src/base/values/json.ts'
import { ALL_FORMATS } from '../../src/recordings/all-formats.ts'
import type { Recording } from '../../src/recordings/model/recording.ts'
import { recordingsIn } from '../../src/runner/jobs/import/recordings-in.ts'
import { scrubRecording } from '../../src/runner/jobs/import/scrub-recording.ts'
import { recordedFile } from '../recorded/recorded.ts'

/**
 * How right `--scrub` is on 60 conversations that others recorded, labelled by reading (recorded/README.md). Half of them
 * were kept out of building. A value counts once a conversation: found if none of its words survives anywhere, and a run of
 * replaced words is right if all of it is labelled.
 */
const Labelled = z.object({
  file: z.string(),
  index: z.number(),
  half: z.enum(['build', 'measured']),
  /** what has to go */
  personal: z.array(z.string()),
  /** what may go or stay: towns of addresses, rows of offers, a film's hero */
  either: z.array(z.string()),
})
type Labelled = z.infer<typeof Labelled>

const LABELS = readFileSync(recordedFile('personal.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Labelled.parse(JSON.parse(line)))

async function recorded(file: string): Promise<readonly Recording[]> {
  const how = { formats: ALL_FORMATS, format: null, columns: {} }
  const all: Recording[] = []
  for await (const one of recordingsIn(recordedFile(file), file, how))
    if (one.is === 'recording') all.push(one.recording)
  return all
}

/** Every text, number and name of a member, in order; what is JSON in a text is read as what it holds. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') {
    const held = /^\s*[[{]/.test(value) ? heldIn(value) : null
    return held === null ? [value] : leaves(held)
  }
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, cell]) => [name, ...leaves(cell)])
}

function heldIn(text: string): Json | null {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

const textsOf = ({ entries }: Recording): readonly string[] =>
  entries.flatMap((entry) => {
    if (entry.is === 'said' || entry.is === 'aside') return leaves(entry.text)
    if (entry.is === 'called') return leaves(entry.input)
    return entry.is === 'returned' ? leaves(entry.output) : []
  })

type Span = { readonly from: number; readonly to: number }

const escaped = (value: string): string => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const placesOf = (text: string, value: string): readonly Span[] =>
  [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(value)}(?![\\p{L}\\p{N}_])`, 'giu'))].map(
    ({ index, 0: said }) => ({ from: index, to: index + said.length }),
  )
const wordsIn = (text: string): readonly (Span & { readonly word: string })[] =>
  [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ index, 0: word }) => ({
    word,
    from: index,
    to: index + word.length,
  }))
const isWithin = (inner: Span, outer: readonly Span[]): boolean =>
  outer.some(({ from, to }) => from <= inner.from && inner.to <= to)

/** The values missed and the runs replaced, each once a conversation. */
function measured(label: Labelled, before: readonly string[], after: readonly string[]) {
  const present = new Set<string>()
  const missed = new Set<string>()
  const right = new Set<string>()
  const wrong = new Set<string>()
  for (const [index, text] of before.entries()) {
    const now = after[index] ?? ''
    const isChanged = ({ from, to }: Span): boolean => text.slice(from, to) !== now.slice(from, to)
    const words = wordsIn(text)
    const personal = label.personal.flatMap((value) =>
      placesOf(text, value).map((place) => ({ ...place, value })),
    )
    const allowed = [...personal, ...label.either.flatMap((value) => placesOf(text, value))]
    for (const { value, ...place } of personal) {
      present.add(value)
      const end = value.includes('@') ? place.from + value.indexOf('@') : place.to
      const own = words.filter((word) => word.to - word.from > 1 && isWithin(word, [{ ...place, to: end }]))
      // Another date is not that date, though the two may share a month.
      const isGone = /^\d+[/-]\d+[/-]\d+$/.test(value) ? own.some(isChanged) : own.every(isChanged)
      if (!isGone) missed.add(value)
    }
    for (const run of runsOf(text, words.filter(isChanged))) {
      const said = text.slice(run[0]?.from, run.at(-1)?.to)
      if (!run.every((word) => isWithin(word, allowed))) wrong.add(said)
      else if (run.some((word) => isWithin(word, personal))) right.add(said)
    }
  }
  return { present, missed, right, wrong }
}

/** Replaced words with nothing but a space or a mark between them are one replacement. */
function runsOf<Word extends Span>(text: string, words: readonly Word[]): readonly (readonly Word[])[] {
  const runs: Word[][] = []
  for (const word of words) {
    const last = runs.at(-1)
    const gap = text.slice(last?.at(-1)?.to, word.from)
    if (last !== undefined && /^[ .@#'’-]{1,2}$/u.test(gap)) last.push(word)
    else runs.push([word])
  }
  return runs
}

/** Only what was said: no record explains whose a name is. */
const wordsOf = (recording: Recording): Recording => ({
  ...recording,
  task: null,
  entries: recording.entries.filter(({ is }) => is === 'said'),
})

async function measure(half: Labelled['half'], see: (recording: Recording) => Recording) {
  const labels = LABELS.filter((label) => label.half === half)
  const sums = { values: 0, missed: 0, right: 0, wrong: 0 }
  const seen: string[] = []
  for (const file of new Set(labels.map((label) => label.file))) {
    const recordings = await recorded(file)
    for (const label of labels.filter((one) => one.file === file)) {
      const whole = recordings[label.index]
      if (whole === undefined) throw new RangeError(`${file} has no conversation ${label.index}`)
      const recording = see(whole)
      const scrubbed = scrubRecording(recording, 7).recording
      const { present, missed, right, wrong } = measured(label, textsOf(recording), textsOf(scrubbed))
      sums.values += present.size
      sums.missed += missed.size
      sums.right += right.size
      sums.wrong += wrong.size
      seen.push(`${file} ${label.index}: missed ${[...missed].join(' | ')}; wrong ${[...wrong].join(' | ')}`)
    }
  }
  const precision = sums.right / (sums.right + sums.wrong)
  const recall = 1 - sums.missed / sums.values
  return { ...sums, precision, recall, seen }
}

const wholly = (recording: Recording): Recording => recording

test.each([
  ['build', 'with its records', wholly, 0.97, 0.98],
  ['measured', 'with its records', wholly, 0.97, 0.98],
  ['build', 'words alone', wordsOf, 0.9, 0.85],
  ['measured', 'words alone', wordsOf, 0.9, 0.85],
] as const)(
  'what goes is personal, and what is personal goes: %s, %s',
  async (half, mode, see, right, found) => {
    const { seen, ...sums } = await measure(half, see)
    // What the docs say is this; of what was kept out of building nothing but the sums.
    if (process.env['SAGE_SHOW'] !== undefined) console.log(half, mode, sums, half === 'build' ? seen : '')
    expect(sums.precision).toBeGreaterThanOrEqual(right)
    expect(sums.recall).toBeGreaterThanOrEqual(found)
  },
  60_000,
)
