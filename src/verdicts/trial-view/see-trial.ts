import type { AgentAct } from '../../base/values/acts.ts'
import { type Scalar, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { variableReader } from '../../graph/file/read-variable.ts'
import { startWalk } from '../../graph/walk/walk.ts'
import type {
  DueStep,
  JudgedAction,
  RequestView,
  Surroundings,
  Walk,
  WalkEvent,
} from '../../graph/walk/walk-types.ts'
import type { Transcript, TrialStarted } from '../../transcript/event.ts'
import { possible } from '../../world/call.ts'
import { readsOf } from '../../world/reads.ts'
import { openWorld, rowOf, type WorldState, withRow } from '../../world/state.ts'
import type { Basis } from '../model/score.ts'
import { contradictions, type Lens, lensOf, type ReaderOf } from './belief.ts'
import { type Claims, startClaims } from './claims.ts'
import type { CustomerMessage, Seen, SeenAction, SeenTurn } from './seen.ts'
import { lastReport, type Raw, splitTurns } from './split-turns.ts'
import { type Deed, type Script, writeScript } from './trial-script.ts'

/**
 * Walks a transcript through the graph. In: pack, case, the events of one trial, in order. Out: what the rules see.
 * Nothing is decided here but what the walk decides.
 */
export function seeTrial(
  pack: Pack,
  theCase: Case,
  trial: { events: Transcript; started: TrialStarted },
): Seen {
  const { events, started } = trial
  const raw = splitTurns(events)
  const script = writeScript(pack, raw, { events, protocol: started.protocol })
  const walked = walkScript(pack, theCase, script, {
    raw,
    today: started.today,
    protocol: started.protocol,
    lens: null,
  })
  const last = events.at(-1)
  const contradicted = contradictions(pack, script, walked.read)
  const believing = () =>
    walkScript(pack, theCase, script, {
      raw,
      today: started.today,
      protocol: started.protocol,
      lens: lensOf(contradicted),
    })
  return {
    pack,
    case: theCase,
    protocol: started.protocol,
    events,
    turns: walked.turns,
    heard: raw.heard,
    messages: script.messages,
    calls: script.calls,
    actions: walked.actions,
    requests: walked.requests,
    dueAtEnd: walked.dueAtEnd,
    readAtStart: (field) => openDesk(pack, theCase, { today: started.today, lens: null }).readWith(field),
    contradicted,
    ifBelieved: () => believing().actions,
    ending: last?.type === 'conversation.ended' ? last.ending : null,
    end: last?.n ?? 1,
  }
}

type Walked = Pick<Seen, 'turns' | 'actions' | 'requests' | 'dueAtEnd'> & { readonly read: ReaderOf }

type Setting = {
  readonly raw: Raw
  readonly today: string
  readonly protocol: 'declared' | 'observed'
  /** shows rows as the customer claims they are; null: as they are */
  readonly lens: Lens | null
}

function walkScript(pack: Pack, theCase: Case, script: Script, setting: Setting): Walked {
  const desk = openDesk(pack, theCase, setting)
  const walk = startWalk(pack.graph, desk.around)
  const actions: SeenAction[] = []
  const turns: SeenTurn[] = []
  const rawTurns = new Map(setting.raw.turns.map((turn, index) => [turn.answers.n, { turn, index }]))
  let open: SeenTurn | null = null
  const close = (): void => {
    if (open !== null) turns.push({ ...open, dueAfter: walk.due() })
    open = null
  }
  const claims = startClaims()
  for (const deed of script.deeds) {
    if (deed.kind === 'happened') {
      desk.change([deed.change])
      continue
    }
    if (deed.kind === 'heard') {
      close()
      const before = walk.relevant()
      claims.hear(deed.message.act.moves)
      walk.take({ type: 'customer', n: deed.message.n, moves: deed.message.act.moves })
      const own = rawTurns.get(deed.message.n)
      if (own !== undefined) open = openTurn(walk, { before, claims }, { own, message: deed.message })
      continue
    }
    if (deed.kind === 'said') claims.say(deed.message.acts)
    actions.push(...judge(pack, walk, deed, { desk, setting, turnDue: open?.due ?? [] }))
  }
  close()
  const requests = walk.requests()
  const read = (id: string) => desk.reader(requests.find((request) => request.id === id))
  return { turns, actions, requests, dueAtEnd: walk.due(), read }
}

const NOT_YET: readonly DueStep[] = []

/** A decision that this very message settled is still what the turn was about: the fields it read stay relevant. */
function openTurn(
  walk: Walk,
  { before, claims }: { before: ReturnType<Walk['relevant']>; claims: Claims },
  { own, message }: { own: { turn: Raw['turns'][number]; index: number }; message: CustomerMessage },
): SeenTurn {
  const both = [...before, ...walk.relevant()]
  const once = both.filter(
    (one, index) =>
      both.findIndex(({ request, field }) => request === one.request && field === one.field) === index,
  )
  const known = claims.certain(once) ? claims : viewed(walk)
  return {
    index: own.index,
    from: own.turn.from,
    to: own.turn.to,
    answers: message,
    due: walk.due(),
    dueAfter: NOT_YET,
    relevant: once.map(({ request, field }) => ({ request, field, value: known.value(request, field) })),
    told: claims.told(),
    intents: known.intents(),
    report: lastReport(own.turn),
    reportMissing: own.turn.reportMissing,
  }
}

/** What the walk says of requests and fields: exact, and costly to ask for in every turn. */
function viewed(walk: Walk): Pick<Claims, 'value' | 'intents'> {
  const requests = walk.requests()
  const live = requests.filter(({ withdrawn }) => !withdrawn)
  return {
    value: (request, field) => requests.find(({ id }) => id === request)?.fields.get(field) ?? UNKNOWN,
    intents: () => (live.length > 0 ? live : requests).map(({ intent }) => intent),
  }
}

type Desk = ReturnType<typeof openDesk>

function openDesk(pack: Pack, theCase: Case, { today, lens }: Pick<Setting, 'today' | 'lens'>) {
  const { world, graph } = pack
  let state: WorldState = openWorld(world, theCase.sets)
  const keyOf = (table: string): string => world.tables.get(table)?.key ?? ''
  const rowAt = (at: WorldState) => (table: string, column: string, value: Scalar) => {
    const row = rowOf(world, at, table, column, value)
    return row === null || lens === null ? row : lens(table, row)
  }
  const around: Surroundings = {
    today,
    role: (tool) => world.tools.get(tool)?.role,
    keyOf,
    row: (table, column, value) => rowAt(state)(table, column, value),
    possible: (tool, input) => possible(world, state, tool, input),
  }
  return {
    around,
    change: (changes: readonly { table: string; key: string; after: WorldRow }[]): void => {
      for (const { table, key, after } of changes)
        if (world.tables.has(table)) state = withRow(state, { table, key, row: after })
    },
    readWith: (field: (name: string) => Value): ((name: string) => Value) =>
      variableReader(graph, { today, keyOf, row: rowAt(state), field, done: () => false }),
    /** variables as they stand now, in a request; the answer holds for this moment however the trial goes on */
    reader: (request: RequestView | undefined): ((name: string) => Value) => {
      const field = (name: string): Value => request?.fields.get(name) ?? UNKNOWN
      const done = (id: string): boolean => request?.satisfied.some(({ step }) => step === id) === true
      return variableReader(graph, { today, keyOf, row: rowAt(state), field, done })
    },
  }
}
type WorldRow = Parameters<typeof withRow>[1]['row']

function judge(
  pack: Pack,
  walk: Walk,
  deed: Extract<Deed, { kind: 'said' | 'called' }>,
  { desk, setting, turnDue }: { desk: Desk; setting: Setting; turnDue: readonly DueStep[] },
): readonly SeenAction[] {
  const due = mayBeWrong(deed) ? walk.due() : turnDue
  const event = walkEvent(pack, deed, setting.lens)
  const reading = deed.kind === 'called' && deed.call.role === 'write' ? snapshots(walk, desk) : null
  const judged = walk.take(event)
  if (deed.kind === 'called') desk.change(deed.call.changes)
  const turn = deed.kind === 'said' ? deed.message.turn : deed.call.turn
  const call = deed.kind === 'called' ? deed.call : null
  return judged.map(({ n, what, class: judgedAs, request, step, open, because, forbids }) => ({
    n,
    what,
    class: judgedAs,
    request,
    step,
    open,
    because,
    forbids,
    turn,
    due,
    basis: basisOf(what, deed),
    call,
    readThen: reading === null || request === null ? null : reading(request),
  }))
}

/** Reads, questions and courtesies are at least permitted: what was due before them nobody will ask. */
function mayBeWrong(deed: Extract<Deed, { kind: 'said' | 'called' }>): boolean {
  if (deed.kind === 'called') return deed.call.role !== 'read'
  return deed.message.acts.some(({ act }) => !PERMITTED.has(act))
}
const PERMITTED: ReadonlySet<AgentAct['act']> = new Set(['request', 'greet', 'comfort', 'claim-done'])

/** Only writes are asked about later; taking the state down for every word would double the work. */
function snapshots(walk: Walk, desk: Desk): (request: string) => ((name: string) => Value) | null {
  const readers = new Map(walk.requests().map((request) => [request.id, desk.reader(request)]))
  return (request) => readers.get(request) ?? null
}

function basisOf(what: JudgedAction['what'], deed: Extract<Deed, { kind: 'said' | 'called' }>): Basis {
  if (deed.kind === 'called') return 'calls'
  return 'act' in what ? deed.message.basis : 'text'
}

function walkEvent(
  pack: Pack,
  deed: Extract<Deed, { kind: 'said' | 'called' }>,
  lens: Lens | null,
): WalkEvent {
  if (deed.kind === 'said')
    return { type: 'said', n: deed.message.n, acts: deed.message.acts, text: deed.message.text }
  const { n, tool, input, ok, output, changes } = deed.call
  const known = pack.world.tools.get(tool)
  const reads = known === undefined ? [] : readsOf(known, input, output)
  const shown =
    lens === null
      ? reads
      : reads.map((read) => ({ ...read, rows: read.rows.map((row) => lens(read.table, row)) }))
  return { type: 'called', n, tool, input, ok, reads: shown, changes }
}
