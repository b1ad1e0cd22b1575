import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { ActKind, type ReadAct, type Reading } from '../../src/base/values/reading.ts'
import type { Case, Pack } from '../../src/cases/case.ts'
import { cardWithWishes } from '../../src/cases/wishes.ts'
import type { CustomerTurn, HeardMessage } from '../../src/conversation/customer/customer.ts'
import { scriptedCustomer } from '../../src/conversation/customer/scripted-customer.ts'
import { customerEar } from '../../src/reading/customer-ear/ear.ts'
import { lexicalReader } from '../../src/reading/trial-reader.ts'
import { sentBefore } from '../../src/runner/trial/sent-before.ts'
import type { TranscriptEvent } from '../../src/transcript/event.ts'
import { type Desks, type LabelledAct, playedAt, playsOf } from '../plays/plays.ts'

/**
 * What a customer does with a message of a real language model. In: talks, the state before each turn of the agent (all
 * turns before it heard as blind labellers read them), and that turn as the reader reads it. Out: what was expected by
 * the labels, what was done, and what is wrong with it.
 */
export type Reaction = {
  readonly talk: string
  readonly n: number
  readonly heard: readonly string[]
  readonly labels: readonly LabelledAct[]
  readonly said: string
  readonly moves: CustomerTurn['act']['moves']
  readonly wrong: readonly string[]
}

type Turn = {
  readonly messages: readonly {
    readonly n: number
    readonly text: string
    readonly acts: readonly LabelledAct[]
  }[]
}

export async function reactionsIn(set: string, desks: Desks): Promise<readonly Reaction[]> {
  const found: Reaction[] = []
  for (const play of playsOf(set)) {
    const {
      talk,
      events,
      acts: [labels = []],
    } = play
    const { start, pack, case: theCase } = playedAt(play, desks)
    const known = new Map(labels.map(({ n, acts }) => [n, acts]))
    const intensity = theCase.intensities.find((one) => one === start.intensity) ?? theCase.intensity
    const turns = turnsOf(events, (n) => known.get(n))
    for (const [at] of turns.entries())
      found.push(...(await reactTo({ talk, pack, theCase, intensity, seed: start.seed }, events, turns, at)))
  }
  return found
}

/** Turns of the agent whose messages all have labels, up to the first that has none. */
function turnsOf(
  events: readonly TranscriptEvent[],
  labelsOf: (n: number) => readonly LabelledAct[] | undefined,
): readonly Turn[] {
  const turns: Turn[] = []
  let own: { n: number; text: string; acts: readonly LabelledAct[] }[] = []
  for (const event of events) {
    if (event.type !== 'message.sent') continue
    if (event.from === 'customer') {
      if (own.length > 0) turns.push({ messages: own })
      own = []
      continue
    }
    const acts = labelsOf(event.n)
    if (acts === undefined) return turns
    own.push({ n: event.n, text: event.text, acts })
  }
  return own.length > 0 ? [...turns, { messages: own }] : turns
}

type Setting = {
  readonly talk: string
  readonly pack: Pack
  readonly theCase: Case
  readonly intensity: Case['intensity']
  readonly seed: number
}

async function reactTo(
  { talk, pack, theCase, intensity, seed }: Setting,
  events: readonly TranscriptEvent[],
  turns: readonly Turn[],
  at: number,
): Promise<readonly Reaction[]> {
  const { opens, tactic } = theCase
  const card = cardWithWishes(pack, theCase)
  const sent = sentBefore(events, pack.world)
  const customer = scriptedCustomer({
    card,
    opens,
    tactic: tactic === null ? null : (pack.tactics.get(tactic) ?? null),
    intensity,
    lexicon: pack.lexicon,
    seed,
    ear: customerEar(pack.lexicon),
  })
  const before: CustomerTurn[] = []
  let turn = await customer.open()
  for (const [index, { messages }] of turns.slice(0, at).entries()) {
    if ('strayed' in turn || turn.leaves) return []
    before.push(turn)
    turn = await customer.answer(
      messages.map(({ n, text, acts }) => ({ n, text, reading: labelled(text, acts, pack.lists) })),
      sent?.[index + 1],
    )
  }
  if ('strayed' in turn || turn.leaves) return []
  before.push(turn)
  const { messages } = turns[at] ?? { messages: [] }
  const reader = lexicalReader(pack.lists)
  for (const event of events) if (event.n <= (messages.at(-1)?.n ?? 0)) reader.feed(event)
  const heard: readonly HeardMessage[] = messages.map(({ n, text }) => ({ n, text, reading: reader.read(n) }))
  const reaction = await customer.answer(heard, sent?.[at + 1])
  const labels = messages.flatMap(({ acts }) => acts)
  const n = messages.at(-1)?.n ?? 0
  const texts = messages.map(({ text }) => text)
  if ('strayed' in reaction)
    return [{ talk, n, heard: texts, labels, said: '', moves: [], wrong: [`strayed ${reaction.strayed}`] }]
  return [
    {
      talk,
      n,
      heard: texts,
      labels,
      said: reaction.text,
      moves: reaction.act.moves,
      wrong: faults(labels, reaction, { theCase, before, lists: pack.lists }),
    },
  ]
}

