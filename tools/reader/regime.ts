import { seededChance } from '../../src/base/chance.ts'
import type { Encoded, Encoder } from '../../src/reading/encoder/encoder.ts'
import { around, BOTH, bothLayers, patternLogits, type PatternHeads, type StateHeads, stateLogits } from '../../src/reading/trained/kind-heads.ts'
import { HEADS, PLACED } from '../../src/reading/trained/kinds-of-heads.ts'
import { FEATURES, type NearDesk, nearness, withUsual } from '../../src/reading/trained/nearness.ts'
import { logitBy, type Network } from '../../src/reading/trained/network.ts'
import type { Place } from '../../src/reading/trained/places.ts'
import { linksOf, prepareDesk } from '../../src/reading/trained/prepared-desk.ts'
import { type Best, bestOf, noBest, NOT_THERE, SECOND, secondLook } from '../../src/reading/trained/second-look.ts'
import { type Patterns, patternsOf } from '../../src/reading/trained/word-patterns.ts'
import type { Encodings } from './encodings.ts'
import type { LabelledMessage, LabelledUnit } from './labelled-units.ts'
import { learnPatternHeads, learnStateHeads, mainDirections, reduced } from './learn-kind-heads.ts'
import { learnNetwork, type Pairs } from './learn-network.ts'

/** All that is known of the units before anything is learned: worked out once, shared by all that is learned. */
export type Material = {
  readonly messages: readonly LabelledMessage[]
  readonly patterns: ReadonlyMap<number, Patterns>
  readonly states: ReadonlyMap<number, Float32Array>
  readonly context: ReadonlyMap<number, Float32Array>
  readonly near: ReadonlyMap<number, Float32Array>
  readonly links: ReadonlyMap<readonly Place[], Float32Array>
  readonly directions: Float32Array
}
const KEPT = Number(process.env['R2_KEPT'] ?? 96)

export function materialOf(messages: readonly LabelledMessage[], { of }: Encodings, encoder: Encoder, log: (text: string) => void): Material {
  const units = messages.flatMap((message) => message.units)
  const patterns = new Map(units.map((unit) => [unit.id, patternsOf(unit)]))
  log('patterns')
  const sample = units.filter(({ id }) => id % 20 === 0).map(({ text }) => bothLayers(of(text)))
  const directions = mainDirections(sample, BOTH, KEPT)
  log('directions')
  const byText = new Map<string, Float32Array>()
  const states = new Map<number, Float32Array>()
  const context = new Map<number, Float32Array>()
  const meanOf = (text: string): Encoded | undefined => (text === '' ? undefined : of(text))
  for (const unit of units) {
    const known = byText.get(unit.text) ?? reduced(bothLayers(of(unit.text)), directions, BOTH)
    byText.set(unit.text, known)
    states.set(unit.id, known)
    context.set(unit.id, around(meanOf(unit.before), meanOf(unit.previous)))
  }
  log('states')
  return { messages, patterns, states, context, directions, ...nearOf(messages, { of }, encoder, log) }
}

/** The desks one after the other: each is made ready once. */
export function nearOf(
  messages: readonly LabelledMessage[],
  { of }: Pick<Encodings, 'of'>,
  encoder: Encoder,
  log: (text: string) => void,
): Pick<Material, 'near' | 'links'> {
  const near = new Map<number, Float32Array>()
  const links = new Map<readonly Place[], Float32Array>()
  const byDesk = new Map<readonly Place[], LabelledMessage[]>()
  for (const message of messages)
    if (message.places.length > 0)
      byDesk.set(message.places, [...(byDesk.get(message.places) ?? []), message])
  for (const [places, own] of byDesk) {
    const memo = new Map<string, Encoded>()
    const encoded = (text: string): Encoded => {
      const known = memo.get(text) ?? of(text)
      memo.set(text, known)
      return known
    }
    const wordings = places.flatMap((place) => place.wordings.map(({ text }) => text))
    const desk: NearDesk = withUsual(prepareDesk(places, encoded), wordings, encoded, encoder)
    links.set(places, linksOf(places, encoded, encoder))
    for (const message of own)
      for (const unit of message.units) near.set(unit.id, nearness(unit, desk, encoded, encoder))
    log(`near ${own[0]?.row.desk} ${own.length}`)
  }
  return { near, links }
}

export type KindModel = { readonly patterns: PatternHeads; readonly states: StateHeads }
export function learnKinds(units: readonly LabelledUnit[], material: Material): KindModel {
  const rows = units.map((unit) => ({
    heads: unit.heads,
    patterns: get(material.patterns, unit.id),
    states: get(material.states, unit.id),
    context: get(material.context, unit.id),
  }))
  return { patterns: learnPatternHeads(rows), states: learnStateHeads(rows, KEPT, BOTH, { hidden: Number(process.env['R2_HIDDEN'] ?? 48), epochs: Number(process.env['R2_EPOCHS'] ?? 4) }) }
}
const get = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = map.get(key)
  if (value === undefined) throw new RangeError('not worked out')
  return value
}

