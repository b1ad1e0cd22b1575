import { aiSdk } from './formats/ai-sdk/format.ts'
import { anthropic } from './formats/anthropic/format.ts'
import { csv } from './formats/csv/format.ts'
import { intercom } from './formats/intercom/format.ts'
import { openai } from './formats/openai/format.ts'
import { otel } from './formats/otel/format.ts'
import { star } from './formats/star/format.ts'
import { tauBench } from './formats/tau-bench/format.ts'
import { tau2 } from './formats/tau2/format.ts'
import { zendesk } from './formats/zendesk/format.ts'
import type { RecordingFormat } from './model/recording-format.ts'

/** Every format that is read, one line each. The first that is sure of a record reads its file. */
export const ALL_FORMATS: readonly RecordingFormat[] = [
  tau2,
  tauBench,
  star,
  otel,
  zendesk,
  intercom,
  aiSdk,
  anthropic,
  openai,
  csv,
]
