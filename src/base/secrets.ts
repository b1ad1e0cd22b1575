import { type Form, piecesOf, placesOf, readingsOf, type SecretPieces } from './secret-places.ts'

/** Shorter values are words that also mean something else: `1`, `true`, `en`. */
const SECRET_CHARS_MIN = 8
/** Of a key of so many characters the first seven of ten are worth hiding: the rest can be guessed, or stands elsewhere. */
const CUT_CHARS_MIN = 16
const CUT_SHARE = 0.7

/** Said instead of a text: an error while hiding may itself repeat a secret, so nothing of either is shown. */
const NOT_SHOWN = '(Not shown: the secrets in this text could not be hidden.)'

/** Takes secrets out of a text: `hideSecrets(keys)(message)`. */
export type HideSecrets = (text: string) => string

/**
 * A service that answers "wrong key sk-..." would write our key into transcripts and logs. A key is found as it is, in
 * base64, in hexadecimal digits, encoded for an address or a page, with JSON's escapes and broken over lines; also where its end is
 * cut off, and of a long one any piece. `charsMin`: 1 for what is a key for certain.
 */
export function hideSecrets(secrets: readonly string[], charsMin = SECRET_CHARS_MIN): HideSecrets {
  const long = [...new Set(secrets.map((secret) => secret.trim()))].filter(
    (secret) => secret.length >= charsMin,
  )
  if (long.length === 0) return (text) => text
  let prepared: SecretPieces | undefined
  return (text) => {
    try {
      prepared ??= piecesOf(formsOf(long))
      const hidden = new Uint8Array(text.length)
      for (const { text: read, starts, ends } of readingsOf(text))
        for (const { from, to } of placesOf(prepared, read)) hidden.fill(1, starts[from], ends[to - 1])
      return withStars(text, hidden)
    } catch {
      return NOT_SHOWN
    }
  }
}

/** A header of HTTP can hold it: no line break, no character outside Latin-1. */
export const isHeaderValue = (value: string): boolean => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

/** The values of variables that are named like keys: what a child process or a service may know and repeat. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && /key|token|secret|passw|credential|auth/i.test(name) ? [value] : [],
  )

/**
 * Each form read in all ways, as texts are: escapes that belong to the secret itself may stand in it as they are, or be escaped
 * again. What a reading makes shorter by half (a passphrase of single letters) would be found in innocent words.
 */
function formsOf(secrets: readonly string[]): readonly Form[] {
  const forms = new Map<string, number>()
  for (const secret of secrets) {
    const charsets = /[^\0-\u00ff]/.test(secret) ? [utf8] : [utf8, latin1]
    const cut = secret.length < CUT_CHARS_MIN ? secret : secret.slice(0, Math.ceil(secret.length * CUT_SHARE))
    const ofCut = written(cut, charsets)
    for (const [nth, form] of written(secret, charsets).entries()) {
      const cuts = readingsOf(ofCut[nth] ?? '')
      for (const [way, { text }] of readingsOf(form).entries()) {
        const isItself = nth === 0 && way === 1
        if (text.length * 2 < form.length || (!isItself && text.length < SECRET_CHARS_MIN)) continue
        // An escape may be cut in two: then it is none, and the cut has one way less to be read.
        const same = alikeChars(text, (cuts[way] ?? cuts.at(-1))?.text ?? '')
        const least = same < SECRET_CHARS_MIN ? text.length : same
        forms.set(text, Math.min(least, forms.get(text) ?? least))
      }
    }
  }
  return [...forms].map(([text, least]) => ({ text, least }))
}

function alikeChars(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

type Charset = (text: string) => Uint8Array
const utf8: Charset = (text) => new TextEncoder().encode(text)
/** As headers of HTTP are sent. */
const latin1: Charset = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0))

/** The secret as it is, then encoded. */
const written = (secret: string, charsets: readonly Charset[]): readonly string[] => [
  secret,
  ...charsets.flatMap((charset) => {
    const bytes = charset(secret)
    return [
      [...bytes].map(inAddress).join(''),
      [...bytes].map(hex).join(''),
      ...[0, 1, 2].map((before) => base64Within(bytes, before)),
    ]
  }),
]

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

/** Only what is no ASCII: the rest is read as it is and decoded. */
const inAddress = (byte: number): string => (byte < 128 ? String.fromCharCode(byte) : `%${hex(byte)}`)

/** The part of base64 text that is the same whatever stands before and behind the secret (`Bearer sk-...`). */
function base64Within(bytes: Uint8Array, before: number): string {
  let text = '\0'.repeat(before)
  for (const byte of bytes) text += String.fromCharCode(byte)
  const whole = btoa(text)
  const first = before === 0 ? 0 : before + 1
  const last = whole.length - (text.length % 3 === 0 ? 0 : 4)
  return whole.slice(first, last)
}

function withStars(text: string, hidden: Uint8Array): string {
  let shown = ''
  for (let from = hidden.indexOf(1), done = 0; ; from = hidden.indexOf(1, done)) {
    if (from === -1) return shown + text.slice(done)
    // A backslash that escapes the first character goes with it: alone it would make JSON unreadable.
    const before = text.slice(done, from)
    shown += `${/(?<!\\)(?:\\\\)*\\$/.test(before) ? before.slice(0, -1) : before}***`
    const to = hidden.indexOf(0, from)
    if (to === -1) return shown
    done = to
  }
}
