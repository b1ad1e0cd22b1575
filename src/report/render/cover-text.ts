import type { ClauseId } from '../../base/values/ids.ts'
import type { JsonObject } from '../../base/values/json.ts'
import type { Counted, Coverage } from '../../graph/coverage/coverage.ts'
import { asksWhenInterrupted, type Universe } from '../../graph/coverage/coverage-universe.ts'
import { PATHS_MAX } from '../../graph/paths/paths.ts'

/**
 * `sage cover`: what of the SOP was exercised and what never was, in the SOP's own words. In: what can be exercised and
 * what was. Out: text for a person, JSON for a script.
 */
export type NeverExercised = {
  readonly id: string
  readonly kind: 'step' | 'edge' | 'boundary' | 'interrupt'
  /** what did not happen */
  readonly what: string
  /** the sentences it comes from */
  readonly clauses: readonly { readonly id: ClauseId; readonly text: string }[]
}

export function coverToJson(coverage: Coverage): JsonObject {
  return {
    steps: { ...coverage.steps },
    edges: { ...coverage.edges },
    boundaries: { ...coverage.boundaries },
    paths: coverage.paths === null ? { hit: null, of: null, over: PATHS_MAX } : { ...coverage.paths },
    pairs: { ...coverage.pairs },
    interrupts: { ...coverage.interrupts },
    never: coverage.never,
  }
}

export function neverExercised(universe: Universe, coverage: Coverage): readonly NeverExercised[] {
  return coverage.never.map((id) => describe(universe, id))
}

export function coverToText(universe: Universe, coverage: Coverage): string {
  const rows: readonly (readonly [string, Counted | null])[] = [
    ['steps', coverage.steps],
    ['edges', coverage.edges],
    ['boundaries', coverage.boundaries],
    ['pairs of decisions', coverage.pairs],
    ['paths', coverage.paths],
    ['interrupts', coverage.interrupts],
  ]
  const counts = rows
    .filter(([, counted]) => counted === null || counted.of > 0)
    .map(([name, counted]) => line(name, counted))
  const never = neverExercised(universe, coverage)
  const sentences = bySentence(never)
  const told =
    never.length === 0
      ? ['Everything the SOP can ask for was exercised.']
      : ['Never exercised:', ...sentences]
  const impossible =
    universe.impossible.length === 0
      ? []
      : [
          '',
          'No situation can reach these (check whether the SOP means that):',
          ...universe.impossible.map((id) => `  ${id}`),
        ]
  return `${[...counts, ...unasked(universe, coverage), '', ...told, ...impossible].join('\n')}\n`
}

/** Why most interrupts stay open where they do: nothing more is asked there. */
function unasked(universe: Universe, { never }: Coverage): readonly string[] {
  const missed = new Set(never)
  const mute = universe.interrupts.filter((id) => missed.has(id) && !asksWhenInterrupted(universe, id)).length
  return mute === 0
    ? []
    : [
        `  of those that may come at any time, ${mute} come where nothing more is asked: an agent that closes there leaves the customer no word`,
      ]
}

function line(name: string, counted: Counted | null): string {
  if (counted === null) return `${name.padEnd(20)} more than ${PATHS_MAX}: see pairs`
  const share = counted.of === 0 ? '' : `  ${Math.floor((100 * counted.hit) / counted.of)} %`
  return `${name.padEnd(20)} ${`${counted.hit} of ${counted.of}`.padEnd(14)}${share}`
}

/** Grouped under the sentence they come from, in the order of the first; one sentence often misses several things. */
function bySentence(never: readonly NeverExercised[]): readonly string[] {
  const groups = new Map<string, NeverExercised[]>()
  for (const one of never) {
    const clause = one.clauses[0]
    const heading = clause === undefined ? 'no sentence' : `${clause.id}  “${clause.text}”`
    const group = groups.get(heading)
    if (group === undefined) groups.set(heading, [one])
    else group.push(one)
  }
  return [...groups].flatMap(([heading, ones]) => [
    `  ${heading}`,
    ...ones.filter(({ kind }) => kind !== 'interrupt').map(({ kind, what }) => said(kind, what)),
    ...interruptsOf(ones).map((what) => said('interrupt', what)),
  ])
}

const said = (kind: NeverExercised['kind'], what: string): string => `      ${kind.padEnd(10)} ${what}`

const PLACES_SHOWN = 3

/** An interrupt can break in nearly everywhere: one line for each, or they would bury all else. */
function interruptsOf(ones: readonly NeverExercised[]): readonly string[] {
  const places = new Map<string, string[]>()
  for (const { kind, what } of ones) {
    if (kind !== 'interrupt') continue
    const [interrupt = '', place = ''] = what.split(' after ')
    places.set(interrupt, [...(places.get(interrupt) ?? []), place])
  }
  return [...places].map(([interrupt, all]) => {
    const more = all.length - PLACES_SHOWN
    const shown = all.slice(0, PLACES_SHOWN).join(', ')
    return `${interrupt} after ${shown}${more > 0 ? ` and ${more} more places` : ''}`
  })
}

function describe(universe: Universe, id: string): NeverExercised {
  const { written, space } = universe
  const step = written.steps.get(id)
  if (step !== undefined) return never(universe, { id, kind: 'step', what: id, cites: step.cites })
  const way = written.ways.get(id)
  if (way !== undefined) {
    const what = `${way.step}: ${way.text}`
    // What only this way leads to says best which sentence goes untested.
    const target = way.to === null ? [] : (space.graph.steps.get(way.to)?.cites ?? [])
    const shared = way.cites.filter((clause) => target.includes(clause))
    return never(universe, { id, kind: 'edge', what, cites: [...shared, ...way.cites, ...target] })
  }
  const point = universe.boundaries.find((one) => one.id === id)
  if (point !== undefined) {
    const cites = written.steps.get(point.step)?.cites ?? []
    return never(universe, {
      id,
      kind: 'boundary',
      what: `${point.name} = ${point.value} at ${point.step}`,
      cites,
    })
  }
  const [interrupt = ''] = id.split(' after ')
  const cites = space.graph.interrupts.find((one) => one.id === interrupt)?.cites ?? []
  return never(universe, { id, kind: 'interrupt', what: id, cites })
}

type Found = {
  readonly id: string
  readonly kind: NeverExercised['kind']
  readonly what: string
  readonly cites: readonly ClauseId[]
}

function never(universe: Universe, { id, kind, what, cites }: Found): NeverExercised {
  const clauses = [...new Set(cites)].map((clause) => ({
    id: clause,
    text: universe.space.graph.sop.clauses.get(clause)?.text ?? '',
  }))
  return { id, kind, what, clauses }
}
