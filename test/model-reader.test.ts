import { afterEach, describe, expect, test } from 'vitest'
import { openModels } from '../src/models/providers/open-models.ts'
import { readWithModel } from '../src/reading/model/model-reader.ts'
import { type ModelServer, openModelServer } from './model-server/model-server.ts'
import type { Script } from './model-server/scripted.ts'
import { WORKSHOP } from './support/reading/lexical.ts'

/** A model that reads, over a real connection to a server that answers as scripted. */
const MESSAGE = 'Thank you, I have found your repair. Shall I cancel job AB-1042?'
const SEEN = [{ job_no: 'AB-1042', deposit: 45 }]

const WATCH = { used: () => undefined, retried: () => undefined }

let server: ModelServer | undefined
afterEach(() => server?.close())

async function read(script: Script) {
  server = await openModelServer(script)
  const model = openModels({ env: { OPENAI_API_KEY: 'k' } })('openai:small', { baseUrl: server.url }, WATCH)
  return { ...(await readWithModel(model, MESSAGE, WORKSHOP, SEEN)), server }
}

const answer = (...sentences: readonly object[]) => ({ text: JSON.stringify({ sentences }) })
const act = (kind: string, place: string | null = null) => ({ kind, place, polarity: 'positive', sure: true })

describe('a model as reader', () => {
  test('is given closed lists, values and numbered sentences in one call, and nothing else of the desk', async () => {
    const {
      reading,
      dropped,
      server: asked,
    } = await read(() =>
      answer(
        { s: 1, form: 'courtesy', acts: [act('courtesy')] },
        { s: 2, form: 'question', acts: [act('propose', 'cancel_job')] },
      ),
    )
    expect(asked.asked).toHaveLength(1)
    expect(asked.asked[0]?.raw).toContain('cancel_job')
    expect(asked.asked[0]?.raw).toContain('AB-1042')
    expect(dropped).toBe(0)
    expect(reading.language).toBe('en')
    expect(reading.sentences.map(({ from, to }) => MESSAGE.slice(from, to))).toEqual([
      'Thank you, I have found your repair.',
      'Shall I cancel job AB-1042?',
    ])
    expect(reading.sentences[1]).toMatchObject({
      form: 'question',
      unread: false,
      acts: [{ kind: 'propose', place: { in: 'tool', name: 'cancel_job' }, sure: true, values: ['ab-1042'] }],
    })
  })

  test('a name that is not in the lists is dropped and counted, and the act is not sure', async () => {
    const { reading, dropped } = await read(() =>
      answer(
        { s: 1, form: 'plain', acts: [act('shouting')] },
        { s: 2, form: 'question', acts: [act('propose', 'burn_job'), act('request', 'cancel_job')] },
        { s: 7, form: 'plain', acts: [] },
      ),
    )
    expect(dropped).toBe(4)
    expect(reading.sentences[0]).toMatchObject({ unread: true, acts: [] })
    expect(reading.sentences[1]?.acts).toMatchObject([
      { kind: 'propose', place: null, sure: false },
      { kind: 'request', place: null, sure: false },
    ])
  })

  test('nonsense is asked for a second time', async () => {
    const { reading, server: asked } = await read(({ nth }) =>
      nth === 0
        ? { text: 'I would rather not' }
        : answer({ s: 2, form: 'question', acts: [act('propose', 'cancel_job')] }),
    )
    expect(asked.asked).toHaveLength(2)
    // A sentence that the model left out was not read.
    expect(reading.sentences.map(({ unread }) => unread)).toEqual([true, false])
  })

  test('nonsense twice: everything is unread, nothing is guessed', async () => {
    const { reading } = await read(() => ({ text: '{"sentences": "all fine"}' }))
    expect(reading.sentences.every(({ unread, acts }) => unread && acts.length === 0)).toBe(true)
  })
})
