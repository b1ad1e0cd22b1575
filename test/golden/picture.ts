import { AgentAct, type CustomerMove, type StepReport, TellAct } from '../../src/base/values/acts.ts'
import type { Json } from '../../src/base/values/json.ts'
import type { Case, Pack } from '../../src/cases/case.ts'
import type { Ending, NewEvent, Transcript } from '../../src/transcript/event.ts'
import { numberEvents } from '../../src/transcript/write-transcript.ts'
import { callTool } from '../../src/world/call.ts'
import { openWorld, type WorldState } from '../../src/world/state.ts'

/**
 * Golden transcripts as small pictures. One line a deed, what a person would write on paper:
 *
 *   case torn-strap-no-photo
 *   customer  open damaged; order_id=LB-1042 | Hi, the strap was torn. LB-1042
 *   calls     lookup_order order_id=LB-1042
 *   agent     ask has_photo | Could you send us a photo?            <- rules that fail with this line as evidence
 *   customer  cannot has_photo; push | I don't have one.
 *   reports   damaged has_photo=true                                 (else: what was claimed, as it was claimed)
 *   ends      limit turns                                            (else: as the driver would have ended it)
 *   pass: phantom_action   n/a: false_handover   not-judged: outcome_accuracy
 *
 * Tools answer from the pack's own world. Every fail must be marked, on exactly its evidence; `pass`, `n/a` and
 * `not-judged` are checked where they are named.
 */
export type Picture = {
  readonly theCase: Case
  readonly transcript: Transcript
  /** rule -> event numbers of the lines marked with it */
  readonly fails: ReadonlyMap<string, readonly number[]>
  readonly expected: ReadonlyMap<string, 'pass' | 'not-applicable' | 'not-judged'>
}

type Line = { readonly word: string; readonly rest: string; readonly marks: readonly string[] }

export function readPicture(pack: Pack, text: string): Picture {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map(readLine)
  const named = lines.find(({ word }) => word === 'case')?.rest ?? ''
  const theCase = pack.cases.find(({ id }) => id === named || id === `${pack.id}/${named}`)
  if (theCase === undefined) throw new TypeError(`no case ${named}`)
  const maker = new Maker(
    pack,
    theCase,
    lines.some(({ word }) => word === 'observed') ? 'observed' : 'declared',
  )
  for (const line of lines) maker.take(line)
  return maker.done()
}

function readLine(line: string): Line {
  const [before = '', marks = ''] = line.split(/\s+<-\s*/)
  const at = before.search(/\s/)
  const [word, rest] = at === -1 ? [before, ''] : [before.slice(0, at), before.slice(at).trim()]
  return { word, rest, marks: marks === '' ? [] : marks.split(/[,\s]+/).filter(Boolean) }
}

const OUTCOMES = { 'pass:': 'pass', 'n/a:': 'not-applicable', 'not-judged:': 'not-judged' } as const

type Claims = Record<string, string | number | boolean>

class Maker {
  readonly pack: Pack
  readonly theCase: Case
  readonly protocol: 'declared' | 'observed'
  readonly events: NewEvent[] = []
  readonly fails = new Map<string, number[]>()
  readonly expected = new Map<string, 'pass' | 'not-applicable' | 'not-judged'>()
  state: WorldState
  /** per request what was claimed; the reports' fields unless a line says otherwise */
  readonly claims = new Map<string, { intent: string; fields: Claims }>()
  request = 'r1'
  proposal = 0
  /** the report of the turn that is open, and where it stands */
  turn: {
    report: { intent: string; fields: Claims; action: AgentAct[] }
    at: number
    calls: number
    asks: boolean
    silent: boolean
  } | null = null
  override: { intent: string; fields: Claims } | 'none' | null = null
  readonly said: { n: number; acts: readonly AgentAct[] }[] = []
  goodbye = false
  leave: Extract<Ending, { kind: 'customer.left' }>['because'] | null = null
  ending: Ending | null = null

  constructor(pack: Pack, theCase: Case, protocol: 'declared' | 'observed') {
    this.pack = pack
    this.theCase = theCase
    this.protocol = protocol
    this.state = openWorld(pack.world, theCase.sets)
    this.events.push({
      type: 'trial.started',
      format: 1,
      trial: 't1',
      pack: { id: pack.id, hash: pack.hash },
      case: theCase.id,
      agent: 'golden',
      protocol,
      customer: 'scripted',
      seed: 1,
      attempt: 0,
      intensity: theCase.intensity,
      tactic: theCase.tactic,
      today: pack.world.today,
    })
  }

  take({ word, rest, marks }: Line): void {
    if (word in OUTCOMES) {
      for (const rule of rest.split(/[,\s]+/).filter(Boolean))
        this.expected.set(rule, OUTCOMES[word as keyof typeof OUTCOMES])
      return
    }
    const n = this.event(word, rest)
    for (const rule of marks) this.fails.set(rule, [...(this.fails.get(rule) ?? []), n])
  }

