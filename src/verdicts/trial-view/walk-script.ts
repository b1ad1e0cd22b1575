import { assert } from '../../base/assert.ts'
import type { AgentAct, CustomerMove } from '../../base/values/acts.ts'
import { REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { startWalk } from '../../graph/walk/walk.ts'
import type { DueStep, JudgedAction, JudgingWalk, Walk, WalkEvent } from '../../graph/walk/walk-types.ts'
import { readsOf } from '../../world/reads.ts'
import type { Lens, ReaderOf } from './belief.ts'
import { saysGoodbye } from './closings.ts'
import { type Desk, openDesk } from './desk.ts'
import { feedActs, feedCandidates, holdCandidates, type JudgedWords } from './feed-words.ts'
import { belongsElsewhere } from './open-procedures.ts'
import type { SaidAct } from './said-acts.ts'
import type { AgentMessage, CustomerMessage, Seen, SeenAction, SeenCall, SeenTurn } from './seen.ts'
import { lastReport, type Raw } from './split-turns.ts'
import type { Script } from './trial-script.ts'

export type Walked = Pick<Seen, 'turns' | 'actions' | 'requests' | 'dueAtEnd' | 'owedAtEnd'> & {
  readonly read: ReaderOf
  /** did some message hold a candidate? Where none did, counting every candidate walks the same way (E4) */
  readonly hasCandidates: boolean
}

type Setting = {
  readonly raw: Raw
  readonly today: string
  /** counts every candidate as the act that was due (E4) */
  readonly generous: boolean
  /** shows rows as the customer claims they are; null: as they are */
  readonly lens: Lens | null
}

export function walkScript(pack: Pack, theCase: Case, script: Script, setting: Setting): Walked {
  const desk = openDesk(pack, theCase, setting)
  const walk = startWalk(pack.graph, desk.around)
  const actions: SeenAction[] = []
  const turns: SeenTurn[] = []
  const rawTurns = new Map(setting.raw.turns.map((turn, index) => [turn.answers.n, { turn, index }]))
  // Read amiss, perhaps: what is not asked or told by any procedure that is open.
  const isStrange = ({ act, basis }: SaidAct): boolean =>
    basis === 'read' &&
    MAY_BE_STRANGE.has(act.act) &&
    belongsElsewhere(pack.graph, act, { due: walk.due(), requests: walk.requests() })
  let open: SeenTurn | null = null
  let closes = false
  let spoken: AgentMessage[] = []
  let hasCandidates = false
  let looked: { readonly due: readonly DueStep[]; readonly messages: number } = { due: NOT_YET, messages: 0 }
  const answered = answeredIn(script)
  const guess = (): void => {
    if (open === null || spoken.length === 0) return
    if (!setting.generous) {
      // The walk answers with the same list until something happens.
      const isLookedAt = looked.due === walk.due() && looked.messages === spoken.length
      if (!isLookedAt) hasCandidates ||= holdCandidates(pack, walk, spoken, answered)
      looked = { due: walk.due(), messages: spoken.length }
      return
    }
    const { index, due } = open
    const before = script.messages.filter(({ n }) => n < (spoken[0]?.n ?? 0)).map(({ heard }) => heard)
    for (const words of feedCandidates(pack, walk, spoken, { answered, before }))
      actions.push(ofWords(words, { turn: index, due }))
  }
  const close = (): void => {
    guess()
    if (open !== null) turns.push(closedTurn(open, walk, closes || saysGoodbye(open)))
    open = null
    closes = false
    spoken = []
  }
  const told = new Map<string, Told>()
  for (const deed of script.deeds) {
    if (deed.kind === 'happened') {
      desk.change([deed.change])
      walk.forget()
      continue
    }
    if (deed.kind === 'heard') {
      close()
      const before = walk.relevant()
      take(told, deed.message.act.moves)
      walk.take({ type: 'customer', n: deed.message.n, moves: deed.message.act.moves })
      const own = rawTurns.get(deed.message.n)
      if (own !== undefined)
        open = openTurn(walk, { before, told: [...told.values()] }, { own, message: deed.message })
      continue
    }
    const turnDue = open?.due ?? []
    if (deed.kind === 'called') {
      guess()
      if (deed.call.role === 'close') closes = true
      actions.push(ofCall(pack, walk, deed.call, { desk, setting, turnDue }))
      continue
    }
    const { message, acts } = deed
    const [goodbyes, others] = [acts.filter(isGoodbye), acts.filter((one) => !isGoodbye(one))]
    const due = acts.some(({ act }) => !PERMITTED.has(act.act)) ? walk.due() : turnDue
    for (const words of acts.length > 0 && others.length === 0
      ? []
      : feedActs(walk, message, others, isStrange))
      actions.push(ofWords(words, { turn: message.turn, due }))
    if (!spoken.includes(message)) spoken.push(message)
    guess()
    if (goodbyes.length === 0) continue
    const then = walk.due()
    for (const words of feedActs(walk, message, goodbyes.slice(0, 1), isStrange))
      actions.push(ofWords(words, { turn: message.turn, due: then }))
  }
  close()
  const requests = walk.requests()
  // What the agent's own writes left behind contradicts no customer.
  const read = (id: string) => desk.readerAtStart(requests.find((request) => request.id === id))
  const [dueAtEnd, owedAtEnd] = [walk.due(), walk.owed()]
  return { turns, actions, requests, dueAtEnd, owedAtEnd, read, hasCandidates }
}

/** The walk's answer costs something. */
const MAY_BE_STRANGE: ReadonlySet<AgentAct['act']> = new Set([
  'request',
  'inform',
  'explain',
  'offer',
  'decline',
  'request-proof',
])

const isGoodbye = ({ act }: SaidAct): boolean => act.act === 'sign-off'

const answeredIn = ({ deeds }: Script): ReadonlySet<number> =>
  new Set(
    deeds.flatMap((deed) =>
      deed.kind === 'heard'
        ? deed.message.act.moves.flatMap((move) => ('proposal' in move ? [move.proposal] : []))
        : [],
    ),
  )

const NOT_YET: readonly DueStep[] = []

/** A decision that this very message settled is still what the turn was about: the fields it read stay relevant. */
function openTurn(
  walk: Walk,
  { before, told }: { before: ReturnType<Walk['relevant']>; told: readonly Told[] },
  { own, message }: { own: { turn: Raw['turns'][number]; index: number }; message: CustomerMessage },
): SeenTurn {
  const both = [...before, ...walk.relevant()]
  const once = both.filter(
    (one, index) =>
      both.findIndex(({ request, field }) => request === one.request && field === one.field) === index,
  )
  const requests = walk.requests()
  const live = requests.filter(({ withdrawn }) => !withdrawn)
  const known = (request: string, field: string): Value =>
    requests.find(({ id }) => id === request)?.fields.get(field) ?? UNKNOWN
  return {
    index: own.index,
    from: own.turn.from,
    to: own.turn.to,
    answers: message,
    due: walk.due(),
    dueAfter: NOT_YET,
    owedAfter: NOT_YET,
    relevant: once.map(({ request, field }) => ({ request, field, value: known(request, field) })),
    told,
    intents: (live.length > 0 ? live : requests).map(({ intent }) => intent),
    report: lastReport(own.turn),
    reportMissing: own.turn.reportMissing,
  }
}

/** Named one by one, like `seenAction`. */
const closedTurn = (
  { index, from, to, answers, due, relevant, told, intents, report, reportMissing }: SeenTurn,
  walk: JudgingWalk,
  mayClose: boolean,
): SeenTurn => ({
  index,
  from,
  to,
  answers,
  due,
  dueAfter: walk.due(),
  owedAfter: mayClose ? walk.owed() : NOT_YET,
  relevant,
  told,
  intents,
  report,
  reportMissing,
})

const ofWords = (
  { judged, basis }: JudgedWords,
  { turn, due }: Pick<SeenAction, 'turn' | 'due'>,
): SeenAction => seenAction(judged, { turn, basis, call: null, due, readThen: null })

/** Named one by one: every action of every trial makes one, and a spread costs more than the judging. */
const seenAction = (
  { n, what, class: kind, request, step, open, because, forbids }: JudgedAction,
  { turn, basis, call, due, readThen }: Omit<SeenAction, keyof JudgedAction>,
): SeenAction => ({
  n,
  what,
  class: kind,
  request,
  step,
  open,
  because,
  forbids,
  turn,
  basis,
  call,
  due,
  readThen,
})

function ofCall(
  pack: Pack,
  walk: JudgingWalk,
  call: SeenCall,
  { desk, setting, turnDue }: { desk: Desk; setting: Setting; turnDue: readonly DueStep[] },
): SeenAction {
  // A read is at least permitted: what was due before it nobody will ask.
  const due = call.role === 'read' ? turnDue : walk.due()
  // Only writes are asked about later; taking the state down for every word would double the work.
  const before = call.role === 'write' ? walk.requests() : []
  const [judged] = walk.take(walkEvent(pack, call, setting.lens))
  assert(judged !== undefined, 'a call is one action')
  const own = before.find(({ id }) => id === judged.request)
  const readThen = own === undefined ? null : desk.reader(own)
  desk.change(call.changes)
  walk.forget()
  return seenAction(judged, { turn: call.turn, basis: 'calls', call, due, readThen })
}

const PERMITTED: ReadonlySet<AgentAct['act']> = new Set(['request', 'greet', 'comfort', 'claim-done'])

function walkEvent(pack: Pack, call: SeenCall, lens: Lens | null): WalkEvent {
  const { n, tool, input, ok, output, changes } = call
  const known = pack.world.tools.get(tool)
  const reads = known === undefined ? [] : readsOf(known, input, output)
  const shown =
    lens === null
      ? reads
      : reads.map((read) => ({ ...read, rows: read.rows.map((row) => lens(read.table, row)) }))
  return { type: 'called', n, tool, input, ok, reads: shown, changes }
}

type Told = { readonly request: string; readonly field: string; readonly value: Value }

/** What a message of the customer tells, by request and field. */
function take(told: Map<string, Told>, moves: readonly CustomerMove[]): void {
  for (const move of moves) {
    if (move.do !== 'tell' && move.do !== 'lack') continue
    const { request, field } = move
    const value = move.do === 'tell' ? move.value : move.lack === 'refused' ? REFUSED : UNAVAILABLE
    told.set(`${request} ${field}`, { request, field, value })
  }
}
