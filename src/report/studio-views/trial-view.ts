import { isStepId, type RunId, type TrialId } from '../../base/values/ids.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { writeCases } from '../../cases/write-cases.ts'
import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { atOurDesk, type TrialScore, type TurnScore, type Verdict } from '../../verdicts/model/score.ts'
import { explainTrial } from '../../verdicts/scoring/explain-trial.ts'
import { headline } from '../../verdicts/scoring/main-finding.ts'
import { type DrawnPart, drawingOf } from '../graph-drawing/draw-model.ts'
import type { ForkTree } from './fork-tree.ts'
import { markWays } from './path-marks.ts'
import type { Dispute } from './review.ts'

/**
 * One trial as its page shows it: what was said and done, what the rules say of each event, and the way through the
 * graph. In: a stored trial and, where it is still there, its pack. Out: plain data; the page only lays it out.
 */
export type TrialView = {
  readonly run: RunId
  readonly trial: TrialId
  readonly agent: string
  readonly pack: string
  readonly case: string
  readonly intensity: number
  readonly bucket: string | null
  readonly tactic: string | null
  readonly says: string
  /** the story in a few lines; empty without the pack */
  readonly story: readonly string[]
  readonly events: readonly TranscriptEvent[]
  /** what is wrong with the stored transcript */
  readonly problems: readonly string[]
  readonly score: TrialScore
  /** failed verdicts, each at the event it speaks of */
  readonly notes: readonly MarginNote[]
  /** what the agent's deeds were, by event */
  readonly deeds: readonly Deed[]
  readonly states: readonly SaidSoFar[]
  /** clause -> its sentence, for everything cited here */
  readonly clauses: Readonly<Record<string, string>>
  readonly desk: DeskView | null
  /** `changed`: the pack is another version than the run's; `missing`: it is not here any more */
  readonly pack_is: 'same' | 'changed' | 'missing'
  /** what people said of its verdicts */
  readonly disputes: readonly Dispute[]
  /** what the agent did at decisions of this conversation when it was asked again */
  readonly forks?: ForkTree
}

export type MarginNote = {
  readonly n: number
  readonly rule: string
  readonly because: string
  readonly clauses: readonly string[]
  readonly evidence: readonly number[]
  readonly basis: string
  readonly blame: 'agent' | 'sop'
}

export type Deed = {
  readonly n: number
  readonly action: string
  readonly class: string
  readonly step: string | null
  readonly because: string | null
}

export type DeskView = {
  readonly title: string
  readonly currency: string
  /** the procedures this trial touched, its true path and the one taken marked */
  readonly parts: readonly DrawnPart[]
  readonly customer: {
    readonly name: string
    readonly wants: readonly string[]
    readonly hides: string | null
    readonly lies: string | null
  } | null
  readonly decided_by: string | null
  /** the case as an entry of a cases/*.yaml file, to copy */
  readonly test_case: string | null
}

export function trialView(parts: {
  readonly run: RunId
  readonly trial: TrialId
  readonly row: Pick<TrialView, 'agent' | 'pack' | 'case' | 'intensity' | 'bucket' | 'tactic'>
  readonly events: Transcript
  readonly problems: readonly string[]
  readonly score: TrialScore
  readonly pack: Pack | undefined
  readonly theCase: Case | undefined
  readonly disputes: readonly Dispute[]
  readonly forks?: ForkTree
}): TrialView {
  const { pack, theCase, events, score } = parts
  const start = events[0]?.type === 'trial.started' ? events[0] : undefined
  const notes = notesOf(score.verdicts)
  return {
    run: parts.run,
    trial: parts.trial,
    ...parts.row,
    says: headline(score),
    story:
      pack === undefined || theCase === undefined
        ? []
        : explainTrial(pack, theCase, events, score).trimEnd().split('\n'),
    events,
    problems: parts.problems,
    score,
    notes,
    // Of a recording no step is known: that none was due accuses nobody.
    deeds: isRecorded(events) ? [] : score.turns.flatMap(({ actions }) => actions),
    states: isRecorded(events) ? [] : saidSoFar(events, score.turns),
    clauses: pack === undefined ? sentenceOf(score) : clausesOf(pack, score, theCase),
    forks: parts.forks ?? [],
    desk: pack === undefined ? null : deskOf(pack, theCase, score),
    pack_is: pack === undefined ? 'missing' : start?.pack.hash === pack.hash ? 'same' : 'changed',
    disputes: parts.disputes,
  }
}

