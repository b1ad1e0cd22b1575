import { type ASTNode, ParseError, parse } from '@marcbachmann/cel-js'
import { memo } from '../../base/memo.ts'
import { didYouMean } from '../files/suggest.ts'
import type { Row } from '../values/value.ts'
import { callFunction, type ExpressionValue, FUNCTIONS } from './expression-functions.ts'

/**
 * CEL expressions of tools: amounts, effects, results. The CEL library parses; the tree is compiled to closures once, so
 * that a call costs no parsing, an empty column is `null` instead of an exception, and 1 and 1.0 are one number. What has
 * no value (null + 1, a comparison of text with a number) is `null`; nothing throws, nothing loops.
 */
export const EXPRESSION_LIMITS = { charactersMax: 400 } as const

/** What an expression may look at while it is evaluated. */
export type Scope = {
  /** an argument, a row or `today`; null where there is none */
  readonly name: (name: string) => ExpressionValue
  /** the number of this call's receipts: the same in effects and results of one call */
  readonly receipt: (prefix: string) => string
}

/** `order.total` is `{ root: 'order', member: 'total' }`; `column` counts from 1 inside the text */
export type ExpressionRead = {
  readonly root: string
  readonly member: string | null
  readonly column: number
}

/** Plain data, so that a pack can be kept in a file; `evaluateExpression` works it out. */
export type Expression = {
  readonly text: string
  readonly reads: readonly ExpressionRead[]
  readonly takesReceipt: boolean
}

/** What is written where an expression could not be read: it has no value. */
export const NO_EXPRESSION: Expression = { text: 'null', reads: [], takesReceipt: false }

export type ExpressionFault = { readonly message: string; readonly column: number; readonly hint: string }
export type ExpressionReading =
  | { readonly expression: Expression; readonly fault: null }
  | { readonly expression: null; readonly fault: ExpressionFault }

const ALLOWED =
  'Use arguments, rows (order.total), today, constants, + - * / %, comparisons, && || !, a ? b : c, in, and the functions of docs/packs.md.'

export function compileExpression(text: string): ExpressionReading {
  if (text.length > EXPRESSION_LIMITS.charactersMax) {
    const message = `it has ${text.length} characters; the limit is ${EXPRESSION_LIMITS.charactersMax}`
    return { expression: null, fault: { message, column: 1, hint: 'Split it, or make it a special tool.' } }
  }
  const notes: Notes = { reads: [], takesReceipt: false }
  try {
    compile(parse(text).ast, notes)
    return { expression: { text, reads: notes.reads, takesReceipt: notes.takesReceipt }, fault: null }
  } catch (error) {
    if (error instanceof Refused) return { expression: null, fault: error.fault }
    if (!(error instanceof ParseError)) throw error
    return {
      expression: null,
      fault: { message: error.summary, column: (error.range?.start ?? 0) + 1, hint: ALLOWED },
    }
  }
}

const compiled = memo(({ text }: Expression) => compile(parse(text).ast, { reads: [], takesReceipt: false }))

export const evaluateExpression = (expression: Expression, scope: Scope): ExpressionValue =>
  compiled(expression)(scope)

type Notes = { readonly reads: ExpressionRead[]; takesReceipt: boolean }
type Evaluate = (scope: Scope) => ExpressionValue

/** Carries a fault out of the recursion; never leaves this file. */
class Refused {
  readonly fault: ExpressionFault
  constructor(fault: ExpressionFault) {
    this.fault = fault
  }
}

function refuse(node: ASTNode, message: string, hint: string = ALLOWED): never {
  throw new Refused({ message, column: node.start + 1, hint })
}

function compile(node: ASTNode, notes: Notes): Evaluate {
  switch (node.op) {
    case 'value':
      return constant(node.args, node)
    case 'id': {
      const name = node.args
      notes.reads.push({ root: name, member: null, column: node.start + 1 })
      return (scope) => scope.name(name)
    }
    case '.':
      return compileMember(node.args[0], node.args[1], { node, notes })
    case '&&': {
      const [left, right] = pair(node.args, notes)
      return (scope) => left(scope) === true && right(scope) === true
    }
    case '||': {
      const [left, right] = pair(node.args, notes)
      return (scope) => left(scope) === true || right(scope) === true
    }
    case '!_': {
      const of = compile(node.args, notes)
      return (scope) => negated(of(scope))
    }
    case '-_': {
      const of = compile(node.args, notes)
      return (scope) => {
        const value = of(scope)
        return typeof value === 'number' ? -value : null
      }
    }
    case '?:': {
      const [test, yes, no] = [
        compile(node.args[0], notes),
        compile(node.args[1], notes),
        compile(node.args[2], notes),
      ]
      return (scope) => (test(scope) === true ? yes(scope) : no(scope))
    }
    case 'list': {
      const items = node.args.map((item) => compile(item, notes))
      return (scope) => items.map((item) => item(scope))
    }
    case 'in': {
      const [left, right] = pair(node.args, notes)
      return (scope) => {
        const [value, list] = [left(scope), right(scope)]
        return Array.isArray(list) && list.includes(value)
      }
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const [left, right] = pair(node.args, notes)
      const combine = OPERATORS[node.op]
      return (scope) => combine(left(scope), right(scope))
    }
    case 'call':
      return compileCall(node.args[0], node.args[1], { node, notes })
    default:
      return refuse(node, `"${node.input.slice(node.start, node.end)}" is not supported in a tool expression`)
  }
}

