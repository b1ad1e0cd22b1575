import type { Pack } from '../../cases/case.ts'
import { namesDeed } from '../text/deed-words.ts'
import { REFUSING } from '../text/refusing-words.ts'
import type { AgentMessage, Seen, SeenTurn } from './seen.ts'

/** The agent proposed a deed, got a yes and closed with a goodbye: it neither did it, nor refused it, nor spoke of it. */
export function closesOnYes(seen: Seen, { index, answers }: SeenTurn): boolean {
  const { pack, calls, messages, requests } = seen
  const agreed = answers.act.moves.find((move) => move.do === 'agree')
  const proposing = messages.find(({ n }) => agreed !== undefined && n === agreed.proposal)
  if (proposing === undefined || requests.length > 1) return false
  const done = calls.filter(({ ok }) => ok)
  if (done.some(({ role }) => role === 'write' || role === 'handover')) return false
  if (!done.some(({ role, turn }) => role === 'close' && turn === index)) return false
  const tool = toolProposed(pack, proposing)
  const said = messages.filter(({ turn }) => turn === index)
  return tool !== null && said.length > 0 && said.every((message) => tellsNothing(pack, message, tool))
}

/**
 * A write for which the agent asked leave in the first person, with the deed's own word. Not sure is enough, for the customer
 * took it for a proposal too; but not where the agent's own report has none.
 */
function toolProposed(pack: Pack, { reading, text, reported }: AgentMessage): string | null {
  if (reported.length > 0 && !reported.some(({ act }) => act === 'propose')) return null
  const tools = reading.sentences.flatMap(({ from, to, acts }) =>
    acts.flatMap(({ kind, place, polarity }) => {
      const words = text.slice(from, to)
      return kind === 'propose' &&
        polarity === 'positive' &&
        place?.in === 'tool' &&
        pack.world.tools.get(place.name)?.role === 'write' &&
        ASKS_LEAVE.test(words) &&
        namesDeed(pack, words, place.name)
        ? [place.name]
        : []
    }),
  )
  return tools[0] ?? null
}
const ASKS_LEAVE = /\b(?:shall|should|may) (?:I|we)\b|\b(?:want|like) (?:me|us) to\b/i

const tellsNothing = (pack: Pack, { text, reading, claims }: AgentMessage, tool: string): boolean =>
  reading.language === 'en' &&
  claims.length === 0 &&
  !REFUSING.test(text) &&
  !namesDeed(pack, text, tool) &&
  reading.sentences.every(
    ({ form, acts }) => form !== 'question' && acts.every(({ place }) => place === null),
  )
