import type { CompareOp, Guard } from '../../base/guards/guard.ts'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import { Special, type Value } from '../../base/values/value.ts'
import { idInWords, type Names, sayValue } from './names.ts'
import { type FilePath, joined, type Slot, type SlotKind, say, type Words } from './pieces.ts'

/** A guard as it stands in the file, with its path, so that its figures and values are slots. */
export type GuardText = { readonly text: string; readonly path: FilePath }

type Saying = {
  readonly names: Names
  readonly path: FilePath
  readonly startOf: (atom: Guard) => number
}
type Atom = Extract<Guard, { op: 'compare' | 'in' }>

/** A condition in words; with `holds: false` what it means that it does not hold. */
export function sayCondition(guard: GuardText, names: Names, holds = true): Words {
  const { guard: tree, ...reading } = parseGuard(guard.text)
  // what the guard language refuses is shown as written: the checker names it, the printer hides nothing
  if (tree === null) return [holds ? guard.text : `not (${guard.text})`]
  const columnOf = 'columnOf' in reading ? reading.columnOf : () => 1
  return sayGuard(tree, holds, { names, path: guard.path, startOf: (atom) => columnOf(atom) - 1 })
}

/** What `otherwise` stands for: none of the other conditions holds. */
export function sayNone(others: readonly GuardText[], names: Names): Words {
  const [only] = others
  if (only === undefined) return ['always']
  if (others.length === 1) return sayCondition(only, names, false)
  const values = valuesOfOneVariable(others)
  if (values !== null)
    return [`${names.variable(values.name)} is not one of ${listed(values.values.map(sayValue), ', ')}`]
  return say`in every other case (${joined(
    others.map((other) => bracketed(sayCondition(other, names, false))),
    ', and ',
  )})`
}

/** The variable that all guards compare with values only, if there is one. */
export function valuesOfOneVariable(
  guards: readonly GuardText[],
): { readonly name: string; readonly values: readonly Value[] } | null {
  const found: { name: string; values: readonly Value[] }[] = []
  for (const { text } of guards) {
    const { guard } = parseGuard(text)
    if (guard?.op === 'in') found.push(guard)
    else if (guard?.op === 'compare' && guard.is === '==')
      found.push({ name: guard.name, values: [guard.value] })
    else return null
  }
  const name = found[0]?.name
  if (name === undefined || found.some((each) => each.name !== name)) return null
  return { name, values: found.flatMap((each) => each.values) }
}

function sayGuard(guard: Guard, holds: boolean, saying: Saying): Words {
  switch (guard.op) {
    case 'constant':
      return [guard.value === holds ? 'always' : 'never']
    case 'not':
      return sayGuard(guard.of, !holds, saying)
    case 'and':
    case 'or': {
      const field = fieldNotGiven(guard)
      if (field !== null)
        return [`the customer ${holds ? 'gives no' : 'gives some'} ${saying.names.field(field)}`]
      const parts = guard.of.map((part) => {
        const words = sayGuard(part, holds, saying)
        return part.op === 'and' || part.op === 'or' || isNegatedJunction(part) ? bracketed(words) : words
      })
      return joined(parts, (guard.op === 'and') === holds ? ', and ' : ', or ')
    }
    default:
      return sayAtom(guard, holds, saying)
  }
}

/** `fields.x == refused || fields.x == unavailable`: the two ways of not answering, in every pack. */
function fieldNotGiven(guard: Extract<Guard, { op: 'and' | 'or' }>): string | null {
  const [first, second] = guard.of
  if (guard.op !== 'or' || guard.of.length !== 2 || first === undefined || second === undefined) return null
  const isLack = (atom: Guard, word: string): boolean =>
    atom.op === 'compare' && atom.is === '==' && atom.value instanceof Special && atom.value.word === word
  if (!isLack(first, 'refused') || !isLack(second, 'unavailable')) return null
  if (first.op !== 'compare' || second.op !== 'compare' || first.name !== second.name) return null
  return first.name.startsWith('fields.') ? first.name.slice('fields.'.length) : null
}

const isNegatedJunction = (guard: Guard): boolean =>
  guard.op === 'not' && (guard.of.op === 'and' || guard.of.op === 'or' || isNegatedJunction(guard.of))

const bracketed = (words: Words): Words => (words.length > 1 ? say`(${words})` : words)

function sayAtom(atom: Atom, holds: boolean, saying: Saying): Words {
  const variable = slotIn(atom, 'variable', saying)
  if (atom.op === 'in') {
    const values = slotIn(
      atom,
      'value',
      saying,
    )(listed(atom.values.map((value) => wordOf(atom, value, saying))))
    return atom.name === 'fields.intent'
      ? say`the customer ${holds ? 'wants' : 'does not want'} ${values}`
      : say`${variable(saying.names.variable(atom.name))} is ${holds ? '' : 'not '}${values}`
  }
  if (atom.value instanceof Special) return saySpecial(atom, atom.value, holds, saying)
  if (typeof atom.value === 'number') return sayFigure(atom, atom.value, holds, saying)
  const isEqual = (atom.is === '==') === holds
  if (atom.is !== '==' && atom.is !== '!=') return [holds ? atom.text : `not (${atom.text})`]
  const derived = derivedOf(atom, saying)
  if (derived !== undefined && 'same' in derived) return saySame(atom, isEqual, { ...saying, variable })
  if (atom.name.startsWith('done.')) {
    const known = `${saying.names.variable(atom.name)} was done`
    return [sayTruth(known, isEqual, atom.value === true)]
  }
  const value = slotIn(atom, 'value', saying)(wordOf(atom, atom.value, saying))
  if (atom.name === 'fields.intent') return say`the customer ${isEqual ? 'wants' : 'does not want'} ${value}`
  return say`${variable(saying.names.variable(atom.name))} is ${isEqual ? '' : 'not '}${value}`
}