const pair = (args: readonly [ASTNode, ASTNode], notes: Notes): readonly [Evaluate, Evaluate] => [
  compile(args[0], notes),
  compile(args[1], notes),
]

const negated = (value: ExpressionValue): ExpressionValue => (typeof value === 'boolean' ? !value : null)

function constant(value: unknown, node: ASTNode): Evaluate {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (
    plain === null ||
    typeof plain === 'string' ||
    typeof plain === 'number' ||
    typeof plain === 'boolean'
  ) {
    return () => plain
  }
  return refuse(node, 'tables cannot hold a constant of this type')
}

function compileMember(of: ASTNode, member: string, at: { node: ASTNode; notes: Notes }): Evaluate {
  if (of.op !== 'id')
    return refuse(at.node, 'only a row has members: order.total', 'Name the row in `needs` first.')
  const root = of.args
  at.notes.reads.push({ root, member, column: at.node.start + 1 })
  return (scope) => {
    const row = scope.name(root)
    return isRow(row) && Object.hasOwn(row, member) ? (row[member] ?? null) : null
  }
}

const isRow = (value: ExpressionValue): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compileCall(name: string, args: readonly ASTNode[], at: { node: ASTNode; notes: Notes }): Evaluate {
  if (name === 'receipt') {
    const prefix = args[0]?.op === 'value' ? args[0].args : undefined
    if (args.length !== 1 || typeof prefix !== 'string')
      return refuse(at.node, 'receipt takes one word in quotes', "receipt('RP')")
    at.notes.takesReceipt = true
    return (scope) => scope.receipt(prefix)
  }
  const arity = FUNCTIONS.get(name)
  if (arity === undefined)
    return refuse(
      at.node,
      `there is no function "${name}"`,
      didYouMean(name, [...FUNCTIONS.keys(), 'receipt']),
    )
  if (arity !== args.length)
    return refuse(
      at.node,
      `${name} takes ${arity} ${arity === 1 ? 'value' : 'values'}, not ${args.length}`,
      ALLOWED,
    )
  const values = args.map((arg) => compile(arg, at.notes))
  return (scope) =>
    callFunction(
      name,
      values.map((value) => value(scope)),
    )
}

const OPERATORS: Readonly<
  Record<
    '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%',
    (a: ExpressionValue, b: ExpressionValue) => ExpressionValue
  >
> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '+': (a, b) => (typeof a === 'string' && typeof b === 'string' ? a + b : sum(a, b)),
  '-': numeric((a, b) => a - b),
  '*': numeric((a, b) => a * b),
  '/': numeric((a, b) => a / b),
  '%': numeric((a, b) => a % b),
}

function sum(a: ExpressionValue, b: ExpressionValue): ExpressionValue {
  return numeric((x, y) => x + y)(a, b)
}

/** Cents stay cents: 0.1 + 0.2 is 0.3 here, or receipts would show 49.800000000000004. */
function numeric(of: (a: number, b: number) => number) {
  return (a: ExpressionValue, b: ExpressionValue): ExpressionValue => {
    if (typeof a !== 'number' || typeof b !== 'number') return null
    const value = of(a, b)
    return Number.isFinite(value) ? Number(value.toPrecision(12)) : null
  }
}

/** Numbers with numbers, text with text (dates are text that sorts); with anything else the answer is no. */
function ordered(holds: (order: number) => boolean) {
  return (a: ExpressionValue, b: ExpressionValue): boolean => {
    if (typeof a === 'number' && typeof b === 'number') return holds(a - b)
    if (typeof a === 'string' && typeof b === 'string') return holds(a < b ? -1 : a > b ? 1 : 0)
    return false
  }
}
