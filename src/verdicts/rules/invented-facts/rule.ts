import { memo, memoText } from '../../../base/memo.ts'
import type { ClauseId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Graph } from '../../../graph/model/graph.ts'
import type { TranscriptEvent } from '../../../transcript/event.ts'
import { factsIn } from '../../text/facts.ts'
import { inventedIn, statementsIn } from '../../text/invented.ts'
import { jsonText } from '../../text/json-text.ts'
import { knownFacts } from '../../text/known-facts.ts'
import { sopFacts } from '../../text/sop-facts.ts'
import { spelledOut } from '../../text/spelled-out.ts'
import { statesIn } from '../../text/states.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { wrongSpans } from '../../trial-view/told-figures.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

/** States a number, date, amount, link, span or state that stands in no result, no sentence of the SOP and no message before. */
export const inventedFacts = defineRule({
  id: 'invented_facts',
  words: {
    name: 'Invented facts',
    broken: 'invented facts',
    meaning:
      'The agent stated a checkable fact that is in no result, no sentence of the SOP and no message before.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['false_closure'],
  precedes: ['leaked_record'],
  withoutDesk: 'if-recorded',
  appliesTo: (seen) => weigh(seen).stated.length > 0 || 'the agent stated no checkable fact',
  check: (seen) => {
    const { stated, invented, open } = weigh(seen)
    if (invented.length === 0 && open) return [notJudged('not-sure')]
    if (invented.length === 0) {
      return [
        passed({
          evidence: stated,
          basis: 'text',
          because: 'everything stated had been said, found or written down before',
        }),
      ]
    }
    const because = `stated ${[...new Set(invented.map(({ said }) => said))].join(', ')}: in no result, SOP sentence or message before it`
    return [failed({ evidence: invented.map(({ n }) => n), basis: 'text', because })]
  },
})

type Weighed = {
  readonly stated: readonly number[]
  readonly invented: readonly { n: number; said: string }[]
  /** sums that may have been worked out: only at a desk of ours is it known from what */
  readonly open: boolean
}

/** Reads the trial in order: what stands before a message may be repeated in it. An invention counts once. */
const weigh = memo((seen: Seen): Weighed => {
  const { pack } = seen
  const wrong = wrongSpans(seen)
  if (!seen.events.some((event) => isWeighed(event, pack)))
    return { stated: [], invented: wrong, open: false }
  const { today } = pack.world
  const known = knownFacts(
    sopFacts(pack, () => citedFor(seen)),
    today,
  )
  const stated: number[] = []
  const invented: { n: number; said: string }[] = []
  const isRecorded = pack.recorded !== undefined
  // "We regret that your item is damaged": the customer came because of it.
  const cameWith = new Set(seen.requests.map(({ intent }) => intent.replaceAll('_', ' ')))
  for (const event of seen.events) {
    if (event.type === 'tool.returned')
      known.learn(() => (isRecorded ? spelledOut(jsonText(event.output)) : jsonText(event.output)))
    else if (event.type === 'aside.recorded') known.learn(event.text)
    else if (event.type === 'world.changed') known.learn(() => jsonText(event.after))
    else if (event.type === 'message.sent') {
      if (isWeighed(event, pack)) {
        const states = statesIn(event.text, pack.world)
        if (states.length > 0 || factsIn(event.text).length > 0) stated.push(event.n)
        for (const said of inventedIn(event.text, known, { today })) invented.push({ n: event.n, said })
        for (const said of states)
          if (!known.heard(said) && !cameWith.has(said)) invented.push({ n: event.n, said })
      }
      known.learn(event.text)
    }
  }
  const sure = isRecorded ? invented.filter(({ said }) => !isSum(said)) : invented
  return { stated, invented: [...sure, ...wrong], open: sure.length < invented.length }
})

/** Does the agent say something here that can be checked? Most messages and most trials hold nothing of the kind. */
const isWeighed = (event: TranscriptEvent, { world }: Pack): boolean =>
  event.type === 'message.sent' &&
  event.from === 'agent' &&
  (factsIn(event.text).length > 0 ||
    statementsIn(event.text).length > 0 ||
    statesIn(event.text, world).length > 0)

const citesOf = memo((graph: Graph) =>
  memoText((procedure): readonly ClauseId[] =>
    [...graph.steps.values()].flatMap((step) => (step.procedure === procedure ? step.cites : [])),
  ),
)

/** The sentences that the procedures of the customer's requests rest on: what they say is about these requests. */
const citedFor = memo(({ pack: { graph }, requests }: Seen): ReadonlySet<ClauseId> => {
  return new Set(requests.flatMap(({ procedure }) => (procedure === null ? [] : citesOf(graph)(procedure))))
})

const isSum = (said: string): boolean =>
  factsIn(said).every(({ kind }) => kind === 'amount' || kind === 'percent' || kind === 'quantity')
