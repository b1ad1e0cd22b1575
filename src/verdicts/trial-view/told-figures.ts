import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { ReadAct } from '../../base/values/reading.ts'
import { UNKNOWN } from '../../base/values/value.ts'
import type { Graph, StepOf } from '../../graph/model/graph.ts'
import type { Hold } from '../../graph/model/hold.ts'
import { missingHolds } from '../../graph/walk/held.ts'
import { together } from '../../text/said/said.ts'
import type { AgentMessage, Seen } from './seen.ts'
import { topicsToldAfter } from './topics.ts'

/** A tell that was made, whose figures the SOP demands (`holds`). */
export type ToldFigure = {
  readonly request: string
  readonly step: StepOf<'tell'>
  /** the messages that told it */
  readonly chances: readonly AgentMessage[]
  /** figures that stand in no message of the trial */
  readonly missing: readonly Hold[]
}

/** Figures are the same in any words: a condition or a warning may be put in others. */
const isFigure = ({ kind }: Hold): boolean => kind === 'days' || kind === 'sum' || kind === 'date'

type FigureSteps = ReadonlyMap<StepId, StepOf<'tell'>>

/** The tells whose figures the SOP demands. */
const figureStepsOf = memo((graph: Graph): FigureSteps => {
  const found = new Map<StepId, StepOf<'tell'>>()
  for (const step of graph.steps.values())
    if (step.kind === 'tell' && step.holds.some(isFigure)) found.set(step.id, step)
  return found
})

export const toldFigures = memo((seen: Seen): readonly ToldFigure[] => {
  const steps = figureStepsOf(seen.pack.graph)
  if (steps.size === 0) return []
  return seen.requests.flatMap((request) => {
    if (request.withdrawn || request.tellsWaived) return []
    const owed = seen.owedAtEnd.flatMap((one) => (one.request === request.id ? [one.step] : []))
    const ids = new Set<StepId>()
    for (const id of request.walked) if (steps.has(id)) ids.add(id)
    for (const id of owed) if (steps.has(id)) ids.add(id)
    return [...ids].flatMap((id): readonly ToldFigure[] => {
      const step = steps.get(id)
      if (step === undefined) return []
      const told = new Set(
        seen.actions.filter((one) => one.step === id && one.request === request.id).map(({ n }) => n),
      )
      const chances = seen.messages.filter(
        (message) => told.has(message.n) || (owed.includes(id) && tellsDeedOf(seen, message, step)),
      )
      if (chances.length === 0) return []
      const all = together(seen.messages.map(({ heard }) => heard))
      const read = seen.readAtStart((name) => request.fields.get(name) ?? UNKNOWN)
      const missing = missingHolds(step, all, { read, today: seen.pack.world.today }).filter(isFigure)
      return [{ request: request.id, step, chances, missing }]
    })
  })
})

/** "I've ordered it": the deed was told, and what the SOP wants told with it is still owed. */
const tellsDeedOf = (
  { pack: { graph }, calls }: Seen,
  message: AgentMessage,
  { about }: StepOf<'tell'>,
): boolean =>
  about !== null &&
  message.claims.some(
    ({ tool }) =>
      tool !== null &&
      topicsToldAfter(graph, tool).includes(about) &&
      calls.some((call) => call.ok && call.tool === tool && call.turn <= message.turn),
  )

const tellsOther = ({ place, sure }: ReadAct, { about }: StepOf<'tell'>): boolean =>
  sure && place?.in === 'topic' && place.name !== about

/** Spans that stand where the demanded one is missing: "open for 14 days" in place of 7. */
export const wrongSpans = (seen: Seen): readonly { readonly n: number; readonly said: string }[] =>
  toldFigures(seen).flatMap(({ step, chances, missing }) =>
    missing.some(({ kind }) => kind === 'days')
      ? chances.flatMap(({ n, heard }) =>
          heard.sentences
            .filter(({ acts }) => acts.every((act) => !tellsOther(act, step)))
            .flatMap(({ values }) => values())
            .filter(({ kind }) => kind === 'duration')
            .map(({ said }) => ({ n, said })),
        )
      : [],
  )
