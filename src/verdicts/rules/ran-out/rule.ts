import { print } from '../../../text/said/literals.ts'
import { together } from '../../../text/said/said.ts'
import { restsOnCallsAlone } from '../../trial-view/outcome.ts'
import type { AgentMessage, Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Let the talk run out, or went in circles, while something was due. */
export const ranOut = defineRule({
  id: 'ran_out',
  words: {
    name: 'Ran out',
    broken: 'let the talk run out',
    meaning: 'Something was still due when the turns ran out, or when the agent said the same three times.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  explains: [],
  precedes: ['own_assertions'],
  appliesTo: (seen) => hitLimit(seen) || wentInCircles(seen) || 'it came to an end of its own',
  check: (seen) => {
    const left = seen.dueAtEnd.find(({ step }) => seen.pack.graph.steps.get(step)?.kind !== 'end')
    const about = { evidence: [seen.end], basis: restsOnCallsAlone(seen) ? 'calls' : 'read' } as const
    if (left === undefined) return [passed({ ...about, because: 'nothing was due any more' })]
    const how = hitLimit(seen) ? 'the turns ran out' : 'the agent said the same three times'
    return [failed({ ...about, because: `${how}, and ${left.step} was never done`, request: left.request })]
  },
})

const hitLimit = ({ ending }: Seen): boolean => ending?.kind === 'limit.hit' && ending.limit === 'turns'

const TURNS_ALIKE = 3

/** The last turns are alike but for figures, names and order, and nothing was called in them. */
function wentInCircles({ turns, messages, calls }: Seen): boolean {
  const last = turns.slice(-TURNS_ALIKE)
  const said = last.map(({ index }) => printOf(messages.filter(({ turn }) => turn === index)))
  return (
    last.length === TURNS_ALIKE &&
    said.every((words) => words !== null && words === said[0]) &&
    !calls.some(({ turn }) => last.some(({ index }) => index === turn))
  )
}

/** Null: nothing was said. */
const printOf = (messages: readonly AgentMessage[]): number | null =>
  messages.length === 0 ? null : together(messages.map(({ heard }) => heard)).answers(print)
