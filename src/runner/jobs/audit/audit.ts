import { seedFrom } from '../../../base/chance.ts'
import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import { universeOfPack } from '../../../cases/plan-cases.ts'
import type { Step } from '../../../graph/model/graph.ts'
import { whyEquivalent } from '../../../references/equivalent.ts'
import { type Mutant, mutantsOf } from '../../../references/mutants.ts'
import type { KeptAudit } from '../../../report/studio-views/audit-view.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { alarmsIn, isUnclear } from './audit-findings.ts'
import { type Finding, tryMutant } from './audit-mutant.ts'
import { type Auditing, oracleOf, type Ran, runAudited, type Scorer } from './audit-trial.ts'

/**
 * Does the benchmark catch planted faults, and only those? In: a pack and cases. Out: what was planted, caught, named,
 * missed, and every alarm on the oracle. Mutants are scored from their transcripts by the ordinary rule engine, which
 * never learns of the mutation.
 */
export type Audit = {
  readonly pack: string
  readonly planted: number
  readonly caught: number
  readonly named: number
  /** the same numbers for each kind of fault, in the order they were planted */
  readonly by_kind: KeptAudit['by_kind']
  readonly missed: readonly PlaceOfFault[]
  readonly misnamed: readonly (PlaceOfFault & { readonly fired: readonly string[] })[]
  /** shown by no case; `because` proves that none can show it, or says that this is not proven */
  readonly unexercised: readonly (PlaceOfFault & { readonly because: string })[]
  /** acts, confirms, decides and forbids in which no fault showed, though it is not proven that none can */
  readonly unplanted: readonly string[]
  /** planned cases without which some fault would go unexercised: the pack's own do not show it */
  readonly needs_planned: readonly string[]
  readonly oracle_trials: number
  readonly alarms_on_oracle: number
  /** trials of the oracle in which something could not be judged, or that were voided: for want of reading */
  readonly unclear_on_oracle: number
  readonly alarms: readonly {
    readonly case: string
    readonly intensity: number
    readonly seed: number
    readonly because: string
    /** JSONL, as `sage score` takes it */
    readonly transcript: string
  }[]
}
type PlaceOfFault = { readonly fault: string; readonly at: string }

export const NOT_PROVEN = 'not proven'

export type AuditWishes = {
  readonly seed: number
  readonly oracleTrials: number
  /** a voice of the pack; without one the lexicon's own sentences are spoken */
  readonly voice?: string
  readonly onProgress?: (progress: AuditProgress) => void
  /** fewer faults, for a test */
  readonly only?: (mutant: Mutant) => boolean
  /** the rules in use; another one only to show that a hole in them is found */
  readonly score?: Scorer
}
export type AuditProgress = {
  readonly what: 'faults planted' | 'conversations of the oracle'
  readonly done: number
  readonly of: number
}

export async function auditPack(pack: Pack, cases: readonly Case[], wishes: AuditWishes): Promise<Audit> {
  const voice = wishes.voice ?? null
  const protocol = voice === null ? 'declared' : 'observed'
  const auditing: Auditing = { pack, score: wishes.score ?? readAndScore, voice, protocol }
  const found = await plantAll(auditing, cases, wishes)
  const oracle = await alarmsOnOracle(auditing, cases, wishes)
  const planted = found.filter(({ shownBy }) => shownBy !== null)
  const unexercised = proven(
    pack,
    found.filter(({ shownBy }) => shownBy === null),
  )
  return {
    pack: pack.id,
    planted: planted.length,
    caught: planted.filter(({ caught }) => caught).length,
    named: planted.filter(({ named }) => named).length,
    by_kind: kindsOf(found, unexercised),
    missed: planted.filter(({ caught }) => !caught).map(placeOf),
    misnamed: planted
      .filter(({ caught, named }) => caught && !named)
      .map((finding) => ({ ...placeOf(finding), fired: finding.fired })),
    unexercised: unexercised.map(({ finding, because }) => ({ ...placeOf(finding), because })),
    unplanted: barePartsOf(found, unexercised),
    needs_planned: [
      ...new Set(planted.flatMap(({ shownBy }) => (shownBy?.planned === true ? [shownBy.id] : []))),
    ],
    ...oracle,
  }
}

const placeOf = ({ mutant: { fault, at } }: Finding): PlaceOfFault => ({ fault, at })

function kindsOf(found: readonly Finding[], unexercised: readonly Proven[]): KeptAudit['by_kind'] {
  const harmless = new Set(
    unexercised.filter(({ because }) => because !== NOT_PROVEN).map(({ finding }) => finding),
  )
  return [...new Set(found.map(({ mutant }) => mutant.fault))].map((fault) => {
    const ofKind = found.filter(({ mutant }) => mutant.fault === fault)
    const shown = ofKind.filter(({ shownBy }) => shownBy !== null)
    const proven = ofKind.filter((finding) => harmless.has(finding)).length
    return {
      fault,
      planted: shown.length,
      caught: shown.filter(({ caught }) => caught).length,
      named: shown.filter(({ named }) => named).length,
      unexercised: ofKind.length - shown.length - proven,
      harmless: proven,
    }
  })
}

