import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case, Pack } from '../../src/cases/case.ts'
import type { TranscriptEvent } from '../../src/transcript/event.ts'
import { PROJECT } from '../reading/project.ts'

/** A talk of `test/<set>/transcripts`, with the desk and the case it was played at. */
export function recordedTalk(set: string, talk: string, packs: ReadonlyMap<string, Pack>): RecordedTalk {
  const events = readFileSync(join(PROJECT, 'test', set, 'transcripts', `${talk}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line): TranscriptEvent => JSON.parse(line))
  const [start] = events
  if (start?.type !== 'trial.started') throw new RangeError(`${talk} has no beginning`)
  const pack = packs.get(start.pack.id)
  const theCase = pack?.cases.find(({ id }) => id === start.case)
  if (pack === undefined || theCase === undefined) throw new RangeError(`no desk or case for ${talk}`)
  return { events, start, pack, case: theCase }
}
type RecordedTalk = {
  readonly events: readonly TranscriptEvent[]
  readonly start: Extract<TranscriptEvent, { type: 'trial.started' }>
  readonly pack: Pack
  readonly case: Case
}
