/** A longer secret (a certificate, a configuration) is also found where only a piece of it stands. */
const WHOLE_CHARS_MAX = 128
const PIECE_CHARS = 32

/** By so many first characters it is asked whether a form can stand in a text at all. */
const START_CHARS = 8

type Place = { readonly from: number; readonly to: number }

/**
 * What may stand between the characters of a secret. Two ways to read a text: as it stands, and with the escapes of JSON
 * and addresses taken back. Both are needed: a backslash before a key that begins with n is no line break.
 */
export const BETWEEN: readonly RegExp[] = [/[\s\\]+/g, /\s+|\\(?:u[\da-f]{4}|[nrt])?|%(?:25)*[0-7][\da-f]/gi]

/** The text without what stands between. One character stays one; `+` and `/` of base64 are `-` and `_` in addresses. */
export const folded = (text: string, between: RegExp): string =>
  text
    .replace(between, decoded)
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('-', '+')
    .replaceAll('_', '/')

/** Where each character of the folded text began and ended before it was folded. */
export function unfolded(text: string, between: RegExp): { starts: Uint32Array; ends: Uint32Array } {
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  let kept = 0
  let done = 0
  const keep = (from: number, to: number) => {
    starts[kept] = from
    ends[kept] = to
    kept += 1
  }
  const keepUpTo = (to: number) => {
    for (; done < to; done += 1) keep(done, done + 1)
  }
  for (const { 0: gap, index } of text.matchAll(between)) {
    keepUpTo(index)
    done = index + gap.length
    if (decoded(gap) !== '') keep(index, done)
  }
  keepUpTo(text.length)
  return { starts, ends }
}

/** `\u002b`, `%2B` and `%252B` are characters again; what else stands between is nothing. */
const decoded = (gap: string): string =>
  /^(?:\\u|%)/i.test(gap)
    ? String.fromCharCode(parseInt(gap.slice(gap.startsWith('%') ? -2 : 2), 16)).replace(/[\s\\]/, '')
    : ''

/**
 * Where any of `forms` stands in `text`, both folded the same way. Time grows with the text and with the forms, not with
 * one times the other: no form is looked for that begins with what the text does not hold.
 */
export function placesOf(forms: readonly string[], text: string): readonly Place[] {
  const startChars = forms.reduce((least, form) => Math.min(least, form.length), START_CHARS)
  const placesFrom = startsOf(text, startChars)
  const found = new Uint8Array(text.length)
  const places: Place[] = []
  for (const form of forms) {
    const step = form.length > WHOLE_CHARS_MAX ? PIECE_CHARS : form.length
    const tried = new Set<string>()
    for (let at = 0; at + step <= form.length; at += step) {
      const start = form.slice(at, at + startChars)
      if (!placesFrom.last.has(start)) continue
      const piece = form.slice(at, at + step)
      if (tried.has(piece)) continue
      tried.add(piece)
      for (
        let there = placesFrom.last.get(start) ?? -1;
        there !== -1;
        there = placesFrom.before[there] ?? -1
      ) {
        if (found[there] === 1 && found[there + step - 1] === 1) continue
        if (!text.startsWith(piece, there)) continue
        const place = widened({ from: there, to: there + step }, { form, at, text, found })
        found.fill(1, place.from, place.to)
        places.push(place)
      }
    }
  }
  return places
}

/** What stands in the text beside a piece of a form and goes on like the form, up to what is found already. */
function widened(
  { from, to }: Place,
  { form, at, text, found }: { form: string; at: number; text: string; found: Uint8Array },
): Place {
  const ahead = at - from
  while (from > 0 && from + ahead > 0 && text[from - 1] === form[from - 1 + ahead] && found[from - 1] === 0)
    from -= 1
  while (to < text.length && to + ahead < form.length && text[to] === form[to + ahead] && found[to] === 0)
    to += 1
  return { from, to }
}

/** The last place of every start, and from each place the one before with the same start. */
function startsOf(text: string, chars: number) {
  const last = new Map<string, number>()
  const before = new Int32Array(text.length)
  for (let at = 0; at + chars <= text.length; at += 1) {
    const start = text.slice(at, at + chars)
    before[at] = last.get(start) ?? -1
    last.set(start, at)
  }
  return { last, before }
}
