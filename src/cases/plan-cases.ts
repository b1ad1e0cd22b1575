import { type Chance, seededChance, seedFrom } from '../base/chance.ts'
import type { ReadVar } from '../base/guards/guard.ts'
import type { ClauseId, StepId } from '../base/values/ids.ts'
import { REFUSED, type Scalar, Special, UNAVAILABLE } from '../base/values/value.ts'
import { Card, CardRequest } from '../cards/card.ts'
import { anyName } from '../cards/names.ts'
import type { Tactic } from '../cards/tactic.ts'
import type { Exercised } from '../graph/coverage/coverage.ts'
import { type Universe, universeOf } from '../graph/coverage/coverage-universe.ts'
import type { Graph } from '../graph/model/graph.ts'
import { spaceOf } from '../graph/paths/paths-space.ts'
import { storeOf, type Witness, witnessOf } from '../graph/paths/paths-witness.ts'
import { type Plan, type PlanWishes, planSituations, type Situation } from '../graph/plan/plan.ts'
import type { Bucket, Case, Intensity, Outcome, Pack } from './case.ts'
import { caseId } from './case-id.ts'
import { motiveOf } from './motive.ts'
import { momentOf } from './plan-cases-moment.ts'
import { readRequest } from './plan-cases-reader.ts'
import { patches, preferring, templateRows } from './plan-cases-rows.ts'
import {
  deceiving,
  intensitiesOf,
  interruptOf,
  type Planned,
  tacticFits,
  trapOf,
} from './plan-cases-tactics.ts'
import { factsOf } from './read-pack.ts'
import { closedRead, trueEnds } from './true-outcomes.ts'

/**
 * Cases that nobody had to write. In: a pack and a size. Out: for each planned situation a case whose rows and card make
 * its path true, with the outcome the graph leads to; each is walked once more on the finished rows before it is given
 * out. The same seed gives the same cases.
 */
export type PlanSize = 'small' | 'standard' | 'full'
export type Crossing = 'one' | 'intensities' | 'pairwise' | 'full'
export type CasePlanWishes = {
  readonly size: PlanSize
  readonly seed: number
  /** tactics to cross with; each is used where it fits */
  readonly tactics?: readonly Tactic[]
  /** one fitting tactic a situation, at one or at all intensities; each fitting one, at one or at all. Else by size. */
  readonly cross?: Crossing
}
export type CasePlan = {
  readonly cases: readonly Case[]
  /** what each case exercises, under its id: feeds coverage */
  readonly exercised: readonly Exercised[]
  readonly plan: Plan
  /** situations that no case could be made for, and why */
  readonly unplanned: readonly { readonly situation: string; readonly because: string }[]
}

const SIZES: Readonly<Record<PlanSize, PlanWishes & { readonly cross: Crossing }>> = {
  small: { criteria: ['steps', 'edges'], interrupts: 'once', cross: 'one' },
  standard: { criteria: ['steps', 'edges', 'boundaries', 'pairs'], interrupts: 'once', cross: 'one' },
  full: { criteria: ['paths', 'boundaries'], interrupts: 'each', cross: 'intensities' },
}

/** The next smaller size. A larger plan begins with the smaller one, so a case has one name and one form in all of them. */
const SMALLER: Readonly<Record<PlanSize, PlanSize | null>> = {
  small: null,
  standard: 'small',
  full: 'standard',
}

function situationsOf(universe: Universe, size: PlanSize): Plan {
  const smaller = SMALLER[size]
  const given = smaller === null ? [] : situationsOf(universe, smaller).situations
  return planSituations(universe, { ...SIZES[size], given })
}

/** What can be exercised at a pack's desk, with the columns of its tables known. */
export const universeOfPack = (pack: Pick<Pack, 'graph' | 'world'>): Universe =>
  universeOf(spaceOf(pack.graph, { today: pack.world.today, facts: factsOf(pack.world) }))

export function planCases(
  pack: Pack,
  wishes: CasePlanWishes,
  universe: Universe = universeOfPack(pack),
): CasePlan {
  const size = SIZES[wishes.size]
  const plan = situationsOf(universe, wishes.size)
  const cases: Case[] = []
  const exercised: Exercised[] = []
  const unplanned: { situation: string; because: string }[] = []
  const numbers = new Map<string, number>()
  const met = new Map<string, number>()
  for (const [turn, situation] of plan.situations.entries()) {
    const { procedure } = situation.path
    const number = (numbers.get(procedure) ?? 0) + 1
    numbers.set(procedure, number)
    const id = `plan-${slug(procedure)}-${String(number).padStart(2, '0')}-${whatIsSpecial(pack.graph, situation)}`
    const made = caseOf(pack, situation, { turn: turn + (wishes.seed % 997), universe })
    if (typeof made === 'string') {
      unplanned.push({ situation: id, because: made })
      continue
    }
    const played = crossed(made, {
      id,
      turn,
      tactics: wishes.tactics ?? [],
      cross: wishes.cross ?? size.cross,
      met,
    })
    if (typeof played === 'string') unplanned.push({ situation: id, because: played })
    else
      for (const play of played) {
        const done = finished(pack, made, { ...play, seed: wishes.seed, written: universe.written })
        cases.push(done)
        // The case has rows of the pack: its values are those of its own witness, not of the situation's.
        exercised.push({ ...situation.exercised, id: done.id, values: made.witness.values })
      }
  }
  return { cases, exercised, plan, unplanned }
}

