import { flatMap } from '../../base/flat-map.ts'
import { memoText } from '../../base/memo.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { namedDaysIn } from '../../text/calendar.ts'
import { type Fact, factsIn } from './facts.ts'
import type { KnownFacts } from './known-facts.ts'
import { sentencesOf } from './sentences.ts'

/** What a message states that nobody could know. */
export function inventedIn(
  text: string,
  known: KnownFacts,
  { today }: { readonly today: string },
): readonly string[] {
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
export const statementsIn = memoText((text): readonly Statement[] =>
  flatMap(sentencesOf(text), (sentence, at) => {
    const facts = factsIn(sentence).filter((fact) => !isExample(sentence, fact))
    if (facts.length === 0 && !WEEKDAY.test(sentence)) return []
    return [{ sentence, about: aboutOf(sentence, sentencesOf(text)[at - 1]), facts }]
  }),
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

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b,?\s(?:the\s)?/i
const ORDINALS: readonly (readonly [RegExp, string])[] = [
  [/\bfirst\b/gi, '1'],
  [/\bsecond\b/gi, '2'],
  [/\bthird\b/gi, '3'],
]

/** A weekday beside a date that falls on another day of the week. */
function wrongWeekday(sentence: string, today: string): readonly string[] {
  const found = WEEKDAY.exec(sentence)
  if (found === null) return []
  const rest = ORDINALS.reduce(
    (text, [word, digit]) => text.replace(word, digit),
    sentence.slice(found.index + found[0].length, found.index + found[0].length + 24),
  )
  const [date] = namedDaysIn(rest)
  if (date === undefined || !/^\s*(?:\d|[a-z]{3,9}\.? \d)/i.test(rest)) return []
  const year = date.year ?? Number(today.slice(0, 4))
  const day = dayNumberOf(
    `${year}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`,
  )
  const name = found[1]?.toLowerCase() ?? ''
  return day === null || WEEKDAYS[(((day + 3) % 7) + 7) % 7] === name ? [] : [found[1] ?? '']
}
