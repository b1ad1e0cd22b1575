import { type Problem, problem } from '../base/files/problem.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Scalar } from '../base/values/value.ts'
import type { FieldSpec } from '../graph/model/graph.ts'
import { namesDay } from '../text/figures/days.ts'
import { shareIn, standsIn } from '../text/stands-in.ts'
import type { PlacedCase } from './case-file.ts'
import type { CaseDesk } from './check-case.ts'

type Desk = CaseDesk & { readonly lexicon: Lexicon }

/**
 * What the first message tells in other words than the card's value: an agent that has read it asks no more, and would be told that
 * it left out a question. Names and numbers word for word are checked with the card; here a mood, a reason, a day, a story.
 */
export function openingsThatTellMore(
  { case: { card, opens, id, pack }, placeOf }: PlacedCase,
  { graph, lexicon, world }: Desk,
): readonly Problem[] {
  const [request] = card.requests
  if (opens === null || request === undefined) return []
  const asked = new Set(
    [...graph.steps.values()].flatMap((step) => (step.kind === 'learn' ? [step.field] : [])),
  )
  return Object.entries(request.knows).flatMap(([name, value]) => {
    const spec = graph.fields.get(name)
    if (spec === undefined || !asked.has(name) || request.volunteers.includes(name)) return []
    const said = wordsFor(spec, value, { opens, lexicon, today: world.today })
    if (said === null) return []
    const message = `${id.slice(pack.length + 1)}: the opening seems to say ${name} (${said}), but does not volunteer it`
    const hint = `Add ${name} to \`volunteers\`, or let the opening leave it open.`
    return [{ ...problem(placeOf(['opens']), 'opening-tells', message, hint), severity: 'warning' as const }]
  })
}

type Opening = { readonly opens: string; readonly lexicon: Lexicon; readonly today: string }

/** The words by which the opening tells this value; null: it does not. */
function wordsFor(spec: FieldSpec, value: Scalar, { opens, lexicon, today }: Opening): string | null {
  switch (spec.type) {
    case 'enum':
    case 'boolean': {
      const phrases = Object.values(lexicon.fields[spec.name]?.values?.[String(value)] ?? {}).flat()
      return phrases.find((phrase) => isTelling(phrase) && standsIn(opens, phrase)) ?? null
    }
    case 'date':
      return typeof value === 'string' && namesDay(opens, value, today) ? value : null
    case 'string':
      return typeof value === 'string' && isStory(value) && shareIn(opens, value) >= STORY_SHARE_MIN
        ? value
        : null
    case 'number':
      return null
  }
}

/** A single word such as "yes" or "used" is in many messages and tells nothing by itself. */
const isTelling = (phrase: string): boolean => phrase.trim().split(/\s+/).length > 1

const STORY_WORDS_MIN = 3
const STORY_SHARE_MIN = 0.6
/** A value that is told rather than named: several plain words, no number, nothing written large. */
export const isStory = (value: string): boolean =>
  value.trim().split(/\s+/).length >= STORY_WORDS_MIN && !/[\d\p{Lu}@]/u.test(value)
