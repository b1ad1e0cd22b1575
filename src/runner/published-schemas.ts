import { z } from 'zod'
import { RunResult } from '../report/run-result.ts'
import { TranscriptEvent } from '../transcript/event.ts'
import { SageConfig } from './config-file.ts'
import { Suite } from './suite-file.ts'

/**
 * Every JSON Schema we publish, by file name: editors complete files with them, scripts check outputs. A change here is
 * a decision, which is why the written files are committed and compared by a test.
 */
const PUBLISHED: Readonly<Record<string, { readonly schema: z.ZodType; readonly io: 'input' | 'output' }>> = {
  sage: { schema: SageConfig, io: 'input' },
  suite: { schema: Suite, io: 'input' },
  'transcript-event': { schema: TranscriptEvent, io: 'output' },
  'run-result': { schema: RunResult, io: 'output' },
}

/** File name -> text. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PUBLISHED).map(([name, { schema, io }]) => {
      const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
      return [`${name}.schema.json`, `${JSON.stringify(json, null, 2)}\n`]
    }),
  )
}
