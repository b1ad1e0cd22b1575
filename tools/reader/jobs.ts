import type { Encoded, Encoder } from './encoder/encoder.ts'
import { type Encodings, encodeAll } from './encodings.ts'
import type { LabelledUnit } from './labelled-units.ts'
import { learnPatternHeads, learnStateHeads, timesRows } from './learn-kind-heads.ts'
import { learnPlaces } from './learn-places-of-pairs.ts'
import { loadEncoder } from './load-encoder.ts'
import { type Grouped, KEPT, looksAt, type Material } from './material.ts'
import { rowAt, wholeRowAt } from './table.ts'
import {
  along,
  around,
  BOTH,
  halvesOf,
  type PatternHeads,
  patternLogits,
  type StateHeads,
  stateLogits,
} from './trained/kind-heads.ts'
import { HEADS, PLACED } from './trained/kinds-of-heads.ts'
import { FEATURES, nearness, withUsual } from './trained/nearness.ts'
import { logitBy, type Network } from './trained/network.ts'
import { mayStandFor } from './trained/places.ts'
import { prepareDesk } from './trained/prepared-desk.ts'
import { NOT_THERE, SECOND } from './trained/second-look.ts'

/** What one thread does by itself. What it works out of units goes into the shared tables; what it learns is its answer. */
export type Job =
  | { readonly do: 'encode'; readonly texts: readonly string[] }
  | { readonly do: 'states'; readonly directions: Float32Array; readonly from: number; readonly to: number }
  | { readonly do: 'near'; readonly desk: string }
  | { readonly do: 'kinds'; readonly group: number | null }
  | { readonly do: 'places'; readonly look: 'first' | 'second'; readonly group: number | null }
export type KindModel = { readonly patterns: PatternHeads; readonly states: StateHeads }
export type Learned = { readonly kinds?: KindModel; readonly places?: readonly Network[] }

export type Shared = {
  readonly grouped: readonly Grouped[]
  readonly material: Material
  readonly encoderHash: string
}

export function worker({ grouped, material, encoderHash }: Shared): (job: Job) => Learned {
  const units = grouped.flatMap(({ message }) => message.units)
  let encodings: Encodings | undefined
  const encoded = (text: string): Encoded => {
    encodings ??= encodeAll(textsOf(grouped), loadEncoder, encoderHash)
    return encodings.of(text)
  }
  const ofText = (text: string): Encoded | undefined => (text === '' ? undefined : encoded(text))
  /** what is learned from without a group, and what is then read */
  const split = (group: number | null) => ({
    learned: grouped.filter(
      (one) => one.message.row.split === 'train' && (group === null || one.group !== group),
    ),
    read: grouped.filter((one) => one.group === group),
  })
  return (job) => {
    if (job.do === 'encode') encodeAll(job.texts, loadEncoder, encoderHash)
    if (job.do === 'states') {
      const halves = halvesOf(job.directions)
      for (const unit of units.slice(job.from, job.to)) {
        rowAt(material.states, unit.id).set(along(encoded(unit.text), halves, loadEncoder()))
        rowAt(material.context, unit.id).set(around(ofText(unit.before), ofText(unit.previous)))
      }
    }
    if (job.do === 'near') nearAt(job.desk, grouped, material, encoded, loadEncoder())
    if (job.do === 'kinds') return { kinds: learnKinds(split(job.group), material) }
    if (job.do === 'places') return { places: learnLook(job.look, split(job.group), material) }
    return {}
  }
}

export function textsOf(grouped: readonly Grouped[]): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const { message } of grouped) {
    for (const { text, before } of message.units) texts.add(text).add(before)
    for (const { wordings } of message.places) for (const { text } of wordings) texts.add(text)
  }
  texts.delete('')
  return texts
}

function nearAt(
  desk: string,
  grouped: readonly Grouped[],
  material: Material,
  encoded: (text: string) => Encoded,
  encoder: Encoder,
): void {
  const own = grouped.filter(({ message }) => message.row.desk === desk)
  const places = own[0]?.message.places ?? []
  const known = new Map<string, Encoded>()
  const once = (text: string): Encoded => {
    const code = known.get(text) ?? encoded(text)
    known.set(text, code)
    return code
  }
  const ready = withUsual(prepareDesk(places, once), once, encoder)
  for (const { message } of own)
    for (const unit of message.units) rowAt(material.near, unit.id).set(nearness(unit, ready, once, encoder))
}

type Split = { readonly learned: readonly Grouped[]; readonly read: readonly Grouped[] }
const unitsOf = (grouped: readonly Grouped[]): readonly LabelledUnit[] =>
  grouped.flatMap(({ message }) => message.units)

function learnKinds({ learned, read }: Split, material: Material): KindModel {
  const { buckets, bucketWeights, states, context, heads } = material
  const patternsAt = ({ id }: LabelledUnit) => ({
    buckets: wholeRowAt(buckets, id),
    weights: rowAt(bucketWeights, id),
  })
  const rows = unitsOf(learned).map((unit) => ({
    heads: unit.heads,
    patterns: patternsAt(unit),
    states: rowAt(states, unit.id),
    context: rowAt(context, unit.id),
  }))
  const model = { patterns: learnPatternHeads(rows), states: learnStateHeads(rows, KEPT, BOTH) }
  for (const unit of unitsOf(read)) {
    const both = rowAt(heads, unit.id)
    both.set(patternLogits(patternsAt(unit), model.patterns))
    const sums = timesRows(rowAt(states, unit.id), model.states.states, KEPT)
    both.set(stateLogits(sums, rowAt(context, unit.id), model.states), HEADS.length)
  }
  return model
}

function learnLook(
  look: 'first' | 'second',
  { learned, read }: Split,
  material: Material,
): readonly Network[] {
  const width = FEATURES + 2 * HEADS.length + (look === 'second' ? SECOND : 0)
  const row = (unit: LabelledUnit, place: number, into: Float32Array): void => {
    into.set(rowAt(material.near, unit.id).subarray(place * FEATURES, (place + 1) * FEATURES))
    into.set(rowAt(material.heads, unit.id), FEATURES)
    if (look === 'second')
      into.set(
        rowAt(material.secondRows, unit.id).subarray(place * SECOND, (place + 1) * SECOND),
        FEATURES + 2 * HEADS.length,
      )
  }
  const withPlaces = learned.filter(({ message }) => message.places.length > 0)
  const networks = learnPlaces(unitsOf(withPlaces), width, row)
  const numbers = new Float32Array(width)
  for (const unit of unitsOf(read)) {
    const logits = looksAt(material[look], unit)
    for (const [kind, network] of networks.entries())
      for (const [at, place] of unit.message.places.entries()) {
        const own = logits[kind]
        const placed = PLACED[kind]
        if (own === undefined || placed === undefined) continue
        own[at] = NOT_THERE
        if (!mayStandFor(placed, place)) continue
        row(unit, at, numbers)
        own[at] = Math.max(NOT_THERE, Math.min(-NOT_THERE, logitBy(network, numbers)))
      }
  }
  return networks
}
