import { memo } from '../base/memo.ts'
import type { Card, CardRequest } from '../cards/card.ts'
import type { Graph, Step } from '../graph/model/graph.ts'
import { openWorld } from '../world/state.ts'
import { cardReader } from './card-reader.ts'
import type { Case, Outcome, Pack } from './case.ts'
import { holds, outcomeFits, trueEnds } from './true-outcomes.ts'

/**
 * What counts as served for a customer, where its card does not say: proposed from the acceptable outcomes and the procedure
 * when a case is played. In: a pack and a case. Out: the card with `served_by`, `answers`, `concerns` and `instead`. Only what a
 * customer could know of its own things goes onto it: which confirmations and which answers it waits for.
 */
export const cardWithWishes = (pack: Pack, theCase: Case): Card => cardsOf(pack)(theCase)

const cardsOf = memo((pack: Pack) =>
  memo((theCase: Case): Card => {
    if (theCase.adopted !== undefined) return theCase.card
    const { card } = theCase
    return {
      ...card,
      requests: card.requests.map((request, at) => ({
        ...wishesOf(pack, theCase, request, theCase.acceptable[at] ?? []),
        ...request,
      })),
    }
  }),
)

type DerivedWishes = Pick<CardRequest, 'served_by' | 'answers' | 'concerns' | 'instead' | 'because'>

function wishesOf(
  { graph, world, lexicon }: Pack,
  { card, sets }: Case,
  request: CardRequest,
  acceptable: readonly Outcome[],
): DerivedWishes {
  const instead = { ...insteadOf(request.wants), ...becauseOf(lexicon, card, request) }
  const procedure = graph.procedures.find(
    (one) => holds(one.for, (name) => (name === 'fields.intent' ? request.intent : undefined)) === true,
  )
  if (procedure === undefined) return instead
  const steps = [...graph.steps.values()].filter((step) => step.procedure === procedure.id)
  const tools = [...new Set(steps.flatMap((step) => (step.kind === 'act' ? [step.tool] : [])))]
  const topics = [
    ...new Set(steps.flatMap((step) => (step.kind === 'tell' && step.about !== null ? [step.about] : []))),
  ]
  const done = acceptable.map(({ writes }) => [...new Set(writes.map(({ tool }) => tool))])
  // What has to be done together, or before a colleague takes over, serves nobody by itself.
  const parts = new Set(
    acceptable.flatMap(({ handover }, at) =>
      handover !== null || (done[at]?.length ?? 0) > 1 ? (done[at] ?? []) : [],
    ),
  )
  const whole = acceptable.flatMap(({ handover }, at) => {
    const [first, ...others] = handover === null ? (done[at] ?? []) : []
    return first === undefined ? [] : [others.length === 0 ? first : [first, ...others]]
  })
  const state = openWorld(world, sets)
  const ends = trueEnds(graph, {
    intent: request.intent,
    read: cardReader({ graph, world }, { card, request, state }),
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: [],
  })
  return {
    ...instead,
    served_by: [...whole, ...tools.filter((tool) => !parts.has(tool) && !whole.includes(tool))],
    answers: [
      ...new Set(
        ends.flatMap(({ outcome, path }) => {
          const isWords = outcome.writes.length === 0 && outcome.handover === null
          return isWords && acceptable.some((wanted) => outcomeFits(wanted, outcome))
            ? lastWords(graph, path)
            : []
        }),
      ),
    ],
    concerns: [...tools, ...topics],
  }
}

/** Why it says no, where the desk has words for a no to that deed. */
function becauseOf(
  { tools }: Pack['lexicon'],
  { language }: Card,
  { says_no_to }: CardRequest,
): Pick<DerivedWishes, 'because'> {
  const [why] = says_no_to.flatMap((tool) => tools[tool]?.refused?.[language] ?? [])
  return why === undefined ? {} : { because: why }
}

const ANSWERING: ReadonlySet<string> = new Set(['inform', 'explain', 'offer'])

/** What is told at the end of a path, after the last thing asked, looked up or done. */
function lastWords({ steps }: Graph, path: readonly Step['id'][]): readonly string[] {
  const told: string[] = []
  for (const id of [...path].reverse()) {
    const step = steps.get(id)
    if (step === undefined || step.kind === 'end' || step.kind === 'decide') continue
    if (step.kind !== 'tell') break
    if (step.about !== null && ANSWERING.has(step.act)) told.push(step.about)
  }
  return told
}

/** A repair for a new one, credit for money, a fee where nothing was to be paid: taken, but reluctantly. */
function insteadOf(wants: string): Pick<DerivedWishes, 'instead'> {
  const less = LESS.flatMap(([wish, instead]) => (wish.test(wants) ? instead : []))
  return less.length === 0 ? {} : { instead: [...new Set(less)] }
}

const LESS: readonly (readonly [RegExp, NonNullable<CardRequest['instead']>])[] = [
  [/\b(?:new|another|nuev[oa]|otr[oa])\b/i, ['repair', 'credit']],
  [/\b(?:money|fare|fee|euros|pounds|dinero)\b/i, ['credit']],
  [/\b(?:free|for nothing|not a bill|without (?:a|the|any) (?:fee|charge)|gratis|sin pagar)\b/i, ['costs']],
]
