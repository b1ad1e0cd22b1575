import { BETWEEN, folded, placesOf, unfolded } from './secret-places.ts'

/** Shorter values are words that also mean something else: `1`, `true`, `en`. */
const SECRET_CHARS_MIN = 8

/** Said instead of a text: an error while hiding may itself repeat a secret, so nothing of either is shown. */
const NOT_SHOWN = '(Not shown: the secrets in this text could not be hidden.)'

/** Takes secrets out of a text: `hideSecrets(keys)(message)`. */
export type HideSecrets = (text: string) => string

/**
 * A service that answers "wrong key sk-..." would write our key into transcripts and logs. A key is found as it is, in
 * base64, encoded for an address, with JSON's escapes and broken over lines; of a long one also a piece. `charsMin`: 1
 * for what is a key for certain.
 */
export function hideSecrets(secrets: readonly string[], charsMin = SECRET_CHARS_MIN): HideSecrets {
  const long = [...new Set(secrets.map((secret) => secret.trim()))].filter(
    (secret) => secret.length >= charsMin,
  )
  if (long.length === 0) return (text) => text
  let prepared: readonly (readonly string[])[] | undefined
  return (text) => {
    try {
      prepared ??= BETWEEN.map((between) => foldedForms(long, between))
      const hidden = new Uint8Array(text.length)
      for (const [nth, between] of BETWEEN.entries()) {
        const { starts, ends } = unfolded(text, between)
        for (const { from, to } of placesOf(prepared[nth] ?? [], folded(text, between)))
          hidden.fill(1, starts[from], ends[to - 1])
      }
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

/** What folding makes shorter by half (a passphrase of single letters) would be found in innocent words. */
const foldedForms = (secrets: readonly string[], between: RegExp): readonly string[] => [
  ...new Set(
    secrets.flatMap(formsOf).flatMap((form) => {
      const short = folded(form, between)
      return short.length * 2 >= form.length ? [short] : []
    }),
  ),
]

function formsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const others = [encoded(secret), ...[0, 1, 2].map((before) => base64Within(bytes, before))]
  return [secret, ...others.filter((form) => form.length >= SECRET_CHARS_MIN)]
}

const encoded = (secret: string): string => {
  try {
    return encodeURIComponent(secret)
  } catch {
    // A lone surrogate has no address form.
    return secret
  }
}

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
    shown += `${text.slice(done, from)}***`
    const to = hidden.indexOf(0, from)
    if (to === -1) return shown
    done = to
  }
}
