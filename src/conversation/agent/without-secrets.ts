/** Shorter values are words that also mean something else: `1`, `true`, `en`. */
const SECRET_CHARS_MIN = 8

/**
 * A text from outside (an error page, the last words of a process) before it is kept: no value of a secret stands in it,
 * and it is short. A service that answers "wrong key sk-..." would otherwise write our key into the transcript.
 */
export function withoutSecrets(text: string, secrets: readonly string[], charsMax = 200): string {
  const hidden = secrets
    .filter((secret) => secret.length >= SECRET_CHARS_MIN)
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
  const line = hidden.replace(/\s+/g, ' ').trim()
  return line.length <= charsMax ? line : `${line.slice(0, charsMax)}...`
}

/** The values of variables that are named like keys: what a child process or a service may know and repeat. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && /key|token|secret|passw|credential|auth/i.test(name) ? [value] : [],
  )
