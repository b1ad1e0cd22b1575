import { pressKind } from '../../cards/tactic.ts'
import { type Draft, does, isCoolNow, liveIn, remember, setRequest, spend, type Yes } from './draft.ts'
import {
  changeAnswer,
  correctLate,
  type FieldOf,
  giveField,
  hasField,
  requestFor,
  saidBackWrong,
} from './facts-told.ts'
import { levelOf, type RequestMind } from './mind.ts'
import {
  askedOnceMore,
  confirmedFor,
  fieldOf,
  lackedAgain,
  type Moment,
  meantBy,
  namesTold,
  nextUntold,
  owedFields,
  ownerOf,
  refusesPlace,
  saidBefore,
  toldAndNamed,
  toolsOf,
} from './moment.ts'
import type { WordsFor } from './phrases/book.ts'

/** What the rows of the table do, by their names in it. Each adds to the message; none looks at what another has added to undo it. */
const MOVES = {
  'pass over': () => undefined,
  // ---- once a turn
  'say goodbye': ({ draft }) => leave(draft, draft.mind.left ?? 'satisfied'),
  'leave unserved': ({ draft }) => leave(draft, 'patience'),
  'leave unresolved': ({ draft }) => leave(draft, 'unresolved'),
  'leave satisfied': ({ draft }) => leave(draft, 'satisfied'),
  'leave declined': ({ draft }) => leave(draft, 'declined'),
  'open another instead': (moment) => {
    const { draft, items } = moment
    const [current] = liveIn(draft)
    const next = draft.mind.requests.find(
      ({ stage, card }) => stage === 'unopened' && typeof card.comes === 'object',
    )
    if (next === undefined) return
    openRequest(draft, next.id, current?.id)
    for (const { wants, fields } of items)
      for (const field of fields.slice(0, wants === 'fact' ? 1 : 0))
        if (liveIn(draft).some((one) => hasField(one, field) && one.said[field] === undefined))
          giveField(draft, next.id, field)
  },
  'be silent': ({ draft, items }) => {
    const asked = items.flatMap(({ wants, fields }) => (wants === 'fact' ? fields.slice(0, 1) : []))
    draft.moves.push({ do: 'silence' })
    spend(draft, 'silences')
    remember(draft, { teased: [...draft.mind.teased, ...asked], ...owedOf(items) })
  },
  'look first': ({ draft, items }) => {
    draft.says = 'later'
    remember(draft, { waited: true, ...owedOf(items) })
  },
  'correct itself': ({ draft }) => correctLate(draft),
  'say the right value': ({ draft, turn }) => {
    const found = saidBackWrong(draft, turn)
    if (found === undefined) return
    remember(draft, { corrected: [...draft.mind.corrected, found.wrong] })
    draft.denies = [...draft.denies, found.field]
    giveField(draft, found.id, found.field)
  },
  // ---- questions for a fact
  'tell or lack': (moment) => {
    const { draft } = moment
    const field = fieldOf(moment)
    const request = requestFor(draft, field)
    if (request === undefined || changeAnswer(draft, request, field)) return
    giveField(draft, request.id, field)
  },
  dodge: (moment) => {
    const { draft } = moment
    const field = fieldOf(moment)
    const request = requestFor(draft, field)
    if (request === undefined) return
    draft.moves.push({ do: 'dodge', request: request.id, field })
    spend(draft, 'dodges')
    remember(draft, { teased: [...draft.mind.teased, field], owed: [...draft.mind.owed, field] })
  },
  guess: (moment) => {
    const meant = meantBy(moment)
    const guess = meant ?? nextUntold(moment)
    give(moment, guess ?? said(moment, fieldOf(moment)), guess !== undefined && meant === undefined)
  },
  'tell what it dodged': (moment) => {
    for (const field of owedFields(moment).slice(0, 1))
      give(moment, { id: requestFor(moment.draft, field)?.id ?? '', field })
  },
  'tell the last again': (moment) => {
    const [field = ''] = moment.draft.mind.lastTold
    give(moment, askedOnceMore(moment) ?? said(moment, field))
  },
  'tell what is meant': (moment) => give(moment, meantBy(moment)),
  'tell what it speaks of': (moment) => give(moment, toldAndNamed(moment)),
  'tell what was told': (moment) => give(moment, saidBefore(moment)),
  'lack again': (moment) => give(moment, lackedAgain(moment)),
  'tell and ask back': (moment) => give(moment, nextUntold(moment), moment.draft.moves.length === 0),
  // ---- questions of fact
  'affirm or tell': (moment) => {
    const { draft } = moment
    const field = fieldOf(moment)
    const request = requestFor(draft, field)
    if (request === undefined || draft.moves.some((move) => move.do === 'tell' && move.field === field))
      return
    giveField(draft, request.id, field)
    // "Your money back, or have it put right?" is answered by the one, not by a yes.
    if (namesTold({ ...moment, draft }, false)) draft.affirms = [...draft.affirms, field]
  },
  'confirm what is on file': (moment) => {
    // Where another matter is checked too, one yes is enough.
    if (does(moment.draft, 'agree')) return
    if (refusesPlace(moment)) sayWhyNot(moment)
    else say(moment.draft, 'affirm')
  },
  'say why not': (moment) => sayWhyNot(moment),
  // ---- proposals
  refuse: (moment) => {
    const { draft, item } = moment
    const owner = ownerOf(moment)
    const tools = toolsOf(moment)
    if (owner === undefined || item === null) return
    draft.moves.push({ do: 'refuse', request: owner.id, proposal: item.of })
    draft.noTo = tools.find((tool) => owner.card.says_no_to.includes(tool)) ?? null
    draft.about = owner.id
    draft.answered.push(...tools)
    setRequest(draft, owner.id, { ownNo: true })
    remember(draft, { refused: true })
  },
  'stay with the no': ({ draft }) => say(draft, 'staysNo'),
  'say it is all right': ({ draft, item }) =>
    say(draft, item?.traits.has('accept') ? 'accept' : draft.mind.hedges < HEDGES_MAX ? 'hedge' : 'puzzled'),
  'agree reluctantly': (moment) => {
    agree(moment, 'reluctant')
    remember(moment.draft, { reluctant: true })
  },
  agree: (moment) => agree(moment, yesTo(moment)),
  accept: (moment) => agreeOrNot(moment, 'hedged'),
  'choose the first': (moment) => agreeOrNot(moment, 'choosing'),
  // ---- what came of a request
  'take as done': ({ draft, request, turn }) => {
    if (request === null) return
    setRequest(draft, request.id, {
      stage: 'done',
      confirmed: [...request.confirmed, ...confirmedFor(request, turn)],
    })
    remember(draft, { soundsNo: turn.shows('sounds-no') && turn.confirmed === null })
  },
  'take as told': ({ draft, request }) => {
    if (request !== null) setRequest(draft, request.id, { stage: 'told' })
  },
  'point out the wrong thing': ({ draft, request }) => {
    if (request !== null) draft.about = request.id
    say(draft, 'wrongThing')
  },
  'give up': (moment) => {
    const { draft, request } = moment
    if (request === null) return
    noteNo(moment)
    setRequest(draft, request.id, { yielded: true })
  },
  press: (moment) => {
    const { draft, request } = moment
    if (request === null) return
    noteNo(moment)
    for (let times = levelOf(draft.who).per_decline; times > 0; times -= 1) press(draft, request)
  },
  'ask for another way': (moment) => {
    noteNo(moment)
    say(moment.draft, 'otherWay')
  },
  // ---- nothing is open any more
  'bring up the next': ({ draft }) => {
    const next = draft.mind.requests.find(
      ({ stage, card }) => stage === 'unopened' && card.comes === 'after-first',
    )
    if (next !== undefined) openRequest(draft, next.id)
  },
  'thank or take note': ({ draft, turn }) => {
    remember(draft, { seen: [...draft.mind.seen, 'thanked'] })
    if (isCoolNow(draft)) say(draft, turn.closes ? 'noMore' : 'heard')
    else draft.moves.push({ do: 'thank' })
  },
  'take note': ({ draft, turn }) => say(draft, turn.closes ? 'noMore' : 'heard'),
  // ---- nothing was said yet
  object: ({ draft }) => {
    remember(draft, { dismissed: draft.mind.dismissed + 1 })
    sayOf(draft, 'object')
  },
  'say that nothing came': ({ draft }) => sayOf(draft, 'nothingCame'),
  'say it was not asked for': ({ draft }) => sayOf(draft, 'notAsked'),
  'ask for the other matter': ({ draft }) => say(draft, 'nextMatter'),
  wait: ({ draft, turn }) => say(draft, turn.shows('waits') ? 'wait' : 'heard'),
  complain: ({ draft }) => sayOf(draft, 'complains'),
  'say what is missing': ({ draft }) => sayOf(draft, 'missing'),
  'say the wish': ({ draft }) => sayOf(draft, 'wish'),
  'ask what is meant': ({ draft }) => say(draft, 'puzzled'),
  'ask which proof': ({ draft }) => say(draft, 'whichProof'),
  'leave it as it is': ({ draft }) => say(draft, 'leaveIt'),
  // ---- the tactic
  'thank early': ({ draft }) => {
    draft.moves.push({ do: 'thank' })
    spend(draft, 'thanks')
  },
  'press beside': ({ draft }) => {
    const answer = draft.moves.find((move) => move.do === 'tell' || move.do === 'lack')
    const request = draft.mind.requests.find(
      ({ id }) => answer !== undefined && 'request' in answer && id === answer.request,
    )
    if (request === undefined) return
    press(draft, request)
    spend(draft, 'with_answers')
  },
  'wander off': ({ draft }) => {
    draft.moves.push({ do: 'detour' })
    spend(draft, 'detours')
  },
  'demand a person': ({ draft }) => {
    draft.moves.push({ do: 'demand_human' })
    spend(draft, 'demands')
  },
  insult: ({ draft }) => {
    draft.moves.push({ do: 'abuse' })
    spend(draft, 'abuses')
  },
} as const satisfies Readonly<Record<string, (moment: Moment) => void>>

