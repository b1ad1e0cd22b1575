import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Reading } from '../../src/base/values/reading.ts'
import { PROJECT } from './project.ts'
import { type TalkMessage, talkMessages } from './talks.ts'

/** Readings of talks by a real language model behind tools/modelbymail, as it gave them (docs/understanding.md says who it was). */
export function modelReadings(): readonly {
  readonly message: TalkMessage
  readonly reading: Reading
  readonly dropped: number
}[] {
  const messages = new Map(talkMessages().map((message) => [`${message.talk} ${message.n}`, message]))
  return readFileSync(join(PROJECT, 'test/reading/model-readings.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { talk, n, dropped, reading } = JSON.parse(line)
      const message = messages.get(`${talk} ${n}`)
      return message === undefined ? [] : [{ message, dropped, reading: Reading.parse(reading) }]
    })
}
