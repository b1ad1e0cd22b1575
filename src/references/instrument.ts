import { flatMap } from '../base/flat-map.ts'
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
import { followWalk } from '../graph/walk/walk.ts'
import type { DueStep, FollowedWalk, WalkEvent } from '../graph/walk/walk-types.ts'
import { readsOf } from '../world/reads.ts'
import type { Tool, World } from '../world/world.ts'
import type { Behaviour, Plan, Scene } from './behaviour.ts'
import { type Named, type Speech, speechIn, speechOf, type VoiceSpeech } from './speech.ts'
import { type StockWords, stockWordsOf } from './stock-words.ts'
import type { Tap, TapEvent } from './tap.ts'
import { demanded, inputFor } from './tool-input.ts'

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
const NO_MORE = (): Plan => ({ texts: [], acts: [], calls: [] })

export function instrument(parts: InstrumentParts): Agent {
  const mind = new Mind(parts)
  return { reply: () => Promise.resolve(mind.move()), reportsWell: true }
}

class Mind {
  readonly #parts: InstrumentParts
  readonly #walk: FollowedWalk
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
  #requestsNow: ReturnType<FollowedWalk['requests']> | undefined

  constructor(parts: InstrumentParts) {
    this.#parts = parts
    const { voice, lexicon, language } = parts
    this.#stock = voice?.stock ?? stockWordsOf(language)
    this.#speech = voice === null ? speechOf(lexicon, language) : speechIn(voice, { lexicon, language })
    this.#handoverTool = [...parts.world.tools.values()].find((tool) => tool.role === 'handover')?.name
    this.#walk = followWalk(parts.graph, {
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
    return bent === undefined ? this.#makeHonest(honest, scene) : this.#make(bent, NO_MORE)
  }

  // ---- taking in what happened

