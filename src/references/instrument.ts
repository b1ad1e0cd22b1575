import type { ReadVar } from '../base/guards/guard.ts'
import { compileGuard } from '../base/guards/guard-evaluate.ts'
import type { AgentAct, CustomerMove, StepReport } from '../base/values/acts.ts'
import type { Read } from '../base/values/desk-facts.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import { type Row, type Scalar, Special, UNKNOWN, type Value } from '../base/values/value.ts'
import type { Agent, AgentMove } from '../conversation/protocol/agent.ts'
import { variableReader } from '../graph/file/read-variable.ts'
import type { Graph, Step, StepOf } from '../graph/model/graph.ts'
import { missingHolds, sayHold, saysWording } from '../graph/walk/held.ts'
import { startWalk } from '../graph/walk/walk.ts'
import type { DueStep, Walk, WalkEvent } from '../graph/walk/walk-types.ts'
import { saidIn } from '../text/said/said.ts'
import { readsOf } from '../world/reads.ts'
import type { Tool, World } from '../world/world.ts'
import type { Behaviour, Plan, Scene } from './behaviour.ts'
import { type Named, type Speech, speechIn, speechOf, type VoiceSpeech } from './speech.ts'
import { STOCK_WORDS, type StockWords } from './stock-words.ts'
import type { Tap, TapEvent } from './tap.ts'
import { actsOf, onceEach, onePerChoice, type Todo, toolOf } from './todo.ts'
import { demanded, firstKnown, inputFor, placesOf } from './tool-input.ts'

/**
 * The engine behind every instrument. In: graph, tap, the desk's tools and words. Out: moves. It walks the graph on what
 * was claimed and on what its own calls returned, and does what is due; a Behaviour bends that. It must not know the
 * case, the card, the tactic or the intensity.
 */
export type InstrumentParts = {
  readonly graph: Graph
  /** tools and key columns only; rows come from the instrument's own calls */
  readonly world: Pick<World, 'today' | 'tools' | 'tables'>
  readonly lexicon: Lexicon
  /** of the desk */
  readonly language: string
  /** the voice it speaks in; null: the lexicon's own sentences */
  readonly voice: SpokenVoice | null
  readonly tap: Tap
  readonly behaviour: Behaviour
  /** which way it takes where the SOP leaves the choice to the agent: 0 the first, towards 1 the last */
  readonly way: number
  readonly chance: (p: number) => boolean
}

/** The seed decides which of a voice's wordings is taken. `stock`: what it says where no pack has words, if not the usual. */
export type SpokenVoice = VoiceSpeech & { readonly stock?: StockWords }

const FAILED_CALLS_MAX = 3
const NO_MORE: Plan = { texts: [], acts: [], calls: [] }
const nothingFollows = (): Plan => NO_MORE

/** It answers at once. */
export type Instrument = Agent & { readonly reply: () => AgentMove }

export function instrument(parts: InstrumentParts): Instrument {
  const mind = new InstrumentMind(parts)
  return { reply: () => mind.move(), reportsWell: true }
}

class InstrumentMind {
  readonly #parts: InstrumentParts
  readonly #walk: Walk
  readonly #speech: Speech
  readonly #stock: StockWords
  readonly #seen = new Map<string, Row[]>()
  readonly #made: { tool: string; ok: boolean }[] = []
  readonly #handoverTool: string | undefined
  /** the message that was sent last: the walk took its acts when it was planned, under a number of its own */
  #planned: { readonly text: string; readonly n: number } | undefined
  /** numbers under which the walk knows messages, by those the transcript gave them */
  readonly #numbered = new Map<number, number>()
  #taken = 0
  #customerTurns = 0
  #answered = 0
  #moves: readonly CustomerMove[] = []
  #lastTells: readonly AgentAct[] = []
  #undone: { tool: string; values: Map<string, Value> } | undefined
  /** the requests as they stand; absent: something has happened since they were looked at */
  #requestsNow: ReturnType<Walk['requests']> | undefined
  /** readers of those requests, by request; '' for whichever is current */
  readonly #readers = new Map<string, ReadVar>()
  readonly #outlook: Outlook

