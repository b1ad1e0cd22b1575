import { type ASTNode, ParseError, parse } from '@marcbachmann/cel-js'
import { ABSENT, REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../values/value.ts'
import type { CompareOp, Guard, VarName } from './guard.ts'

/**
 * Reads CEL and keeps only what V5 allows. The CEL library is used as a parser and never evaluates anything, so that
 * no guard can hang, fail or depend on the library's own semantics of missing values.
 */
export const GUARD_LIMITS = { charactersMax: 400, atomsMax: 64 } as const

/** What is wrong with a guard; `column` counts from 1 inside the guard's text. */
export type GuardFault = { readonly message: string; readonly column: number; readonly hint: string }

/** One of the two is there. `columnOf` tells where an atom of the guard stands in its text. */
export type GuardReading =
  | { readonly guard: Guard; readonly fault: null; readonly columnOf: (atom: Guard) => number }
  | { readonly guard: null; readonly fault: GuardFault }

/** A constant, a list of constants or a variable: the right side of an argument's constraint. */
export type Operand =
  | { readonly name: VarName }
  | { readonly value: Value }
  | { readonly values: readonly Value[] }
export type OperandReading =
  | { readonly operand: Operand; readonly fault: null }
  | { readonly operand: null; readonly fault: GuardFault }

export function parseGuard(text: string): GuardReading {
  const columns = new Map<Guard, number>()
  const reading = withAst(text, (ast) => {
    const guard = readNode(ast, columns)
    const atoms = columns.size
    if (atoms > GUARD_LIMITS.atomsMax) {
      refuse(
        1,
        `the guard has ${atoms} comparisons; the limit is ${GUARD_LIMITS.atomsMax}`,
        'Split the decision in two.',
      )
    }
    return { ...guard, text: text.trim() }
  })
  if (reading.value === null) return { guard: null, fault: reading.fault }
  const guard = reading.value
  // The root was copied to carry the text as written: an atom standing alone must still be found.
  return { guard, fault: null, columnOf: (atom) => columns.get(atom) ?? 1 + Math.max(0, text.search(/\S/)) }
}

export function parseOperand(text: string): OperandReading {
  const reading = withAst(text, (ast): Operand => {
    if (ast.op === 'list') return { values: ast.args.map(constantOf) }
    const name = variableOf(ast)
    return name === null ? { value: constantOf(ast) } : { name }
  })
  return reading.value === null
    ? { operand: null, fault: reading.fault }
    : { operand: reading.value, fault: null }
}

/** The four special words, as constants of the language. */
const SPECIALS: ReadonlyMap<string, Value> = new Map(
  [UNKNOWN, ABSENT, REFUSED, UNAVAILABLE].map((it) => [it.word, it]),
)
const ROOTS = new Set(['fields', 'records', 'derived', 'done'])
const ALLOWED =
  'A guard compares a variable with a constant (==, !=, <, <=, >, >=) or a list (in), joined by &&, || and !.'

/** Carries a fault out of the recursion; never leaves this file. */
class Refused {
  readonly fault: GuardFault
  constructor(fault: GuardFault) {
    this.fault = fault
  }
}

function refuse(column: number, message: string, hint: string = ALLOWED): never {
  throw new Refused({ message, column, hint })
}

type Tried<T> =
  | { readonly value: T; readonly fault: null }
  | { readonly value: null; readonly fault: GuardFault }

function withAst<T>(text: string, read: (ast: ASTNode) => T): Tried<T> {
  try {
    if (text.length > GUARD_LIMITS.charactersMax) {
      refuse(
        1,
        `it has ${text.length} characters; the limit is ${GUARD_LIMITS.charactersMax}`,
        'Split the decision in two.',
      )
    }
    return { value: read(parse(text).ast), fault: null }
  } catch (error) {
    if (error instanceof Refused) return { value: null, fault: error.fault }
    if (!(error instanceof ParseError)) throw error
    return {
      value: null,
      fault: { message: error.summary, column: (error.range?.start ?? 0) + 1, hint: ALLOWED },
    }
  }
}

const FLIPPED: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function readNode(node: ASTNode, columns: Map<Guard, number>): Guard {
  switch (node.op) {
    case '&&':
    case '||':
      return readJunction(node, columns)
    case '!_': {
      const of = readNode(node.args, columns)
      return {
        op: 'not',
        of,
        text: of.op === 'not' || of.op === 'constant' ? `!${of.text}` : `!(${of.text})`,
      }
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return placed(readComparison(node, node.op), node, columns)
    case 'in':
      return placed(readMembership(node), node, columns)
    case 'value':
      if (typeof node.args === 'boolean') return { op: 'constant', value: node.args, text: String(node.args) }
      return refuse(node.start + 1, `${textOf(node)} is not a comparison`)
    case '.': {
      const name = variableOf(node)
      if (name === null) return refuse(node.start + 1, `"${textOf(node)}" is not a variable`)
      return placed({ op: 'compare', name, is: '==', value: true, text: name }, node, columns)
    }
    default:
      variableOf(node) // complains of a bare `fields`
      return refuse(node.start + 1, sayForeign(node))
  }
}

function placed(guard: Guard, node: ASTNode, columns: Map<Guard, number>): Guard {
  columns.set(guard, node.start + 1)
  return guard
}

/** Flattens `a && b && c`; the library nests it to the left. */
function readJunction(node: ASTNode, columns: Map<Guard, number>): Guard {
  const op = node.op === '&&' ? 'and' : 'or'
  const parts: ASTNode[] = []
  const open: ASTNode[] = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.op === node.op && (next.op === '&&' || next.op === '||')) open.push(next.args[1], next.args[0])
    else parts.push(next)
  }
  const of = parts.map((part) => readNode(part, columns))
  const text = of.map((part) => (part.op === 'and' || part.op === 'or' ? `(${part.text})` : part.text))
  return { op, of, text: text.join(op === 'and' ? ' && ' : ' || ') }
}

