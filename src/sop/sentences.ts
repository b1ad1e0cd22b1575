/** Half-open range of offsets into the document. */
export type Span = { readonly start: number; readonly end: number }

/**
 * Splits a stretch of prose into sentences, as people write them: abbreviations, initials, quotes, brackets and inline
 * code do not end one. Every character that is no white space lies in exactly one span. Linear in the stretch.
 */
export function sentencesOf(text: string, range: Span): readonly Span[] {
  const shielded = shieldedSpans(text, range)
  const spans: Span[] = []
  let start = skipSpace(text, range.start, range.end)
  let shield = 0
  for (let at = start; at < range.end; ) {
    while (shield < shielded.length && (shielded[shield]?.end ?? 0) <= at) shield += 1
    const cover = shielded[shield]
    const covered = cover !== undefined && cover.start < at
    const stop =
      ENDERS.has(text[at] ?? '') && !(covered && !closesWith(text, at, cover))
        ? sentenceEnd(text, at, range.end)
        : null
    if (stop === null) {
      at += 1
      continue
    }
    if (stop.ends) {
      spans.push({ start, end: stop.next })
      start = skipSpace(text, stop.next, range.end)
    }
    at = Math.max(stop.next, stop.ends ? start : 0)
  }
  const end = trimEnd(text, start, range.end)
  if (end > start) spans.push({ start, end })
  return spans
}

const ENDERS = new Set(['.', '!', '?', '…', '。', '！', '？'])
const FULL_WIDTH = new Set(['。', '！', '？'])
const CLOSERS = new Set(['"', "'", '”', '’', '»', ')', ']', '*', '_', '`', '」'])
const QUOTES = new Set(['"', '”', '»', '」'])
const SPACE = /\s/

/** Never end a sentence. */
const ABBREVIATIONS = new Set(
  'e.g i.e eg ie vs mr mrs ms dr prof st cf approx incl excl nr art sec fig eq pp ca resp bzw z.b d.h u.a tel dept est'.split(
    ' ',
  ),
)
/** End one only where the next word begins with a capital. */
const TRAILING = new Set(
  'etc inc ltd co corp a.m p.m u.s u.k jan feb mar apr jun jul aug sep sept oct nov dec usw ggf evtl max min hrs hr'.split(
    ' ',
  ),
)
/** `Option A. Then ...`: a letter after one of these is a name, not somebody's initial. */
const LETTERED = new Set(
  'option plan tier step section class type group level category appendix form zone part case grade'.split(
    ' ',
  ),
)

type Stop = { readonly ends: boolean; readonly next: number }

/** Whether the sentence ends with the mark at `at`, and where to read on. */
function sentenceEnd(text: string, at: number, limit: number): Stop {
  let next = at + 1
  while (next < limit && ENDERS.has(text[next] ?? '')) next += 1
  const marks = text.slice(at, next)
  let quoted = false
  while (next < limit && CLOSERS.has(text[next] ?? '')) {
    quoted ||= QUOTES.has(text[next] ?? '')
    next += 1
  }
  const after = skipSpace(text, next, limit)
  if (after >= limit) return { ends: true, next }
  if (FULL_WIDTH.has(marks[0] ?? '')) return { ends: true, next }
  if (after === next) return { ends: false, next }
  const follower = firstLetter(text, after, limit)
  const lower = isLower(follower)
  const dots = marks === '.' ? 1 : 0
  if (dots === 0 || quoted) return { ends: !lower, next }
  return { ends: !isAbbreviation(wordBefore(text, at), { text, at, follower, after }), next }
}

type Around = {
  readonly text: string
  readonly at: number
  readonly follower: string
  readonly after: number
}

function isAbbreviation(word: string, around: Around): boolean {
  const plain = word.toLowerCase()
  if (ABBREVIATIONS.has(plain)) return true
  if (TRAILING.has(plain)) return isLower(around.follower) || /[0-9]/.test(around.follower)
  if (plain === 'no' || plain === 'nos') return /[0-9#]/.test(around.text[around.after] ?? '')
  if (!/^\p{Lu}$/u.test(word) || word === 'I' || isLower(around.follower)) return false
  const before = trimEnd(around.text, Math.max(0, around.at - 40), around.at - word.length)
  return !LETTERED.has(wordBefore(around.text, before).toLowerCase())
}

/** The word that ends just before `at`, dots inside it kept (`e.g`). Looks back a bounded stretch only. */
function wordBefore(text: string, at: number): string {
  return /[\p{L}\p{N}][\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(0, at - 24), at))?.[0] ?? ''
}

/** The first letter or digit of what follows, past opening quotes and emphasis. */
function firstLetter(text: string, at: number, limit: number): string {
  for (let look = at; look < Math.min(limit, at + 8); look += 1) {
    const letter = text[look] ?? ''
    if (/[\p{L}\p{N}]/u.test(letter)) return letter
  }
  return ''
}
const isLower = (letter: string): boolean => /\p{Ll}/u.test(letter)

/** Quotes, brackets and inline code that close again within the stretch: no sentence ends inside them. */
function shieldedSpans(text: string, range: Span): readonly Span[] {
  const spans: Span[] = []
  const opened = new Map<string, number>()
  const open = (mark: string, at: number): void => {
    if (!opened.has(mark)) opened.set(mark, at)
  }
  const close = (mark: string, at: number): void => {
    const start = opened.get(mark)
    if (start === undefined) return
    opened.delete(mark)
    spans.push({ start, end: at + 1 })
  }
  for (let at = range.start; at < range.end; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '(' || letter === '“' || letter === '«') open(letter, at)
    else if (letter === ')') close('(', at)
    else if (letter === '”') close('“', at)
    else if (letter === '»') close('«', at)
    else if (letter === '`') opened.has('`') ? close('`', at) : open('`', at)
    else if (letter === '"') {
      // An inch mark (5") opens nothing.
      if (opened.has('"')) close('"', at)
      else if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) open('"', at)
    }
  }
  return merged(spans)
}

function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  const out: Span[] = []
  for (const span of sorted) {
    const last = out.at(-1)
    if (last !== undefined && span.start < last.end)
      out[out.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else out.push(span)
  }
  return out
}

/** `He said "Stop."`: the mark is the last thing inside its quotes, so the sentence may end there. */
function closesWith(text: string, at: number, cover: Span): boolean {
  // Bounded: a run of a million dots in brackets must not be looked through from every dot.
  if (cover.end - at > 8) return false
  for (let look = at + 1; look < cover.end; look += 1) {
    const letter = text[look] ?? ''
    if (!CLOSERS.has(letter) && !ENDERS.has(letter)) return false
  }
  return true
}

export function skipSpace(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && SPACE.test(text[at] ?? '')) at += 1
  return at
}

export function trimEnd(text: string, from: number, limit: number): number {
  let at = limit
  while (at > from && SPACE.test(text[at - 1] ?? '')) at -= 1
  return at
}
