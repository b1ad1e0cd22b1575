/** A longer secret (a certificate, a configuration) is also found where only a piece of it stands. */
const WHOLE_CHARS_MAX = 128
const PIECE_CHARS = 32

/** By so many first characters it is asked whether a form can stand at a place at all. */
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
const BLANKS = /[\s\\]+/g
/** What a list of hexadecimal digits, a quoted word or a spelled key has between its characters. */
const MARKS = /[^\p{L}\p{N}]+(?:0x)?/gu
/** Escapes of JSON, of programs, of HTML and of addresses; a line may be broken within one. */
const ESCAPES = new RegExp(
  String.raw`\s+|\\x[\da-f]{2}|\\u(?:[\da-f]{4}|\{0*[\da-f]{1,4}\})|[%=][0-7][\da-f]|\\([0-3][0-7]{2})|\\[nrtbfv]|` +
    String.raw`&#x0*[\da-f]{1,4};?|&#0*(\d{1,5});?|&(${[...NAMED.keys()].join('|')});`,
  'g',
)
/** An escape may be escaped again: a quotation in an address in JSON. */
const ROUNDS_MAX = 4

/** One way to read a text, and where in the text each of its characters began and ended. */
type SecretReading = { readonly text: string; readonly starts: Uint32Array; readonly ends: Uint32Array }

/**
 * The ways to read a text: by its letters and digits alone, as it stands, and with escapes taken back, once and again. All are
 * needed: a backslash before a key that begins with n is no line break.
 */
export function readingsOf(text: string): readonly SecretReading[] {
  const numbers = Uint32Array.from({ length: text.length }, (_, at) => at)
  const whole = { text: folded(text), starts: numbers, ends: numbers.map((at) => at + 1) }
  const readings = [without(whole, MARKS), without(whole, BLANKS)]
  for (let [round, last]: [number, SecretReading] = [0, whole]; round < ROUNDS_MAX; round += 1) {
    const next = without(last, ESCAPES)
    if (next.text === last.text) break
    readings.push(without(next, BLANKS))
    last = next
  }
  return readings
}

/** One character stays one; `+` and `/` of base64 are `-` and `_` in addresses. */
const folded = (text: string): string =>
  text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ').replaceAll('-', '+').replaceAll('_', '/')

/** The same without what stands between, or with what it means. */
function without({ text, starts, ends }: SecretReading, between: RegExp): SecretReading {
  const [first, last] = [new Uint32Array(text.length), new Uint32Array(text.length)]
  let [kept, done, shown] = [0, 0, '']
  const keep = (from: number, to: number, as: string): void => {
    if (as === '') return
    shown += as
    const isOne = as.length < to - from
    for (let at = from; at < (isOne ? from + 1 : to); at += 1, kept += 1) {
      first[kept] = starts[at] ?? 0
      last[kept] = ends[isOne ? to - 1 : at] ?? 0
    }
  }
  for (const gap of text.matchAll(between)) {
    keep(done, gap.index, text.slice(done, gap.index))
    done = gap.index + gap[0].length
    keep(gap.index, done, between === ESCAPES ? decoded(gap) : '')
  }
  keep(done, text.length, text.slice(done))
  return { text: shown, starts: first, ends: last }
}

/** `\u002b`, `%2B`, `=2B`, `\053`, `&#43;` and `&plus;` are characters again; what else stands between is nothing. */
function decoded([gap, octal, decimal, name]: RegExpExecArray): string {
  if (name !== undefined) return NAMED.get(name) ?? ''
  if (gap.length <= 2) return gap === '\\b' ? '\b' : ''
  const hex = /[\da-f]+(?=[;}]?$)/.exec(gap)?.[0] ?? ''
  const code = decimal !== undefined ? Number(decimal) : parseInt(octal ?? hex, octal === undefined ? 16 : 8)
  return Number.isNaN(code) ? '' : folded(String.fromCharCode(code))
}

/** What is looked for: the beginning of a form, or any piece of a long one. */
type SecretPiece = { readonly text: string; readonly form: string; readonly at: number }
/** SecretPieces by their first characters: a text is read once, however many there are. */
export type SecretPieces = {
  readonly startChars: number
  readonly byStart: ReadonlyMap<string, readonly SecretPiece[]>
}

export function piecesOf(forms: readonly Form[]): SecretPieces {
  const startChars = forms.reduce((fewest, { least }) => Math.min(fewest, least), START_CHARS)
  const byStart = new Map<string, SecretPiece[]>()
  for (const { text: form, least } of forms) {
    const isLong = form.length > WHOLE_CHARS_MAX
    const step = isLong ? PIECE_CHARS : least
    const taken = new Set<string>()
    for (let at = 0; at + step <= form.length && (isLong || at === 0); at += step) {
      const text = form.slice(at, at + step)
      if (taken.has(text)) continue
      taken.add(text)
      const start = text.slice(0, startChars)
      const alike = byStart.get(start)
      if (alike === undefined) byStart.set(start, [{ text, form, at }])
      else alike.push({ text, form, at })
    }
  }
  return { startChars, byStart }
}

/** Where any of the forms stands in a text, both read the same way. */
export function placesOf({ startChars, byStart }: SecretPieces, text: string): readonly Place[] {
  const found = new Uint8Array(text.length)
  const places: Place[] = []
  for (let from = 0; from + startChars <= text.length; from += 1) {
    for (const { text: piece, form, at } of byStart.get(text.slice(from, from + startChars)) ?? []) {
      const to = from + piece.length
      // Of keys that begin alike each is followed to its own end; the pieces of a long one would be too many.
      const known = form.length > WHOLE_CHARS_MAX ? found : NONE_FOUND
      if ((known[from] === 1 && known[to - 1] === 1) || !text.startsWith(piece, from)) continue
      const place = widened({ from, to }, { form, at, text, found: known })
      found.fill(1, place.from, place.to)
      places.push(place)
    }
  }
  return places
}

const NONE_FOUND = new Uint8Array(0)

/** What stands in the text beside a piece of a form and goes on like the form, up to what is found already. */
function widened(
  { from, to }: Place,
  { form, at, text, found }: { form: string; at: number; text: string; found: Uint8Array },
): Place {
  const ahead = at - from
  while (from > 0 && from + ahead > 0 && text[from - 1] === form[from - 1 + ahead] && found[from - 1] !== 1)
    from -= 1
  while (to < text.length && to + ahead < form.length && text[to] === form[to + ahead] && found[to] !== 1)
    to += 1
  return { from, to }
}
