import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json } from '../../src/base/values/json.ts'
import type { Case, Pack } from '../../src/cases/case.ts'
import { knownPacks } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import type { TranscriptEvent } from '../../src/transcript/event.ts'

/** One talk of a language model with a simulated customer, and what was said of it afterwards: a line of `<set>.jsonl.gz` (README.md). */
export type Play = {
  readonly talk: string
  readonly case: string
  readonly protocol: string
  readonly played: 'honest' | 'mistake'
  /** rules of which a fair judge names at least one */
  readonly must_name: readonly string[]
  /** not empty: why nobody can say what is right; left out of counts */
  readonly disputable: string
  /** what each labeller says the agent's messages do; both label the same ones */
  readonly acts: readonly (readonly { readonly n: number; readonly acts: readonly LabelledAct[] }[])[]
  readonly events: readonly TranscriptEvent[]
}
export type LabelledAct = {
  readonly kind: string
  readonly place: string | null
  readonly also?: readonly string[]
  readonly also_kind?: string
  readonly quote: string
  readonly values?: readonly string[]
  readonly polarity?: string
}

const FOLDER = join(packageRoot(), 'test/plays')
const ENDING = '.jsonl.gz'

export const PLAY_SETS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort()

const known = new Map<string, readonly Play[]>()

export function playsOf(set: string): readonly Play[] {
  const plays =
    known.get(set) ??
    gunzipSync(readFileSync(join(FOLDER, `${set}${ENDING}`)))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line): Play => JSON.parse(line))
  known.set(set, plays)
  return plays
}

export function playOf(set: string, talk: string): Play {
  const play = playsOf(set).find((one) => one.talk === talk)
  if (play === undefined) throw new RangeError(`no talk ${talk} in ${set}`)
  return play
}

export type Desks = ReadonlyMap<string, Pack>
/** The desks we ship, by id. */
export async function shippedDesks(): Promise<Desks> {
  const packs = await Promise.all(knownPacks(packageRoot()).map(({ dir }) => loadPack(dir)))
  return new Map(packs.map((pack) => [pack.id, pack]))
}

/** The desk and the case a talk was played at, and its first event. */
export function playedAt({ talk, events }: Play, desks: Desks): PlayedAt {
  const [start] = events
  if (start?.type !== 'trial.started') throw new RangeError(`${talk} has no beginning`)
  const pack = desks.get(start.pack.id)
  const theCase = pack?.cases.find(({ id }) => id === start.case)
  if (pack === undefined || theCase === undefined) throw new RangeError(`no desk or case for ${talk}`)
  return { start, pack, case: theCase }
}
type PlayedAt = {
  readonly start: Extract<TranscriptEvent, { type: 'trial.started' }>
  readonly pack: Pack
  readonly case: Case
}

/** One agent message with what the first labeller says it does. */
export type TalkMessage = {
  readonly talk: string
  readonly desk: string
  readonly n: number
  readonly text: string
  readonly acts: readonly LabelledAct[]
  /** values said by the customer and shown by tools so far */
  readonly seen: readonly Json[]
}

export const talkMessages = (set: string): readonly TalkMessage[] =>
  playsOf(set).flatMap(({ talk, events, acts: [labels = []] }) => {
    const actsAt = new Map(labels.map(({ n, acts }) => [n, acts]))
    const [start] = events
    const desk = start?.type === 'trial.started' ? start.pack.id : ''
    const seen: Json[] = []
    return events.flatMap((event): readonly TalkMessage[] => {
      if (event.type === 'tool.called') seen.push(event.input)
      if (event.type === 'tool.returned') seen.push(event.output)
      if (event.type !== 'message.sent') return []
      if (event.from === 'customer') seen.push(event.text)
      const acts = event.from === 'agent' ? actsAt.get(event.n) : undefined
      return acts === undefined ? [] : [{ talk, desk, n: event.n, text: event.text, acts, seen: [...seen] }]
    })
  })
