import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../file/graph-file.ts'
import { flowOfScope } from './flow-of-scope.ts'
import { idInWords, type Names, namesOf, sayDerived } from './names.ts'
import { plainText, say, type Words } from './pieces.ts'
import { sayCondition } from './say-condition.ts'
import { sayForbid, sayInterrupt } from './say-forbid.ts'
import { scopesOf, type WrittenScope } from './scopes.ts'

/**
 * A graph in words, each procedure in its order (L2). Total, deterministic, and it hides nothing: whatever changes the
 * meaning of a graph changes this text. Nothing is ever read back from it.
 */
export function flowText(file: GraphFile, lexicon: Lexicon | null): string {
  return flowLines(file, lexicon).map(plainText).join('\n')
}

export function flowLines(file: GraphFile, lexicon: Lexicon | null): readonly Words[] {
  const names = namesOf(file, lexicon)
  const parts: readonly (readonly Words[])[] = [
    ...scopesOf(file).map((scope) => [heading(scope, file, names), ...indented(flowOfScope(scope, names))]),
    titled(
      'What must never happen',
      (file.forbid ?? []).map((raw, at) => sayForbid(raw, ['forbid', at], names)),
    ),
    titled(
      'What is said',
      Object.entries(file.fields).map(([id, raw]) => sayFieldLine(id, raw, names)),
    ),
    titled(
      'What is looked up',
      Object.entries(file.records ?? {}).map(([id, raw]) => sayRecordLine(id, raw, names)),
    ),
    titled(
      'What is worked out',
      Object.entries(file.derived ?? {}).map(([id, raw]) => sayDerivedLine(id, raw, names)),
    ),
    titled(
      'What is set aside',
      (file.waive ?? []).map(({ clause, because }) => [`${clause}: ${because}`]),
    ),
  ]
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [[], ...part]))
}

const titled = (title: string, lines: readonly Words[]): readonly Words[] =>
  lines.length === 0 ? [] : [[`${title}:`], ...indented(lines)]

const indented = (lines: readonly Words[]): readonly Words[] => lines.map((line) => say`  ${line}`)

function heading(scope: WrittenScope, file: GraphFile, names: Names): Words {
  if (scope.kind === 'part') return [`Part "${idInWords(scope.id)}":`]
  if (scope.kind === 'interrupt') {
    const raw = (file.interrupts ?? [])[Number(scope.path[1])]
    return raw === undefined ? [] : say`${sayInterrupt(raw, scope.path, names)}:`
  }
  const raw = file.procedures[scope.id]
  if (raw === undefined) return []
  return say`Procedure "${idInWords(scope.id)}", when ${sayCondition({ text: raw.for, path: [...scope.path, 'for'] }, names)}:`
}

type FieldFile = GraphFile['fields'][string]
type RecordFile = NonNullable<GraphFile['records']>[string]
type DerivedFile = NonNullable<GraphFile['derived']>[string]

/** What a customer may say: type, values, whether they may refuse it, what settles it. */
function sayFieldLine(id: string, raw: FieldFile, names: Names): Words {
  const { type, of, range, may_be, settled_by, ...flags } = raw
  const parts = [
    of === undefined ? idInWords(type) : `${idInWords(type)} of ${of.map(idInWords).join(', ')}`,
    ...(range === undefined ? [] : [`${range[0]} to ${range[1]}`]),
    ...(may_be ?? []).map((lack) => `may be ${lack}`),
    ...(settled_by === undefined ? [] : [`settled by ${names.variable(settled_by)}`]),
    ...sayFlags(flags),
  ]
  return [`the ${names.field(id)}: ${parts.join('; ')}`]
}

function sayRecordLine(id: string, raw: RecordFile, names: Names): Words {
  const { from, by, on, ...flags } = raw
  const column = on === undefined ? '' : ` in column ${idInWords(on)}`
  const parts = [`the row of ${idInWords(from)} for ${names.variable(by)}${column}`, ...sayFlags(flags)]
  return [`the ${idInWords(id)}: ${parts.join('; ')}`]
}

function sayDerivedLine(id: string, raw: DerivedFile, names: Names): Words {
  const range = 'range' in raw ? `, ${raw.range[0]} to ${raw.range[1]}` : ', compared'
  return [`${idInWords(id)}: ${sayDerived(raw, names.variable)}${range}`]
}

/** Further members, as written: `identity: true`. */
const sayFlags = (flags: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(flags).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [value === true ? idInWords(key) : `${idInWords(key)}: ${JSON.stringify(value)}`],
  )
