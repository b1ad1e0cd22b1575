/** One sentence of a message and the list items it announces. Spans are into the message. */
export type LaidSentence = {
  readonly from: number
  readonly to: number
  readonly items: readonly Span[]
  readonly part: 'body' | 'salutation' | 'signature'
}
export type Span = { readonly from: number; readonly to: number }

type Line = Span & { readonly item: boolean; readonly blank: boolean; readonly indent: number }

const ITEM = /^[ \t]*(?:[-*+]|\d{1,2}[.)]|[a-z]\))[ \t]+/
const SALUTATION =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola|estimad[oa]s?|buen[oa]s (?:dias|tardes|noches)|bonjour|bonsoir|cher|chere|madame|monsieur|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin)\b[^.!?]{0,60}[,!.:]?$/
const REGARDS =
  /^(?:(?:with )?(?:kind|best|warm|many|all the|yours|warmest|kindest)\b.{0,30}|regards|sincerely|cheers|yours (?:sincerely|faithfully|truly)|thanks|thank you|many thanks|un (?:cordial )?saludo|saludos.{0,20}|atentamente|cordialement|bien (?:cordialement|a vous)|(?:mit )?(?:freundlichen|besten|lieben|herzlichen|viele|liebe|beste|schone) gr.{1,3}(?:e|en|sse|ssen)\b.{0,20}|hochachtungsvoll),?$/

/** The sentences of a folded message. Items belong to the line that announces them; a salutation and a signature say nothing. */
export function layOut(folded: string): readonly LaidSentence[] {
  const lines = linesOf(folded)
  const signature = signatureFrom(lines, folded)
  const found: LaidSentence[] = []
  let paragraph: Line[] = []
  // Items that no line announced: one of them announces none of the others.
  const loose = new Set<LaidSentence>()
  let isFirst = true
  const flush = (): void => {
    for (const span of sentencesOf(folded, paragraph)) found.push({ ...span, items: [], part: 'body' })
    paragraph = []
  }
  for (const [index, line] of lines.entries()) {
    if (line.blank) {
      if (!announces(found, paragraph, folded, lines[index + 1])) flush()
      continue
    }
    const text = folded.slice(line.from, line.to)
    if (index >= signature) {
      flush()
      found.push({ from: line.from, to: line.to, items: [], part: 'signature' })
      continue
    }
    if (isFirst && SALUTATION.test(text.trim())) {
      found.push({ from: line.from, to: line.to, items: [], part: 'salutation' })
      isFirst = false
      continue
    }
    isFirst = false
    if (!line.item) {
      paragraph.push(line)
      continue
    }
    flush()
    const last = found.at(-1)
    if (
      last !== undefined &&
      last.part === 'body' &&
      !loose.has(last) &&
      (last.items.length > 0 || endsOpen(folded, last))
    )
      found[found.length - 1] = { ...last, items: [...last.items, { from: line.from, to: line.to }] }
    else {
      const item: LaidSentence = { from: line.from, to: line.to, items: [], part: 'body' }
      loose.add(item)
      found.push(item)
    }
  }
  flush()
  return found
}

/** A line that ends with a colon, or that asks, and is followed by items announces them, also across an empty line. */
const announces = (
  found: readonly LaidSentence[],
  paragraph: readonly Line[],
  folded: string,
  next: Line | undefined,
): boolean => {
  if (next === undefined || !next.item) return false
  const last = paragraph.at(-1)
  return last === undefined
    ? found.at(-1)?.items.length !== 0
    : /[:?]\s*$/.test(folded.slice(last.from, last.to))
}

const endsOpen = (folded: string, { from, to }: Span): boolean =>
  /[:?]\s*$|[^.!]\s*$/.test(folded.slice(from, to))

function linesOf(folded: string): readonly Line[] {
  const lines: Line[] = []
  let from = 0
  for (const raw of folded.split('\n')) {
    const mark = ITEM.exec(raw)
    const lead = mark?.[0].length ?? raw.length - raw.trimStart().length
    const to = from + raw.trimEnd().length
    const start = Math.min(from + lead, to)
    lines.push({ from: start, to, item: mark !== null && start < to, blank: raw.trim() === '', indent: lead })
    from += raw.length + 1
  }
  return lines
}

