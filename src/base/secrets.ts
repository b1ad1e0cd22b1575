/** Shorter values are words that also mean something else: `1`, `true`, `en`. */
const SECRET_CHARS_MIN = 8

/** Takes secrets out of a text: `hideSecrets(keys)(message)`. */
export type HideSecrets = (text: string) => string

/**
 * A service that answers "wrong key sk-..." would write our key into transcripts and logs. A key is found as it is, in
 * base64, encoded for an address, and broken over lines. `charsMin`: 1 for what is a key for certain.
 */
export function hideSecrets(secrets: readonly string[], charsMin = SECRET_CHARS_MIN): HideSecrets {
  const long = [...new Set(secrets.map((secret) => secret.trim()))].filter(
    (secret) => secret.length >= charsMin,
  )
  if (long.length === 0) return (text) => text
  const forms = [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(forms.map(anywhere).join('|'), 'gi')
  return (text) => text.replace(pattern, '***')
}

/** A header of HTTP can hold it: no line break, no character outside Latin-1. */
export const isHeaderValue = (value: string): boolean => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

/** The values of variables that are named like keys: what a child process or a service may know and repeat. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && /key|token|secret|passw|credential|auth/i.test(name) ? [value] : [],
  )

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
  const text = String.fromCharCode(...new Uint8Array(before), ...bytes)
  const whole = btoa(text)
  const first = before === 0 ? 0 : before + 1
  const last = whole.length - (text.length % 3 === 0 ? 0 : 4)
  return whole.slice(first, last)
}

/** `+` and `/` of base64 are `-` and `_` in addresses; between two characters a line may be broken, also as `\n`. */
const anywhere = (form: string): string =>
  [...form.replace(/\s+/g, '')]
    .map((character) =>
      character === '+'
        ? '[+-]'
        : character === '/'
          ? '[/_]'
          : character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    )
    .join('(?:\\s|\\\\[nrt])*')
