import { z } from 'zod'
import { Lexicon } from '../../../base/values/lexicon.ts'
import { Tactic } from '../../../cards/tactic.ts'
import { CasesFile } from '../../../cases/case-file.ts'
import { PackFile } from '../../../cases/read-pack.ts'
import { OutlineFile } from '../../../compile/outline/outline-file.ts'
import { Turn, TurnAnswer } from '../../../conversation/protocol/wire.ts'
import { GraphFile } from '../../../graph/file/graph-file.ts'
import { PricesFile } from '../../../metrics/prices.ts'
import { Report } from '../../../report/result/report.ts'
import { RunResult } from '../../../report/result/run-result.ts'
import { RunFileLine } from '../../../storage/run-file.ts'
import { TranscriptEvent } from '../../../transcript/event.ts'
import { Label } from '../../../verdicts/judges/label.ts'
import { WorldFile } from '../../../world/load-world.ts'
import { ToolsFile } from '../../../world/tool-file.ts'
import { AGENT_KINDS } from '../../agents/kinds.ts'
import { Mapping } from '../../agents/shared/mapping-file.ts'
import { sageConfig } from '../../settings/config-file.ts'
import { suite } from '../../settings/suite-file.ts'

/**
 * Every JSON Schema we publish, by file name: editors complete files with them, scripts check outputs. A change here is
 * a decision, which is why the written files are committed and compared by a test.
 */
const PUBLISHED: Readonly<Record<string, { readonly schema: z.ZodType; readonly io: 'input' | 'output' }>> = {
  sage: { schema: sageConfig(AGENT_KINDS), io: 'input' },
  suite: { schema: suite(AGENT_KINDS), io: 'input' },
  pack: { schema: PackFile, io: 'input' },
  graph: { schema: GraphFile, io: 'input' },
  world: { schema: WorldFile, io: 'input' },
  tools: { schema: ToolsFile, io: 'input' },
  cases: { schema: CasesFile, io: 'input' },
  lexicon: { schema: Lexicon, io: 'input' },
  outline: { schema: OutlineFile, io: 'input' },
  tactic: { schema: Tactic, io: 'input' },
  prices: { schema: PricesFile, io: 'input' },
  label: { schema: Label, io: 'input' },
  mapping: { schema: Mapping, io: 'input' },
  turn: { schema: Turn, io: 'output' },
  'turn-answer': { schema: TurnAnswer, io: 'input' },
  'transcript-event': { schema: TranscriptEvent, io: 'output' },
  'run-result': { schema: RunResult, io: 'output' },
  report: { schema: Report, io: 'output' },
  'run-file-line': { schema: RunFileLine, io: 'input' },
}

/** File name -> text. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PUBLISHED).map(([name, { schema, io }]) => {
      const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'ref' })
      return [`${name}.schema.json`, `${JSON.stringify(json, null, 2)}\n`]
    }),
  )
}
