import { expect, test } from 'vitest'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { faultsOfTalks, oracleIn, whatIsWrong } from './customer-talks.ts'

/** `npm run soak` asks for all 20,000. */
const CONVERSATIONS = process.env.SAGE_SOAK === undefined ? 400 : 20_000

test(`${CONVERSATIONS} conversations of references and voices: no customer leaves its card, a question or its language, says yes twice or a sentence again`, async () => {
  const packs = await Promise.all(knownPacks(packageRoot()).map(({ dir }) => loadPack(dir)))
  const names = ['oracle', 'people-pleaser', 'early-closer', 'always-escalate', 'gullible']
  const references = await Promise.all(names.map((name) => makeAgent(referenceRequest(name))))
  const agents = [...references, ...['terse', 'chatty', 'formal'].map(oracleIn)]
  expect(await faultsOfTalks(packs, agents, CONVERSATIONS)).toEqual([])
})

test('the check finds what is planted: another language, a foreign value, a goodbye to a question, a line out of place, a sentence said again', async () => {
  const pack = await loadPack(knownPacks(packageRoot()).find(({ name }) => name === 'lunchbox')?.dir ?? '')
  const each = pack.cases.find(({ tactic }) => tactic === 'sympathy')
  if (each === undefined) return expect.fail('no such case')
  const span = { from: 0, to: 4 }
  const act = {
    kind: 'request',
    place: null,
    polarity: 'positive',
    sure: false,
    values: [],
    ...span,
  } as const
  const planted: Transcript = [
    { n: 2, type: 'message.sent', from: 'agent', text: 'Why?' },
    {
      n: 3,
      type: 'message.read',
      of: 2,
      by: 'lexical',
      reading: {
        language: 'en',
        sentences: [{ form: 'question', unread: false, acts: [{ ...act, values: [] }], ...span }],
      },
    },
    {
      n: 4,
      type: 'message.sent',
      from: 'customer',
      text: 'Somebody has to have a heart today.',
      act: {
        tone: 'calm',
        language: 'fi',
        moves: [
          { do: 'tell', request: 'r1', field: 'order_id', value: 'XX-1' },
          { do: 'leave', because: 'satisfied' },
        ],
      },
    },
    {
      n: 5,
      type: 'message.sent',
      from: 'customer',
      text: 'It would mean a lot to me. It would mean a lot to me.',
      act: { tone: 'calm', language: 'en', moves: [] },
    },
  ]
  expect(whatIsWrong(pack, each, planted).map(({ what }) => what)).toEqual([
    'leaves a question',
    'tells what is not on the card',
    'another language',
    'a line that presupposes declined: Somebody has to have a heart today.',
    'says again: It would mean a lot to me.',
  ])
})
