import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { linearPattern } from '../base/linear-pattern.ts'
import { isIsoDate } from '../base/values/iso-date.ts'
import type { JsonObject } from '../base/values/json.ts'
import type { ArgumentFault } from './world.ts'

/** Wrong arguments are answered as a real API answers them: every one named, with what is wrong with it. */
export type ArgumentCheck = (input: unknown) => readonly ArgumentFault[]

const NONE: readonly ArgumentFault[] = []

/** Patterns are run on what an agent sends. `code` would be for compiling to a file, which is not done here. */
const LINEAR = Object.assign((source: string) => linearPattern(source), { code: 'linearPattern' })

/** Compiles a tool's parameters. A schema that is none gives its own message instead. */
export type CompileArguments = (
  schema: JsonObject,
) => { readonly check: ArgumentCheck } | { readonly fault: string }

/** One compiler a pack: it costs more than all its tools, and ids in one pack's schemas must not meet another's. */
export function argumentCompiler(): CompileArguments {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    ownProperties: true,
    logger: false,
    code: { regExp: LINEAR },
  })
  ajv.addFormat('date', { type: 'string', validate: isIsoDate })
  return (schema) => {
    try {
      return { check: checkWith(ajv.compile(schema)) }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
}

const checkWith =
  (validate: ValidateFunction): ArgumentCheck =>
  (input) =>
    validate(input) ? NONE : (validate.errors ?? []).map(faultOf)

function faultOf(error: ErrorObject): ArgumentFault {
  const path = error.instancePath.split('/').slice(1).map(unpointed).join('.')
  const member = (name: unknown) => [path, String(name)].filter((part) => part !== '').join('.')
  switch (error.keyword) {
    case 'required':
      return { argument: member(error.params.missingProperty), problem: 'is required' }
    case 'additionalProperties':
      return {
        argument: member(error.params.additionalProperty),
        problem: 'is not a parameter of this tool',
      }
    case 'enum':
      return {
        argument: path,
        problem: `must be one of ${(error.schema ?? error.params.allowedValues ?? []).join?.(', ') ?? 'the listed values'}`,
      }
    default:
      return { argument: path, problem: error.message ?? 'is not valid' }
  }
}

/** JSON pointers write / and ~ as ~1 and ~0. */
const unpointed = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
