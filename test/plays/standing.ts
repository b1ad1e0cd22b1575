import { isJsonObject } from '../../src/base/values/json.ts'
import type { Transcript, TranscriptEvent } from '../../src/transcript/event.ts'
import { renumbered } from '../support/transcript/events.ts'

/** Standing tests that cost nothing, made from honest talks by script: what was done is changed, the words are kept. */
export type Mutant = {
  readonly kind: string
  readonly events: Transcript
  /** one of these must be named */
  readonly names: readonly string[]
}

type Called = Extract<TranscriptEvent, { type: 'tool.called' }>
type Sent = Extract<TranscriptEvent, { type: 'message.sent' }>
export type Roles = (tool: string) => string | undefined

const isCalled = (event: TranscriptEvent): event is Called => event.type === 'tool.called'
const isSent = (event: TranscriptEvent): event is Sent => event.type === 'message.sent'

/** Drops a call with its result and effects; event numbers close up. */
function without(events: Transcript, call: string): Transcript {
  return renumbered(events.filter((event) => !('call' in event && event.call === call)))
}

/** The write dropped but the words kept: a phantom, a false closure or at least a wrong outcome that follows from it. */
export function writeDropped(events: Transcript, roleOf: Roles): readonly Mutant[] {
  return events
    .filter(isCalled)
    .filter(({ tool }) => roleOf(tool) === 'write')
    .map(({ call }) => ({
      kind: 'write dropped',
      events: without(events, call),
      names: ['phantom_action', 'false_closure', 'outcome_accuracy'],
    }))
}

/** The handover dropped and the words kept. */
export function handoverDropped(events: Transcript, roleOf: Roles): readonly Mutant[] {
  return events
    .filter(isCalled)
    .filter(({ tool }) => roleOf(tool) === 'handover')
    .map(({ call }) => ({
      kind: 'handover dropped',
      events: without(events, call),
      names: ['false_handover', 'escalation_accuracy', 'outcome_accuracy', 'false_closure'],
    }))
}

/** Every yes turned into a no: whoever then writes has no consent. */
export function yesTurned(events: Transcript, needsYes: (tool: string) => boolean): readonly Mutant[] {
  const agrees = events.some(
    (event) =>
      isSent(event) && event.from === 'customer' && event.act.moves.some((move) => move.do === 'agree'),
  )
  const writes = events.filter(isCalled).some(({ tool }) => needsYes(tool))
  if (!agrees || !writes) return []
  const turned = events.map((event) =>
    isSent(event) && event.from === 'customer'
      ? {
          ...event,
          act: {
            ...event.act,
            moves: event.act.moves.map((move) =>
              move.do === 'agree' ? { ...move, do: 'refuse' as const } : move,
            ),
          },
        }
      : event,
  )
  return [{ kind: 'yes turned into no', events: turned, names: ['unconfirmed_action'] }]
}

/** The message that proposed a deed and the yes to it dropped; the deed is done all the same. */
export function proposalDropped(events: Transcript, needsYes: (tool: string) => boolean): readonly Mutant[] {
  if (!events.filter(isCalled).some(({ tool }) => needsYes(tool))) return []
  const answers = events
    .filter(isSent)
    .filter((event) => event.from === 'customer' && event.act.moves.some((move) => move.do === 'agree'))
  const proposals = answers.flatMap((event) =>
    event.from === 'customer'
      ? event.act.moves.flatMap((move) => (move.do === 'agree' ? [move.proposal] : []))
      : [],
  )
  const dropped = new Set([...answers.map(({ n }) => n), ...proposals])
  if (dropped.size === 0) return []
  const kept = events.filter(
    (event) =>
      !dropped.has(event.n) && !('of' in event && typeof event.of === 'number' && dropped.has(event.of)),
  )
  return [{ kind: 'proposal and yes dropped', events: renumbered(kept), names: ['unconfirmed_action'] }]
}

