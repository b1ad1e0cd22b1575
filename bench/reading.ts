import { assert } from '../src/base/assert.ts'
import { type ReaderModel, shippedModel } from '../src/reading/lexical/model.ts'
import { readMessage } from '../src/reading/lexical/read-message.ts'
import { playsOf, shippedDesks, talkMessages } from '../test/plays/plays.ts'

/**
 * Reading every agent message of the set `talks`, against `JSON.parse` of the bare transcripts they stand in. Processor time, the
 * least of some rounds. Every message is new to the reader, which remembers what it has read; read for the second time it costs `ms_per_message_again`.
 * About 0.4 ms a message: whoever waits for a model that answers in seconds does not notice.
 */
const ROUNDS = 30
const PARSES = 20

export async function benchReading(): Promise<Record<string, number>> {
  const talks = talkMessages('talks')
  const desks = await shippedDesks()
  const messages = talks.flatMap(({ desk, text, seen }) => {
    const lists = desks.get(desk)?.lists
    return lists === undefined ? [] : [{ lists, text, conversation: { seen } }]
  })
  const lines = playsOf('talks').flatMap(({ events }) => events.map((event) => JSON.stringify(event)))
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
