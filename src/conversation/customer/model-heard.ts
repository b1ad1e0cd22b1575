import type { HeardAct } from '../../base/values/acts.ts'
import type { HeardByCustomer, Question, Told } from '../../base/values/heard.ts'
import { plainItem } from './decide.ts'
import { isLive, type Mind } from './mind.ts'
import type { Listened } from './turn.ts'

/**
 * What a model heard, laid over what the ear made of the same messages. In: answers to the questions of the waist. Out: the
 * messages as the table hears them. What an act is, the model says; what the form of the words shows stays the ear's.
 */
export function heardAs(messages: readonly Listened[], hears: readonly HeardAct[]): readonly Listened[] {
  const placeOf = ({ is, name }: HeardAct): number => {
    const at = messages.findLastIndex((one) =>
      hearsOf([one]).some((own) => own.is === is && own.name === name),
    )
    return at < 0 ? messages.length - 1 : at
  }
  return messages.map(({ n, heard }, at) => {
    const its = hears.filter((one) => placeOf(one) === at)
    return { n, heard: laidOver(heard, its) }
  })
}

function laidOver(heard: HeardByCustomer, hears: readonly HeardAct[]): HeardByCustomer {
  const questions = hears.flatMap((one) => questionOf(one, heard))
  const tells = hears.some(({ is }) => is === 'declines' || is === 'claims' || is === 'tells')
  const told = (is: HeardAct['is']): Told => {
    const found = hears.filter((one) => one.is === is)
    const sure = found.filter((one) => one.sure)
    return {
      is: sure.length > 0 ? 'yes' : found.length > 0 ? 'maybe' : 'no',
      names: namesOf(found),
      sure: namesOf(sure),
    }
  }
  return {
    ...heard,
    questions: () => questions,
    declines: () => told('declines'),
    claims: () => told('claims'),
    tells: () => told('tells'),
    promises: () => told('promises').is !== 'no',
    closes: () => told('closes').is !== 'no',
    mentions: () => [],
    shows: (trait) => {
      if (trait === 'seems-to-ask' || trait === 'asks-plainly') return questions.length > 0
      return trait === 'tells' ? tells : heard.shows(trait)
    },
  }
}

const namesOf = (all: readonly HeardAct[]): readonly string[] => [
  ...new Set(all.flatMap(({ name }) => name ?? [])),
]

/** With the form of the ear's question for the same thing, where it has one. */
function questionOf({ is, name, sure }: HeardAct, heard: HeardByCustomer): readonly Question[] {
  if (is !== 'asks' && is !== 'checks' && is !== 'proposes') return []
  const wants = is === 'asks' && (name === null || !sure) ? 'anything' : WANTS[is]
  const list = is === 'proposes' ? 'tools' : 'fields'
  const isOwn = (one: Question) => (name === null ? one.wants === wants : one[list].includes(name))
  const own = heard.questions().find(isOwn) ?? { ...plainItem(wants, []), holds: heard.holds, traits: MARK }
  const names = name === null ? own[list] : [name, ...own[list].filter((other) => other !== name)]
  const form = [...own.traits].filter((trait) => !GUESSES.has(trait))
  return [{ ...own, wants, [list]: names, traits: new Set(sure ? form : [...form, 'guessed' as const]) }]
}

const WANTS = { asks: 'fact', checks: 'check', proposes: 'consent' } as const
const MARK: Question['traits'] = new Set(['mark'])
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
      const { is: all, names, sure } = heard[is]()
      const named: readonly (string | null)[] = names.length > 0 || all === 'no' ? names : [null]
      return named.map((name) => ({ is, name, sure: name === null ? all === 'yes' : sure.includes(name) }))
    }),
    ...SAID.flatMap((is) => (heard[is]() ? [{ is, name: null, sure: true }] : [])),
  ])

const IS = { fact: 'asks', anything: 'asks', check: 'checks', consent: 'proposes' } as const
const TOLD = ['declines', 'claims', 'tells'] as const
const SAID = ['promises', 'closes'] as const

/** What else an agent may have said to this customer: the move that follows is worded in the same call. */
export function likelyHearings({ requests }: Mind): readonly (readonly HeardAct[])[] {
  const live = requests.filter(isLive)
  const fieldsOf = ({ card, said }: Mind['requests'][number]): readonly string[] =>
    [...Object.keys(card.knows), ...card.refuses, ...card.cannot].filter((field) => said[field] === undefined)
  const all = (is: HeardAct['is'], names: readonly (string | null)[]): readonly HeardAct[][] =>
    names.map((name) => [{ is, name, sure: true }])
  return [
    ...all('asks', live.flatMap(fieldsOf)),
    ...all('proposes', [null, ...live.flatMap(({ card }) => card.says_no_to)]),
    ...all('declines', [null]),
    ...all(
      'tells',
      live.flatMap(({ card }) => card.answers ?? []),
    ),
    ...all('closes', [null]),
    [],
  ]
}
