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

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, sixty: 60, ninety: 90, hundred: 100 },
  ...{ twice: 2, second: 2, third: 3, double: 2 },
  ...{ dos: 2, tres: 3, cinco: 5, diez: 10 },
}
const NUMBER_WORDS = Object.keys(NUMBERS).join('|')
const FIGURE = new RegExp(
  `(?<![\\w.,#])(?:[$£€]\\s?)?(\\d{1,3}(?:[,.]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?|\\b(?:${NUMBER_WORDS})\\b)(?=(?:st|nd|rd|th)?\\b|[^\\w])`,
  'gi',
)

const UNITS: readonly (readonly [RegExp, FigureUnit])[] = [
  [/^[\s-]*(?:working|business)[\s-]*days?\b/i, 'working_days'],
  [/^[\s-]*(?:d[ií]as? laborables?)\b/i, 'working_days'],
  [/^[\s-]*(?:hours?|hrs?|h|horas?)\b/i, 'hours'],
  [/^[\s-]*(?:minutes?|mins?|minutos?)\b/i, 'minutes'],
  [/^[\s-]*(?:calendar )?(?:days?|d[ií]as?)\b/i, 'days'],
  [/^[\s-]*(?:weeks?|semanas?)\b/i, 'weeks'],
  [/^[\s-]*(?:months?|mes(?:es)?)\b/i, 'months'],
  [/^[\s-]*(?:years?|a[ñn]os?)\b/i, 'years'],
]

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

/** Every figure of a sentence. Dates, versions, its own number and references to numbered sections are none. */
export function figuresIn(sentence: string): readonly Figure[] {
  const blank = (found: string): string => ' '.repeat(found.length)
  const text = sentence.replaceAll(NUMBERING, blank).replaceAll(REFERENCE, blank)
  return [...text.matchAll(FIGURE)].flatMap((found) => {
    const word = (found[1] ?? '').toLowerCase()
    const value = NUMBERS[word] ?? Number(plainNumber(word))
    const rest = text.slice(found.index + found[0].length)
    const lead = text.slice(0, found.index)
    const unit = UNITS.find(([pattern]) => pattern.test(rest))?.[1] ?? null
    const bound = boundOf(lead, rest)
    // number words count only with a unit or a bound: "one of them" and "three rules" are no figures
    if (Number.isNaN(value) || (NUMBERS[word] !== undefined && unit === null && bound === null)) return []
    if (isNoLimit(word, lead, rest)) return []
    // "from day 31": the days before it are 30
    const isNth = /\bday\s*$/i.test(lead)
    return [
      {
        value,
        unit: isNth ? 'days' : unit,
        bound: isNth ? null : bound,
        isNth,
        text: `${word}${FOLLOWING.exec(rest)?.[0] ?? ''}`,
      },
    ]
  })
}

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

/** 1,500 and 1.500 are thousands, 3.50 and 3,50 are not. */
const plainNumber = (word: string): string =>
  /^\d{1,3}(?:[,.]\d{3})+$/.test(word) ? word.replaceAll(/[,.]/g, '') : word.replace(',', '.')