const isRecorded = (events: Transcript): boolean => events[1]?.type === 'recording.opened'

function notesOf(verdicts: readonly Verdict[]): readonly MarginNote[] {
  return verdicts
    .flatMap((verdict) =>
      verdict.outcome === 'fail'
        ? [
            {
              n: verdict.evidence[0],
              rule: verdict.rule,
              because: verdict.because,
              clauses: verdict.clauses,
              evidence: verdict.evidence,
              basis: verdict.basis,
              blame: verdict.blame,
            },
          ]
        : [],
    )
    .sort((a, b) => a.n - b.n)
}

function clausesOf(
  { graph }: Pack,
  score: TrialScore,
  theCase: Case | undefined,
): Readonly<Record<string, string>> {
  const desk = atOurDesk(score)
  const cited = new Set([
    ...score.verdicts.flatMap(({ clauses }) => clauses),
    ...(desk?.divergence?.clauses ?? []),
    ...(theCase?.decidedBy == null ? [] : [theCase.decidedBy]),
    ...[...(desk?.path?.true_path ?? []), ...(desk?.path?.taken ?? [])].flatMap(
      (step) => (isStepId(step) ? graph.steps.get(step)?.cites : undefined) ?? [],
    ),
  ])
  return Object.fromEntries(
    [...cited].flatMap((id) => {
      const text = graph.sop.clauses.get(id)?.text
      return text === undefined ? [] : [[id, text] as const]
    }),
  )
}

/** Without the pack one sentence is still known: the one its first divergence quotes. */
function sentenceOf(score: TrialScore): Readonly<Record<string, string>> {
  const divergence = atOurDesk(score)?.divergence
  const clause = divergence?.clauses[0]
  return clause === undefined || divergence == null ? {} : { [clause]: divergence.sentence }
}

function deskOf(pack: Pack, theCase: Case | undefined, score: TrialScore): DeskView {
  const { path = null, steps = [] } = atOurDesk(score) ?? {}
  const drawing = drawingOf(pack.graph, path === null ? {} : { truePath: path.true_path, taken: path.taken })
  const touched = drawing.parts.filter(({ nodes }) => nodes.some(({ on }) => on !== 'none'))
  return {
    title: pack.title,
    currency: pack.world.currency,
    parts: markWays(touched, new Set(steps.map((step) => step.replace(/~\d+/g, '')))),
    customer:
      theCase === undefined
        ? null
        : {
            name: theCase.card.name,
            wants: theCase.card.requests.map(({ wants }) => wants),
            hides: theCase.card.hides ?? null,
            lies: theCase.card.lies ?? null,
          },
    decided_by: theCase?.decidedBy ?? null,
    test_case: theCase === undefined ? null : writeCases([theCase], `From ${theCase.id}.`),
  }
}

/** What an agent could know when a turn of its began: what the customer had said by then, and what was due. */
export type SaidSoFar = {
  /** first and last event of the turn */
  readonly from: number
  readonly to: number
  readonly due: readonly string[]
  readonly said: readonly { readonly request: string; readonly field: string; readonly value: string }[]
  readonly action_right: boolean
  readonly intent_right: boolean | null
  readonly fields: { readonly right: number; readonly of: number } | null
}

function saidSoFar(events: Transcript, turns: readonly TurnScore[]): readonly SaidSoFar[] {
  return turns.map(({ from, to, due, action_right, intent_right, fields }) => ({
    from,
    to,
    due,
    said: saidBefore(events, from),
    action_right,
    intent_right,
    fields,
  }))
}

/** The latest claim a field. */
function saidBefore(events: Transcript, before: number): SaidSoFar['said'] {
  const said = new Map<string, SaidSoFar['said'][number]>()
  for (const event of events) {
    if (event.n >= before || event.type !== 'message.sent' || event.from !== 'customer') continue
    for (const move of event.act.moves) {
      if (move.do === 'open')
        said.set(`${move.request} intent`, { request: move.request, field: 'intent', value: move.intent })
      if (move.do === 'tell')
        said.set(`${move.request} ${move.field}`, {
          request: move.request,
          field: move.field,
          value: String(move.value),
        })
      if (move.do === 'lack')
        said.set(`${move.request} ${move.field}`, {
          request: move.request,
          field: move.field,
          value: move.lack,
        })
    }
  }
  return [...said.values()]
}