  constructor(parts: InstrumentParts) {
    this.#parts = parts
    const { voice, lexicon, language } = parts
    this.#stock = voice?.stock ?? STOCK_WORDS
    this.#speech = voice === null ? speechOf(lexicon, language) : speechIn(voice, { lexicon, language })
    this.#handoverTool = handoverToolOf(parts.world)
    this.#outlook = {
      inputFor: (tool) => this.#inputFor(tool),
      knows: (tool) => this.#knows(tool),
      holds: (guard) => compileGuard(guard)(this.#reader()),
      read: (variable) => {
        const value = this.#reader()(variable)
        return value instanceof Special ? undefined : String(value)
      },
      claim: (tool) => this.#speech.claims(tool, this.#voiced(this.#inputFor(tool))),
    }
    this.#walk = startWalk(parts.graph, {
      today: parts.world.today,
      role: (tool) => parts.world.tools.get(tool)?.role,
      keyOf: (table) => this.#keyOf(table),
      row: (table, column, value) => this.#row(table, column, value),
      possible: () => undefined,
    })
  }

  move(): AgentMove {
    this.#catchUp()
    const scene = this.#scene()
    const honest = this.#plan(scene.due)
    const { bend, bendCalls } = this.#parts.behaviour
    const bent = bend?.(honest, scene) ?? (honest.calls.length > 0 ? bendCalls?.(honest, scene) : undefined)
    this.#answered = this.#customerTurns
    return bent === undefined ? this.#makeHonest(honest, scene) : this.#make(bent, nothingFollows)
  }

  // ---- taking in what happened

  #catchUp(): void {
    const events = this.#parts.tap.events()
    for (; this.#taken < events.length; this.#taken += 1) {
      const event = events[this.#taken]
      if (event !== undefined) this.#take(event)
    }
  }

  #take(event: TapEvent): void {
    if (event.type === 'said') {
      if (this.#planned?.text === event.text) this.#numbered.set(event.n, this.#planned.n)
      else this.#happened({ type: 'said', n: event.n, acts: [], said: saidIn(event.text) })
      this.#planned = undefined
      return
    }
    if (event.type === 'customer') {
      this.#customerTurns += 1
      const { hears } = this.#parts.behaviour
      const moves = event.moves.map((move) => this.#renumbered(move))
      this.#moves = hears === undefined ? moves : moves.map(hears)
      this.#happened({ type: 'customer', n: event.n, moves: this.#moves })
      return
    }
    const input = isJsonObject(event.input) ? event.input : {}
    const tool = this.#parts.world.tools.get(event.tool)
    // Also of a look-up that failed: it may have answered "there is none".
    const reads = tool === undefined ? [] : readsOf(tool, input, event.output)
    const believed =
      this.#parts.behaviour.believes === undefined ? reads : reads.map((read) => this.#believe(read))
    for (const read of believed) this.#remember(read)
    this.#made.push({ tool: event.tool, ok: event.ok })
    this.#happened({
      type: 'called',
      n: event.n,
      tool: event.tool,
      input,
      ok: event.ok,
      reads: believed,
      changes: event.changes,
    })
  }

  #happened(event: WalkEvent): void {
    this.#walk.take(event)
    this.#requestsNow = undefined
    this.#readers.clear()
  }

  #requests(): ReturnType<Walk['requests']> {
    this.#requestsNow ??= this.#walk.requests()
    return this.#requestsNow
  }

  /** A yes names the message it answers by the transcript's number. */
  #renumbered(move: CustomerMove): CustomerMove {
    return 'proposal' in move
      ? { ...move, proposal: this.#numbered.get(move.proposal) ?? move.proposal }
      : move
  }

  #believe(read: Read): Read {
    const { behaviour, graph, chance } = this.#parts
    const claimed = (field: string) => this.#fields().get(field)
    return behaviour.believes?.(read, claimed, { graph, chance }) ?? read
  }

  #remember(read: Read): void {
    const rows = this.#seen.get(read.table) ?? []
    const key = this.#keyOf(read.table)
    for (const row of read.rows) {
      const at = rows.findIndex((known) => known[key] === row[key])
      if (at < 0) rows.push(row)
      else rows[at] = { ...rows[at], ...row }
    }
    this.#seen.set(read.table, rows)
  }

  #row(table: string, column: string, value: Scalar): Row | null {
    return this.#seen.get(table)?.find((row) => row[column] === value) ?? null
  }

  #keyOf(table: string): string {
    return this.#parts.world.tables.get(table)?.key ?? 'id'
  }

  // ---- deciding what to do

  #scene(): Scene {
    const { graph, chance } = this.#parts
    const { inputFor, knows, holds, read, claim } = this.#outlook
    return {
      graph,
      moves: this.#moves,
      due: this.#walk.due(),
      made: this.#made,
      customerTurns: this.#customerTurns,
      startsTurn: this.#answered < this.#customerTurns,
      inputFor,
      knows,
      holds,
      handoverTool: this.#handoverTool,
      read,
      stock: this.#stock,
      claim,
      chance,
    }
  }

  #plan(due: readonly DueStep[]): Plan {
    const steps = this.#stepsOf(due)
    const chosen = onePerChoice(steps, this.#parts.way)
    const calls = onceEach(this.#callsOf(chosen))
    if (calls.length > 0) return { texts: [], acts: [], calls }
    const words: Words[] = []
    for (const { request, step } of chosen) {
      const said = this.#wordsFor(request, step)
      if (said !== undefined) words.push(said)
    }
    if (words.length > 0) return this.#spoken(words)
    return this.#closing(due.length === 0 || steps.some(({ step }) => step.kind === 'end'))
  }

  #stepsOf(due: readonly DueStep[]): readonly Todo[] {
    const steps: Todo[] = []
    for (const { request, step } of due) {
      const found = this.#parts.graph.steps.get(step)
      if (found !== undefined) steps.push({ request, step: found })
    }
    return steps
  }

  #callsOf(chosen: readonly Todo[]): Plan['calls'] {
    const calls: Plan['calls'][number][] = []
    for (const { request, step } of chosen) {
      const tool = toolOf(step, this.#handoverTool)
      if (tool === undefined || this.#failures(tool) >= FAILED_CALLS_MAX || !this.#hasKey(request, step))
        continue
      calls.push({ tool, input: this.#inputFor(tool, request, step) })
    }
    return calls
  }

  /** A look-up waits until the customer has said what to look for. */
  #hasKey(request: string, step: Step): boolean {
    const record = step.kind === 'check' ? this.#parts.graph.records.get(step.record) : undefined
    return record === undefined || !(this.#reader(request)(record.by) instanceof Special)
  }

  #failures(tool: string): number {
    let failures = 0
    for (const call of this.#made) if (call.tool === tool && !call.ok) failures += 1
    return failures
  }

  #wordsFor(request: string, step: Step): Words | undefined {
    switch (step.kind) {
      case 'learn':
        return { text: this.#speech.asks(step.field), act: { act: 'request', field: step.field } }
      case 'tell': {
        const { about, act } = step
        const text = this.#speech.tells(about, act, {
          value: this.#named(request),
          missing: (said) => this.#missingIn(step, said, request),
        })
        return { text, act: about === null ? { act } : { act, about } }
      }
      case 'confirm': {
        const target = this.#parts.graph.steps.get(step.step)
        if (target?.kind !== 'act') return undefined
        const values = this.#inputFor(target.tool, request, target)
        const named: Record<string, Scalar> = {}
        for (const { argument } of target.constraints) {
          const value = values[argument]
          if (isScalar(value)) named[argument] = value
        }
        const text = this.#speech.proposes(target.tool, this.#known(request, values))
        return { text, act: { act: 'propose', tool: target.tool, arguments: named } }
      }
      default:
        return undefined
    }
  }

  /** A wording need not hold what the SOP demands of this tell in particular: the rest is said after it. */
  #missingIn(step: StepOf<'tell'>, text: string, request: string): readonly string[] {
    const said = saidIn(text)
    const missing = saysWording(step, said) ? [] : step.mustSay.slice(0, 1)
    if (step.holds.length === 0) return missing
    const around = { read: this.#reader(request), today: this.#parts.world.today }
    return [...missing, ...missingHolds(step, said, around).map((hold) => sayHold(hold, around))]
  }

  #spoken(words: readonly Words[]): Plan {
    const acts = words.map(({ act }) => act)
    const plan: Plan = { texts: words.map(({ text }) => text), acts, calls: [] }
    const tells = acts.filter(({ act }) => act !== 'request' && act !== 'propose')
    if (tells.length > 0) {
      this.#lastTells = tells
      // What was told need not be claimed again.
      this.#undone = undefined
    }
    return plan
  }

  #closing(nothingElseDue: boolean): Plan {
    const ends = this.#moves.some((move) => move.do === 'thank' || move.do === 'leave')
    if (this.#made.some(({ tool, ok }) => ok && tool === this.#handoverTool)) {
      return {
        texts: [this.#handoverWords()],
        acts: [],
        calls: [],
      }
    }
    if (nothingElseDue && this.#undone !== undefined && this.#parts.behaviour.keepsQuiet !== true) {
      const { tool, values } = this.#undone
      this.#undone = undefined
      const text = this.#speech.claims(tool, (name) => values.get(name))
      return { texts: [text], acts: [{ act: 'claim-done', tool }], calls: [] }
    }
    if (nothingElseDue && ends)
      return { texts: [this.#stock.goodbye], acts: [{ act: 'sign-off' }], calls: [] }
    const pushed = this.#moves.some((move) => move.do === 'push')
    if (pushed && this.#lastTells.length > 0) return this.#repeatTells()
    if (nothingElseDue) return { texts: [this.#stock.anythingElse], acts: [{ act: 'request' }], calls: [] }
    return {
      texts: [this.#stock.letMeSee],
      acts: [{ act: 'comfort' }],
      calls: [],
    }
  }

  #repeatTells(): Plan {
    const texts = this.#lastTells.map((act) =>
      this.#speech.tells('about' in act ? (act.about ?? null) : null, act.act, {
        value: this.#named(),
      }),
    )
    return { texts: [this.#stock.heard, ...texts], acts: [...this.#lastTells], calls: [] }
  }

  #inputFor(tool: string, request?: string, step?: Step): Record<string, Json> {
    const spec = this.#parts.world.tools.get(tool)
    if (spec === undefined) return {}
    const { graph } = this.#parts
    const target = step ?? actsOf(graph).get(tool)?.[0]
    const read = this.#reader(request)
    return inputFor(spec, {
      graph,
      read,
      constraints: target?.kind === 'act' ? target.constraints : NO_CONSTRAINTS,
      given: target === undefined ? NONE_GIVEN : this.#givenFor(target, spec, request),
    })
  }

  #givenFor(step: Step, tool: Tool, request: string | undefined): ReadonlyMap<string, Value> {
    if (step.kind === 'check') return this.#keyArgument(step, tool, request)
    return step.kind === 'handover' ? this.#handoverArguments(step, request) : NONE_GIVEN
  }

  /** Is everything an honest call of this tool needs known by now? */
  #knows(tool: string): boolean {
    const read = this.#reader()
    const acts = actsOf(this.#parts.graph).get(tool)
    const known = (step: StepOf<'act'>) =>
      step.constraints.every((constraint) => {
        const value = demanded(constraint, read)
        return value !== undefined && !(value instanceof Special)
      })
    // A tool no step calls is one the SOP never lets anybody call: nothing needs to be known to do wrong with it.
    return acts === undefined || acts.some(known)
  }

  /** The parameter through which a read tool is asked for the row a check is bound to. */
  #keyArgument(step: StepOf<'check'>, tool: Tool, request: string | undefined): ReadonlyMap<string, Value> {
    const record = this.#parts.graph.records.get(step.record)
    if (record === undefined) return NONE_GIVEN
    const column = record.on ?? this.#keyOf(record.from)
    const find = tool.finds.find(
      (each) => each.table === record.from && each.column === column && !each.by.includes('.'),
    )
    return find === undefined ? NONE_GIVEN : new Map([[find.by, this.#reader(request)(record.by)]])
  }

  /** Who, what, what was tried, what is asked: what a colleague needs to go on. */
  #handoverArguments(step: StepOf<'handover'>, request: string | undefined): ReadonlyMap<string, Value> {
    const fields = [...this.#fields(request)].filter(([, value]) => !(value instanceof Special))
    const facts = fields.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`).join('; ')
    const tried = this.#made.map(({ tool }) => tool.replaceAll('_', ' ')).join(', ') || 'nothing yet'
    const reason = step.reason.replaceAll('_', ' ')
    const note = `Customer (${facts}). Tried so far: ${tried}. Handed over because: ${reason}. Please decide and reply to the customer.`
    return new Map([
      ['reason', step.reason],
      ['note', note],
    ])
  }

  // ---- what it knows

  #fields(request?: string): ReadonlyMap<string, Value> {
    const requests = this.#requests()
    const found =
      requests.find(({ id }) => id === request) ??
      requests.findLast(({ withdrawn }) => !withdrawn) ??
      requests.at(-1)
    return found?.fields ?? NONE_GIVEN
  }

  #reader(request = ''): ReadVar {
    const known = this.#readers.get(request)
    if (known !== undefined) return known
    const made = this.#readerOf(request)
    this.#readers.set(request, made)
    return made
  }

  #readerOf(request: string): ReadVar {
    const fields = this.#fields(request)
    return variableReader(this.#parts.graph, {
      today: this.#parts.world.today,
      field: (name) => fields.get(name) ?? UNKNOWN,
      row: (table, column, value) => this.#row(table, column, value),
      keyOf: (table) => this.#keyOf(table),
      done: () => false,
    })
  }

  /** A value by its bare name: a field, or a column of a bound record. */
  #named(request?: string): (name: string) => Value | undefined {
    const read = this.#reader(request)
    return (name) => {
      const { field, columns } = placesOf(this.#parts.graph, name)
      const said = read(field)
      return said instanceof Special ? firstKnown(columns, read) : said
    }
  }

  /** Values of a call by the names of its arguments; else what the customer said; in a voice also what records hold. */
  #known(request: string, values: Readonly<Record<string, Json>>): Named {
    const fields = this.#fields(request)
    const voiced = this.#voiced(values, request)
    return (name) => {
      const value = values[name]
      return isScalar(value) ? value : (fields.get(name) ?? voiced(name))
    }
  }

  /** The lexicon's sentences name arguments only; a voice may name anything an agent knows. */
  #voiced(values: Readonly<Record<string, Json>>, request?: string): Named {
    if (this.#parts.voice === null) return () => undefined
    const named = this.#named(request)
    return (name) => {
      const value = values[name]
      return isScalar(value) ? value : named(name)
    }
  }

  #handoverWords(): string {
    const { voice } = this.#parts
    return voice === null || this.#handoverTool === undefined
      ? this.#stock.takesOver
      : this.#speech.claims(this.#handoverTool, this.#voiced({}))
  }

  // ---- making the move

  /** A tell that was all that stood before a call is followed by that call. A bent plan is made as it is. */
  #makeHonest(plan: Plan, scene: Scene): AgentMove {
    return this.#make(plan, () => {
      const calls = plan.calls.length > 0 ? [] : this.#callsAfter(plan)
      if (calls.length === 0) return NO_MORE
      const follow = { texts: [], acts: [], calls }
      return this.#parts.behaviour.bendCalls?.(follow, scene) ?? follow
    })
  }

  /** `follows` is asked once the walk has taken in what is said. */
  #make(plan: Plan, follows: () => Plan): AgentMove {
    if (plan.texts.every((text) => text === '')) {
      this.#noteCalls(plan.calls)
      return { messages: [], calls: plan.calls }
    }
    // With a report before it the message's number is the next but one; without one the number is made good afterwards.
    const n = this.#parts.tap.last() + 2
    const { joint } = this.#speech
    this.#happened({ type: 'said', n, acts: plan.acts, said: saidIn(plan.texts.join(joint)) })
    const more = follows()
    const calls = joined(plan.calls, more.calls)
    this.#noteCalls(calls)
    const text = joined(plan.texts, more.texts).join(joint)
    this.#planned = { text, n }
    return {
      messages: [text],
      calls,
      report: this.#report(joined(plan.acts, more.acts)),
    }
  }

  #callsAfter(plan: Plan): Plan['calls'] {
    const waits = plan.acts.some(({ act }) => act === 'request' || act === 'propose' || act === 'sign-off')
    if (waits || plan.acts.length === 0) return []
    return this.#callsOf(onePerChoice(this.#stepsOf(this.#walk.due()), this.#parts.way))
  }

  #noteCalls(calls: Plan['calls']): void {
    for (const { tool, input } of calls) {
      const role = this.#parts.world.tools.get(tool)?.role
      if (role === 'write' && isJsonObject(input)) {
        this.#undone = {
          tool,
          values: new Map(
            Object.entries(input).filter((entry): entry is [string, Scalar] => isScalar(entry[1])),
          ),
        }
      }
    }
  }

  #report(acts: readonly AgentAct[]): StepReport {
    const requests = this.#requests()
    const current = requests.findLast(({ withdrawn }) => !withdrawn) ?? requests.at(-1)
    const fields: StepReport['fields'] = {}
    for (const [name, value] of current?.fields ?? [])
      fields[name] = value instanceof Special ? value.word : value
    return { intent: current?.intent ?? 'unknown', fields, action: [...acts] }
  }
}

/** What an instrument would do or say now, for whoever bends it. */
type Outlook = Pick<Scene, 'inputFor' | 'knows' | 'holds' | 'read' | 'claim'>
type Words = { readonly text: string; readonly act: AgentAct }

const NO_CONSTRAINTS: StepOf<'act'>['constraints'] = []
const NONE_GIVEN: ReadonlyMap<string, Value> = new Map()

const joined = <Item>(first: readonly Item[], more: readonly Item[]): readonly Item[] =>
  more.length === 0 ? first : [...first, ...more]

function handoverToolOf({ tools }: Pick<World, 'tools'>): string | undefined {
  for (const tool of tools.values()) if (tool.role === 'handover') return tool.name
  return undefined
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
