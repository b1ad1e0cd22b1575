import { z } from 'zod'
import type { JsonObject } from '../base/values/json.ts'
import { TranscriptEvent } from './event.ts'

/** The published JSON Schema of one line of a transcript; a diff in the committed file is a decision. */
export function transcriptJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(TranscriptEvent, { target: 'draft-2020-12', io: 'input' })
  return {
    title: 'One event of a SAGE transcript (one line of JSONL), format 1',
    ...(JSON.parse(JSON.stringify(schema)) as JsonObject),
  }
}
