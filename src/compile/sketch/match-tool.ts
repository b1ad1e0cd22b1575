import { alike, stem, wordsOf } from '../tie/words.ts'

type Scores = readonly (readonly number[])[]

/** One thing the text tells an agent to do, where it stands, and what stands around it. */
export type Unit = {
  readonly words: string
  /** the list item or paragraph it belongs to; conditions inside it count as their own */
  readonly block: string
  /** everything that block says */
  readonly around: string
  /** stands before or behind the numbered steps: tells about them */
  readonly aside: boolean
}

/**
 * Which tool each deed uses, by words alone. In: deeds in reading order, the names of tools. Out: a tool or null a deed.
 * Every tool is used at most once: a name that fits two deeds goes where the whole fits best.
 */
export function matchTools(
  units: readonly Unit[],
  tools: readonly string[],
  options: { readonly every: boolean },
): readonly (string | null)[] {
  const known = tools.slice(0, TOOLS_MAX)
  const rarity = rarityOf(known, new Set(units.map((unit) => unit.around)))
  const around = new Map(units.map((unit) => [unit.around, stemmed(unit.around)]))
  const gaps = units.filter((unit) => !unit.aside && hasGap(unit.words)).length
  // where names are missing often enough, they are the tools'
  const mayUse = (unit: Unit): boolean => gaps < known.length || (!unit.aside && hasGap(unit.words))
  const scores = units.map((unit) =>
    known.map((tool) =>
      !mayUse(unit)
        ? 0
        : scoreOf(unit, tool, { rarity, around: around.get(unit.around) ?? [], every: options.every }),
    ),
  )
  return assign(scores, units).map((tool) => (tool === null ? null : (known[tool] ?? null)))
}

/** The assignment looks at every set of tools already used: beyond this it would not end. */
const TOOLS_MAX = 16

/** Words of one meaning in any service desk's English. */
const KIN: readonly (readonly string[])[] = [
  'reason why cause',
  'verify validate confirm check valid authenticate',
  'identity identify name',
  'notify inform report escalate alert',
  'team department manager colleague staff',
  'enter type fill input submit',
  'detail information info address',
  'record log note enter find',
  'send email mail message text',
  'link url website page',
  'order purchase package item shipment',
  'refund money amount dollar reimburse price',
  'promo discount coupon voucher promotion credit',
  'code voucher',
  'make create generate produce place',
  'membership member level tier',
  'account profile user customer',
  'get pull look fetch load retrieve open find ask obtain',
  'status state',
  'shipping delivery shipment ship deliver',
  'update change modify edit process add remove',
  'ask query question whether decide',
  'search find look',
  'select choose pick',
  'try attempt retry again',
  'password pin',
  'offer give',
].map((group) => group.split(' ').map(stem))

/** In every procedure: they name no tool by themselves. */
const COMMON = new Set(['ask', 'get', 'enter', 'use', 'check', 'tell', 'give', 'do'].map(stem))
const FILLER = new Set(['the', 'a', 'an', 'up', 'of', 'to', 'for', 'and', 'or', 'in', 'on'].map(stem))

const stemmed = (text: string): readonly string[] => wordsOf(text).map(stem)
const nameOf = (tool: string): readonly string[] =>
  wordsOf(tool.replaceAll(/[_-]/g, ' '))
    .map(stem)
    .filter((word) => !FILLER.has(word))

/** A word that many tools share, or that stands everywhere in the text, tells little about which is meant. */
function rarityOf(tools: readonly string[], blocks: ReadonlySet<string>): ReadonlyMap<string, number> {
  const texts = [...blocks].map(stemmed)
  const spread = (word: string): number =>
    texts.filter((text) => text.some((other) => alike(word, other))).length
  const counts = new Map<string, number>()
  for (const tool of tools)
    for (const word of new Set(nameOf(tool))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, 1 / Math.sqrt(count * Math.max(1, spread(word)))]))
}

type Context = {
  readonly rarity: ReadonlyMap<string, number>
  readonly around: readonly string[]
  readonly every: boolean
}

function scoreOf(unit: Unit, tool: string, context: Context): number {
  const name = nameOf(tool)
  const own = stemmed(unit.words)
  let sum = 0
  for (const word of name) {
    const weight = (context.rarity.get(word) ?? 1) * (COMMON.has(word) ? 0.5 : 1)
    sum += weight * Math.max(nearness(word, own), 0.6 * nearness(word, context.around))
  }
  const score = (sum / Math.max(1, name.length)) * (unit.aside ? 0.4 : 1)
  // A form to fill, a button to press: the words of using some tool, whichever it is.
  const operates = unit.aside ? 0 : hasGap(unit.words) ? 0.4 : OPERATES.test(unit.words) ? 0.12 : 0
  if (context.every || operates >= 0.4) return 0.02 + score + operates
  return score >= THRESHOLD ? score + operates : 0
}