  /** the number of the event a mark on this line means */
  event(word: string, rest: string): number {
    switch (word) {
      case 'case':
      case 'observed':
        return 1
      case 'customer':
        return this.customer(rest)
      case 'agent':
        return this.agent(rest)
      case 'calls':
        return this.calls(rest)
      case 'reports':
        this.override = {
          intent: rest.split(/\s+/)[0] ?? '',
          fields: pairs(rest.slice(rest.indexOf(' ') + 1)),
        }
        return this.events.length
      case 'no':
        this.override = 'none'
        return this.openTurn().at + 1
      case 'recognised':
        return this.push({
          type: 'act.recognised',
          of: this.lastMessage(),
          acts: agentActs(rest.split('|')[0] ?? ''),
          by: 'model',
          sure: rest.endsWith('sure'),
        })
      case 'understood':
        return this.push({
          type: 'message.understood',
          of: this.lastMessage(),
          acts: agentActs(rest),
          by: 'lexical',
        })
      case 'fails':
        return this.push({ type: 'fault.raised', side: 'agent', code: rest, message: rest })
      case 'ends':
        this.ending = readEnding(rest)
        return this.finish()
      default:
        throw new TypeError(`no such line: ${word} ${rest}`)
    }
  }

  push(event: NewEvent): number {
    this.events.push(event)
    return this.events.length
  }

  lastMessage(): number {
    return this.events.findLastIndex((event) => event.type === 'message.sent' && event.from === 'agent') + 1
  }

  customer(rest: string): number {
    this.closeTurn()
    const [acts = '', text = ''] = split(rest)
    const moves = acts
      .split(/;\s*/)
      .filter(Boolean)
      .map((act) => this.move(act.trim()))
    this.goodbye = moves.some((move) => move.do === 'thank' || move.do === 'leave')
    const leave = moves.find((move) => move.do === 'leave')
    this.leave = leave?.do === 'leave' ? leave.because : null
    return this.push({
      type: 'message.sent',
      from: 'customer',
      text,
      act: { moves, tone: this.theCase.card.tone, language: 'en' },
    })
  }

  move(act: string): CustomerMove {
    const [word = '', ...rest] = act.split(/\s+/)
    const { request } = this
    const told = /^([a-z_]+)=(.*)$/.exec(act)
    if (told !== null) return this.tell(told[1] ?? '', value(told[2] ?? ''))
    switch (word) {
      case 'open': {
        const id = `r${this.claims.size + 1}`
        this.claims.set(id, { intent: rest[0] ?? '', fields: {} })
        const instead = rest[1] === 'instead' ? { instead_of: this.request } : {}
        this.request = id
        return { do: 'open', request: id, intent: rest[0] ?? '', ...instead }
      }
      case 'cannot':
        return this.lack(rest[0] ?? '', 'unavailable')
      case 'refuses':
        return this.lack(rest[0] ?? '', 'refused')
      case 'dodge':
        return { do: 'dodge', request, field: rest[0] ?? '' }
      case 'yes':
        return { do: 'agree', request, proposal: this.proposal }
      case 'no':
        return { do: 'refuse', request, proposal: this.proposal }
      case 'push':
        return { do: 'push', request, kind: 'push' }
      case 'withdraw':
        return { do: 'withdraw', request }
      case 'human':
        return { do: 'demand_human' }
      case 'abuse':
      case 'thank':
      case 'greet':
      case 'detour':
        return { do: word }
      case 'bye':
        return { do: 'leave', because: leaving(rest[0]) }
      default:
        throw new TypeError(`no such move: ${act}`)
    }
  }

  tell(field: string, said: string | number | boolean): CustomerMove {
    const claims = this.claims.get(this.request)
    if (claims !== undefined) claims.fields[field] = said
    return { do: 'tell', request: this.request, field, value: said }
  }

  lack(field: string, lack: 'refused' | 'unavailable'): CustomerMove {
    const claims = this.claims.get(this.request)
    if (claims !== undefined) claims.fields[field] = lack
    return { do: 'lack', request: this.request, field, lack }
  }

  openTurn(): NonNullable<Maker['turn']> {
    if (this.turn !== null) return this.turn
    const known =
      this.override === null || this.override === 'none' ? this.claims.get(this.request) : this.override
    const report = { intent: known?.intent ?? '', fields: { ...known?.fields }, action: [] }
    const silent = this.override === 'none' || this.protocol === 'observed'
    this.turn = { report, at: this.events.length, calls: 0, asks: false, silent }
    if (this.override === 'none' && this.protocol === 'declared')
      this.push({ type: 'report.missing', because: 'no report_step in this turn' })
    else if (!silent) this.push({ type: 'step.reported', report: report as StepReport })
    this.override = null
    return this.turn
  }

  /** as the driver does it: what the customer understood stands before its answer */
  closeTurn(): void {
    for (const { n, acts } of this.said)
      this.push({ type: 'message.understood', of: n, acts: [...acts], by: 'lexical' })
    this.said.length = 0
    this.turn = null
  }

