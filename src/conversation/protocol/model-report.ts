import { AgentAct, StepReport, TellAct } from '../../base/values/acts.ts'
import { isJsonObject, type Json, type JsonObject } from '../../base/values/json.ts'
import type { ToolSpec } from '../../world/world.ts'
import type { ReportForm } from './agent.ts'

/** The report as one more tool of a model (declared protocol). Its words come from the desk's form. */
export const REPORT_TOOL = 'report_step'

export function reportTool(form: ReportForm, tools: readonly ToolSpec[]): ToolSpec {
  const fields = Object.fromEntries(form.fields.map((field) => [field.name, fieldSchema(field)]))
  return {
    name: REPORT_TOOL,
    description:
      'A note for the company’s records, once a turn: what you have understood, and what your message of this turn does.',
    parameters: {
      type: 'object',
      properties: {
        intent: oneOf(form.intents, 'what the customer wants'),
        fields: {
          type: 'object',
          description: 'what the customer has said so far; leave out what they have not',
          properties: fields,
        },
        action: {
          type: 'array',
          description: 'what the words of your message do, one entry for each thing',
          items: {
            type: 'object',
            properties: {
              act: oneOf(ACTS, 'what the words do'),
              field: oneOf(
                form.fields.map(({ name }) => name),
                'request: the field asked for',
              ),
              tool: oneOf(
                tools.map(({ name }) => name),
                'propose, claim-done: the tool',
              ),
              arguments: { type: 'object', description: 'propose: the arguments it would be called with' },
              about: oneOf(form.topics, `${TellAct.options.join(', ')}: the topic`),
            },
            required: ['act'],
          },
        },
      },
      required: ['intent', 'fields', 'action'],
    },
  }
}

const ACTS = ['request', 'propose', ...TellAct.options, 'claim-done', 'greet', 'sign-off']

/** An enum without values would be refused by every provider. */
const oneOf = (values: readonly string[], description: string): JsonObject =>
  values.length === 0 ? { type: 'string', description } : { type: 'string', enum: values, description }

/** Strings throughout: a report is compared as it is read, and every provider takes a string with a list of values. */
function fieldSchema({ type, of, mayBe }: ReportForm['fields'][number]): JsonObject {
  const lacks = ['unknown', ...mayBe]
  if (type === 'enum') return oneOf([...of, ...lacks], 'as said')
  if (type === 'boolean') return oneOf(['true', 'false', ...lacks], 'as said')
  const kind = type === 'date' ? 'a date, YYYY-MM-DD' : type === 'number' ? 'a number' : 'as said'
  return { type: 'string', description: `${kind}; or ${lacks.join(', ')}` }
}

/**
 * Reads what a model sent. Models fill every place of a form: what an act has no use for is left out, and null means
 * nothing was said. Anything else that does not fit makes the report unreadable, which is the agent's failure.
 */
export function readReport(
  input: Json,
  form?: ReportForm,
): { readonly report: StepReport } | { readonly because: string } {
  if (!isJsonObject(input)) return { because: 'the arguments are no JSON object' }
  const action = Array.isArray(input['action']) ? input['action'].map(tidyAct) : (input['action'] ?? null)
  const { intent = null, fields = null } = input
  const parsed = StepReport.safeParse({ intent, fields, action })
  if (parsed.success) {
    const because = form === undefined ? null : unknownField(parsed.data, form)
    return because === null ? { report: parsed.data } : { because }
  }
  const [issue] = parsed.error.issues
  return { because: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}` }
}

/** A field the desk does not have, in words; null: it has them all. */
export function unknownField({ fields }: StepReport, form: ReportForm): string | null {
  const isKnown = (name: string) => name === 'intent' || form.fields.some((field) => field.name === name)
  const other = Object.keys(fields).find((name) => !isKnown(name))
  return other === undefined ? null : `fields: this desk has no field ${JSON.stringify(other)}`
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  request: ['act', 'field'],
  propose: ['act', 'tool', 'arguments'],
  'claim-done': ['act', 'tool'],
  greet: ['act'],
  'sign-off': ['act'],
}

function tidyAct(act: Json): Json {
  if (!isJsonObject(act) || typeof act['act'] !== 'string') return act
  const keys = KEYS[act['act']] ?? ['act', 'about']
  const tidy = Object.fromEntries(
    Object.entries(act).filter(([key, value]) => keys.includes(key) && value !== null && value !== ''),
  )
  return AgentAct.safeParse(tidy).success
    ? tidy
    : { ...tidy, ...(isJsonObject(tidy['arguments'] ?? null) ? scalarsOnly(tidy) : {}) }
}

const scalarsOnly = (act: JsonObject): JsonObject => ({
  arguments: Object.fromEntries(
    Object.entries(act['arguments'] ?? {}).filter(([, value]) => typeof value !== 'object'),
  ),
})