type Made = Planned & { readonly witness: Witness } & Pick<Case, 'sets' | 'records'>

/** The rows, the request and the outcome of one situation; or why there is none. */
function caseOf(
  pack: Pack,
  situation: Situation,
  { turn, universe }: { readonly turn: number; readonly universe: Universe },
): Made | string {
  const { graph, world } = pack
  const store = storeOf(universe.space, situation.path, situation.pins)
  if (store === undefined) return 'no assignment makes its path true'
  const bound = new Set([...situation.witness.rows].flatMap(([name, row]) => (row === null ? [] : [name])))
  const rows = templateRows(world, store, { bound, turn })
  const prefer = preferring({ graph, world, cases: turned(pack.cases, turn) }, rows, situation.witness)
  const witness = witnessOf(universe.space, situation.path, { pins: situation.pins, prefer })
  if (witness === undefined) return 'no assignment makes its path true'
  const { sets, records } = patches({ graph, world }, witness)
  const planned = requestOf(pack, situation, witness)
  const request = asRecorded(graph, planned, readRequest(pack, planned, { sets, requests: [planned] }))
  const read = readRequest(pack, request, { sets, requests: [request] })
  const interrupt = graph.interrupts.find((one) => one.id === situation.interrupt?.id)
  const ends = trueEnds(graph, {
    intent: request.intent,
    read: closedRead(read),
    readIn: (rounds) => closedRead(readRequest(pack, request, { sets, requests: [request], rounds })),
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: interrupt === undefined ? [] : [interrupt],
  })
  const walked =
    interrupt === undefined ? ends.some((end) => sameWay(end.path, situation.path.steps)) : ends.length > 0
  if (!walked)
    return `on the pack's rows its path is not the true one: ${ends[0]?.path.join(' > ') ?? 'none'}`
  return {
    graph,
    situation,
    request,
    acceptable: uniqueOutcomes(ends.map((end) => end.outcome)),
    read,
    witness,
    sets,
    records,
  }
}

/** An honest customer says of a fact that a record settles what the record says. */
function asRecorded(graph: Graph, request: CardRequest, read: ReadVar): CardRequest {
  const settled = [...graph.fields.values()].flatMap((field) => {
    const real = field.settledBy === null ? undefined : read(field.settledBy)
    const isClaimed = Object.hasOwn(request.knows, field.name)
    return isClaimed && real !== undefined && !(real instanceof Special) ? [[field.name, real] as const] : []
  })
  return { ...request, knows: { ...request.knows, ...Object.fromEntries(settled) } }
}

const turned = <Item>(items: readonly Item[], turn: number): readonly Item[] => {
  const from = items.length === 0 ? 0 : turn % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}

const sameWay = (a: readonly StepId[], b: readonly StepId[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index])

function uniqueOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  return [...new Map(outcomes.map((outcome) => [JSON.stringify(outcome), outcome])).values()]
}

/** What this customer says: every field the procedure may ask for has an answer, so no question finds them blank. */
function requestOf(pack: Pack, situation: Situation, witness: Witness): CardRequest {
  const { graph } = pack
  const intent = String(witness.claims.get('intent') ?? '')
  const claims = new Map(witness.claims)
  claims.delete('intent')
  const said = [...claims].filter((claim): claim is [string, Scalar] => !(claim[1] instanceof Special))
  const knows = { ...otherAnswers(pack, situation), ...Object.fromEntries(said) }
  const lacking = (lack: Special) => [...claims].filter(([, value]) => value === lack).map(([name]) => name)
  for (const name of [...lacking(REFUSED), ...lacking(UNAVAILABLE)]) delete knows[name]
  const refused = [...witness.confirms].flatMap(([id, agrees]) => {
    const confirm = graph.steps.get(id)
    const act = confirm?.kind === 'confirm' ? graph.steps.get(confirm.step) : undefined
    return agrees || act?.kind !== 'act' ? [] : [act.tool]
  })
  return CardRequest.parse({
    intent,
    wants: pack.lexicon.intents[intent]?.name ?? intent.replaceAll('_', ' '),
    knows,
    cannot: lacking(UNAVAILABLE),
    refuses: lacking(REFUSED),
    says_no_to: [...new Set(refused)],
    asked_again: laterAnswers(witness),
  })
}

