import { SHORT_MONTHS } from './calendar-words.ts'
import { type Span, skipSpace, trimEnd } from './span.ts'

/**
 * What is split. `prose`: paragraphs as authors write them; lines are wrapped, and a sentence may go on in small letters behind `?`
 * and `!`. `message`: what people type in a chat; a line end ends a sentence, and every `?` and `!` does.
 */
export type SentenceStyle = 'prose' | 'message'

/**
 * Splits a stretch of text into sentences as people write them. Abbreviations, initials, numbers, addresses, quotes,
 * brackets and inline code end none. Every character that is no white space lies in exactly one span. Linear in the stretch.
 */
export function sentencesIn(text: string, range: Span, style: SentenceStyle): readonly Span[] {
  if (style === 'prose') return split({ text, ...range, style })
  const spans: Span[] = []
  for (let start = range.start; start < range.end; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? range.end : Math.min(newline, range.end)
    for (const span of split({ text, start, end, style })) spans.push(span)
    start = end + 1
  }
  return spans
}

type Stretch = Span & { readonly text: string; readonly style: SentenceStyle }

function split(stretch: Stretch): readonly Span[] {
  const { text } = stretch
  // People who type forget to close what they open, and some agents wrap all they say in one pair of quotes.
  const shielded = stretch.style === 'prose' ? shieldedSpans(stretch) : []
  const spans: Span[] = []
  let start = skipSpace(text, stretch.start, stretch.end)
  let shield = 0
  for (let at = start; at < stretch.end; ) {
    while (shield < shielded.length && (shielded[shield]?.end ?? 0) <= at) shield += 1
    const cover = shielded[shield]
    const covered = cover !== undefined && cover.start < at
    const stop =
      ENDERS.has(text[at] ?? '') && !(covered && !closesWith(text, at, cover))
        ? sentenceEnd(stretch, at)
        : null
    if (stop === null) {
      at += 1
      continue
    }
    if (stop.ends) {
      spans.push({ start, end: stop.next })
      start = skipSpace(text, stop.next, stretch.end)
    }
    at = Math.max(stop.next, stop.ends ? start : 0)
  }
  const end = trimEnd(text, start, stretch.end)
  if (end > start) spans.push({ start, end })
  return spans
}

const ENDERS = new Set(['.', '!', '?', '…', '。', '！', '？'])
const FULL_WIDTH = new Set(['。', '！', '？'])
const CLOSERS = new Set(['"', "'", '”', '’', '»', ')', ']', '*', '_', '`', '」'])
const QUOTES = new Set(['"', '”', '»', '」'])

/** Never end a sentence. */
const ABBREVIATIONS = new Set(
  'e.g i.e eg ie vs mr mrs ms dr prof st cf approx incl excl ca resp bzw z.b d.h u.a tel dept est sr sra srta mme mlle p.ej p.ex'.split(
    ' ',
  ),
)
/** Never end one before a number: `Sec. 4`. Elsewhere they do: `One sec. I look it up.` */
const NUMBERED = new Set('no nos nr art sec fig eq pp'.split(' '))
/** End one only where the next word begins with a capital. */
const TRAILING = new Set([
  ...'etc inc ltd co corp a.m p.m u.s u.k sept usw ggf evtl max min hrs hr'.split(' '),
  ...SHORT_MONTHS.filter((name) => name !== 'may'),
])
/** `Option A. Then ...`: a letter after one of these is a name, not somebody's initial. */
const LETTERED = new Set(
  'option plan tier step section class type group level category appendix form zone part case grade'.split(
    ' ',
  ),
)

type Stop = { readonly ends: boolean; readonly next: number }

/** Whether a sentence ends with the mark at `at`, and where to read on. */
function sentenceEnd({ text, start: from, end: limit, style }: Stretch, at: number): Stop {
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
  if (marks !== '.' || quoted) {
    const mayGoOn = style === 'prose' || quoted || ELLIPSIS.test(marks)
    return { ends: !(mayGoOn && isLower(follower)), next }
  }
  if (style === 'message' && isListNumber(text, from, at)) return { ends: false, next }
  return { ends: !isAbbreviation(wordBefore(text, at), { text, at, follower, after }), next }
}

const ELLIPSIS = /^(?:\.{2,}|…)/

/** `1. Open the app`: the number of a step at the beginning of a line. */
const isListNumber = (text: string, from: number, at: number): boolean =>
  at - from < 12 && /^\s*(?:[-*•>]\s+)?\d{1,3}$/.test(text.slice(from, at))

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
  if (NUMBERED.has(plain)) return /[0-9#]/.test(around.text[around.after] ?? '')
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
function shieldedSpans({ text, start: from, end }: Stretch): readonly Span[] {
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
  for (let at = from; at < end; at += 1) {
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
