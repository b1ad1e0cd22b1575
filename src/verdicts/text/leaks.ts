import { memo, memoText } from '../../base/memo.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import type { Pack } from '../../cases/case.ts'
import { wordsOf } from '../../text/words.ts'
import { isDenied, sentencesOf } from './sentences.ts'

/**
 * Finds what only the inside of the desk says: a tool's name, a rule's id, a clause number, or a long stretch of the
 * SOP word for word. Wordings the pack itself gives the agent to say are not internal.
 */
export type Leak = { readonly said: string; readonly clause: ClauseId | null }

/** So many words in a row are quoted, not put in one's own words. */
const QUOTED_WORDS_MIN = 12

type Internal = {
  readonly leaksIn: (text: string) => readonly Leak[]
}

type Looked = {
  readonly names: RegExp
  /** rolling hash of twelve words -> where they stand in the SOP */
  readonly runs: ReadonlyMap<number, { readonly clause: ClauseId; readonly words: readonly string[] }>
}

export const leaksIn = (text: string, pack: Pack): readonly Leak[] => internalOf(pack).leaksIn(text)

function findLeaks(text: string, internal: Looked): readonly Leak[] {
  const leaks: Leak[] = []
  if (MARKED.test(text))
    for (const [said] of text.matchAll(internal.names)) leaks.push({ said, clause: null })
  const [call] = CALL_AS_TEXT.exec(text) ?? []
  if (call !== undefined) leaks.push({ said: call, clause: null })
  if (DOCUMENT.test(text)) {
    for (const sentence of sentencesOf(text)) {
      const [said] = DOCUMENT.exec(sentence) ?? []
      if (said !== undefined && !isDenied(sentence)) leaks.push({ said, clause: null })
    }
  }
  const quoted = quotedRun(text, internal)
  return quoted === null ? leaks : [...leaks, quoted]
}

/** A call of a tool that was written into the message instead of made: small and misconfigured models do. */
const CALL_AS_TEXT =
  /<\/?(?:tool|function)_?calls?>|["'](?:name|tool|function)["']\s{0,4}:\s{0,4}["'][\w.-]{1,64}["']\s{0,4},\s{0,4}["'](?:arguments|parameters|input)["']/i

/** Every internal name has such a mark inside: looked for first, because it is cheap. */
const MARKED = /\w[_#-]\w/

const DOCUMENT =
  /\b(?:standard operating procedure|system prompt|internal (?:policy|policies|guidelines?|procedures?|instructions?|rules?|notes?))\b|\bSOP\b/

const internalOf = memo((pack: Pack): Internal => {
  const identifiers = [...pack.world.tools.keys(), ...pack.graph.forbids.map(({ id }) => id), 'report_step']
  const marked = identifiers.filter((name) => /[a-z0-9][_-][a-z0-9]/i.test(name)).map(literally)
  const names = new RegExp(`(?<![\\w-])(?:${[...marked, '\\d{1,3}#\\d{1,3}'].join('|')})(?![\\w-])`, 'g')
  // What instructions of others hold may well be for customers: only names are surely internal.
  const looked: Looked = { names, runs: pack.recorded === undefined ? runsOf(pack) : new Map() }
  return { leaksIn: memoText((text) => findLeaks(text, looked)) }
})

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function runsOf(pack: Pack): Looked['runs'] {
  const runs = new Map<number, { clause: ClauseId; words: readonly string[] }>()
  const toTell = clausesToTell(pack)
  for (const { id, text } of pack.graph.sop.clauses.values()) {
    if (toTell.has(id)) continue
    const words = lowerWords(text)
    const ends = listed(text)
    eachRun(words, (hash, at) => {
      if (isListing(ends, at)) return
      if (!runs.has(hash)) runs.set(hash, { clause: id, words: words.slice(at, at + QUOTED_WORDS_MIN) })
    })
  }
  for (const wording of wordingsToSay(pack)) eachRun(lowerWords(wording), (hash) => void runs.delete(hash))
  return runs
}

/** Where the words before each comma end. */
function listed(text: string): readonly number[] {
  const parts = text.toLowerCase().split(',').slice(0, -1)
  let words = 0
  return parts.map((part) => {
    words += lowerWords(part).length
    return words
  })
}

const ITEM_WORDS_MAX = 4

/** "An open seam, a broken zip, a hole or a stain": names of things have no other words, and only their order is the SOP's. */
const isListing = (ends: readonly number[], at: number): boolean =>
  ends.some(
    (end, index) =>
      end > at &&
      end - (ends[index - 1] ?? at) <= ITEM_WORDS_MAX &&
      (ends[index + 1] ?? Number.POSITIVE_INFINITY) < at + QUOTED_WORDS_MIN &&
      (ends[index + 1] ?? 0) - end <= ITEM_WORDS_MAX,
  )

/** Sentences that agents are to tell, and those that demand nothing of them: what a customer may hear. */
const clausesToTell = ({ graph }: Pack): ReadonlySet<ClauseId> =>
  new Set([
    ...[...graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? step.cites : [])),
    ...graph.waived.map(({ clause }) => clause),
  ])

function wordingsToSay({ graph, lexicon }: Pack): readonly string[] {
  const must = [...graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? step.mustSay : []))
  const says = Object.values(lexicon.topics).flatMap((topic) => Object.values(topic.says).flat())
  return [...must, ...says]
}

function quotedRun(text: string, { runs }: Looked): Leak | null {
  if (text.length < QUOTED_WORDS_MIN * 2) return null
  const words = lowerWords(text)
  let found: Leak | null = null
  eachRun(words, (hash, at) => {
    const run = found === null ? runs.get(hash) : undefined
    if (run?.words.every((word, index) => word === words[at + index]) === true)
      found = { said: run.words.join(' '), clause: run.clause }
  })
  return found
}

const lowerWords = (text: string): readonly string[] => wordsOf(text.toLowerCase(), { inside: 'none' })

const BASE = 1_000_003
const OUTGOING = Array.from({ length: QUOTED_WORDS_MIN }, () => 0).reduce(
  (power) => Math.imul(power, BASE),
  1,
)

/** Every twelve words in a row, by where they begin, with a hash that rolls on by one word at a time: linear in the text. */
function eachRun(words: readonly string[], take: (hash: number, at: number) => void): void {
  if (words.length < QUOTED_WORDS_MIN) return
  const hashes = words.map(wordHash)
  let hash = 0
  for (let index = 0; index < hashes.length; index += 1) {
    hash = (Math.imul(hash, BASE) + (hashes[index] ?? 0)) | 0
    const gone = hashes[index - QUOTED_WORDS_MIN]
    if (gone !== undefined) hash = (hash - Math.imul(gone, OUTGOING)) | 0
    if (index >= QUOTED_WORDS_MIN - 1) take(hash, index - QUOTED_WORDS_MIN + 1)
  }
}

function wordHash(word: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619)
  return hash
}
