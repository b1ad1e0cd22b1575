import { hideSecrets } from '../../base/secrets.ts'

/** A text from outside (an error page, the last words of a process) before it is kept: short, and without secrets. */
export function withoutSecrets(text: string, secrets: readonly string[], charsMax = 200): string {
  const line = hideSecrets(secrets)(text).replace(/\s+/g, ' ').trim()
  return line.length <= charsMax ? line : `${line.slice(0, charsMax)}...`
}
