import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Reading } from '../../src/base/values/reading.ts'
import { PROJECT } from './project.ts'
import { type TalkMessage, talkMessages } from './talks.ts'

type ModelReading = {
  readonly message: TalkMessage
  readonly reading: Reading
  readonly dropped: number
}

/** Readings of talks by a real language model behind tools/modelbymail, as it gave them (docs/understanding.md says who it was). */
export const modelReadings = (): readonly ModelReading[] =>
  storedReadings('model-readings.jsonl', talkMessages())

/** Readings of new plays by a language model that had seen neither labels nor our own readings of them. */
export const blindModelReadings = (): readonly ModelReading[] =>
  storedReadings(
    'model-readings-2.jsonl',
    BLIND_SETS.filter((set) => existsSync(join(PROJECT, set, BLIND_LABELS))).flatMap((set) =>
      talkMessages(set, BLIND_LABELS),
    ),
  )

const BLIND_SETS = ['test/plays-14', 'test/plays-15', 'test/plays-16']
const BLIND_LABELS = 'acts-1.jsonl'

function storedReadings(file: string, labelled: readonly TalkMessage[]): readonly ModelReading[] {
  const messages = new Map(labelled.map((message) => [`${message.talk} ${message.n}`, message]))
  return readFileSync(join(PROJECT, 'test/reading', file), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { talk, n, dropped, reading } = JSON.parse(line)
      const message = messages.get(`${talk} ${n}`)
      return message === undefined ? [] : [{ message, dropped, reading: Reading.parse(reading) }]
    })
}
