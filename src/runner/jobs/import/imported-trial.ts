import { assert } from '../../../base/assert.ts'
import type { ToolRole } from '../../../base/values/desk-facts.ts'
import { type CaseId, isCaseId, type RunId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Recording } from '../../../recordings/model/recording.ts'
import { readRecording } from '../../../recordings/read-recording.ts'
import { RECORDED, recordedTrial } from '../../../recordings/recorded-pack.ts'
import { toTranscript } from '../../../recordings/to-transcript.ts'
import type { StoredReview, StoredTrial } from '../../../storage/store.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import { TRANSCRIPT_FORMAT, type Transcript } from '../../../transcript/event.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import { PUBLISHED } from '../../runs/published-labels.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { factsOf } from '../../trial/trial-facts.ts'
import { trialId } from '../../trial/trial-id.ts'

export type ImportedTrial = {
  /** of its file, if transcripts are written */
  readonly name: string
  readonly events: Transcript
  readonly trial: StoredTrial
  /** what others have said of it; stored apart from the conversation, where no rule looks */
  readonly review: StoredReview | null
}

type About = {
  readonly run: RunId
  readonly at: string
  readonly agent: string
  readonly format: string
  readonly pack: Pack | null
  readonly desk: ReadonlyMap<string, ToolRole>
  readonly name: TrialName
  readonly rules: readonly Rule[]
}

/** From a recording to a stored trial: written as a transcript, read, scored. */
export function importedTrial(recording: Recording, about: About): ImportedTrial {
  const { run, agent, name, pack } = about
  const id = caseId(pack?.id ?? RECORDED, name.case)
  const trial = trialId(run, agent, { case: { id }, intensity: 0, repeat: name.repeat })
  const bare = toTranscript(recording, {
    format: TRANSCRIPT_FORMAT,
    trial,
    pack: pack === null ? { id: RECORDED, hash: RECORDED } : { id: pack.id, hash: pack.hash },
    case: id,
    agent,
    customer: RECORDED,
    seed: 0,
    attempt: 0,
    intensity: 0,
    tactic: null,
    today: about.at.slice(0, 10),
    source: `${recording.file}:${recording.line}`,
    from: about.format,
    desk: about.desk,
  })
  const desk = recordedTrial(bare, pack ?? undefined)
  assert(desk !== undefined, 'a recording was just written')
  const events = readRecording(bare, desk.pack.lists)
  const score = readAndScore(desk.pack, desk.case, events, about.rules)
  const facts = factsOf({
    planned: { pack: desk.pack, case: desk.case, intensity: 0, repeat: name.repeat, agent: 0, seed: 0 },
    agent,
    score,
    transcript: events,
    judges: ['lexical'],
    traffic: 0,
  })
  const { published } = recording
  return {
    name: `${name.case}.${name.repeat}`,
    events,
    trial: writeTrial({ run, trial, attempt: 0, transcript: writeTranscript(events), facts }),
    review:
      published === null
        ? null
        : {
            run,
            trial,
            at: about.at,
            author: published.by,
            kind: PUBLISHED,
            body: JSON.stringify({ passed: published.passed }),
          },
  }
}

function caseId(pack: string, name: string): CaseId {
  const id = `${pack}/${name}`
  assert(isCaseId(id), `${id} is not the id of a case`)
  return id
}

/** A conversation's case, and which repetition of it. */
export type TrialName = { readonly case: string; readonly repeat: number }

const NAME_CHARACTERS_MAX = 100

/** Gives each conversation a name of its own: its id, with whatever no file name and no address may hold replaced. */
export function openNames(): { readonly nameOf: (recording: Recording) => TrialName } {
  const next = new Map<string, number>()
  const taken = new Set<string>()
  return {
    nameOf: ({ id, line, repeat }) => {
      const plain = (id ?? `line-${line}`).replaceAll(/[^\w.=+-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
      const name = plain.slice(0, NAME_CHARACTERS_MAX) || `line-${line}`
      let free = repeat ?? next.get(name) ?? 0
      while (taken.has(`${name}#${free}`)) free += 1
      taken.add(`${name}#${free}`)
      next.set(name, free + 1)
      return { case: name, repeat: free }
    },
  }
}
