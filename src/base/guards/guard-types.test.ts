import { expect, test } from 'vitest'
import { parseGuard } from './guard-parse.ts'
import { checkGuardTypes, type VarType } from './guard-types.ts'

const type = (it: Partial<VarType> & Pick<VarType, 'type'>): VarType => ({
  of: [],
  range: null,
  specials: [],
  ...it,
})
const TABLE = new Map<string, VarType>([
  ['fields.kind', type({ type: 'enum', of: ['late', 'broken'], specials: ['unknown'] })],
  ['fields.ready', type({ type: 'boolean', specials: ['unknown', 'refused'] })],
  ['fields.count', type({ type: 'number', range: [1, 20], specials: ['unknown'] })],
  ['fields.day', type({ type: 'date' })],
  ['fields.name', type({ type: 'string' })],
  ['records.thing', type({ type: 'row', specials: ['absent'] })],
])
const faults = (text: string): readonly string[] => {
  const { guard } = parseGuard(text)
  if (guard === null) return ['does not parse']
  return checkGuardTypes(guard, { typeOf: (name) => TABLE.get(name), known: () => TABLE.keys() }).map(
    (it) => `${it.code}: ${it.message}`,
  )
}

test('[C6] a well-typed guard has no faults', () => {
  expect(
    faults("fields.kind == 'late' && fields.ready && fields.count >= 20 && fields.day < '2026-02-28'"),
  ).toEqual([])
  expect(faults("records.thing == absent || fields.name in ['a', 'b'] || fields.ready == refused")).toEqual(
    [],
  )
})

test.each([
  ["fields.knd == 'late'", 'unknown-variable: "fields.knd" is not declared'],
  ["fields.kind == 'lat'", 'constant-unknown: "fields.kind": "lat" is not one of its values'],
  ["fields.kind < 'late'", 'no-order: "fields.kind" is an enum and has no order; < is for numbers and dates'],
  ['fields.count == 21', 'constant-range: "fields.count": 21 is outside its range 1 to 20'],
  ["fields.count == '2'", 'constant-type: "fields.count": "2" is not a number'],
  ["fields.day > '2026-02-30'", 'constant-type: "fields.day": "2026-02-30" is not a date'],
  ['fields.ready == unavailable', 'constant-unknown: "fields.ready": it is never unavailable'],
  [
    'fields.count > refused',
    'no-order: "fields.count": refused has no order, so the comparison is always false',
  ],
  [
    'records.thing == 3',
    'constant-type: "records.thing": a record can only be compared with absent, not with 3',
  ],
  ['fields.kind', 'constant-unknown: "fields.kind": true is not one of its values'],
  ['fields.name == 3', 'constant-type: "fields.name": 3 is not text'],
])('[C6] %s', (text, said) => {
  expect(faults(text)).toEqual([said])
})