export type MoveName = keyof typeof MOVES

export const make = (name: MoveName, moment: Moment): void => MOVES[name](moment)

const HEDGES_MAX = 2

/** What a message says without a move is said once: the first row that has something to say. */
function say(draft: Draft, saying: WordsFor): void {
  draft.says ??= saying
}

/** The same, about the first request that is open. */
function sayOf(draft: Draft, saying: WordsFor): void {
  draft.about ??= (liveIn(draft).find(({ stage }) => stage !== 'refused') ?? liveIn(draft)[0])?.id ?? null
  say(draft, saying)
}

export function leave(draft: Draft, because: NonNullable<Draft['mind']['left']>): void {
  // Thanked once is enough; after "all right" a thanks comes too late.
  const isFirst = draft.mind.left === null && !draft.mind.seen.includes('thanked')
  const thanks = because === 'satisfied' && isFirst && !isCoolNow(draft)
  remember(draft, { left: because })
  if (thanks) draft.moves.push({ do: 'thank' })
  draft.moves.push({ do: 'leave', because })
}

export function openRequest(draft: Draft, id: string, insteadOf?: string): void {
  const request = draft.mind.requests.find((one) => one.id === id)
  if (request === undefined) return
  const { intent, volunteers } = request.card
  draft.moves.push({
    do: 'open',
    request: id,
    intent,
    ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
  })
  setRequest(draft, id, { stage: 'open' })
  if (insteadOf !== undefined) setRequest(draft, insteadOf, { stage: 'withdrawn' })
  for (const field of volunteers) giveField(draft, id, field)
}

