import { expect, test } from 'vitest'
import type { Reading } from '../base/values/reading.ts'
import { readOwnLog, writeEvent, writeTranscript } from './write-transcript.ts'

const reading: Reading = { language: 'en', sentences: [] }

test('a line is the JSON of its event, also where a reading was written before', () => {
  for (const n of [3, 5]) {
    const event = { n, type: 'message.read' as const, of: n - 1, by: 'maker:"model"', reading }
    expect(writeEvent(event)).toBe(`${JSON.stringify(event)}\n`)
  }
})

test('what is written is read back', () => {
  const transcript = [
    { n: 1, type: 'message.sent' as const, from: 'agent' as const, text: 'Two\nlines.' },
    { n: 2, type: 'message.read' as const, of: 1, by: 'lexical', reading },
  ]
  expect(readOwnLog(writeTranscript(transcript))).toEqual(transcript)
})
