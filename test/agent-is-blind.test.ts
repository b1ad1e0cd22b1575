import { describe, expect, test } from 'vitest'
import type { Case, Pack } from '../src/cases/case.ts'
import type { Agent } from '../src/conversation/protocol/agent.ts'
import { classic } from '../src/references/classic.ts'
import { makeCustomer } from '../src/runner/agents/parties.ts'
import { findPack } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { plannedCases } from '../src/runner/packs/load-cases.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { typeErrors } from './architecture/type-errors.ts'
import { aTrialId } from './support/base/ids.ts'

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

describe('every byte sent to an agent', () => {
  const overheard = async (pack: Pack, each: Case): Promise<{ sent: string; transcript: Transcript }> => {
    let sent = ''
    const listening = (agent: Agent): Agent => ({
      reply: (view) => {
        sent += JSON.stringify(view)
        return agent.reply(view)
      },
    })
    const transcript = await playTrial({
      id: aTrialId('secret-trial'),
      pack,
      case: each,
      intensity: each.intensity,
      seed: 1,
      attempt: 0,
      agent: {
        id: 'secret-agent',
        protocol: 'declared',
        sop: 'prompt',
        make: () => listening(classic(pack)),
      },
      customer: makeCustomer('scripted'),
    })
    return { sent, transcript }
  }

  test('holds no act, card, label or tactic of any case', async () => {
    const place = findPack('lunchbox', packageRoot())
    const pack = await loadPack(place?.dir ?? '')
    for (const each of [...pack.cases, ...plannedCases(pack, 'small', 1)]) {
      const { sent, transcript } = await overheard(pack, each)
      const secrets = [
        each.id,
        each.bucket,
        each.trap,
        each.twin,
        each.tactic,
        each.card.hides,
        ...each.card.requests.map(({ wants }) => wants),
        'secret-trial',
        ...['moves', 'tactic', 'intensity', 'yields_after', 'acceptable', 'bucket', 'card'].map(
          (key) => `"${key}":`,
        ),
        ...transcript.flatMap((event) =>
          event.type === 'message.sent' && event.from === 'customer' ? [JSON.stringify(event.act)] : [],
        ),
      ].filter((secret) => typeof secret === 'string')
      // What the SOP, the tools or the customer say in so many words is no secret.
      const open = [
        pack.graph.sop.text,
        JSON.stringify([...pack.world.tools.values()]),
        ...transcript.flatMap((event) => (event.type === 'message.sent' ? [event.text] : [])),
      ].join('\n')
      expect(secrets.filter((secret) => sent.includes(secret) && !open.includes(secret))).toEqual([])
    }
  })
})