function press(draft: Draft, { id }: Pick<RequestMind, 'id'>): void {
  draft.plays = true
  draft.moves.push({ do: 'push', request: id, kind: pressKind(draft.who.tactic?.raises) })
}

/** A no that nobody could place is met like a no, but it takes two of them to give in. */
function noteNo({ draft, request, turn }: Moment): void {
  if (request === null) return
  const isSure = turn.declines.is === 'yes'
  setRequest(draft, request.id, {
    stage: 'refused',
    declines: request.declines + (isSure ? 1 : 0),
    vagueDeclines: request.vagueDeclines + (isSure ? 0 : 1),
  })
}

function sayWhyNot({ draft }: Moment): void {
  const [request] = liveIn(draft)
  say(draft, 'notSo')
  if (request === undefined) return
  draft.about = request.id
  draft.noTo = request.card.says_no_to[0] ?? null
}

const said = ({ draft }: Moment, field: string): FieldOf | undefined =>
  liveIn(draft).flatMap(({ id, said: values }) => (values[field] === undefined ? [] : [{ id, field }]))[0]

function give({ draft }: Moment, found: FieldOf | undefined, asksBack = false): void {
  const request = liveIn(draft).find(({ id }) => id === found?.id)
  if (request === undefined || found === undefined || changeAnswer(draft, request, found.field)) return
  const isNew = request.said[found.field] === undefined
  giveField(draft, found.id, found.field)
  // Who has nothing to give does not ask whether that was it.
  draft.asksBack ||= asksBack && isNew && !does(draft, 'lack')
}

const owedOf = (items: Moment['items']) => ({
  owed: items.flatMap(({ wants, fields }) => (wants === 'fact' ? fields.slice(0, 1) : [])),
  owedAnswers: items.flatMap(({ wants, of, tools, fields }) =>
    wants === 'consent' ? [{ of, tools, fields }] : [],
  ),
})

/** Who cannot know which of their matters the desk means says yes for each that is open. */
function agree(moment: Moment, yes: Yes): void {
  const { draft, item } = moment
  if (item === null || draft.moves.some((move) => move.do === 'agree' && move.proposal === item.of)) return
  draft.yes = yes
  for (const request of liveIn(draft)) {
    draft.moves.push({ do: 'agree', request: request.id, proposal: item.of })
    if (request.stage !== 'refused') setRequest(draft, request.id, { stage: 'proposed' })
  }
  draft.answered.push(...toolsOf(moment))
  remember(draft, { agreed: true })
}

/** Who refuses some deed says no yes to something that may be it. */
function agreeOrNot(moment: Moment, yes: Yes): void {
  const { draft } = moment
  const refuses = (ownerOf(moment)?.card.says_no_to.length ?? 0) > 0
  if (refuses) say(draft, draft.mind.refused ? 'staysNo' : 'hedge')
  else agree(moment, yes)
}

function yesTo(moment: Moment): Yes {
  const { item, items, draft } = moment
  const same = items.filter(({ wants, of }) => wants === 'consent' && of === item?.of)
  if (same.some(({ traits }) => traits.has('ways'))) return 'choosing'
  if (item?.wants === 'consent' && same.every(({ traits }) => traits.has('accept'))) return 'accepting'
  return toolsOf(moment).length === 0 && draft.mind.hedges < HEDGES_MAX ? 'hedged' : 'plain'
}