/** Logits of all heads, by both readers. */
export function kindLogits(unit: LabelledUnit, { patterns, states }: KindModel, material: Material): Float32Array {
  const both = new Float32Array(2 * HEADS.length)
  both.set(patternLogits(get(material.patterns, unit.id), patterns))
  both.set(stateLogits(get(material.states, unit.id), get(material.context, unit.id), states), HEADS.length)
  return both
}

/** What the rows of pairs are made of. */
export type Inputs = {
  readonly near: (unit: LabelledUnit) => Float32Array
  readonly heads: (unit: LabelledUnit) => Float32Array
  readonly second?: (unit: LabelledUnit) => Float32Array
}
const widthOf = ({ second }: Inputs): number => FEATURES + 2 * HEADS.length + (second === undefined ? 0 : SECOND)

function rowOf({ near, heads, second }: Inputs, unit: LabelledUnit, place: number, into: Float32Array): void {
  into.set(near(unit).subarray(place * FEATURES, (place + 1) * FEATURES))
  into.set(heads(unit), FEATURES)
  if (second !== undefined) into.set(second(unit).subarray(place * SECOND, (place + 1) * SECOND), FEATURES + 2 * HEADS.length)
}

const EMPTY_KEPT = 0.35

export function learnPlaces(units: readonly LabelledUnit[], inputs: Inputs, options = {}): readonly Network[] {
  return PLACED.map((_, kind) => {
    const chance = seededChance(7 + kind)
    const pairUnits: LabelledUnit[] = []
    const [pairPlaces, right, counts]: number[][] = [[], [], []]
    for (const unit of units) {
      const [own, count] = [unit.right[kind] ?? new Float32Array(), unit.counts[kind] ?? new Float32Array()]
      const isEmpty = own.every((value) => value === 0)
      if (isEmpty && !chance.hits(EMPTY_KEPT)) continue
      for (let place = 0; place < own.length; place += 1) {
        if ((count[place] ?? 0) === 0) continue
        pairUnits.push(unit)
        pairPlaces?.push(place)
        right?.push(own[place] ?? 0)
        counts?.push((count[place] ?? 0) * (isEmpty ? 1 / EMPTY_KEPT : 1))
      }
    }
    const pairs: Pairs = {
      count: pairUnits.length,
      width: widthOf(inputs),
      right: Float32Array.from(right ?? []),
      counts: Float32Array.from(counts ?? []),
      row: (pair, into) => {
        const unit = pairUnits[pair]
        if (unit !== undefined) rowOf(inputs, unit, pairPlaces?.[pair] ?? 0, into)
      },
    }
    return learnNetwork(pairs, { seed: 11 + kind, ...options })
  })
}

export function placeLogits(unit: LabelledUnit, inputs: Inputs, networks: readonly Network[], may: (kind: number, place: number) => boolean): readonly Float32Array[] {
  const row = new Float32Array(widthOf(inputs))
  return PLACED.map((_, kind) => {
    const network = networks[kind]
    return Float32Array.from({ length: unit.message.places.length }, (_, place) => {
      if (!may(kind, place) || network === undefined) return NOT_THERE
      rowOf(inputs, unit, place, row)
      return Math.max(NOT_THERE, Math.min(8, logitBy(network, row)))
    })
  })
}

/** Rows of the second look for every unit, from first looks. */
export function secondRows(messages: readonly LabelledMessage[], first: ReadonlyMap<number, readonly Float32Array[]>, heads: ReadonlyMap<number, Float32Array>, material: Material): Map<number, Float32Array> {
  const rows = new Map<number, Float32Array>()
  const before = new Map<LabelledMessage, { readonly own: Best; readonly all: Best }>()
  for (const message of messages) {
    const places = message.places.length
    if (places === 0) continue
    const units = message.units.map(({ id }) => get(first, id))
    const earlier = message.earlier === undefined ? undefined : before.get(message.earlier)
    const last = earlier?.own ?? noBest(places)
    const all = earlier?.all ?? noBest(places)
    const looked = secondLook({ units, heads: message.units.map(({ id }) => get(heads, id)) }, { last, all }, places, get(material.links, message.places))
    for (const [at, { id }] of message.units.entries()) rows.set(id, looked[at] ?? new Float32Array())
    const own = bestOf(places, units)
    before.set(message, { own, all: bestOf(places, [all, own]) })
  }
  return rows
}
