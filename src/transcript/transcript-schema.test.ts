import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { TranscriptEvent } from './event.ts'
import { transcriptJsonSchema } from './transcript-schema.ts'

const validate = new Ajv2020({ strict: false }).compile(transcriptJsonSchema())

test('[TR8] the JSON Schema accepts events of this format and refuses what is none', () => {
  const message = { n: 3, type: 'message.sent', from: 'agent', text: 'Hello' }
  expect(validate(message)).toBe(true)
  expect(validate({ ...message, n: 0 })).toBe(false)
  expect(validate({ ...message, extra: 1 })).toBe(false)
  expect(validate({ ...message, type: 'message.shouted' })).toBe(false)
  expect(validate({ n: 1, type: 'conversation.ended', ending: { kind: 'limit.hit', limit: 'turns' } })).toBe(
    true,
  )
  expect(validate({ n: 1, type: 'conversation.ended', ending: { kind: 'boredom' } })).toBe(false)
})

test('[TR8] it names every type of event', () => {
  const text = JSON.stringify(transcriptJsonSchema())
  for (const schema of TranscriptEvent.options) expect(text).toContain(`"${schema.shape.type.value}"`)
})
