import { seededChance } from '../../../base/chance.ts'
import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import type { Graph } from '../../../graph/model/graph.ts'
import { instrument, type SpokenVoice } from '../../../references/instrument.ts'
import type { Mutant } from '../../../references/mutants.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readOwnLog, writeTranscript } from '../../../transcript/write-transcript.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import { makeCustomer } from '../../agents/parties.ts'
import type { MakeAgent } from '../../agents/shared/agent-maker.ts'
import { playTrial } from '../../trial/play-trial.ts'
import { auditTrialId } from '../../trial/trial-id.ts'

/** One conversation of an audit and what the rules say of it. */
export type Ran = { readonly case: Case; readonly transcript: Transcript; readonly score: TrialScore }

export type Scorer = (pack: Pack, theCase: Case, transcript: Transcript) => TrialScore

/** `voice`: which voice of the pack is spoken; null: the lexicon's own sentences. */
export type Auditing = {
  readonly pack: Pack
  readonly score: Scorer
  readonly voice: string | null
  /** how it is spoken, if not in the wordings of the voice as they are */
  readonly speaks?: (seed: number) => SpokenVoice
  /** in a voice nothing is reported: what was said has to be read */
  readonly protocol: 'declared' | 'observed'
}

type How = { readonly intensity: Intensity; readonly seed: number }

/** The oracle, or the oracle with one fault. */
export type Audited = Pick<Mutant, 'graph' | 'behaviour'>
export const oracleOf = (graph: Graph): Audited => ({ graph, behaviour: {} })

export async function runAudited(
  auditing: Auditing,
  theCase: Case,
  how: How & { readonly agent: Audited },
): Promise<Ran> {
  const { pack, score, protocol } = auditing
  const events = await playTrial({
    id: auditTrialId(theCase.id),
    pack,
    case: theCase,
    intensity: how.intensity,
    seed: how.seed,
    attempt: 0,
    agent: { id: 'audited', protocol, sop: 'prompt', make: makerOf(how.agent, auditing) },
    customer: makeCustomer('scripted'),
  })
  const transcript = stored(events)
  return { case: theCase, transcript, score: score(pack, theCase, transcript) }
}

/** Scored is what a store would give back: nothing of the mutation can ride along in an object. */
const stored = (events: Transcript): Transcript => readOwnLog(writeTranscript(events))

const makerOf =
  ({ graph, behaviour }: Audited, { pack: { voices }, voice, speaks }: Auditing): MakeAgent =>
  ({ pack, tap, seed }) => {
    const words = voice === null ? undefined : voices.get(voice)
    return instrument({
      graph,
      world: pack.world,
      lexicon: pack.lexicon,
      language: pack.language,
      voice: speaks?.(seed) ?? (words === undefined ? null : { words, seed }),
      tap,
      behaviour,
      way: seededChance(seed).next(),
      chance: (p) => p >= 1,
    })
  }
