import { randomBytes } from 'node:crypto'
import type { OnRunEvent, RunEvent } from '../../runner/engine/schedule/run-event.ts'
import type { EventOf } from '../../transcript/event.ts'

/**
 * `--trace <url>`: OpenTelemetry spans over OTLP/HTTP as JSON, named by the conventions for generative AI (gen_ai.*): one
 * span a trial, and under it one for every model call and every tool call. In: what happens. Out: requests to a
 * collector. A collector that does not answer costs the run nothing but its spans, and a word.
 */
export type RunTrace = {
  readonly watch: OnRunEvent
  /** sends what is left; says what could not be sent */
  readonly finish: () => Promise<string | null>
}

const SPANS_MAX = 256
const TIMEOUT_MS = 10_000

type Value = string | number | boolean | null
type Attributes = Readonly<Record<string, Value>>
type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
  readonly failed: boolean
}
type OpenTrial = {
  readonly traceId: string
  readonly spanId: string
  readonly from: number
  readonly agent: string
  readonly calls: Map<string, { readonly at: number; readonly tool: string }>
}

const [INTERNAL, CLIENT] = [1, 3]
const id = (bytes: number): string => randomBytes(bytes).toString('hex')

export function openTrace(url: string, send: typeof fetch = fetch): RunTrace {
  const address = /\/v1\/traces\/?$/.test(url) ? url : `${url.replace(/\/$/, '')}/v1/traces`
  const trials = new Map<string, OpenTrial>()
  let waiting: Span[] = []
  let sending: Promise<void> = Promise.resolve()
  let [lost, why] = [0, '']

  const post = async (spans: readonly Span[]): Promise<void> => {
    try {
      const answer = await send(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payloadOf(spans)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) [lost, why] = [lost + spans.length, `HTTP status ${answer.status}`]
    } catch (error) {
      ;[lost, why] = [lost + spans.length, error instanceof Error ? error.message : String(error)]
    }
  }
  const flush = (): Promise<void> => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) sending = sending.then(() => post(batch))
    return sending
  }
  const add = (span: Span): void => {
    waiting.push(span)
    if (waiting.length >= SPANS_MAX) void flush()
  }

  return {
    watch: (happening) => {
      for (const span of spansOf(happening, trials)) add(span)
    },
    finish: async () => {
      await flush()
      return lost === 0 ? null : `${lost} spans could not be sent to ${address}: ${why}`
    },
  }
}

function spansOf(happening: RunEvent, trials: Map<string, OpenTrial>): readonly Span[] {
  switch (happening.type) {
    case 'trial.began': {
      const { trial, agent, at } = happening
      trials.set(trial, { traceId: id(16), spanId: id(8), from: at, agent, calls: new Map() })
      return []
    }
    case 'trial.event': {
      const open = trials.get(happening.trial)
      return open === undefined ? [] : eventSpans(happening, open)
    }
    case 'trial.ended':
    case 'trial.postponed': {
      const open = trials.get(happening.trial)
      trials.delete(happening.trial)
      return open === undefined ? [] : [trialSpan(happening, open)]
    }
    default:
      return []
  }
}

function trialSpan(
  happening: Extract<RunEvent, { type: 'trial.ended' | 'trial.postponed' }>,
  { traceId, spanId, from, agent }: OpenTrial,
): Span {
  const state = happening.type === 'trial.ended' ? happening.state : 'postponed'
  return {
    traceId,
    spanId,
    name: `invoke_agent ${agent}`,
    kind: INTERNAL,
    from,
    to: happening.at,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': happening.trial,
      'sage.trial.state': state,
    },
    failed: state === 'faulted' || state === 'postponed',
  }
}

function eventSpans(
  { at, event, trial }: Extract<RunEvent, { type: 'trial.event' }>,
  open: OpenTrial,
): readonly Span[] {
  const under = { traceId: open.traceId, spanId: id(8), parentSpanId: open.spanId, to: at }
  switch (event.type) {
    case 'usage.recorded':
      return [{ ...under, ...modelCall(event, trial), from: at - event.took_ms, kind: CLIENT, failed: false }]
    case 'tool.called':
      open.calls.set(event.call, { at, tool: event.tool })
      return []
    case 'tool.returned': {
      const called = open.calls.get(event.call)
      open.calls.delete(event.call)
      if (called === undefined) return []
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': called.tool,
        'gen_ai.tool.call.id': event.call,
        'gen_ai.conversation.id': trial,
      }
      const name = `execute_tool ${called.tool}`
      return [{ ...under, name, attributes, from: called.at, kind: INTERNAL, failed: !event.ok }]
    }
    default:
      return []
  }
}

function modelCall(use: EventOf<'usage.recorded'>, trial: string): Pick<Span, 'name' | 'attributes'> {
  const [provider = '', ...rest] = use.model.split(':')
  const model = rest.join(':')
  return {
    name: `chat ${model}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'gen_ai.conversation.id': trial,
      'gen_ai.usage.input_tokens': use.input_tokens,
      'gen_ai.usage.output_tokens': use.output_tokens,
      'gen_ai.usage.cache_read.input_tokens': use.cached_tokens,
      'sage.role': use.role,
      'sage.usd': use.usd,
    },
  }
}

const payloadOf = (spans: readonly Span[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': 'sage' }) },
      scopeSpans: [{ scope: { name: 'sage' }, spans: spans.map(onWire) }],
    },
  ],
})

const onWire = ({ from, to, attributes, failed, ...span }: Span): object => ({
  ...span,
  startTimeUnixNano: nanos(from),
  endTimeUnixNano: nanos(Math.max(from, to)),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
})

const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`

const attributesOf = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: onWireValue(value) }],
  )

/** Whole numbers travel as text in OTLP's JSON: 64 bits do not fit a JSON number. */
function onWireValue(value: Exclude<Value, null>): object {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