/**
 * A name is missing here: "enter it into the box and", "look it up with :", "then click the button". Texts whose buttons
 * were pictures or links read like this once copied, and the missing name is a tool's.
 */
export const hasGap = (text: string): boolean =>
  /\b(?:for|with|and|into|to|using|in|on|then|use|click|select|press|the|via|by|called)\s*(?:[.:,;-]\s|[.:,;]?$)/i.test(
    text.trim(),
  ) ||
  /\b(?:the|this) (?:button|action|option|form|fields?|tool|link)\s*(?:[.,:;]|$)/i.test(text) ||
  /\binto and\b|^then if\b|^(?:to|if) [a-z]/.test(text.trim().replace(/^Then/, 'then'))

const THRESHOLD = 0.5
const OPERATES =
  /\b(?:enter|click|submit|fill|type in|select|input|button|form|use|using|record|kb query|query)\b/i

function nearness(word: string, text: readonly string[]): number {
  if (text.some((other) => alike(word, other))) return 1
  const kin = KIN.filter((group) => group.includes(word)).flat()
  return text.some((other) => kin.includes(other)) ? 0.5 : 0
}

const SECOND_IN_BLOCK = 0.45
/** Above this many states the exact search gives way to the greedy one. */
const STATES_MAX = 4_000_000

function assign(scores: Scores, units: readonly Unit[]): readonly (number | null)[] {
  const tools = scores[0]?.length ?? 0
  return units.length * 2 ** tools <= STATES_MAX ? assignBest(scores, units) : assignGreedily(scores)
}

/** The surest pair first, then the next among what is left. */
function assignGreedily(scores: Scores): readonly (number | null)[] {
  const pairs = scores.flatMap((row, unit) => row.map((score, tool) => ({ score, unit, tool })))
  const found: (number | null)[] = scores.map(() => null)
  const used = new Set<number>()
  for (const { score, unit, tool } of pairs.sort((a, b) => b.score - a.score)) {
    if (score <= 0 || used.has(tool) || (found[unit] ?? null) !== null) continue
    found[unit] = tool
    used.add(tool)
  }
  return found
}

/** The best total over all deeds in turn, for every set of tools used so far; a second tool in one block costs a little. */
function assignBest(scores: Scores, units: readonly Unit[]): readonly (number | null)[] {
  const sets = 2 ** (scores[0]?.length ?? 0)
  /** best total by 2 * set + (does this block use a tool already) */
  let best = new Float64Array(sets * 2).fill(Number.NEGATIVE_INFINITY)
  best[0] = 0
  const chosen: { readonly from: Int32Array; readonly tool: Int8Array }[] = []
  units.forEach((unit, at) => {
    const sameBlock = at > 0 && units[at - 1]?.block === unit.block
    const next = new Float64Array(sets * 2).fill(Number.NEGATIVE_INFINITY)
    const trace = { from: new Int32Array(sets * 2), tool: new Int8Array(sets * 2).fill(-1) }
    const offer = (state: number, total: number, from: number, tool: number): void => {
      if (total <= (next[state] ?? 0)) return
      next[state] = total
      trace.from[state] = from
      trace.tool[state] = tool
    }
    for (let state = 0; state < best.length; state += 1) {
      const total = best[state] ?? Number.NEGATIVE_INFINITY
      if (total === Number.NEGATIVE_INFINITY) continue
      const [set, busy] = [state >> 1, sameBlock ? state & 1 : 0]
      offer(set * 2 + busy, total, state, -1)
      scores[at]?.forEach((score, tool) => {
        if (score > 0 && (set & (1 << tool)) === 0)
          offer((set | (1 << tool)) * 2 + 1, total + score - busy * SECOND_IN_BLOCK, state, tool)
      })
    }
    best = next
    chosen.push(trace)
  })
  return backwards(best, chosen)
}

function backwards(
  best: Float64Array,
  chosen: readonly { readonly from: Int32Array; readonly tool: Int8Array }[],
): readonly (number | null)[] {
  let state = 0
  for (let look = 1; look < best.length; look += 1) if ((best[look] ?? 0) > (best[state] ?? 0)) state = look
  const found: (number | null)[] = []
  for (let at = chosen.length - 1; at >= 0; at -= 1) {
    const tool = chosen[at]?.tool[state] ?? -1
    found.push(tool === -1 ? null : tool)
    state = chosen[at]?.from[state] ?? 0
  }
  return found.reverse()
}
