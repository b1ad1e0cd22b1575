import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import type { LabelledAct } from '../../test/plays/plays.ts'
import type { CorpusRow } from './rows.ts'
import { HEADS, type Head, PLACED } from './trained/kinds-of-heads.ts'
import { mayStandFor, type Place, placesOf } from './trained/places.ts'
import { type SaidUnit, saidUnits } from './trained/said-units.ts'

/** A unit of a message with what it is labelled to do. With two labellers a label is the share of them that says so. */
export type LabelledUnit = SaidUnit & {
  /** where it stands among all units */
  readonly id: number
  readonly message: LabelledMessage
  readonly heads: Float32Array
  /** for each placed kind: how right each place of the desk is, and how much that counts */
  readonly right: readonly Float32Array[]
  readonly counts: readonly Float32Array[]
}
export type LabelledMessage = {
  readonly row: CorpusRow
  readonly places: readonly Place[]
  readonly units: LabelledUnit[]
  /** the message of the agent before this one in the same talk */
  readonly earlier: LabelledMessage | undefined
}

const KINDS: Readonly<Record<string, readonly Head[]>> = {
  request: ['request'],
  'request-proof': ['request', 'proof'],
  'check-fact': ['request', 'check'],
  propose: ['propose'],
  'claim-done': ['claim'],
  decline: ['decline'],
  inform: ['tell'],
  explain: ['tell'],
  tell: ['tell'],
  promise: ['tell', 'promise'],
  'hand-over': ['handover'],
  'sign-off': ['closing'],
  closing: ['closing'],
  'anything-else': ['more'],
  courtesy: ['courtesy'],
  greet: ['greet'],
  comfort: ['comfort'],
  'denied-deed': ['denied'],
  denied: ['denied'],
  conditional: ['conditional'],
  offer: ['offer'],
}
const DEED_KINDS: ReadonlySet<string> = new Set(['claim-done', 'hand-over', 'promise', 'propose', 'offer'])

/** What a label teaches. Two ways of writing "denied" and "conditional" are in use. */
export function headsOf({ kind, polarity = 'positive' }: LabelledAct, source: string): readonly Head[] {
  if (kind === 'decline' || polarity === 'positive') return KINDS[kind] ?? []
  if (!DEED_KINDS.has(kind)) return source === 'outsiders' ? (KINDS[kind] ?? []) : []
  if (polarity === 'conditional') return ['conditional']
  return ['denied']
}

/** The words of labels, put on the units they stand in. */
export function labelledUnits(
  rows: readonly CorpusRow[],
  desks: ReadonlyMap<string, DeskLists>,
): readonly LabelledMessage[] {
  const places = new Map([...desks].map(([desk, lists]) => [desk, placesOf(lists)]))
  const last = new Map<string, LabelledMessage>()
  let id = 0
  return rows.map((row) => {
    const own = (row.desk === null ? [] : places.get(row.desk)) ?? []
    const message: LabelledMessage = { row, places: own, units: [], earlier: last.get(row.talk) }
    last.set(row.talk, message)
    const { units } = saidUnits(row.text, row.before)
    for (const unit of units) {
      const heads = new Float32Array(HEADS.length)
      const right = PLACED.map(() => new Float32Array(own.length))
      const counts = PLACED.map((kind) => Float32Array.from(own, (place) => Number(mayStandFor(kind, place))))
      message.units.push({ ...unit, id, message, heads, right, counts })
      id += 1
    }
    for (const acts of row.labels) label(message, acts, 1 / row.labels.length)
    return message
  })
}

function label({ row, places, units }: LabelledMessage, acts: readonly LabelledAct[], share: number): void {
  const indexOf = new Map(places.map(({ name }, index) => [name, index]))
  const doing = units.map(() => ({ heads: new Set<Head>(), places: new Map<string, Set<number>>() }))
  for (const act of acts) {
    const heads = headsOf(act, row.source)
    const from = row.text.indexOf(act.quote)
    if (heads.length === 0 || from < 0 || units.length === 0) continue
    const to = from + act.quote.length
    const shared = units.map((unit) => Math.min(to, unit.to) - Math.max(from, unit.from))
    const most = Math.max(...shared)
    const named = (act.place === null ? [] : [act.place, ...(act.also ?? [])]).flatMap(
      (name) => indexOf.get(name) ?? [],
    )
    for (const [index, unit] of units.entries()) {
      const length = shared[index] ?? 0
      if (length < (unit.to - unit.from) / 2 && (length < most || most <= 0)) continue
      for (const head of heads) {
        doing[index]?.heads.add(head)
        const known = doing[index]?.places.get(head) ?? new Set()
        for (const place of named) known.add(place)
        doing[index]?.places.set(head, known)
      }
    }
  }
  for (const [index, unit] of units.entries()) {
    const done = doing[index]
    if (done === undefined) continue
    for (const [head, kind] of HEADS.entries())
      if (done.heads.has(kind)) unit.heads[head] = (unit.heads[head] ?? 0) + share
    for (const [kind, placed] of PLACED.entries()) {
      const [right, counts] = [unit.right[kind], unit.counts[kind]]
      const named = done.places.get(placed)
      if (right === undefined || counts === undefined) continue
      const fits = [...(named ?? [])].filter((place) => (counts[place] ?? 0) > 0)
      for (const place of fits) right[place] = (right[place] ?? 0) + share
      // Done without a place of the lists: nobody can say which it was.
      if (named !== undefined && fits.length === 0)
        for (let place = 0; place < counts.length; place += 1)
          counts[place] = Math.max(0, (counts[place] ?? 0) - share)
      // The topic of a refusal or of a deed may be read as told.
      if (placed === 'tell')
        for (const other of ['decline', 'claim'])
          for (const place of done.places.get(other) ?? [])
            if (!fits.includes(place)) counts[place] = Math.max(0, (counts[place] ?? 0) - share)
    }
  }
}
