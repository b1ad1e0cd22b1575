/** What kinds of personal data are looked for. */
export const PERSONAL_KINDS = [
  'email',
  'iban',
  'card',
  'birth-date',
  'address',
  'phone',
  'id',
  'person',
] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** A value that is personal, as it was written. */
export type Finding = {
  readonly said: string
  readonly kind: PersonalKind
  /** it stands in a record */
  readonly known: boolean
}

/** What a pattern finds in a text: the group `it`, or all of it. */
export function matches(
  text: string,
  pattern: RegExp,
  kind: PersonalKind,
  holds: (said: string, before: string) => boolean = () => true,
): readonly Finding[] {
  return [...text.matchAll(pattern)].flatMap((match): readonly Finding[] => {
    const said = (match.groups?.['it'] ?? match[0]).replace(/[\s.,;:]+$/, '')
    const from = match.index + match[0].indexOf(said)
    return said !== '' && holds(said, text.slice(Math.max(0, from - BEFORE), from))
      ? [{ said, kind, known: false }]
      : []
  })
}

/** How much of the text before a value may say what it is. */
const BEFORE = 60
