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

/** Personal data in one text: from `from` up to, not including, `to`. */
export type Finding = {
  readonly from: number
  readonly to: number
  readonly kind: PersonalKind
  /** it stands in a record */
  readonly known: boolean
}

/** All matches of a pattern as findings; `keep` may shorten one, or refuse it. */
export function matches(
  text: string,
  pattern: RegExp,
  kind: PersonalKind,
  keep: (found: string, at: number) => string | null = (found) => found,
): readonly Finding[] {
  return [...text.matchAll(pattern)].flatMap((match): readonly Finding[] => {
    const whole = match.groups?.['it'] ?? match[0]
    const from = match.index + match[0].indexOf(whole)
    const kept = keep(whole, from)
    if (kept === null || kept === '') return []
    const at = from + whole.indexOf(kept)
    return [{ from: at, to: at + kept.length, kind, known: false }]
  })
}

/** Where two overlap the surer kind stays, and of one kind the longer. */
export function withoutOverlaps(found: readonly Finding[]): readonly Finding[] {
  const rank = ({ kind, known }: Finding): number =>
    PERSONAL_KINDS.indexOf(kind) -
    (known && kind !== 'person' && kind !== 'address' ? PERSONAL_KINDS.length : 0)
  const ordered = [...found].sort((a, b) => rank(a) - rank(b) || b.to - b.from - (a.to - a.from))
  const kept: Finding[] = []
  for (const one of ordered)
    if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one)
  return kept.sort((a, b) => a.from - b.from)
}
