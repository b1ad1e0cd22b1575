import type { TimeSpan } from '../../text/figures/figure.ts'
import { figuresIn as figuresOf } from '../../text/figures/figures-in.ts'

/** A figure of a sentence, with the unit that follows it and the words that bound it. */
export type Figure = {
  readonly value: number
  readonly unit: FigureUnit | null
  /** which side of the boundary the figure itself is on, where the words say so */
  readonly bound: '<' | '<=' | '>' | '>=' | null
  /** "day 31": as good as 30 whole days */
  readonly isNth: boolean
  readonly text: string
}
export type FigureUnit = 'hours' | 'days' | 'working_days' | 'weeks' | 'months' | 'years' | 'minutes'

const BEFORE: readonly (readonly [RegExp, NonNullable<Figure['bound']>])[] = [
  [
    /(?:(?:not?|never) (?:more|longer|later|greater) than|up to|at most|within(?: the (?:last|first|past|next))?|maximum(?: of)?|not exceed(?:ing)?)\s*$/i,
    '<=',
  ],
  [
    /(?:more than|over|above|exceed(?:s|ing)?|longer than|greater than|older than|beyond|later than)\s*$/i,
    '>',
  ],
  [/(?:not? (?:less|fewer|under|earlier) than|no less than|at least|minimum(?: of)?|from)\s*$/i, '>='],
  [/(?:less than|under|below|fewer than|younger than|earlier than|short of)\s*$/i, '<'],
  [/m[áa]s de\s*$/i, '>'],
  [/(?:hasta|como m[áa]ximo|dentro de)\s*$/i, '<='],
  [/al menos\s*$/i, '>='],
  [/menos de\s*$/i, '<'],
]
const AFTER: readonly (readonly [RegExp, NonNullable<Figure['bound']>])[] = [
  [/^[\s\w]{0,16}\bor (?:less|fewer|under|below|younger|earlier|lower)\b/i, '<='],
  [/^[\s\w]{0,16}\bor (?:more|over|above|longer|older|greater|later|higher)\b/i, '>='],
]

/** "4.2.5 Before ..." and "2) refund": the number of a sentence or of a point is no figure of the procedure. */
const NUMBERING = /^\W*\d+(?:\.\d+)+\.?(?=\s)|^\W*\d+[.)](?=\s)|(?<=\s)\(?\d{1,2}\)(?=\s)/g
/** "clauses 3.3 to 3.6", "switch to MACRO 10": the number of another sentence. */
const REFERENCE =
  /\b(?:section|step|paragraph|para|clause|article|part|rule|table|case|form|no\.|line|scenario|chapter|macro|script|as in|see|under|sección|secciones|apartado|paso|tabla|rubrique|tableau|Abschnitt|Ziffer|Absatz|Tabelle)s?\s+\d[\d.]*(?:(?:\s*,\s*|\s+(?:to|and|or)\s+)\d+\.\d[\d.]*|(?<=s\s\d+)(?:\s*,\s*\d+)*\s+(?:to|and|or)\s+\d+)*/gi

/** The words after a figure that show what it counts: never cut in the middle, never over a comma. */
const FOLLOWING = /^[\s-]?(?:[\p{L}%€$£]+(?:[\s-][\p{L}]+)?)?/u

/** Every figure of a sentence. Versions, its own number and references to numbered sections are none. */
export function figuresIn(sentence: string): readonly Figure[] {
  const blank = (found: string): string => ' '.repeat(found.length)
  const text = sentence.replaceAll(NUMBERING, blank).replaceAll(REFERENCE, blank)
  return figuresOf(text).flatMap((figure) =>
    figure.numbers.flatMap((number): readonly Figure[] => {
      const word = number.said
      const rest = text.slice(number.end)
      const lead = text.slice(0, number.start)
      const unit = figure.kind === 'span' ? unitOf(figure) : null
      const bound = boundOf(lead, rest)
      // number words count only with a unit or a bound: "one of them" and "three rules" are no figures
      if (word === 'first' || (!/\d/.test(word) && unit === null && bound === null)) return []
      if (isNoLimit(word, lead, rest)) return []
      // "from day 31": the days before it are 30
      const isNth = /\bday\s*$/i.test(lead)
      return [
        {
          value: number.value,
          unit: isNth ? 'days' : unit,
          bound: isNth ? null : bound,
          isNth,
          text: `${word}${FOLLOWING.exec(rest)?.[0] ?? ''}`,
        },
      ]
    }),
  )
}

const unitOf = ({ unit, days }: TimeSpan): FigureUnit =>
  unit === 'day' && days === 'working' ? 'working_days' : `${unit}s`

/** "one or more", "0 to 30" and a figure that is named to say that it does not apply ("no €60 check", "the €35 is not charged"). */
const isNoLimit = (word: string, lead: string, rest: string): boolean =>
  (word === 'one' && /^ or more\b/i.test(rest)) ||
  (word === '0' && /^ (?:to|-)/i.test(rest)) ||
  /\bno\s+[$£€]?\s*$/i.test(lead) ||
  /^\s*(?:is|are)(?: not|n't) (?:charged|due|needed|checked|applied|owed)\b/i.test(rest)

const boundOf = (lead: string, rest: string): Figure['bound'] =>
  BEFORE.find(([pattern]) => pattern.test(lead.replace(/[$£€]\s*$/, '')))?.[1] ??
  AFTER.find(([pattern]) => pattern.test(rest))?.[1] ??
  null
