import type { MetricRecord } from '../../metrics/metric.ts'
import type { RecordingFormat } from '../../recordings/model/recording-format.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import type { FunctionKind } from '../agents/shared/function-kind.ts'

/** What a plugin adds: its default export. Each part is the declaration that SAGE's own parts are made of. */
export type Plugin = {
  readonly rules?: readonly Rule[]
  readonly metrics?: readonly MetricRecord[]
  /** kinds of agents */
  readonly agents?: readonly FunctionKind[]
  /** formats that `sage import` reads */
  readonly formats?: readonly RecordingFormat[]
}

/** Checks the parts of a plugin where it is written. */
export const definePlugin = (plugin: Plugin): Plugin => plugin
