import { memoText } from '../../base/memo.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { type Asking, question } from '../question.ts'
import { sentencesIn } from '../sentences.ts'
import { monthAndDay, weekdayOf } from './days.ts'
import { type Fact, factsIn } from './facts.ts'
import type { Figure } from './figure.ts'
import { figuresIn } from './figures-in.ts'
import type { KnownFacts } from './known-facts.ts'

/** Is there anything that can be checked? */
export const stating: Asking<boolean> = question((text) => statementsIn(text).length > 0)

/** What words state that nobody could know. */
export const inventing = (known: KnownFacts, today: string): Asking<readonly string[]> =>
  question((text) => inventedIn(text, known, today))

function inventedIn(text: string, known: KnownFacts, today: string): readonly string[] {
  const invented: string[] = []
  for (const { sentence, about, facts } of statementsIn(text)) {
    for (const fact of facts) if (!known.knows(fact, sentence, about)) invented.push(fact.said)
    invented.push(...wrongWeekday(sentence, today))
  }
  return invented
}

type Statement = {
  readonly sentence: string
  /** the words that say what it is about */
  readonly about: string
  readonly facts: readonly Fact[]
}

/** The sentences of a message that hold something to be checked. */
const statementsIn = memoText((text): readonly Statement[] =>
  sentencesOf(text).flatMap((sentence, at) => {
    const facts = factsIn(sentence).filter((fact) => !isExample(sentence, fact))
    if (facts.length === 0 && !figuresIn(sentence).some(isWeekday)) return []
    return [{ sentence, about: aboutOf(sentence, sentencesOf(text)[at - 1]), facts }]
  }),
)

const sentencesOf = memoText((text): readonly string[] =>
  sentencesIn(text, { start: 0, end: text.length }, 'message').map(({ start, end }) =>
    text.slice(start, end),
  ),
)

/** "Your order is packed. It leaves within two days": what "it" is stands in the sentence before. */
const aboutOf = (sentence: string, before = ''): string =>
  /^\W*(?:it|they|that|this|these|those)\b/i.test(sentence) ? `${before} ${sentence}` : sentence

/** "It looks like NL-12345": an example of a format states nothing; "a good story in ten years' time" neither. */
function isExample(sentence: string, { kind, said }: Fact): boolean {
  const before = sentence.slice(0, sentence.indexOf(said))
  if (
    kind === 'duration' &&
    /\bin\s$/i.test(before) &&
    /^['’]? time\b/i.test(sentence.slice(before.length + said.length))
  )
    return true
  if (kind === 'identifier' && /[,(]\s?like\s$/i.test(before)) return true
  return /\b(?:e\.?g\.?|for example|for instance|looks? like|such as|similar to|something like|begins? with|starts? with|in the (?:form|format)|z\.? ?B\.?|par exemple|por ejemplo)[^.!?]{0,24}$/i.test(
    before,
  )
}

const isWeekday = (figure: Figure): boolean =>
  figure.kind === 'day' && figure.days.some((day) => 'weekday' in day)

/** A weekday beside a date that falls on another day of the week. */
const wrongWeekday = (sentence: string, today: string): readonly string[] =>
  figuresIn(sentence).flatMap((figure, at) => {
    const next = figuresIn(sentence)[at + 1]
    const [weekday, date] = [figure, next].map((one) => (one?.kind === 'day' ? one.days[0] : undefined))
    if (weekday === undefined || !('weekday' in weekday) || date === undefined || !('year' in date)) return []
    if (!/^,?\s(?:the\s)?\s*$/i.test(sentence.slice(figure.end, next?.start))) return []
    const day = dayNumberOf(`${date.year ?? today.slice(0, 4)}-${monthAndDay(date)}`)
    return day === null || weekdayOf(day) === weekday.weekday ? [] : [figure.said]
  })
