import type { Condition, Measure } from '../outline/outline.ts'
import { contentOf } from '../tie/words.ts'

/** One thing a condition says, made comparable: what it is about, whether it denies it, and the number in it. */
export type Claim = {
  readonly about: string
  /** how many words carry the meaning */
  readonly weight: number
  readonly denies: boolean
  readonly measure: Measure | null
}

const DENIAL = /\b(?:not|no|none|never|cannot|neither|nor|without|nothing|nobody)\b|n't\b/gi

/** The claims of a conjunction; null where the condition is anything else, or says too little to compare. */
export function claimsOf(conditions: readonly Condition[]): readonly Claim[] | null {
  const claims: Claim[] = []
  for (const condition of conditions) {
    const more = oneCondition(condition, false)
    if (more === null) return null
    claims.push(...more)
  }
  return claims
}

function oneCondition(condition: Condition, denied: boolean): readonly Claim[] | null {
  if ('not' in condition) return oneCondition(condition.not, !denied)
  if ('all' in condition) {
    if (denied) return null
    const parts = condition.all.map((part) => oneCondition(part, false))
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
  }
  if ('any' in condition) return null
  return [claimOf(condition.atom, condition.measure, denied)]
}

/** Words that only say which way a number is compared: "less than 30 days old", "older than 30 days". */
const COMPARING: ReadonlySet<string> = new Set(
  contentOf(
    'less least fewer few maximum minimum exactly old older long longer late later early earlier short shorter young younger great greater above below exceeds exceeding ago last past first next',
  ),
)

function claimOf(text: string, measure: Measure | null, denied: boolean): Claim {
  const denials = text.match(DENIAL)?.length ?? 0
  const stems = contentOf(text).filter(
    (word) => !/^\d/.test(word) && (measure === null || !COMPARING.has(word)),
  )
  const about = [...new Set(stems)].sort()
  return {
    about: about.join(' '),
    weight: about.length + (measure === null ? 0 : 1),
    denies: (denials % 2 === 1) !== denied && measure === null,
    measure: measure !== null && denied ? turned(measure) : measure,
  }
}

/** "not (at most 30)" is "more than 30". */
function turned(measure: Measure): Measure {
  const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '==' } as const
  return { ...measure, compare: opposite[measure.compare] }
}

export const sameClaim = (a: Claim, b: Claim): boolean =>
  a.about === b.about && a.denies === b.denies && sameMeasure(a.measure, b.measure)

const sameMeasure = (a: Measure | null, b: Measure | null): boolean =>
  a === null || b === null
    ? a === b
    : a.compare === b.compare && a.amount === b.amount && unitOf(a) === unitOf(b)

export const unitOf = ({ unit }: Measure): string =>
  (unit ?? '')
    .toLowerCase()
    .replace(/^(?:business|working|calendar) /, '')
    .replace(/s$/, '')

/** The words of a text that carry meaning, numbers apart. */
export const meaningOf = (text: string): ReadonlySet<string> =>
  new Set(contentOf(text).filter((word) => !/^\d/.test(word)))

export function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length
  const all = new Set([...a, ...b]).size
  return all === 0 ? 0 : both / all
}
