/**
 * What a pattern needs: strings of which every text it matches holds at least one. A text without them need not be
 * searched. `null`: nothing can be said. Lookarounds and anchors need nothing, so that what is said is always safe.
 */
export function needsOf(source: string): ReadonlySet<string> | null {
  const [node, end] = alternatives(source, 0)
  const need = end < source.length ? null : needOf(node)
  return need === null ? null : new Set([...need].map((text) => text.slice(0, NEED_CHARACTERS_MAX)))
}

/** What holds a string holds its beginning; longer ones would only make the search larger. */
const NEED_CHARACTERS_MAX = 9

/** The alternatives of a pattern at its top level, each a pattern of its own. */
export function wordingsOf(source: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let inClass = false
  let from = 0
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (char === '\\') at += 1
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === '|' && depth === 0) {
      parts.push(source.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, source.slice(from)]
}

/** `exact`: all strings it can match, where they are few. Else `need`. */
type Node = { readonly exact: ReadonlySet<string> } | { readonly exact: null; readonly need: Need }
type Need = ReadonlySet<string> | null

const EXACT_MAX = 24
const NOTHING: Node = { exact: new Set(['']) }
const ANYTHING: Node = { exact: null, need: null }

const needOf = (node: Node): Need =>
  node.exact === null ? node.need : node.exact.has('') ? null : node.exact

type Parsed = readonly [node: Node, end: number]

function alternatives(source: string, from: number): Parsed {
  const nodes: Node[] = []
  let at = from
  for (;;) {
    const [node, end] = sequence(source, at)
    nodes.push(node)
    if (source.charAt(end) !== '|') return [eitherOf(nodes), end]
    at = end + 1
  }
}

function eitherOf(nodes: readonly Node[]): Node {
  const exact = new Set<string>()
  for (const node of nodes) for (const text of node.exact ?? []) exact.add(text)
  if (nodes.every((node) => node.exact !== null) && exact.size <= EXACT_MAX) return { exact }
  const need = new Set<string>()
  for (const node of nodes) {
    const own = needOf(node)
    if (own === null) return ANYTHING
    for (const text of own) need.add(text)
  }
  return { exact: null, need }
}

function sequence(source: string, from: number): Parsed {
  let run: ReadonlySet<string> = new Set([''])
  let isExact = true
  let best: Need = null
  const consider = (need: Need): void => {
    if (need !== null && (best === null || worth(need) > worth(best))) best = need
  }
  let at = from
  while (at < source.length && source.charAt(at) !== '|' && source.charAt(at) !== ')') {
    const [node, end] = piece(source, at)
    at = end
    const joined = node.exact === null ? null : joinedWith(run, node.exact)
    if (joined !== null) {
      run = joined
      continue
    }
    isExact = false
    consider(needOf({ exact: run }))
    consider(needOf(node))
    run = node.exact ?? new Set([''])
  }
  if (isExact) return [{ exact: run }, at]
  consider(needOf({ exact: run }))
  return [{ exact: null, need: best }, at]
}

const joinedWith = (run: ReadonlySet<string>, next: ReadonlySet<string>): ReadonlySet<string> | null =>
  run.size * next.size > EXACT_MAX
    ? null
    : new Set([...run].flatMap((before) => [...next].map((after) => before + after)))

/** Long strings are rare. */
const worth = (need: ReadonlySet<string>): number => Math.min(...[...need].map(({ length }) => length))

/** One character, class or group with what repeats it. */
function piece(source: string, from: number): Parsed {
  const [node, end] = single(source, from)
  REPEAT.lastIndex = end
  const repeat = REPEAT.exec(source)
  if (repeat === null) return [node, end]
  const after = end + repeat[0].length
  if (repeat[0].startsWith('?'))
    return [node.exact === null ? ANYTHING : { exact: new Set([...node.exact, '']) }, after]
  const atLeastOnce = repeat[0].startsWith('+') || Number(repeat[1] ?? 0) > 0
  return [atLeastOnce ? { exact: null, need: needOf(node) } : ANYTHING, after]
}

const REPEAT = /(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/y
const GROUP = /\((?:\?(?:[:=!]|<[=!]))?/y

/** Plain letters up to one that is repeated. */
const LETTERS = /[a-z0-9 ',-]+(?![a-z0-9 ',?*+{-])/y

function single(source: string, from: number): Parsed {
  LETTERS.lastIndex = from
  const [letters] = LETTERS.exec(source) ?? []
  if (letters !== undefined) return [{ exact: new Set([letters]) }, from + letters.length]
  const char = source.charAt(from)
  if (char === '(') return group(source, from)
  if (char === '[') {
    const end = classEnd(source, from)
    const letters = source.slice(from + 1, end)
    // A short class of plain letters is as good as alternatives.
    const isPlain = letters.length <= 6 && !/[\\^-]/.test(letters)
    return [isPlain ? { exact: new Set(letters) } : ANYTHING, end + 1]
  }
  if (char === '\\') {
    const escaped = source.charAt(from + 1)
    if (escaped === 'b' || escaped === 'B') return [NOTHING, from + 2]
    return /[a-z0-9]/i.test(escaped)
      ? [ANYTHING, escapeEnd(source, from)]
      : [{ exact: new Set([escaped]) }, from + 2]
  }
  if (char === '^' || char === '$') return [NOTHING, from + 1]
  return [char === '.' ? ANYTHING : { exact: new Set([char]) }, from + 1]
}

/** `\w`, and `\p{Lu}`. */
const escapeEnd = (source: string, from: number): number =>
  source.charAt(from + 2) === '{' ? source.indexOf('}', from) + 1 : from + 2

const classEnd = (source: string, from: number): number => {
  let at = from + 1
  while (source.charAt(at) !== ']') at += source.charAt(at) === '\\' ? 2 : 1
  return at
}

function group(source: string, from: number): Parsed {
  GROUP.lastIndex = from
  const [mark = '('] = GROUP.exec(source) ?? []
  const [node, end] = alternatives(source, from + mark.length)
  return [/[=!]$/.test(mark) ? NOTHING : node, end + 1]
}
