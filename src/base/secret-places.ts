/** A longer secret (a certificate, a configuration) is also found where only a piece of it stands. */
const WHOLE_CHARS_MAX = 128
const PIECE_CHARS = 32

/** By so many first characters it is asked whether a form can stand in a text at all. */
const START_CHARS = 8

type Place = { readonly from: number; readonly to: number }

/** A way in which a secret may be written. `least`: so many of its first characters are found without the rest. */
export type Form = { readonly text: string; readonly least: number }

/** The punctuation of ASCII by its names in HTML. */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'excl! quot" num# dollar$ percnt% amp& apos\' lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? ' +
    'commat@ lsqb[ lbrack[ bsol rsqb] rbrack] hat^ lowbar_ underbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} tab newline nbsp'
  )
    .split(' ')
    .map((one) => [/^[a-z]+/.exec(one)?.[0] ?? '', one.replace(/^[a-z]+/, '')]),
)

/** Blanks and backslashes: no secret is told from another by them. */
const NOTHING = /[\s\\]/

/**
 * What may stand between the characters of a secret. Two ways to read a text: as it stands, and with the escapes of JSON,
 * HTML and addresses taken back. Both are needed: a backslash before a key that begins with n is no line break.
 */
export const BETWEEN: readonly RegExp[] = [
  /[\s\\]+/g,
  new RegExp(
    String.raw`\s+|\\(?:u[\da-f]{4}|x[\da-f]{2}|[nrtbfv])?|%(?:25)*[0-7][\da-f]|` +
      String.raw`&(?:amp;)*(?:#0*\d{1,5};?|#x0*[\da-f]{1,4};?|(?:${[...NAMED.keys()].join('|')});)`,
    'gi',
  ),
]

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

/** `\\u002b`, `%2B`, `%252B`, `&#43;` and `&plus;` are characters again; what else stands between is nothing. */
function decoded(gap: string): string {
  const code = /^(?:\\[ux]|%(?:25)*|&(?:amp;)*#x)([\da-f]+);?$/i.exec(gap)?.[1]
  const number = /^&(?:amp;)*#(\d+);?$/i.exec(gap)?.[1]
  const name = /^&(?:amp;)*([a-z]+);$/i.exec(gap)?.[1]
  if (gap === '\\b') return '\b'
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? ''
  if (code === undefined && number === undefined) return ''
  const char = String.fromCharCode(number === undefined ? parseInt(code ?? '', 16) : Number(number))
  return NOTHING.test(char) ? '' : char
}

/**
 * Where any of `forms` stands in `text`, both folded the same way. Time grows with the text and with the forms, not with
 * one times the other: no form is looked for that begins with what the text does not hold.
 */
export function placesOf(forms: readonly Form[], text: string): readonly Place[] {
  const startChars = forms.reduce((fewest, { least }) => Math.min(fewest, least), START_CHARS)
  const placesFrom = startsOf(text, startChars)
  const found = new Uint8Array(text.length)
  const places: Place[] = []
  for (const { text: form, least } of forms) {
    const isLong = form.length > WHOLE_CHARS_MAX
    const step = isLong ? PIECE_CHARS : least
    const tried = new Set<string>()
    for (let at = 0; at + step <= form.length && (isLong || at === 0); at += step) {
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
