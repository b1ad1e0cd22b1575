import { assert } from '../base/assert.ts'
import { memo, memoText } from '../base/memo.ts'
import type { Answer, ClauseAt } from '../base/values/heard.ts'
import type { ActKind, ActPlace, ReadAct, Reading, ReadSentence, Trait } from '../base/values/reading.ts'
import { saidIn } from '../text/said/said.ts'
import type { Transcript } from './event.ts'
import type { HeardSentence, HeardWords, SilentEvent } from './heard-words.ts'

/** A reading of the same words is the same object in many trials. */
export const heardIn = (reading: Reading, text: string): HeardWords => hearing(reading)(text)

const hearing = memo((reading: Reading) => memoText((text) => hear(reading, text), 1))

function hear(reading: Reading, text: string): HeardWords {
  const said = saidIn(text)
  const sentences = reading.sentences.map(
    (sentence): HeardSentence => ({ ...sentence, ...saidIn(text.slice(sentence.from, sentence.to)) }),
  )
  const ask =
    (of: Asked): ((name?: string) => Answer) =>
    (name) =>
      answerTo(reading.sentences, of, name)
  return {
    ...said,
    sentences,
    at: ({ from, to }) => saidIn(text.slice(from, to)),
    asks: ask({ kinds: ['request', 'request-proof'], in: 'field', mayBe: isOpenQuestion }),
    checks: ask({ kinds: ['check-fact'], in: 'field' }),
    proposes: ask({ kinds: ['propose', 'offer'], in: 'tool', mayBe: isOpenQuestion }),
    declines: ask({ kinds: ['decline'], in: 'topic' }),
    claims: ask({ kinds: ['claim-done', 'hand-over'], in: 'tool' }),
    tells: ask({ kinds: ['inform', 'explain', 'comfort', 'decline', 'offer'], in: 'topic', mayBe: isUnread }),
    promises: ask({ kinds: ['promise'], in: 'topic' }),
    closes: ask({ kinds: ['sign-off', 'anything-else'], in: null }),
    open: () => reading.sentences.flatMap((sentence, at) => (sentence.unread ? [placeOf(sentence, at)] : [])),
    language: () => reading.language,
  }
}

type Asked = {
  readonly kinds: readonly ActKind[]
  readonly in: ActPlace['in'] | null
  /** a sentence that could be it, whatever was read in it */
  readonly mayBe?: (sentence: ReadSentence) => boolean
}

/** Yes: placed there and sure. Maybe: not sure, without a place, or a sentence that could be it. Chances are limited when asked. */
function answerTo(
  sentences: readonly ReadSentence[],
  { kinds, in: list, mayBe }: Asked,
  name?: string,
): Answer {
  const found: { readonly act: ReadAct; readonly at: ClauseAt }[] = []
  const candidates: ClauseAt[] = []
  sentences.forEach((sentence, at) => {
    const own = sentence.acts.filter(
      ({ kind, polarity, place }) =>
        kinds.includes(kind) &&
        polarity !== 'negative' &&
        (name === undefined || place === null || (place.in === list && place.name === name)),
    )
    for (const act of own) found.push({ act, at: placeOf(act, at) })
    if (own.length === 0 && mayBe?.(sentence) === true) candidates.push(placeOf(sentence, at))
  })
  const sure = found.filter(({ act }) => act.sure && (name === undefined || act.place !== null))
  const [shown, is] = sure.length > 0 ? [sure, 'yes' as const] : [found, 'maybe' as const]
  const names = shown.flatMap(({ act: { place } }) =>
    place !== null && place.in === list ? [place.name] : [],
  )
  if (shown.length === 0 && candidates.length === 0) return NO
  return {
    is,
    chance: Math.max(
      ...shown.map(({ act }) => act.chance ?? (act.sure ? 1 : 0.5)),
      shown.length === 0 ? 0.5 : 0,
    ),
    where: shown.length > 0 ? shown.map(({ at }) => at) : candidates,
    names: [...new Set(names)],
  }
}

const NO: Answer = { is: 'no', chance: 0, where: [], names: [] }

const placeOf = (
  { from, to }: { readonly from: number; readonly to: number },
  sentence: number,
): ClauseAt => ({
  sentence,
  from,
  to,
})

const isUnread = ({ unread }: ReadSentence): boolean => unread

const ASKING: ReadonlySet<ActKind> = new Set([
  'request',
  'request-proof',
  'check-fact',
  'propose',
  'anything-else',
])

/** A question that nobody could read, or a sentence that was not read at all. */
const isOpenQuestion = ({ form, unread, acts }: ReadSentence): boolean =>
  unread || (form === 'question' && !acts.some(({ kind }) => ASKING.has(kind)))

export const hasTrait = ({ traits }: ReadSentence, trait: Trait): boolean => traits?.includes(trait) === true

export const silenced = (events: Transcript): readonly SilentEvent[] =>
  events.map((event): SilentEvent => {
    if (event.type === 'handover.made') {
      const { note: _, ...silent } = event
      return silent
    }
    if (event.type !== 'message.sent' || event.from !== 'agent') return event
    const { text: _, ...silent } = event
    return silent
  })

/** Every message and note of the agent as it was read, the last reading where there are several; by their events. */
export function heardOf(events: Transcript): ReadonlyMap<number, HeardWords> {
  const readings = new Map<number, Reading>()
  for (const event of events) if (event.type === 'message.read') readings.set(event.of, event.reading)
  const heard = new Map<number, HeardWords>()
  for (const event of events) {
    const isNote = event.type === 'handover.made'
    if (!isNote && (event.type !== 'message.sent' || event.from !== 'agent')) continue
    const reading = readings.get(event.n)
    assert(reading !== undefined, `event ${event.n} was read before it is scored (reading/ensure-read.ts)`)
    heard.set(event.n, heardIn(reading, isNote ? event.note : event.text))
  }
  return heard
}