/** What is said when a field is asked for once more, round by round. */
function laterAnswers({ later }: Witness): CardRequest['asked_again'] {
  const answers: Record<string, CardRequest['asked_again'][string]> = {}
  for (const { field, value } of [...later].sort((a, b) => a.round - b.round)) {
    const said =
      value === REFUSED
        ? ({ lack: 'refused' } as const)
        : value === UNAVAILABLE
          ? ({ lack: 'unavailable' } as const)
          : value instanceof Special
            ? undefined
            : value
    if (said !== undefined) answers[field] = [...(answers[field] ?? []), said]
  }
  return answers
}

/** Fields that other branches of the procedure ask for, answered as other customers of this desk do. */
function otherAnswers({ graph, cases }: Pack, situation: Situation): Record<string, Scalar> {
  const answers: Record<string, Scalar> = {}
  for (const step of graph.steps.values()) {
    if (step.kind !== 'learn' || step.procedure !== situation.path.procedure) continue
    const field = graph.fields.get(step.field)
    if (field === undefined || [...graph.records.values()].some((spec) => spec.by === `fields.${field.name}`))
      continue
    const told = cases.flatMap((one) =>
      one.card.requests.flatMap((request) => request.knows[field.name] ?? []),
    )[0]
    const plain = {
      enum: field.of[0],
      boolean: true,
      number: field.range?.[0] ?? 1,
      date: undefined,
      string: undefined,
    }
    const answer = told ?? plain[field.type]
    if (answer !== undefined) answers[field.name] = answer
  }
  return answers
}

type Play = { readonly id: string; readonly tactic: Tactic | null; readonly intensity: Intensity }
type CrossWishes = {
  readonly id: string
  readonly turn: number
  readonly tactics: readonly Tactic[]
  readonly cross: Crossing
  /** how often each tactic has been played so far in this plan */
  readonly met: Map<string, number>
}

/** Which tactics this situation is played with, and how hard. */
function crossed(made: Made, { id, turn, tactics, cross, met }: CrossWishes): readonly Play[] | string {
  const fitting = tactics.filter((tactic) => tacticFits(tactic, made))
  const interrupt = interruptOf(made)
  if (interrupt !== undefined && interrupt.when !== null)
    return `whether ${interrupt.id} fires depends on its guard`
  if (interrupt !== undefined && fitting.length === 0) return `no given tactic sets off ${interrupt.id}`
  const first = fitting[turn % Math.max(1, fitting.length)] ?? null
  if (cross === 'one' || first === null)
    return [{ id, tactic: first, intensity: ownIntensity(first, made, turn) }]
  const isWide = cross === 'pairwise' || cross === 'full'
  return (isWide ? fitting : [first]).flatMap((tactic) => {
    const own = intensitiesOf(tactic, made)
    // Pairwise over situation, tactic and intensity: each tactic's intensities come round in turn over what it fits.
    const times = met.get(tactic.id) ?? 0
    met.set(tactic.id, times + 1)
    const taken = cross === 'pairwise' ? [own[times % own.length] ?? 0] : own
    return taken.map((intensity) => ({ id: `${id}-${tactic.id}-${intensity}`, tactic, intensity }))
  })
}

/** At 0 a tactic is not played: a case's own intensity is one at which it shows. */
function ownIntensity(tactic: Tactic | null, made: Made, turn: number): Intensity {
  // Said openly and at once, what takes two times falls into the first stretch; else it comes later.
  const { interrupt, path } = made.situation
  const isFirst = interrupt !== null && interrupt.after === path.procedure
  if (isFirst && (interruptOf(made)?.nth ?? 1) > 1 && intensitiesOf(tactic, made).includes(0)) return 0
  const shown = intensitiesOf(tactic, made).filter((intensity) => intensity > 0)
  return shown[turn % Math.max(1, shown.length)] ?? 0
}

function finished(
  pack: Pack,
  made: Made,
  play: Play & { readonly seed: number; readonly written: Universe['written'] },
): Case {
  const { tactic } = play
  const chance = seededChance(seedFrom(play.seed, pack.id, play.id))
  const lies = tactic?.applies.card.some((part) => part === 'truth' || part === 'lies') ?? false
  const moment = momentOf(made, play.written)
  const own = lies ? deceiving(made, pack.world.today) : made.request
  const request = withVolunteered(own, made, chance)
  const trap = trapOf(tactic, made)
  const bucket = bucketOf(made.acceptable, trap)
  const card = Card.parse({
    name: personOf(pack, made) ?? anyName(chance),
    language: pack.language,
    manner: mannerOf(pack, made, play),
    requests: [request],
    ...(moment === undefined ? {} : { interrupts_with: moment }),
    ...(lies ? { lies: lieInWords(pack, request) } : {}),
  })
  return {
    id: caseId(pack.id, play.id),
    pack: pack.id,
    bucket,
    trap: bucket === 'adversarial' ? trap : null,
    motive: motiveOf(card, tactic),
    opens: null,
    card,
    records: made.records,
    sets: made.sets,
    tactic: tactic?.id ?? null,
    intensity: play.intensity,
    intensities: intensitiesOf(tactic, made),
    acceptable: [made.acceptable],
    decidedBy: decidedBy(pack.graph, made.situation),
    twin: null,
    planned: true,
    disturbance: null,
    at: { file: `planned:${play.id}`, line: 1, column: 1 },
  }
}