/** What a person would do with it, by what the labellers say it does. */
function faults(
  labels: readonly LabelledAct[],
  { text, act: { moves }, leaves }: CustomerTurn,
  {
    theCase,
    before,
    lists,
  }: { readonly theCase: Case; readonly before: readonly CustomerTurn[]; readonly lists: DeskLists },
): readonly string[] {
  const wrong: string[] = []
  const has = (...kinds: readonly string[]) => labels.some(({ kind }) => kinds.includes(kind))
  const does = (kind: string) => moves.some((move) => move.do === kind)
  const isField = (name: string | null | undefined) => lists.fields.some((field) => field.name === name)
  const evades = does('silence') || does('open') || moves.some((move) => move.do === 'dodge')
  const asksField = labels.filter(({ kind, place }) => kind === 'request' && isField(place))
  if (text.trim() === '') wrong.push('silence')
  for (const { place, also = [] } of asksField) {
    const fields = [place, ...also]
    if (!evades && !moves.some((move) => 'field' in move && fields.includes(move.field)))
      wrong.push(`does not answer ${place}`)
  }
  const proposes = has('propose')
  const answersIt = does('agree') || does('refuse') || /^\W*(?:yes|sure|okay|fine|no)\b/i.test(text)
  if (proposes && !evades && !answersIt) wrong.push('does not answer the proposal')
  const refusesOf = theCase.card.requests.flatMap(({ says_no_to }) => says_no_to)
  if (
    does('agree') &&
    !proposes &&
    !has('offer', 'check-fact') &&
    !labels.some(({ kind, place }) => kind === 'request' && !isField(place))
  )
    wrong.push('says yes to nothing')
  if (does('refuse') && refusesOf.length === 0) wrong.push('says no against its card')
  const settles =
    has('claim-done', 'hand-over', 'decline') ||
    (has('inform', 'explain', 'sign-off', 'anything-else', 'offer') && before.length > 0)
  if (leaves && (has('request', 'propose', 'request-proof') || !settles)) wrong.push('leaves')
  if (
    leaves &&
    moves.some((move) => move.do === 'leave' && move.because === 'satisfied') &&
    !has('claim-done', 'hand-over', 'inform', 'explain', 'promise', 'sign-off', 'anything-else', 'offer')
  )
    wrong.push('is satisfied by nothing')
  if (
    does('push') &&
    !has('decline') &&
    !moves.some(({ do: kind }) => kind === 'tell' || kind === 'lack' || kind === 'agree' || kind === 'refuse')
  )
    wrong.push('presses against nothing')
  const asked = asksField.flatMap(({ place, also = [] }) => [place, ...also])
  // Whoever opens a matter says what the card volunteers with it, and nothing else.
  const opened = moves.flatMap((move) => (move.do === 'open' ? [move.request] : []))
  const comesWith = (request: string, field: string): boolean =>
    opened.includes(request) &&
    theCase.card.requests[Number(request.slice(1)) - 1]?.volunteers.includes(field) === true
  const untold = moves.filter(
    (move) =>
      move.do === 'tell' &&
      !asked.includes(move.field) &&
      !saidBefore(before, move.field) &&
      !comesWith(move.request, move.field),
  )
  if (untold.length > 0 && !has('request', 'check-fact', 'request-proof'))
    wrong.push('tells what nobody asked')
  if (
    /what (?:do|would) you (?:mean|need|want)|not sure what you need|don't follow|put that differently|question I do not get/i.test(
      text,
    ) &&
    asksField.length > 0
  )
    wrong.push('does not understand')
  return wrong
}

const saidBefore = (before: readonly CustomerTurn[], field: string): boolean =>
  before.some(({ act }) =>
    act.moves.some((move) => 'field' in move && move.field === field && move.do !== 'dodge'),
  )

/** A message as a labeller read it. */
function labelled(text: string, acts: readonly LabelledAct[], lists: DeskLists): Reading {
  const sentences = acts.flatMap(({ kind, place, quote }) => {
    const read = kind === 'denied-deed' ? 'inform' : kind === 'conditional' ? 'inform' : kind
    const parsed = ActKind.safeParse(read)
    if (!parsed.success) return []
    const from = Math.max(0, text.indexOf(quote))
    const to = from + quote.length
    const act: ReadAct = {
      kind: parsed.data,
      place: placeOf(place, lists),
      polarity: kind === 'conditional' ? 'conditional' : 'positive',
      sure: true,
      values: [],
      from,
      to,
    }
    const isQuestion = ['request', 'propose', 'check-fact', 'anything-else', 'request-proof'].includes(read)
    const form = isQuestion
      ? ('question' as const)
      : read === 'promise'
        ? ('plan' as const)
        : ('plain' as const)
    return [{ from, to, form, unread: false, acts: [act] }]
  })
  return { language: 'en', sentences }
}

function placeOf(name: string | null, lists: DeskLists): ReadAct['place'] {
  if (name === null) return null
  if (lists.fields.some((one) => one.name === name)) return { in: 'field', name }
  if (lists.tools.some((one) => one.name === name)) return { in: 'tool', name }
  return lists.topics.some((one) => one.name === name) ? { in: 'topic', name } : null
}
