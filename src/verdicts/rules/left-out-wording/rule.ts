import { memo } from '../../../base/memo.ts'
import type { StepId } from '../../../base/values/ids.ts'
import type { Graph, StepOf } from '../../../graph/model/graph.ts'
import { saysWording } from '../../../graph/walk/held.ts'
import { likelyLanguage } from '../../../text/languages.ts'
import type { Finding } from '../../model/score.ts'
import type { AgentMessage, Seen } from '../../trial-view/seen.ts'
import { type ToldFigure, toldFigures } from '../../trial-view/told-figures.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

/** Words that the SOP puts in quotation marks, or figures it demands, left out where it demands them. */
export const leftOutWording = defineRule({
  id: 'left_out_wording',
  words: {
    name: 'Left out wording',
    broken: 'left out words the handbook demands',
    meaning:
      'The agent came to a step whose wording the SOP fixes and left the wording out, or told it without its figures.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  explains: ['false_closure'],
  precedes: ['report_against_words'],
  appliesTo: (seen) =>
    demanded(seen).length + toldFigures(seen).length > 0 || 'no sentence with fixed words or figures was due',
  check: (seen) => {
    const all = demanded(seen)
    const figures = toldFigures(seen)
    const first = all.find(({ said }) => said === null)
    const bare = figures.find(({ missing }) => missing.length > 0)
    if (first === undefined && bare !== undefined) return [withoutFigures(seen, bare)]
    if (first === undefined) {
      return [
        passed({
          evidence: [
            ...all.flatMap(({ said }) => (said === null ? [] : [said])),
            ...figures.flatMap(({ chances }) => chances.map(({ n }) => n)),
          ],
          basis: 'text',
          clauses: clausesOf(
            seen.pack.graph,
            [...all, ...figures].map(({ step }) => step.id),
          ),
          because: 'the words and figures that the SOP demands were said',
        }),
      ]
    }
    return [judged(seen, first)]
  },
})

type Demand = {
  readonly request: string
  readonly step: StepOf<'tell'>
  readonly said: number | null
  /** the messages in which the words could have stood */
  readonly chances: readonly AgentMessage[]
}

/** Fixed words are compared as written: in another language nobody can tell. */
function judged(seen: Seen, { request, step, chances }: Demand): Finding {
  const [wording = ''] = step.mustSay
  const language = likelyLanguage(step.mustSay.join(' '))
  if (chances.some(({ heard }) => heard.language() !== language)) return notJudged('not-sure', request)
  return failed({
    evidence: chances.map(({ n }) => n),
    basis: 'text',
    clauses: clausesOf(seen.pack.graph, [step.id]),
    because: `"${wording}" was due and stands in no message`,
    request,
  })
}

/** Steps with fixed words that were due when a turn with words was over, or that were told. */
const demanded = memo((seen: Seen): readonly Demand[] => {
  const worded = wordedSteps(seen.pack.graph)
  if (worded.size === 0) return []
  return seen.requests.flatMap((request) => {
    if (request.withdrawn || request.tellsWaived) return []
    return request.walked.flatMap((id): readonly Demand[] => {
      const step = worded.get(id)
      if (step === undefined) return []
      const said = seen.messages.find(({ heard }) => saysWording(step, heard))?.n ?? null
      const turns = new Set(
        seen.turns
          .filter(({ dueAfter }) => dueAfter.some((due) => due.step === id && due.request === request.id))
          .map(({ index }) => index),
      )
      const chances = seen.messages.filter(({ turn }) => turns.has(turn))
      return said === null && chances.length === 0 ? [] : [{ request: request.id, step, said, chances }]
    })
  })
})

/** The tells whose words the SOP fixes. */
const wordedSteps = memo((graph: Graph): ReadonlyMap<StepId, StepOf<'tell'>> => {
  const found = new Map<StepId, StepOf<'tell'>>()
  for (const step of graph.steps.values())
    if (step.kind === 'tell' && step.mustSay.length > 0) found.set(step.id, step)
  return found
})

function withoutFigures(seen: Seen, { request, step, chances, missing }: ToldFigure): Finding {
  return failed({
    evidence: chances.map(({ n }) => n),
    basis: 'text',
    clauses: clausesOf(seen.pack.graph, [step.id]),
    because: `${step.about ?? step.act} was told without ${missing.map(({ text }) => `"${text}"`).join(', ')}`,
    request,
  })
}
