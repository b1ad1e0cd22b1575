import type { ReadVar } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { Scalar } from '../../base/values/value.ts'
import { Special } from '../../base/values/value.ts'
import { foldCase } from '../../text/fold.ts'
import type { Forbid } from '../model/graph.ts'
import { type Action, isTell } from './walk-action.ts'
import { argumentOf } from './walk-constraints.ts'
import type { Conversation, Request } from './walk-state.ts'
import { actualReader } from './walk-values.ts'

/** Ids of the forbids that name this action and whose guard holds now, with the rows its arguments name (A4, R4). */
export function forbidsHit(it: Conversation, request: Request | null, action: Action): readonly string[] {
  const read =
    action.kind === 'call' ? actualReader(it, request, recordsNamed(it, action)) : actualReader(it, request)
  return it.index.graph.forbids
    .filter((forbid) => names(forbid, action, read) && evaluate(forbid.when, read))
    .map(({ id }) => id)
}

function names({ what }: Forbid, action: Action, read: ReadVar): boolean {
  if (action.kind === 'call') return 'tool' in what && what.tool === action.tool
  if ('tool' in what) return false
  if ('says' in what) {
    const value = read(what.says)
    return !(value instanceof Special) && standsIn(foldCase(action.text), foldCase(String(value)))
  }
  const { act } = action
  return (
    !action.wordless &&
    isTell(act) &&
    act.act === what.act &&
    (what.about === null || act.about === what.about)
  )
}

/** Not inside a longer word or number: 5 does not stand in "15". */
function standsIn(text: string, value: string): boolean {
  if (value === '') return false
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text.slice(0, at).at(-1), text.at(at + value.length)]
    if (!isWordy(before) && !isWordy(after)) return true
  }
  return false
}

const isWordy = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** Records that the arguments of a call name, with the key they name (R4). */
export function recordsNamed(
  it: Conversation,
  call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
): ReadonlyMap<string, Scalar> {
  const named = new Map<string, Scalar>()
  for (const { name, from, by, on } of it.index.records) {
    const column = `records.${name}.${on ?? it.around.keyOf(from)}`
    const constrained = (it.index.acts.get(call.tool) ?? [])
      .flatMap((act) => act.constraints)
      .filter(({ is, operand }) => is === '==' && 'name' in operand && [by, column].includes(operand.name))
      .map((constraint) => constraint.argument)
    const byField = by.startsWith('fields.') ? [by.slice('fields.'.length)] : []
    for (const argument of [...constrained, ...byField]) {
      const value = argumentOf(call.input, argument)
      if (value !== undefined && !named.has(name)) named.set(name, value)
    }
  }
  return named
}
