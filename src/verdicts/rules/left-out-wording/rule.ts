import { UNKNOWN } from '../../../base/values/value.ts'
import type { StepOf } from '../../../graph/model/graph.ts'
import type { Hold } from '../../../graph/model/hold.ts'
import { missingHolds, saysWording } from '../../../graph/walk/held.ts'
import { languageOf } from '../../../reading/language.ts'
import type { Finding } from '../../model/score.ts'
import { perTrial } from '../../trial-view/per-trial.ts'
import type { AgentMessage, Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

/** Words that the SOP puts in quotation marks, or figures it demands, left out where it demands them. */
export const leftOutWording = defineRule({
  id: 'left_out_wording',
  words: {
    name: 'Left out wording',
    broken: 'left out words the SOP demands',
    meaning:
      'The agent came to a step whose wording the SOP fixes and left the wording out, or told it without its figures.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  appliesTo: (seen) =>
    demanded(seen).length + figured(seen).length > 0 || 'no sentence with fixed words or figures was due',
  check: (seen) => {
    const all = [...demanded(seen), ...figured(seen)]
    const first = demanded(seen).find(({ said }) => said === null)
    const bare = figured(seen).find(({ said }) => said === null)
    if (first === undefined && bare !== undefined) return [withoutFigures(seen, bare)]
    if (first === undefined) {
      return [
        passed({
          evidence: all.flatMap(({ said }) => said ?? []),
          basis: 'text',
          clauses: clausesOf(
            seen.pack.graph,
            all.map(({ step }) => step.id),
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
  const language = languageOf(step.mustSay.join(' '))
  if (chances.some(({ reading }) => reading.language !== language)) return notJudged('not-sure', request)
  return failed({
    evidence: chances.map(({ n }) => n),
    basis: 'text',
    clauses: clausesOf(seen.pack.graph, [step.id]),
    because: `"${wording}" was due and stands in no message`,
    request,
  })
}

/** Steps with fixed words that were due when a turn with words was over, or that were told. */
const demanded = perTrial((seen): readonly Demand[] =>
  seen.requests.flatMap((request) => {
    if (request.withdrawn || request.tellsWaived) return []
    return request.walked.flatMap((id): readonly Demand[] => {
      const step = seen.pack.graph.steps.get(id)
      if (step?.kind !== 'tell' || step.mustSay.length === 0) return []
      const said = seen.messages.find(({ text }) => saysWording(step, text))?.n ?? null
      const turns = new Set(
        seen.turns
          .filter(({ dueAfter }) => dueAfter.some((due) => due.step === id && due.request === request.id))
          .map(({ index }) => index),
      )
      const chances = seen.messages.filter(({ turn }) => turns.has(turn))
      return said === null && chances.length === 0 ? [] : [{ request: request.id, step, said, chances }]
    })
  }),
)

type Figured = Demand & { readonly missing: readonly Hold[] }

function withoutFigures(seen: Seen, { request, step, chances, missing }: Figured): Finding {
  return failed({
    evidence: chances.map(({ n }) => n),
    basis: 'text',
    clauses: clausesOf(seen.pack.graph, [step.id]),
    because: `${step.about ?? step.act} was told without ${missing.map(({ text }) => `"${text}"`).join(', ')}`,
    request,
  })
}

/** Figures are the same in any words: a condition or a warning may be put in others. */
const isFigure = ({ kind }: Hold): boolean => kind === 'days' || kind === 'sum' || kind === 'date'

/** Steps with figures that were told in words, with what all messages of the trial leave out of them. */
const figured = perTrial((seen): readonly Figured[] =>
  seen.requests.flatMap((request) => {
    if (request.withdrawn || request.tellsWaived) return []
    const read = seen.readAtStart((name) => request.fields.get(name) ?? UNKNOWN)
    const around = { read, today: seen.pack.world.today }
    return request.walked.flatMap((id): readonly Figured[] => {
      const step = seen.pack.graph.steps.get(id)
      if (step?.kind !== 'tell' || !step.holds.some(isFigure)) return []
      const told = new Set(
        seen.actions.filter((one) => one.step === id && one.request === request.id).map(({ n }) => n),
      )
      const chances = seen.messages.filter(({ n }) => told.has(n))
      if (chances.length === 0) return []
      const all = seen.messages.map(({ text }) => text).join('\n')
      const missing = missingHolds(step, all, around).filter(isFigure)
      const said = missing.length === 0 ? (chances[0]?.n ?? null) : null
      return [{ request: request.id, step, said, chances, missing }]
    })
  }),
)