/** Where "Kind regards" begins near the end; everything from there on is the signature, unless a paragraph follows. */
function signatureFrom(lines: readonly Line[], folded: string): number {
  for (let index = lines.length - 1; index >= Math.max(1, lines.length - 5); index -= 1) {
    const line = lines[index]
    if (line !== undefined && !line.blank && !line.item && REGARDS.test(folded.slice(line.from, line.to)))
      return goesOn(lines.slice(index + 1), folded) ? lines.length : index
  }
  return lines.length
}

/** A name has few words and no full stop; "P.S." and what a voice adds are sentences. */
const goesOn = (after: readonly Line[], folded: string): boolean =>
  after.some(({ from, to, blank }) => {
    const text = folded.slice(from, to)
    return !blank && /[.?!]$/.test(text) && text.split(/\s+/).length >= PARAGRAPH_WORDS_MIN
  })
const PARAGRAPH_WORDS_MIN = 6

const isStop = (code: number): boolean => code === 46 || code === 33 || code === 63

const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|nos|nr|approx|e\.g|i\.e|etc|vs|inc|ltd|z\.b|d\.h|bzw|ca|usw|sr|sra|ud|uds|mme|m|art|min|max|p\.ej|str|tel|vol|fig|[a-z])\.$/

function sentencesOf(folded: string, lines: readonly Line[]): readonly Span[] {
  const spans: Span[] = []
  let from: number | undefined
  const close = (to: number): void => {
    if (from !== undefined) {
      const text = folded.slice(from, to)
      const lead = text.length - text.trimStart().length
      const end = from + text.trimEnd().length
      if (from + lead < end) spans.push({ from: from + lead, to: end })
    }
    from = undefined
  }
  for (const [index, line] of lines.entries()) {
    from ??= line.from
    for (let at = line.from; at < line.to; at += 1) {
      if (!isStop(folded.charCodeAt(at))) continue
      while (/[.!?"')\]]/.test(folded.charAt(at + 1)) && at + 1 < line.to) at += 1
      const next = folded.charAt(at + 1)
      const rest = folded.slice(from, at + 1)
      if (next !== '' && next !== ' ' && next !== '\n') {
        // "was not made.Sacramento": a slip of the writer; "1.5", "a.b@c" and "kt.example" are none
        if (
          !(
            /[a-z]{2}[.!?]$/.test(rest) &&
            /[a-z]{3}/.test(folded.slice(at + 1, at + 4)) &&
            /^[a-z]+(?: |,)/.test(folded.slice(at + 1)) &&
            !/@|www|\/\//.test(rest.slice(-30))
          )
        )
          continue
      }
      if (rest.endsWith('.') && ABBREVIATION.test(rest.slice(-12))) continue
      // "No. 5" is a number; "Sorry, no. Only the holder can." is a no.
      if (/(?:^|[\s(])no\.$/.test(rest) && /^\s*[\d#]/.test(folded.slice(at + 1, at + 4))) continue
      if (isInBrackets(rest) || /\.\.["')]+$/.test(rest)) continue
      close(at + 1)
      from = at + 1
    }
    const following = lines[index + 1]
    if (following === undefined) close(line.to)
    else if (from !== undefined && breaksAfter(folded, line, following)) {
      close(line.to)
    }
  }
  return spans
}

/** "(MF-..., on the label)": a stop in brackets ends no sentence and no clause, nor do dots that stand for what is left out. */
export const isInBrackets = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')')

/** A short line that ends without punctuation is a line of its own ("Order: NL-1"); a long one was wrapped. */
const breaksAfter = (folded: string, line: Line, next: Line): boolean => {
  const text = folded.slice(line.from, line.to)
  return /[:,]$/.test(text)
    ? text.length < 40 && !/,$/.test(text)
    : text.length < 45 && next.to - next.from < 60
}