const sayTruth = (known: string, isEqual: boolean, value: boolean): string =>
  isEqual ? `${known}: ${value ? 'yes' : 'no'}` : `${known}: not ${value ? 'yes' : 'no'}`

const derivedOf = (atom: Atom, { names }: Saying): ReturnType<Names['derived']> =>
  atom.name.startsWith('derived.') ? names.derived(atom.name.slice('derived.'.length)) : undefined

const wordOf = (atom: Atom, value: Value, { names }: Saying): string =>
  atom.name === 'fields.intent' && typeof value === 'string' ? names.intent(value) : sayValue(value)

type SayingSame = Saying & { readonly variable: (text: string) => Slot }

/** `!= true` also holds while one of the two is not known: the four forms stay apart. */
function saySame(atom: Atom, isEqual: boolean, { names, variable }: SayingSame): Words {
  const pair = variable(names.variable(atom.name))
  const isTrue = atom.op === 'compare' && atom.value === true
  if (isEqual) return say`${pair} are ${isTrue ? 'the same' : 'different'}`
  return say`${pair} are ${isTrue ? 'not known to be the same' : 'not known to be different'}`
}

const AT: Readonly<Record<CompareOp, string>> = {
  '==': 'exactly',
  '!=': 'other than',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}
const OPPOSITE: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

/** The opposite of "at most 30" is "more than 30, or not known": a comparison with nothing is false (V2). */
function sayFigure(
  atom: Extract<Atom, { op: 'compare' }>,
  value: number,
  holds: boolean,
  saying: Saying,
): Words {
  const isOrder = atom.is !== '==' && atom.is !== '!='
  const comparison = slotIn(atom, 'comparison', saying)(AT[holds ? atom.is : OPPOSITE[atom.is]])
  const figure = slotIn(atom, 'figure', saying)(String(value))
  const rest = holds || !isOrder ? '' : ', or not known'
  const spec = derivedOf(atom, saying)
  const variable = slotIn(atom, 'variable', saying)
  if (spec !== undefined && ('since' in spec || 'until' in spec)) {
    const [link, name] = 'since' in spec ? ['since', spec.since] : ['until', spec.until]
    const unit = idInWords(spec.unit)
    return say`${comparison} ${figure} ${unit} ${link} ${variable(saying.names.variable(name))}${rest}`
  }
  return say`${variable(saying.names.variable(atom.name))} is ${comparison} ${figure}${rest}`
}

function saySpecial(
  atom: Extract<Atom, { op: 'compare' }>,
  value: Special,
  holds: boolean,
  saying: Saying,
): Words {
  const isSo = (atom.is === '==') === holds
  if (atom.is !== '==' && atom.is !== '!=') return [holds ? atom.text : `not (${atom.text})`]
  const [root = '', first = '', column] = atom.name.split('.')
  if (root === 'fields') {
    const field = saying.names.field(first)
    const said = {
      refused: ['will not give', 'does not refuse'],
      unavailable: ['does not have', 'is not without'],
      unknown: ['has not said', 'has said'],
      absent: ['has no row for', 'has a row for'],
    }[value.word]
    return [`the customer ${said[isSo ? 0 : 1] ?? ''} the ${field}`]
  }
  if (root === 'records' && column === undefined && value.word === 'absent')
    return [isSo ? `there is no ${idInWords(first)}` : `there is such a row: ${idInWords(first)}`]
  return [`${saying.names.variable(atom.name)} is ${isSo ? '' : 'not '}${sayValue(value)}`]
}

/** The place of a part of a comparison in the text of its guard. */
function slotIn(atom: Atom, slot: SlotKind, { path, startOf }: Saying): (text: string) => Slot {
  const [start, end] = rangeIn(atom, slot)
  const from = startOf(atom)
  return (text) => ({ slot, text, path, within: { start: from + start, end: from + end } })
}

const PARTS = /^(\s*)([A-Za-z_][\w.]*)(\s*)(==|!=|<=|>=|<|>|in\b)(\s*)(.*?)\s*$/s

function rangeIn(atom: Atom, slot: SlotKind): readonly [number, number] {
  const found = PARTS.exec(atom.text)
  if (found === null) return [0, atom.text.length]
  const [, lead = '', name = '', gap = '', op = '', space = '', right = ''] = found
  const opAt = lead.length + name.length + gap.length
  if (slot === 'variable') return [lead.length, lead.length + name.length]
  if (slot === 'comparison') return [opAt, opAt + op.length]
  const at = opAt + op.length + space.length
  return [at, at + right.length]
}

const listed = (words: readonly string[], last = ' or '): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`