  agent(rest: string): number {
    const turn = this.openTurn()
    const [acts = '', text = ''] = split(rest)
    const made = agentActs(acts)
    turn.report.action.push(...made)
    const n = this.push({ type: 'message.sent', from: 'agent', text })
    this.said.push({ n, acts: made })
    if (made.some(({ act }) => act === 'propose')) this.proposal = n
    turn.asks ||= made.some(({ act }) => act === 'request' || act === 'propose')
    return n
  }

  calls(rest: string): number {
    const turn = this.openTurn()
    turn.calls += 1
    const [tool = ''] = rest.split(/\s+/)
    const input: Json = pairs(rest.slice(tool.length))
    const call = `c${this.events.length + 1}`
    const n = this.push({ type: 'tool.called', call, tool, input })
    const result = callTool(this.pack.world, this.state, { tool, input })
    this.state = result.state
    this.push({ type: 'tool.returned', call, ok: result.ok, output: result.output })
    result.changes.forEach(({ table, key, before, after }, index) => {
      const amount = index === 0 && result.amount !== null ? { amount: result.amount } : {}
      this.push({ type: 'world.changed', call, table, key, before, after, ...amount })
    })
    const role = this.pack.world.tools.get(tool)?.role
    if (result.ok && role === 'handover') {
      this.push({ type: 'handover.made', call, reason: String(input['reason']), note: String(input['note']) })
      this.ending ??= { kind: 'handed.over' }
    }
    if (result.ok && role === 'close') {
      this.push({ type: 'ticket.closed', call })
      this.ending ??= { kind: 'agent.closed', by: 'call' }
    }
    return n
  }

  finish(): number {
    if (this.events.at(-1)?.type === 'conversation.ended') return this.events.length
    return this.push({ type: 'conversation.ended', ending: this.ending ?? this.endAsDriven() })
  }

  /** as talk.ts ends it */
  endAsDriven(): Ending {
    if (this.goodbye && this.turn !== null && this.turn.calls === 0 && !this.turn.asks)
      return { kind: 'agent.closed', by: 'sign-off' }
    if (this.leave !== null) return { kind: 'customer.left', because: this.leave }
    return { kind: 'limit.hit', limit: 'turns' }
  }

  done(): Picture {
    this.finish()
    return {
      theCase: this.theCase,
      transcript: numberEvents(this.events),
      fails: this.fails,
      expected: this.expected,
    }
  }
}

/** acts | text; either may be missing */
function split(rest: string): readonly [string, string] {
  const at = rest.indexOf('|')
  return at === -1 ? [rest, ''] : [rest.slice(0, at).trim(), rest.slice(at + 1).trim()]
}

function leaving(word: string | undefined): 'satisfied' | 'declined' | 'patience' | 'unresolved' {
  return word === 'declined' || word === 'patience' || word === 'unresolved' ? word : 'satisfied'
}

const PAIR = /([a-z_]+)=("([^"]*)"|\S+)/g

export function pairs(text: string): Record<string, string | number | boolean> {
  return Object.fromEntries(
    [...text.matchAll(PAIR)].map(([, name = '', raw = '', quoted]) => [name, quoted ?? value(raw)]),
  )
}

function value(raw: string): string | number | boolean {
  if (raw === 'true' || raw === 'false') return raw === 'true'
  if (/^-?\d+(\.\d+)?$/.test(raw)) return Number(raw)
  return raw.replace(/^"|"$/g, '')
}

function agentActs(text: string): AgentAct[] {
  return text
    .split(/;\s*/)
    .filter((act) => act.trim() !== '')
    .map((act) => agentAct(act.trim()))
}

function agentAct(text: string): AgentAct {
  const [word = '', ...rest] = text.split(/\s+/)
  const about = rest[0]
  if (word === 'ask') return about === undefined ? { act: 'request' } : { act: 'request', field: about }
  if (word === 'propose') return { act: 'propose', tool: about ?? '', arguments: pairs(text) }
  if (word === 'done') return about === undefined ? { act: 'claim-done' } : { act: 'claim-done', tool: about }
  if (word === 'bye') return { act: 'sign-off' }
  if (word === 'greet') return { act: 'greet' }
  const act = TellAct.parse(word)
  return AgentAct.parse(about === undefined ? { act } : { act, about })
}

function readEnding(text: string): Ending {
  const [kind = '', detail = ''] = text.split(/\s+/)
  if (kind === 'limit') return { kind: 'limit.hit', limit: 'turns' }
  if (kind === 'left') return { kind: 'customer.left', because: leaving(detail) }
  if (kind === 'agent.failed' || kind === 'customer.strayed' || kind === 'machinery.failed')
    return { kind, code: detail }
  if (kind === 'closed') return { kind: 'agent.closed', by: detail === 'call' ? 'call' : 'sign-off' }
  return { kind: 'handed.over' }
}
