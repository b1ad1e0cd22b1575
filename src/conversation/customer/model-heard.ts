import type { HeardAct } from '../../base/values/acts.ts'
import type { Answer, HeardByCustomer, Question } from '../../base/values/heard.ts'
import type { Mind } from './mind.ts'
import { isLive } from './mind.ts'
import type { Listened } from './turn.ts'

/**
 * What a model heard, laid over what the ear made of the same messages. In: answers to the questions of the waist. Out: the
 * messages as the table hears them. What an act is, the model says; what the form of the words shows stays the ear's.
 */
export function heardAs(messages: readonly Listened[], hears: readonly HeardAct[]): readonly Listened[] {
  const placeOf = ({ is, name }: HeardAct): number => {
    const at = messages.findLastIndex(({ heard }) => heard[is](name ?? undefined).is !== 'no')
    return at < 0 ? messages.length - 1 : at
  }
  return messages.map(({ n, heard }, at) => ({
    n,
    heard: laidOver(
      heard,
      hears.filter((one) => placeOf(one) === at),
    ),
  }))
}

function laidOver(heard: HeardByCustomer, hears: readonly HeardAct[]): HeardByCustomer {
  const questions = hears.flatMap((one) => questionOf(one, heard))
  const tells = hears.some(({ is }) => is === 'declines' || is === 'claims' || is === 'tells')
  const answer =
    (is: HeardAct['is']) =>
    (name?: string): Answer => {
      const found = hears.filter((one) => one.is === is && (name === undefined || one.name === name))
      const names = [...new Set(found.flatMap((one) => one.name ?? []))]
      const best = found.some(({ sure }) => sure) ? YES : found.length > 0 ? MAYBE : NO
      return { ...best, where: [], names }
    }
  return {
    ...heard,
    questions: () => questions,
    asks: answer('asks'),
    checks: answer('checks'),
    proposes: answer('proposes'),
    declines: answer('declines'),
    claims: answer('claims'),
    tells: answer('tells'),
    promises: answer('promises'),
    closes: answer('closes'),
    mentions: () => [],
    shows: (trait) =>
      trait === 'seems-to-ask' || trait === 'asks-plainly'
        ? questions.length > 0
        : trait === 'tells' || trait === 'may-tell'
          ? tells
          : heard.shows(trait),
  }
}

const YES = { is: 'yes', chance: 0.95 } as const
const MAYBE = { is: 'maybe', chance: 0.5 } as const
const NO = { is: 'no', chance: 0 } as const

/** With the form of the ear's question for the same thing, where it has one. */
function questionOf({ is, name, sure }: HeardAct, heard: HeardByCustomer): readonly Question[] {
  if (is !== 'asks' && is !== 'checks' && is !== 'proposes') return []
  const wants =
    is === 'checks' ? 'check' : is === 'proposes' ? 'consent' : name !== null && sure ? 'fact' : 'anything'
  const own = heard
    .questions()
    .find((one) => (name === null ? one.wants === wants : [...one.fields, ...one.tools].includes(name)))
  const named = (names: readonly string[] = []): readonly string[] => [
    ...(name === null ? [] : [name]),
    ...names.filter((other) => other !== name),
  ]
  const form = [...(own?.traits ?? ['mark' as const])].filter((trait) => !GUESSES.has(trait))
  return [
    {
      ...{ at: { sentence: 0, from: 0, to: 0 }, near: [], kind: null, holds: heard.holds },
      ...own,
      wants,
      fields: is === 'proposes' ? (own?.fields ?? []) : named(own?.fields),
      tools: is === 'proposes' ? named(own?.tools) : (own?.tools ?? []),
      traits: new Set([...form, ...(sure ? [] : ['guessed' as const])]),
    },
  ]
}

const GUESSES: ReadonlySet<string> = new Set(['guessed', 'doubtful'])

/** The same the other way round: what the ear made of the messages, as a model would say it. */
export const hearsOf = (messages: readonly Listened[]): readonly HeardAct[] =>
  messages.flatMap(({ heard }): readonly HeardAct[] => [
    ...heard.questions().map(({ wants, fields, tools, traits }) => ({
      is: IS[wants],
      name: (wants === 'consent' ? tools : fields)[0] ?? null,
      sure: wants !== 'anything' && ![...traits].some((trait) => GUESSES.has(trait)),
    })),
    ...TOLD.flatMap((is) => {
      const { is: all, names } = heard[is]()
      const named: readonly (string | null)[] = names.length > 0 || all === 'no' ? names : [null]
      return named.map((name) => ({ is, name, sure: heard[is](name ?? undefined).is === 'yes' }))
    }),
  ])

const IS = { fact: 'asks', anything: 'asks', check: 'checks', consent: 'proposes' } as const
const TOLD = ['declines', 'claims', 'tells', 'promises', 'closes'] as const

/** What else an agent may have said to this customer: the move that follows is worded in the same call. */
export function likelyHearings({ requests }: Mind): readonly (readonly HeardAct[])[] {
  const live = requests.filter(isLive)
  const one = (is: HeardAct['is'], name: string | null = null): readonly HeardAct[] => [
    { is, name, sure: true },
  ]
  return [
    ...live.flatMap(({ card: { knows, refuses, cannot }, said }) =>
      [...Object.keys(knows), ...refuses, ...cannot].flatMap((field) =>
        said[field] === undefined ? [one('asks', field)] : [],
      ),
    ),
    one('proposes'),
    ...live.flatMap(({ card }) => card.says_no_to.map((tool) => one('proposes', tool))),
    one('declines'),
    ...live.flatMap(({ card }) => (card.answers ?? []).map((topic) => one('tells', topic))),
    one('closes'),
    [],
  ]
}