type Binary = Extract<ASTNode, { op: CompareOp | 'in' }>

function readComparison(node: Binary, is: CompareOp): Guard {
  const [left, right] = node.args
  const [leftName, rightName] = [variableOf(left), variableOf(right)]
  if (leftName !== null && rightName !== null) {
    return refuse(
      right.start + 1,
      `"${leftName}" is compared with another variable, "${rightName}"`,
      'Declare a derived variable (same, minus, since, until) and compare that with a constant.',
    )
  }
  if (leftName !== null)
    return { op: 'compare', name: leftName, is, value: constantOf(right), text: textOf(node) }
  if (rightName !== null)
    return { op: 'compare', name: rightName, is: FLIPPED[is], value: constantOf(left), text: textOf(node) }
  return refuse(
    node.start + 1,
    `"${textOf(node)}" has no variable on either side of ${is}${foreignIn(left, right)}`,
  )
}

function readMembership(node: Binary): Guard {
  const [left, right] = node.args
  const name = variableOf(left)
  if (name === null)
    return refuse(left.start + 1, `the left side of "in" must be a variable, not "${textOf(left)}"`)
  if (right.op !== 'list')
    return refuse(right.start + 1, 'the right side of "in" must be a list of constants: in ["a", "b"]')
  return { op: 'in', name, values: right.args.map(constantOf), text: textOf(node) }
}

/** `fields.x`, `records.r`, `records.r.column`, `derived.d`, `done.step`; null for all that is no member chain. */
function variableOf(node: ASTNode): VarName | null {
  const parts: string[] = []
  let at = node
  while (at.op === '.') {
    parts.unshift(at.args[1])
    at = at.args[0]
  }
  if (at.op !== 'id' || parts.length === 0) {
    if (at.op === 'id' && ROOTS.has(at.args))
      refuse(at.start + 1, `"${at.args}" needs a member: ${at.args}.name`)
    return null
  }
  const root = at.args
  const name = [root, ...parts].join('.')
  if (!ROOTS.has(root)) {
    refuse(
      at.start + 1,
      `"${name}" is not a variable`,
      'Variables begin with fields., records., derived. or done.',
    )
  }
  const most = root === 'records' ? 2 : root === 'done' ? Number.POSITIVE_INFINITY : 1
  if (parts.length > most) refuse(node.start + 1, `"${name}" has too many members`)
  return name
}

function constantOf(node: ASTNode): Value {
  if (node.op === '-_' && node.args.op === 'value') {
    const number = constantOf(node.args)
    if (typeof number === 'number') return -number
  }
  if (node.op === 'id') {
    const special = SPECIALS.get(node.args)
    if (special !== undefined) return special
    return refuse(node.start + 1, `"${node.args}" is not a constant`, `Put words in quotes: '${node.args}'.`)
  }
  if (node.op !== 'value') return refuse(node.start + 1, sayForeign(node))
  const value = node.args
  if (typeof value === 'bigint') {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) return refuse(node.start + 1, `${value} is too large to be exact`)
    return number
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value === null)
    return refuse(node.start + 1, 'null is not allowed here', 'Write absent for a missing value.')
  return refuse(node.start + 1, `${textOf(node)} is not a constant that a guard may use`)
}

/** Parentheses around an operand are no part of a node's range: take the text only where it is whole. */
function textOf(node: ASTNode): string {
  const written = node.input.slice(node.start, node.end).trim()
  let depth = 0
  for (const letter of written) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0) break
  }
  return depth === 0 ? written : written.replaceAll(/[()]/g, '').trim()
}

function sayForeign(node: ASTNode): string {
  switch (node.op) {
    case 'call':
    case 'rcall':
      return `"${node.args[0]}(...)" is a call; a guard cannot call functions`
    case '?:':
      return 'a guard cannot use ? :'
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '-_':
      return `a guard cannot do arithmetic ("${textOf(node)}")`
    case 'id':
      return SPECIALS.has(node.args)
        ? `"${node.args}" is not a comparison`
        : `"${node.args}" is not a variable`
    default:
      return `"${textOf(node)}" is not supported in a guard`
  }
}

/** Names the foreign side of a comparison without variables, so that `size(x) > 3` complains of the call. */
function foreignIn(left: ASTNode, right: ASTNode): string {
  const foreign = [left, right].find((side) => side.op !== 'value' && side.op !== 'id')
  return foreign === undefined ? '' : `: ${sayForeign(foreign)}`
}