async function plantAll(
  auditing: Auditing,
  cases: readonly Case[],
  { seed, only, onProgress }: AuditWishes,
): Promise<readonly Finding[]> {
  const { graph } = auditing.pack
  const honest: Ran[] = []
  for (const each of cases) {
    const how = { intensity: each.intensity, seed: seedFrom(seed, each.id), agent: oracleOf(graph) }
    honest.push(await runAudited(auditing, each, how))
  }
  const mutants = mutantsOf(graph).filter(only ?? (() => true))
  const found: Finding[] = []
  const plan = new Set<string>()
  for (const mutant of mutants) {
    // A planned case that is needed anyway goes first, so that a plan is short.
    const needed = [...honest].sort((a, b) => Number(plan.has(b.case.id)) - Number(plan.has(a.case.id)))
    const finding = await tryMutant(auditing, mutant, { honest: needed, seed })
    if (finding.shownBy?.planned === true) plan.add(finding.shownBy.id)
    found.push(finding)
    onProgress?.({ what: 'faults planted', done: found.length, of: mutants.length })
  }
  return found
}

type Proven = { readonly finding: Finding; readonly because: string }

function proven(pack: Pack, unexercised: readonly Finding[]): readonly Proven[] {
  if (unexercised.length === 0) return []
  const known = { graph: pack.graph, universe: universeOfPack(pack) }
  return unexercised.map((finding) => ({
    finding,
    because: whyEquivalent(finding.mutant, known) ?? NOT_PROVEN,
  }))
}

/** Every act, confirm, decide and forbid is tried by at least one fault that shows. */
function barePartsOf(found: readonly Finding[], unexercised: readonly Proven[]): readonly string[] {
  const excused = new Set(
    unexercised.flatMap(({ finding, because }) => (because === NOT_PROVEN ? [] : [finding.mutant.id])),
  )
  const parts = new Map<string, boolean>()
  for (const { mutant, shownBy } of found) {
    if (!isPart(mutant)) continue
    const tried = shownBy !== null || excused.has(mutant.id)
    parts.set(mutant.part, tried || parts.get(mutant.part) === true)
  }
  return [...parts].filter(([, tried]) => !tried).map(([part]) => part)
}

const PARTS: readonly Step['kind'][] = ['act', 'confirm', 'decide']
const isPart = ({ graph, part }: Mutant): boolean =>
  graph.forbids.some(({ id }) => id === part) ||
  [...graph.steps.values()].some((step) => step.source === part && PARTS.includes(step.kind))

async function alarmsOnOracle(
  auditing: Auditing,
  cases: readonly Case[],
  { seed, oracleTrials, onProgress }: AuditWishes,
): Promise<Pick<Audit, 'oracle_trials' | 'alarms_on_oracle' | 'unclear_on_oracle' | 'alarms'>> {
  const agent = oracleOf(auditing.pack.graph)
  const alarms: Audit['alarms'][number][] = []
  let trials = 0
  let unclear = 0
  for (const { each, intensity, repeat } of oracleTrialsOf(cases, { seed, trials: oracleTrials })) {
    const trialSeed = seedFrom(seed, each.id, intensity, repeat, 'oracle')
    const { score, transcript } = await runAudited(auditing, each, { intensity, seed: trialSeed, agent })
    trials += 1
    onProgress?.({ what: 'conversations of the oracle', done: trials, of: oracleTrials })
    const because = alarmsIn(score).join(', ')
    if (isUnclear(score)) unclear += 1
    if (because === '') continue
    alarms.push({
      case: each.id,
      intensity,
      seed: trialSeed,
      because,
      transcript: writeTranscript(transcript),
    })
  }
  return { oracle_trials: trials, alarms_on_oracle: alarms.length, unclear_on_oracle: unclear, alarms }
}

/** Every case at every intensity, round after round, each round with new seeds; in an order that has nothing to do with the files'. */
function* oracleTrialsOf(
  cases: readonly Case[],
  { seed, trials }: { readonly seed: number; readonly trials: number },
): Generator<{ readonly each: Case; readonly intensity: Intensity; readonly repeat: number }> {
  const situations = situationsOf(cases)
    .map((one) => ({ ...one, place: seedFrom(seed, one.each.id, one.intensity) }))
    .sort((a, b) => a.place - b.place)
  for (let made = 0; made < trials && situations.length > 0; made += 1) {
    const next = situations[made % situations.length]
    if (next !== undefined) yield { ...next, repeat: Math.floor(made / situations.length) }
  }
}

/** Every case at every intensity it may run at. */
export const situationsOf = (
  cases: readonly Case[],
): readonly { readonly each: Case; readonly intensity: Intensity }[] =>
  cases.flatMap((each) => each.intensities.map((intensity) => ({ each, intensity })))

/** Of the faults planted, this share must be named right. */
export const NAMED_SHARE_MIN = 0.98

/** Is the pack proven to catch what it should, and only that? */
export const meetsBar = (result: Audit): boolean =>
  result.caught === result.planted &&
  result.named >= NAMED_SHARE_MIN * result.planted &&
  unexplained(result).length === 0 &&
  result.unplanted.length === 0 &&
  result.alarms_on_oracle === 0

/** Faults that no case shows although it is not proven that none can. */
export const unexplained = ({ unexercised }: Audit): Audit['unexercised'] =>
  unexercised.filter(({ because }) => because === NOT_PROVEN)
