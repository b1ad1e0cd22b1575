import type { Pack } from '../../cases/case.ts'
import { wordsOf } from '../../text/words.ts'
import { fold } from '../../transcript/recognise/fold.ts'
import type { Recognised } from '../../transcript/recognise/recognise.ts'

/**
 * Could these words claim a deed? Whoever does so says a cue of the tool, or the desk's own wording for it; a message with
 * neither need not be read closely.
 */
export function mayClaim(pack: Pack, text: string): boolean {
  const known = cache.get(pack) ?? cuesOf(pack)
  cache.set(pack, known)
  return known.test(fold(text))
}

/**
 * "It was cancelled" tells what happened once, by whomever; "I have cancelled it" and "it has been cancelled" claim a deed
 * of now. Only the second kind may be held against the calls.
 */
const isOwnDeed = (sentence: string): boolean =>
  !/\b(?:none|nothing|nobody)\b/i.test(sentence) &&
  (!/\b(?:was|were)\b/i.test(sentence) || /\b(?:I|we)(?:[’']ve| have)\b|\bsuccessfully\b/i.test(sentence))

/** Tools whose deed the words claim for sure. */
export const toolsClaimed = (found: readonly Recognised[], text: string): readonly string[] =>
  found.flatMap(({ act, sure, from, to }) =>
    sure && act.act === 'claim-done' && act.tool !== undefined && isOwnDeed(text.slice(from, to))
      ? [act.tool]
      : [],
  )

const cache = new WeakMap<Pack, RegExp>()

function cuesOf({ lexicon, world }: Pack): RegExp {
  const cues = Object.entries(lexicon.tools).flatMap(([name, words]) => {
    const role = world.tools.get(name)?.role
    if (role !== 'write' && role !== 'handover') return []
    return [words.name, name.replaceAll('_', ' '), ...all(words.cues), ...all(words.claims).map(longestWord)]
  })
  const written = [...new Set(cues.map((cue) => literally(fold(cue))))].filter((cue) => cue !== '')
  return written.length === 0 ? /$^/ : new RegExp(written.join('|'))
}

const all = (words: Readonly<Record<string, readonly string[]>> | undefined): readonly string[] =>
  words === undefined ? [] : Object.values(words).flat()

const longestWord = (wording: string): string =>
  wordsOf(wording.replace(/\{[^}]*\}/g, ' '), { inside: 'none' }).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )

const literally = (text: string): string => text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
