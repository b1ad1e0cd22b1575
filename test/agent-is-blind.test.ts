import { describe, expect, test } from 'vitest'
import type { Agent } from '../src/conversation/protocol/agent.ts'
import { plannedCases } from '../src/runner/packs/load-cases.ts'
import { loadPackOnce, openWords, secretsOf, tryOut } from './agents/contract.ts'
import { typeErrors } from './architecture/type-errors.ts'
import { classic } from './support/references/classic.ts'

/** An agent cannot know the truth: by its types, and in every byte it is sent. */
const spy = (looks: string): string =>
  `import type { Agent, AgentView } from '../protocol/agent.ts'
const seen: unknown[] = []
const look = (view: AgentView): unknown => ${looks}
export const spy: Agent = { reply: async (view) => { seen.push(look(view)); return { messages: [], calls: [] } } }
`

describe('planted agents that try to read what they must not', () => {
  const wishes: Readonly<Record<string, string>> = {
    'an act': 'view.heard.map((heard) => heard.act)',
    'an act of the customer alone': `view.heard.flatMap((heard) => (heard.from === 'customer' ? [heard.act] : []))`,
    'a card': 'view.card',
    'a case': 'view.case',
    'a tactic': 'view.tactic',
    'an intensity': 'view.intensity',
    'a graph': 'view.graph',
    'a label': 'view.trap',
  }
  const files = Object.fromEntries(
    [...Object.values(wishes), 'view.heard.map(({ from }) => from)'].map((looks, index) => [
      `src/conversation/agent/spy-${index}.ts`,
      spy(looks),
    ]),
  )
  const errors = typeErrors(files)

  test.each(Object.keys(wishes).map((what, index) => [what, index] as const))('%s', (_, index) => {
    expect(errors.filter((error) => error.startsWith(`src/conversation/agent/spy-${index}.ts: `))).toEqual([
      expect.stringMatching(/Property '\w+' does not exist on type/),
    ])
  })

  test('an honest one compiles', () => {
    expect(errors.filter((error) => error.includes(`spy-${Object.keys(wishes).length}.ts`))).toEqual([])
  })
})

test('no byte sent to an agent holds an act, card, label or tactic of any case', async () => {
  const pack = await loadPackOnce()
  for (const each of [...pack.cases, ...plannedCases(pack, 'small', 1)]) {
    let sent = ''
    const listening = (agent: Agent): Agent => ({
      reply: (view) => {
        sent += JSON.stringify(view)
        return agent.reply(view)
      },
    })
    const make = () => listening(classic(pack))
    const transcript = await tryOut(pack, each, { make, protocol: 'declared' })
    const open = openWords(pack, transcript)
    expect(sent.length).toBeGreaterThan(100)
    expect(secretsOf(each, transcript).filter((one) => sent.includes(one) && !open.includes(one))).toEqual([])
  }
})