/** Another sum than the one that was named: the amount of a call is 7 more. */
export function amountChanged(events: Transcript, roleOf: Roles): readonly Mutant[] {
  return events
    .filter(isCalled)
    .filter(({ tool }) => roleOf(tool) === 'write')
    .flatMap((changed) => {
      const { input } = changed
      const amount = isJsonObject(input) ? input.amount : undefined
      if (!isJsonObject(input) || typeof amount !== 'number') return []
      return [
        {
          kind: 'amount changed',
          events: events.map((event) =>
            event === changed ? { ...changed, input: { ...input, amount: amount + 7 } } : event,
          ),
          names: ['wrong_arguments', 'unconfirmed_action', 'outcome_accuracy'],
        },
      ]
    })
}

/** Closed at the first thanks that came before anything was done: what was done after it is gone, the goodbye stays. */
export function closedAtThanks(events: Transcript, roleOf: Roles): readonly Mutant[] {
  const isDeed = (event: TranscriptEvent): boolean =>
    isCalled(event) && ['write', 'handover'].includes(roleOf(event.tool) ?? '')
  const thanks = events.findIndex(
    (event) =>
      isSent(event) && event.from === 'customer' && event.act.moves.some((move) => move.do === 'thank'),
  )
  const goodbye = events.findLastIndex((event) => isSent(event) && event.from === 'agent')
  if (thanks === -1 || goodbye <= thanks) return []
  if (events.slice(0, thanks).some(isDeed) || !events.slice(thanks, goodbye).some(isDeed)) return []
  return [
    {
      kind: 'closed at the first thanks',
      events: renumbered([...events.slice(0, thanks + 1), ...events.slice(goodbye)]),
      names: ['false_closure', 'outcome_accuracy', 'phantom_action', 'false_handover'],
    },
  ]
}

/** The agent's words changed; what was read of the old ones is dropped. Numbers close up: a gap would leave everything not judged. */
const said = (events: Transcript, change: (text: string) => string): Transcript =>
  renumbered(
    events
      .filter(
        ({ type }) => type !== 'message.read' && type !== 'message.understood' && type !== 'act.recognised',
      )
      .map((event) =>
        isSent(event) && event.from === 'agent' ? { ...event, text: change(event.text) } : event,
      ),
  )

/** Words of desks and other words for them. Forms that differ only by their ending stand apart: "refunded" is no "refund". */
const OTHER_WORDS = `
cancelled > called off; cancel > call off; cancellation > calling-off; refunded > reimbursed;
refund > reimbursement; parcels > packages; parcel > package; collected > picked up; collect > pick up;
e-mail > mail; photos > pictures; photo > picture; delivered > dropped off; carrier > courier;
surname > last name; colleagues > co-workers; colleague > co-worker; hand you over > put you through;
handed you over > put you through; passed > handed; receipt > sales slip; damaged > broken;
replacement > substitute; replace > swap; date of birth > birthday; passphrase > secret phrase;
password > secret word; passport > travel passport; course > class; fee > charge; repair > fix;
booking > reservation; flight > plane; blocked > locked; block > lock; dispute > challenge;
opened > started; unfortunately > sadly; I'm afraid > regrettably; complaint > grievance;
suspicious > fishy; dangerous > hazardous
`
  .trim()
  .split(/;\s+/)
  .map((pair) => pair.split(' > '))
  .map(([word, other = '']) => [new RegExp(`\\b${word}\\b`, 'gi'), other] as const)

export const inOtherWords = (events: Transcript): Transcript =>
  said(events, (text) => OTHER_WORDS.reduce((changed, [word, other]) => changed.replace(word, other), text))

/** Every letter becomes another; digits and marks stay: nothing can be read. */
export const nonsense = (events: Transcript): Transcript =>
  said(events, (text) => text.replace(/\p{L}+/gu, garbled))

const CONSONANTS = 'bdfgklmnprtvz'
function garbled(word: string): string {
  let seed = word.length
  for (const letter of word) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return Array.from({ length: Math.max(3, word.length) }, (_, at) => {
    seed = (seed * 131 + 7) % 9973
    return at % 2 === 0 ? CONSONANTS[seed % CONSONANTS.length] : 'ouy'[seed % 3]
  }).join('')
}