  #catchUp(): void {
    const events = this.#parts.tap.events()
    for (const event of events.slice(this.#taken)) this.#take(event)
    this.#taken = events.length
  }

  #take(event: TapEvent): void {
    if (event.type === 'said') {
      if (this.#planned?.text === event.text) this.#numbered.set(event.n, this.#planned.n)
      else this.#happened({ type: 'said', n: event.n, acts: [], text: event.text })
      this.#planned = undefined
      return
    }
    if (event.type === 'customer') {
      this.#customerTurns += 1
      const { hears } = this.#parts.behaviour
      const moves = event.moves.map((move) => this.#renumbered(move))
      this.#moves = hears === undefined ? moves : moves.map(hears)
      this.#happened({ ...event, moves: this.#moves })
      return
    }
    const input = isJsonObject(event.input) ? event.input : {}
    const tool = this.#parts.world.tools.get(event.tool)
    // Also of a look-up that failed: it may have answered "there is none".
    const reads = tool === undefined ? [] : readsOf(tool, input, event.output)
    const believed = reads.map((read) => this.#believe(read))
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
  }

  #requests(): ReturnType<FollowedWalk['requests']> {
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
    return {
      graph,
      moves: this.#moves,
      due: this.#walk.due(),
      made: this.#made,
      customerTurns: this.#customerTurns,
      startsTurn: this.#answered < this.#customerTurns,
      inputFor: (tool) => this.#inputFor(tool),
      knows: (tool) => this.#knows(tool),
      holds: (guard) => compileGuard(guard)(this.#reader()),
      handoverTool: this.#handoverTool,
      read: (variable) => {
        const value = this.#reader()(variable)
        return value instanceof Special ? undefined : String(value)
      },
      stock: this.#stock,
      claim: (tool) => this.#speech.claims(tool, this.#voiced(this.#inputFor(tool))),
      chance,
    }
  }

  #plan(due: readonly DueStep[]): Plan {
    const steps = flatMap(due, ({ request, step }) => {
      const found = this.#parts.graph.steps.get(step)
      return found === undefined ? [] : [{ request, step: found }]
    })
    const calls = onceEach(this.#dueCalls(steps))
    if (calls.length > 0) return { texts: [], acts: [], calls }
    const words = flatMap(onePerChoice(steps, this.#parts.way), ({ request, step }) =>
      this.#wordsFor(request, step),
    )
    if (words.length > 0) return this.#spoken(words)
    return this.#closing(steps.some(({ step }) => step.kind === 'end') || due.length === 0)
  }

  #dueCalls(steps: readonly { request: string; step: Step }[]): Plan['calls'] {
    return flatMap(onePerChoice(steps, this.#parts.way), ({ request, step }) => {
      const tool = toolOf(step, this.#handoverTool)
      if (tool === undefined || this.#failures(tool) >= FAILED_CALLS_MAX || !this.#hasKey(request, step))
        return []
      return [{ tool, input: this.#inputFor(tool, request, step) }]
    })
  }

  /** A look-up waits until the customer has said what to look for. */
  #hasKey(request: string, step: Step): boolean {
    const record = step.kind === 'check' ? this.#parts.graph.records.get(step.record) : undefined
    return record === undefined || !(this.#reader(request)(record.by) instanceof Special)
  }

  #failures(tool: string): number {
    return this.#made.filter((call) => call.tool === tool && !call.ok).length
  }

  #wordsFor(request: string, step: Step): readonly { text: string; act: AgentAct }[] {
    switch (step.kind) {
      case 'learn':
        return [{ text: this.#speech.asks(step.field), act: { act: 'request', field: step.field } }]
      case 'tell': {
        const act: AgentAct = step.about === null ? { act: step.act } : { act: step.act, about: step.about }
        return [
          {
            text: this.#speech.tells(step.about, step.act, {
              value: this.#named(request),
              missing: (text) => this.#missingIn(step, text, request),
            }),
            act,
          },
        ]
      }
      case 'confirm': {
        const target = this.#parts.graph.steps.get(step.step)
        if (target?.kind !== 'act') return []
        const values = this.#inputFor(target.tool, request, target)
        const named = Object.fromEntries(
          flatMap(target.constraints, ({ argument }) => {
            const value = values[argument]
            return isScalar(value) ? [[argument, value] as const] : []
          }),
        )
        const text = this.#speech.proposes(target.tool, this.#known(request, values))
        return [{ text, act: { act: 'propose', tool: target.tool, arguments: named } }]
      }
      default:
        return []
    }
  }

  /** A wording need not hold what the SOP demands of this tell in particular: the rest is said after it. */
  #missingIn(step: StepOf<'tell'>, text: string, request: string): readonly string[] {
    const around = { read: this.#reader(request), today: this.#parts.world.today }
    const wording = saysWording(step, text) ? [] : step.mustSay.slice(0, 1)
    return [...wording, ...missingHolds(step, text, around).map((hold) => sayHold(hold, around))]
  }

  #spoken(words: readonly { text: string; act: AgentAct }[]): Plan {
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
    const target = step ?? [...graph.steps.values()].find((each) => each.kind === 'act' && each.tool === tool)
    const read = this.#reader(request)
    const given = new Map<string, Value>()
    if (target?.kind === 'check')
      for (const [name, value] of this.#keyArguments(target, spec, read)) given.set(name, value)
    if (target?.kind === 'handover') this.#handoverArguments(target, given, request)
    return inputFor(spec, {
      graph,
      read,
      constraints: target?.kind === 'act' ? target.constraints : [],
      given,
    })
  }

  /** Is everything an honest call of this tool needs known by now? */
  #knows(tool: string): boolean {
    const read = this.#reader()
    const acts = [...this.#parts.graph.steps.values()].filter(
      (step): step is StepOf<'act'> => step.kind === 'act' && step.tool === tool,
    )
    const known = (step: StepOf<'act'>) =>
      step.constraints.every((constraint) => {
        const value = demanded(constraint, read)
        return value !== undefined && !(value instanceof Special)
      })
    // A tool no step calls is one the SOP never lets anybody call: nothing needs to be known to do wrong with it.
    return acts.length === 0 || acts.some(known)
  }

  /** The parameter through which a read tool is asked for the row a check is bound to. */
  #keyArguments(step: StepOf<'check'>, tool: Tool, read: ReadVar): readonly (readonly [string, Value])[] {
    const record = this.#parts.graph.records.get(step.record)
    if (record === undefined) return []
    const column = record.on ?? this.#keyOf(record.from)
    const find = tool.finds.find(
      (each) => each.table === record.from && each.column === column && !each.by.includes('.'),
    )
    return find === undefined ? [] : [[find.by, read(record.by)]]
  }

  /** Who, what, what was tried, what is asked: what a colleague needs to go on. */
  #handoverArguments(step: StepOf<'handover'>, given: Map<string, Value>, request?: string): void {
    const fields = [...this.#fields(request)].filter(([, value]) => !(value instanceof Special))
    const facts = fields.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`).join('; ')
    const tried = this.#made.map(({ tool }) => tool.replaceAll('_', ' ')).join(', ') || 'nothing yet'
    const reason = step.reason.replaceAll('_', ' ')
    given.set('reason', step.reason)
    given.set(
      'note',
      `Customer (${facts}). Tried so far: ${tried}. Handed over because: ${reason}. Please decide and reply to the customer.`,
    )
  }

  // ---- what it knows

  #fields(request?: string): ReadonlyMap<string, Value> {
    const requests = this.#requests()
    const found =
      requests.find(({ id }) => id === request) ??
      requests.findLast(({ withdrawn }) => !withdrawn) ??
      requests.at(-1)
    return found?.fields ?? new Map()
  }

  #reader(request?: string): ReadVar {
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
      const places = [
        `fields.${name}`,
        ...[...this.#parts.graph.records.keys()].map((record) => `records.${record}.${name}`),
      ]
      return places.map(read).find((value) => !(value instanceof Special))
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
      const follow = { ...NO_MORE(), calls }
      return (calls.length > 0 ? this.#parts.behaviour.bendCalls?.(follow, scene) : undefined) ?? follow
    })
  }

  /** `follows` is asked once the walk has taken in what is said. */
  #make(plan: Plan, follows: () => Plan): AgentMove {
    if (plan.texts.join('') === '') {
      this.#noteCalls(plan)
      return { messages: [], calls: plan.calls }
    }
    // With a report before it the message's number is the next but one; without one the number is made good afterwards.
    const n = this.#parts.tap.last() + 2
    const { joint } = this.#speech
    this.#happened({ type: 'said', n, acts: plan.acts, text: plan.texts.join(joint) })
    const more = follows()
    const calls = [...plan.calls, ...more.calls]
    this.#noteCalls({ ...plan, calls })
    const text = [...plan.texts, ...more.texts].join(joint)
    this.#planned = { text, n }
    return {
      messages: [text],
      calls,
      report: this.#report([...plan.acts, ...more.acts]),
    }
  }

  #callsAfter(plan: Plan): Plan['calls'] {
    const waits = plan.acts.some(({ act }) => act === 'request' || act === 'propose' || act === 'sign-off')
    if (waits || plan.acts.length === 0) return []
    const due = flatMap(this.#walk.due(), ({ request, step }) => {
      const found = this.#parts.graph.steps.get(step)
      return found === undefined ? [] : [{ request, step: found }]
    })
    return this.#dueCalls(due)
  }

  #noteCalls(plan: Plan): void {
    for (const { tool, input } of plan.calls) {
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
    const fields = [...(current?.fields ?? [])].map(
      ([name, value]) => [name, value instanceof Special ? value.word : value] as const,
    )
    return { intent: current?.intent ?? 'unknown', fields: Object.fromEntries(fields), action: [...acts] }
  }
}

/** Where the SOP leaves the choice to the agent, several such steps of a request are due; two proposals at once would get one answer. */
function onePerChoice<Due extends { readonly request: string; readonly step: Step }>(
  due: readonly Due[],
  way: number,
): readonly Due[] {
  const blocks = ({ step }: Due) => step.kind === 'confirm' || step.kind === 'act' || step.kind === 'handover'
  const chosen = (request: string) => {
    const ways = due.filter((each) => each.request === request && blocks(each))
    return ways[Math.floor(way * ways.length)]
  }
  return due.filter((each) => !blocks(each) || each === chosen(each.request))
}

/** Two requests that need the same thing are served by one question or call. */
function onceEach<Item>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = JSON.stringify(item)
    return !seen.has(key) && seen.add(key)
  })
}

const toolOf = (step: Step, handoverTool: string | undefined): string | undefined =>
  step.kind === 'act' || step.kind === 'check'
    ? step.tool
    : step.kind === 'handover'
      ? handoverTool
      : undefined

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
