import { z } from 'zod'
import { Lexicon } from '../src/base/values/lexicon.ts'
import { Tactic } from '../src/cards/tactic.ts'
import { CasesFile } from '../src/cases/case-file.ts'
import { PackFile } from '../src/cases/read-pack.ts'
import { OutlineFile } from '../src/compile/outline/outline-file.ts'
import { Turn, TurnAnswer } from '../src/conversation/protocol/wire.ts'
import { GraphFile } from '../src/graph/file/graph-file.ts'
import { PricesFile } from '../src/metrics/prices.ts'
import { Report } from '../src/report/result/report.ts'
import { RunResult } from '../src/report/result/run-result.ts'
import { AGENT_KINDS } from '../src/runner/agents/kinds.ts'
import { Mapping } from '../src/runner/agents/shared/mapping-file.ts'
import { sageConfig } from '../src/runner/settings/config-file.ts'
import { suite } from '../src/runner/settings/run-inputs.ts'
import { RunFileLine } from '../src/storage/run-file.ts'
import { TranscriptEvent } from '../src/transcript/event.ts'
import { Label } from '../src/verdicts/judges/label.ts'
import { WorldFile } from '../src/world/load-world.ts'
import { ToolsFile } from '../src/world/tool-file.ts'

/**
 * Every JSON Schema we publish, by file name: editors complete files with them, scripts check outputs. A change here is
 * a decision: whoever reads them relies on it.
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
