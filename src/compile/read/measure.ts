import type { Measure } from '../outline/outline.ts'

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, at]),
)

const AMOUNT = String.raw`(?:[$€£]\s?)?\d[\d,]{0,12}(?:\.\d{1,4})?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?(?= (?:hour|day|week|month|year)\b)`
const UNIT = String.raw`(?:\s?(?:%|(?:business |working |calendar )?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|times|euros?|pounds?|dollars?|percent|gb|gigabytes?|kg|kilograms?|items?|people|passengers?)\b))?`

type Form = { readonly pattern: RegExp; readonly compare: Measure['compare'] }

const before = (words: string, compare: Measure['compare']): Form => ({
  pattern: new RegExp(String.raw`\b(?:${words})\s+(${AMOUNT})(${UNIT})`, 'i'),
  compare,
})
const behind = (words: string, compare: Measure['compare']): Form => ({
  pattern: new RegExp(String.raw`(${AMOUNT})(${UNIT})(?:\s+(?:away|ago|old))?\s+(?:${words})\b`, 'i'),
  compare,
})

/** The longer wording first: "no more than" holds "more than". */
const FORMS: readonly Form[] = [
  before(
    'no more than|not more than|at most|a maximum of|maximum|up to(?: and including)?|no later than|not older than',
    '<=',
  ),
  before('no less than|not less than|at least|a minimum of|minimum', '>='),
  before('within(?: the)?(?: last| past| first| next)?|in the (?:last|past)', '<='),
  before('more than|over|above|longer than|later than|greater than|older than|exceeds|exceeding|after', '>'),
  before('less than|fewer than|under|below|shorter than|younger than|cheaper than', '<'),
  behind('or (?:less|fewer|under|below|earlier|younger)', '<='),
  behind('or (?:more|above|over|longer|later|older|greater)', '>='),
  before('exactly|equals?|is', '=='),
]

/** "a day after the 28th": of a month nobody names, so it is a number. */
const ORDINAL = /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|[A-Z]|attempt|time|day|week|month))/

/** The number a phrase compares with, "no more than 30 days ago", or null; of several the one that stands first. */
export function measureOf(words: string): Measure | null {
  const text = words.replace(ORDINAL, '$1')
  let first: { readonly at: number; readonly measure: Measure } | null = null
  for (const { pattern, compare } of FORMS) {
    const found = pattern.exec(text)
    const amount = found?.[1] === undefined ? null : numberOf(found[1])
    const at = (found?.index ?? 0) + (found?.[0].indexOf(found[1] ?? '') ?? 0)
    if (found === null || amount === null || (first !== null && first.at <= at)) continue
    const written = /[$€£]/.exec(found[1] ?? '')?.[0] ?? null
    const unit = found[2]?.trim().toLowerCase() || written
    const from = fromOf(text.slice(found.index + found[0].length))
    first = { at, measure: { compare, amount, unit, from } }
  }
  return first?.measure ?? null
}

const numberOf = (text: string): number | null => {
  const word = text.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  const named = NUMBERS[word]
  if (named !== undefined) return named
  const amount = Number(word.replaceAll(/[$€£,\s]/g, ''))
  return Number.isFinite(amount) ? amount : null
}

/** What it is counted from: "ago", "after they were signed for", "before departure", "overdue". */
function fromOf(rest: string): string | null {
  const found =
    /^\s*(ago|old|late|overdue|away|ahead|from now|(?:after|since|before|from|of|until) [^,.;]{1,80})/i.exec(
      rest,
    )
  return found?.[1]?.trim() ?? null
}
