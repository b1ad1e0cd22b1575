import { seededChance, seedFrom } from '../../src/base/chance.ts'
import { sha256 } from '../../src/base/hash.ts'
import type { Asked, Scripted } from './scripted.ts'

const READABLE = { intent: 'unknown', fields: {}, acts: [] }

/**
 * A model that answers the exact bytes it is asked with, and nothing else: a request that differs in one byte gets another
 * answer. It reports in every place of an answer, twice, or unreadably, thinks with a signature, and calls tools that do
 * not exist.
 */
export const strict = ({ raw, tools, protocol, system }: Asked): Scripted => {
  const hash = sha256(raw)
  const chance = seededChance(seedFrom(hash))
  // Asked to play the customer, it hears what follows into one of the replies, and words it well or not at all.
  const heard = [...system.matchAll(/^Reply \d+, if this was heard: (.*)$/gm)].map(([, acts = '[]']) => acts)
  if (heard.length > 0) {
    const reply = chance.below(heard.length) + 1
    const said = { hears: JSON.parse(heard[reply - 1] ?? '[]'), says: [{ reply, text: 'Yes, A-1042.' }] }
    return { text: chance.hits(0.8) ? JSON.stringify(said) : `(${hash.slice(0, 6)})` }
  }
  const [first = 'none', ...rest] = tools.filter((tool) => tool !== 'report_step')
  const calls: NonNullable<Scripted['calls']>[number][] = []
  const call = (tool: string, input: object): void =>
    void calls.push({ tool, input: { ...input }, id: `id${hash.slice(0, 8)}${calls.length}` })
  const report = (): void => call('report_step', chance.hits(0.7) ? READABLE : { intent: 3 })
  const reports = tools.includes('report_step')
  if (reports && chance.hits(0.4)) report()
  if (chance.hits(0.5)) call(chance.pick([first, ...rest, 'fly']), { order_id: `${chance.below(9)}` })
  if (reports && chance.hits(0.4)) report()
  const speaks = calls.length === 0 || chance.hits(0.3)
  return {
    ...(speaks ? { text: `I see (${hash.slice(0, 6)}). What is your order number?` } : {}),
    calls,
    ...(protocol === 'anthropic' && chance.hits(0.5)
      ? { thought: { text: `hmm ${hash.slice(8, 12)}`, signature: hash } }
      : {}),
  }
}