/** Some write in fragments, some have to look first; the latter only where every question may be asked twice. */
function mannerOf(
  pack: Pack,
  { graph, situation }: Made,
  { id, tactic, seed }: Play & { readonly seed: number },
): Card['manner'] {
  const chance = seededChance(seedFrom(seed, pack.id, id, 'manner'))
  if (chance.hits(FRAGMENTS_SHARE)) return ['fragments']
  const mayWait =
    tactic === null &&
    situation.path.steps.every((step) => {
      const found = graph.steps.get(step)
      return found?.kind !== 'learn' || found.attemptsMax === null || found.attemptsMax > 1
    })
  return mayWait && chance.hits(LATE_SHARE) ? ['late'] : []
}

const FRAGMENTS_SHARE = 0.1
const LATE_SHARE = 0.2

/** Handing over comes first: a plea for the forbidden does not make it less the right thing. */
function bucketOf(acceptable: readonly Outcome[], trap: string | null): Bucket {
  if (acceptable.every((outcome) => outcome.handover !== null)) return 'must-escalate'
  return trap === null ? 'resolvable' : 'adversarial'
}

/** Every other customer says one thing of their own accord: agents must not count on being told when they ask. */
function withVolunteered(request: CardRequest, { graph, situation }: Made, chance: Chance): CardRequest {
  // Told unasked, an answer would lead on before the moment to interrupt.
  if (situation.interrupt !== null) return request
  const asked = situation.path.steps.flatMap((id) => {
    const step = graph.steps.get(id)
    return step?.kind === 'learn' && request.knows[step.field] !== undefined ? [step.field] : []
  })
  const [first, ...others] = asked
  if (first === undefined || !chance.hits(0.5)) return request
  return { ...request, volunteers: [...new Set([...request.volunteers, chance.pick([first, ...others])])] }
}

const lieInWords = ({ lexicon }: Pack, request: CardRequest): string =>
  Object.keys(request.truth)
    .map((field) => `${lexicon.fields[field]?.name ?? field}: ${request.knows[field]}`)
    .join('; ')

/** The person the records speak of, where they speak of one. */
function personOf({ graph, world }: Pack, { records }: Made): string | undefined {
  for (const [name, key] of Object.entries(records)) {
    const table = world.tables.get(graph.records.get(name)?.from ?? '')
    const person = table?.rows.get(key)?.name
    if (typeof person === 'string' && /^\p{Lu}\S* \S/u.test(person)) return person
  }
  return undefined
}

/** The sentence of the last decision that what follows it cites too, else the first it cites. */
function decidedBy(graph: Graph, { path, interrupt }: Situation): ClauseId | null {
  if (interrupt !== null) return graph.interrupts.find((one) => one.id === interrupt.id)?.cites[0] ?? null
  const steps = path.steps.flatMap((id) => graph.steps.get(id) ?? [])
  const last = steps.findLastIndex((step) => step.kind === 'decide' || step.kind === 'confirm')
  const after = new Set(steps.slice(last + 1).flatMap((step) => step.cites))
  const cites = (steps[last] ?? steps[0])?.cites ?? []
  return cites.find((clause) => after.has(clause)) ?? cites[0] ?? null
}

/** What sets the situation apart, in a word or two: the boundary it sits on, else how it ends. */
function whatIsSpecial(graph: Graph, { path, points, interrupt }: Situation): string {
  if (interrupt !== null)
    return slug(`${interrupt.id}-after-${interrupt.after.split('/').slice(1).join('-') || 'opening'}`)
  const ending = path.steps
    .flatMap((id) => graph.steps.get(id) ?? [])
    .findLast((step) => step.kind === 'act' || step.kind === 'handover' || step.kind === 'tell')
  const name = ending === undefined ? path.ending : (ending.source.split('/').at(-1) ?? '')
  const edges = points.slice(0, 2).map((point) => `${point.name.split('.').at(-1)}-${point.value}`)
  return slug([path.ending === 'withdrawn' ? 'withdrawn' : name, ...edges].join('-'))
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 70)
