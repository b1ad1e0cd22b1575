import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../src/base/assert.ts'
import { type ReaderModel, shippedModel } from '../src/reading/lexical/model.ts'
import { readMessage } from '../src/reading/lexical/read-message.ts'
import { packLists } from '../test/reading/desks.ts'
import { talkMessages } from '../test/reading/talks.ts'

/**
 * Reading every agent message of test/talks, against `JSON.parse` of the bare transcripts they stand in. Processor time, the
 * least of some rounds. Every message is new to the reader, which remembers what it has read; read for the second time it costs `ms_per_message_again`.
 * Target: 0.08 ms a message.
 */
const ROUNDS = 30
const PARSES = 20
const TRANSCRIPTS = 'test/talks/transcripts'

export async function benchReading(): Promise<Record<string, number>> {
  const talks = talkMessages()
  const desks = new Map(
    await Promise.all(
      [...new Set(talks.map(({ desk }) => desk))].map(async (id) => [id, await packLists(id)] as const),
    ),
  )
  const messages = talks.flatMap(({ desk, text, seen }) => {
    const lists = desks.get(desk)
    return lists === undefined ? [] : [{ lists, text, conversation: { seen } }]
  })
  const lines = readdirSync(TRANSCRIPTS).flatMap((file) =>
    readFileSync(join(TRANSCRIPTS, file), 'utf8').trim().split('\n'),
  )
  let sentences = 0
  const readAll = (learned: ReaderModel): void => {
    for (const { text, lists, conversation } of messages)
      sentences += readMessage(text, lists, conversation, learned).sentences.length
  }
  const parseAll = (): void => {
    for (let time = 0; time < PARSES; time += 1)
      for (const line of lines) assert(JSON.parse(line) !== null, 'an event')
  }
  const least = (work: () => void): number =>
    Math.min(
      ...Array.from({ length: ROUNDS }, () => {
        const from = process.cpuUsage()
        work()
        const { user, system } = process.cpuUsage(from)
        return (user + system) / 1000
      }),
    )
  const shipped = shippedModel()
  readAll(shipped)
  // A copy of the model has read nothing yet.
  const read = least(() => readAll({ ...shipped })) / messages.length
  const again = least(() => readAll(shipped)) / messages.length
  const parse = least(parseAll) / PARSES / talks.length
  assert(sentences > 0, 'something was read')
  return {
    ratio: read / parse,
    ms_per_message: read,
    ms_per_message_again: again,
    parse_ms_per_message: parse,
    messages: messages.length,
  }
}
