import { RE2JS } from 're2js'

/**
 * A regular expression of a pack, run on an engine whose time grows with the text only. JavaScript's own can take minutes
 * over sixty characters that an agent sends, and nothing can stop it meanwhile.
 */
export type LinearPattern = {
  readonly test: (text: string) => boolean
  /** the first place that fits */
  readonly find: (text: string) => string | undefined
}

/** Throws with the engine's words where a pattern is wrong or needs to look around or back, which takes more than linear time. */
export function linearPattern(source: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
  return {
    test: (text) => compiled.matcher(text).find(),
    find: (text) => {
      const matcher = compiled.matcher(text)
      return matcher.find() ? (matcher.group() ?? undefined) : undefined
    },
  }
}
