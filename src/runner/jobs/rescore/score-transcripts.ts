import { type Problem, problem } from '../../../base/files/problem.ts'
import { didYouMean } from '../../../base/files/suggest.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { RECORDED, recordedTrial } from '../../../recordings/recorded-pack.ts'
import type { Transcript } from '../../../transcript/event.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import { scoreTrial } from '../../../verdicts/scoring/score-trial.ts'
import { findPack, namedPacks } from '../../files/find-pack.ts'
import { packIdIn } from '../../files/project-packs.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { casesOfRun, type RunHeader } from '../../runs/run-header.ts'
import type { SourcedTranscript } from './recordings/recording-format.ts'

export type ScoredTranscript = {
  readonly file: string
  readonly trial: string | null
  /** null: its pack or case is not here */
  readonly score: TrialScore | null
  readonly problems: readonly Problem[]
}

/** Finds a pack by the id a transcript names. */
export type Shelf = (id: string) => Promise<Pack | undefined>

/**
 * Packs by id, each loaded once. `only` stands in for whatever pack a transcript names; `header` adds the cases its run
 * had planned; `folders` is where its packs lay when it ran (packFoldersOf).
 */
export function packShelf(
  workingFolder: string,
  how: {
    readonly only?: Pack | undefined
    readonly header?: RunHeader | undefined
    readonly folders?: ReadonlyMap<string, string> | undefined
  } = {},
): Shelf {
  const folderOf = (id: string): string | undefined => {
    const then = how.folders?.get(id)
    if (then !== undefined && packIdIn(then) === id) return then
    return findPack(id, workingFolder)?.dir
  }
  const loaded = new Map<string, Promise<Pack | undefined>>()
  const withPlanned = (pack: Pack): Pack =>
    how.header === undefined ? pack : { ...pack, cases: casesOfRun(pack, how.header) }
  const load = async (id: string): Promise<Pack | undefined> => {
    const dir = how.only === undefined ? folderOf(id) : undefined
    const pack = how.only ?? (dir === undefined ? undefined : await loadPack(dir))
    return pack === undefined ? undefined : withPlanned(pack)
  }
  return (id) => {
    const pack = loaded.get(id) ?? load(id)
    loaded.set(id, pack)
    return pack
  }
}

/** Scores one transcript by the pack and case it names. */
export async function scoreTranscript(
  source: SourcedTranscript,
  shelf: Shelf,
  workingFolder: string,
): Promise<ScoredTranscript> {
  const { file, events } = source
  const start = events[0]?.type === 'trial.started' ? events[0] : undefined
  const unscored = (code: string, message: string, hint?: string): ScoredTranscript => ({
    file,
    trial: start?.trial ?? null,
    score: null,
    problems: [...source.problems, problem({ file, line: 1, column: 1 }, code, message, hint)],
  })
  if (start === undefined) return unscored('no-start', 'this transcript does not begin with trial.started')
  const recorded = start.pack.id === RECORDED ? recordedTrial(events) : undefined
  if (recorded !== undefined)
    return {
      file,
      trial: start.trial,
      score: scoreTrial(recorded.pack, recorded.case, events),
      problems: source.problems,
    }
  const pack = await shelf(start.pack.id)
  if (pack === undefined) {
    return unscored(
      'unknown-pack',
      `there is no pack "${start.pack.id}"`,
      didYouMean(
        start.pack.id,
        namedPacks(workingFolder).map(({ name }) => name),
      ),
    )
  }
  const theCase = caseOf(pack, events)
  if (theCase === undefined)
    return unscored(
      'unknown-case',
      `pack ${pack.id} has no case "${start.case}"`,
      isPlanned(start.case)
        ? 'A run planned this case from the graph. Score the run itself or its exported file instead.'
        : didYouMean(
            start.case,
            pack.cases.map(({ id }) => id),
          ),
    )
  return { file, trial: start.trial, score: scoreTrial(pack, theCase, events), problems: source.problems }
}

const isPlanned = (id: string): boolean => /\/plan-[^/]*$/.test(id)

function caseOf(pack: Pack, events: Transcript): Case | undefined {
  const start = events[0]
  if (start?.type !== 'trial.started') return undefined
  // A recording that was mapped to a pack has none of its cases.
  const recorded = recordedTrial(events, pack)
  if (recorded !== undefined) return recorded.case
  return pack.cases.find(({ id }) => id === start.case)
}
