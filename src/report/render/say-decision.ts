import { SAGE } from '../../base/shell.ts'
import type { Lead } from '../../verdicts/model/lead.ts'
import type { AgentDecision, Decision, Flips, Headline, HeldGate } from '../result/decision.ts'
import type { Metric } from '../result/run-result.ts'
import type { Failure } from '../result/worst-first.ts'
import { decisionSentence } from './decision-sentence.ts'
import { percent } from './percent.ts'
import { wrap } from './sections-to-text.ts'
import { type Finding, numbersOf } from './two-findings.ts'

/** A decision as a terminal shows it: no line is wider than this. */
const COLUMNS = 100

/** How a terminal sets words apart; the same words without where it cannot. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>>

const same = (text: string): string => text
export const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same }

/** `PASS   all 6 gates are met` */
export function sayVerdictLine({ verdict, because }: Decision, paint: Paint): string {
  const word = { PASS: paint.green('PASS'), FAIL: paint.red('FAIL'), none: paint.yellow('NO GATES') }[verdict]
  return `${paint.bold(word)}   ${because}`
}

/** `Do not ship mine: it did what is forbidden in 3 of 18 conversations.`, one line an agent */
export const sayVerdicts = (decision: Decision): readonly string[] =>
  decision.agents.map((agent) => wrap(decisionSentence(decision, agent).sentence, '', ''))

/** Numbers with their gates, flips, then what went wrong, numbered. */
export function sayDecision(
  decision: Decision,
  paint: Paint,
  findingsOn: (agent: string) => readonly Pick<Finding, 'title' | 'sentence'>[] = () => [],
): readonly string[] {
  const { agents, failures } = decision
  const parts = [
    ...agents.map((agent) => [
      ...sayAgent(agent, agents.length > 1, paint),
      ...findingsOn(agent.agent).map(({ title, sentence }) => wrap(`${title}: ${sentence}`, '  ', '    ')),
    ]),
    ...(failures.length === 0 ? [] : [sayFailures(decision, paint)]),
  ].filter((lines) => lines.length > 0)
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function sayAgent(agent: AgentDecision, isOneOfSeveral: boolean, paint: Paint): readonly string[] {
  const rows = numbersOf(agent).map(rowOf)
  const width = (column: 0 | 1 | 2 | 3): number =>
    // A band ends its line: what stands below it need not keep clear of it.
    Math.max(
      0,
      ...rows.map(({ cells, state }) => (column === 3 && state === null ? 0 : cells[column].length)),
    )
  const lines = rows.flatMap(({ cells: [words, count, share, gate], state, notes }) => {
    const line = `  ${words.padEnd(width(0))}  ${count.padStart(width(1))}  ${share.padEnd(width(2))}`
    const full =
      gate === ''
        ? line
        : `${line}  ${gate.padEnd(width(3))}  ${state === null ? '' : sayState(state, paint)}`
    return [
      full.trimEnd(),
      ...notes.map((note) => paint.dim(cut(`  ${' '.repeat(width(0))}  ${note}`, COLUMNS))),
    ]
  })
  const named = isOneOfSeveral ? [paint.bold(`  ${agent.agent}`)] : []
  return [...named, ...lines, ...(agent.flips === null ? [] : [`  ${sayFlips(agent.flips, paint)}`])]
}

const sayState = (state: HeldGate['state'], paint: Paint): string =>
  state === 'met' ? paint.green('ok') : state === 'not met' ? paint.red('NOT MET') : paint.dim('not held')

type Row = {
  readonly cells: readonly [words: string, count: string, share: string, gate: string]
  readonly state: HeldGate['state'] | null
  readonly notes: readonly string[]
}

/** Several gates on one number: the first that is not met is shown beside it, the others below. */
function rowOf({ words, value, unit, gates }: Headline): Row {
  const shown = gates.find(({ state }) => state === 'not met') ?? gates[0]
  const others = gates.filter((gate) => gate !== shown)
  return {
    cells: [words, sayCount(value), sayLikely(value, unit), shown?.demand ?? sayBand(value)],
    state: shown?.state ?? null,
    notes: [
      ...sayDoubt(value),
      ...(shown === undefined || shown.says === '' ? [] : [shown.says]),
      ...others.map(({ demand, state, says }) => `${demand}: ${state}${says === '' ? '' : `, ${says}`}`),
    ],
  }
}

export const sayCount = (value: Metric): string =>
  value.value === null ? 'no data' : 'hits' in value ? `${value.hits} of ${value.of}` : `n ${value.n}`

export function sayLikely(value: Metric, unit: Headline['unit']): string {
  if (value.value === null) return ''
  const figure = (one: number): string =>
    unit === 'share' ? percent(one) : String(Number(one.toPrecision(3)))
  const sign = unit === 'share' ? ' %' : unit === 'usd' ? ' USD' : unit === 'seconds' ? ' s' : ''
  return `${figure(value.value)}${sign}, likely ${figure(value.low)} to ${figure(value.high)}${sign}`
}

/** Never the word without the number of traps it rests on. */
export function sayBand(value: Metric): string {
  if (!('band' in value) || value.band === undefined) return ''
  const count = value.traps ?? value.of
  const different = count === value.of ? '' : 'different '
  const traps = `${count} ${different}${count === 1 ? 'trap' : 'traps'}`
  return value.band === 'unclear' ? `too few to say (${traps})` : `${value.band} (${traps})`
}

/** What the number alone would hide: what could not be told, and how runs differ. */
export function sayDoubt(value: Metric): readonly string[] {
  if (value.value === null || !('hits' in value)) return []
  const { not_judged, ends, run_values = [], run_median } = value
  const worst =
    ends === undefined ? '' : `, so between ${percent(Math.min(...ends))} and ${percent(Math.max(...ends))} %`
  return [
    ...(not_judged === undefined || not_judged === 0 ? [] : [`${not_judged} more could not be told${worst}`]),
    ...(run_median === undefined
      ? []
      : [
          `median of ${run_values.length} runs: ${percent(run_median)} % (${run_values.map(percent).join(', ')} %)`,
        ]),
  ]
}

const SHOWN_FLIPS = 3

/** `1 fixed, 3 broken since 2026-11-18 18:42: cancel-late@2, ...` */
export function sayFlips({ at, fixed, broken, both }: Flips, paint: Paint): string {
  const since = `since the run of ${at.slice(0, 16).replace('T', ' ')}`
  if (fixed.length + broken.length === 0) return `nothing flipped ${since} (${both} in both)`
  const more = broken.length > SHOWN_FLIPS ? ', ...' : ''
  const named = broken.length === 0 ? '' : `: ${broken.slice(0, SHOWN_FLIPS).join(', ')}${more}`
  const says = `${fixed.length} fixed, ${broken.length} broken ${since}`
  return `${broken.length > 0 ? paint.red(says) : paint.green(says)}${cut(named, COLUMNS - 2 - says.length)}`
}

/** With their words; after that a line each; after that a number. */
const QUOTED_MAX = 3
const LISTED_MAX = 12

function sayFailures({ failures, agents }: Decision, paint: Paint): readonly string[] {
  const several = agents.length > 1
  const shown = failures.slice(0, LISTED_MAX)
  const more = failures.length - shown.length
  return [
    `  ${paint.bold(failures.some(({ kind }) => kind === 'harm' || kind === 'outcome') ? 'What went wrong, worst first' : 'No conversation failed. Worth a look:')}`,
    ...shown.flatMap((failure, index) => {
      const line = `${several ? `${failure.agent}: ` : ''}${sayFailure(failure)}`
      const number = String(index + 1).padStart(3)
      const head = paint.bold(cut(`${number}  ${line}`, COLUMNS))
      return index < QUOTED_MAX
        ? [...(index === 0 ? [] : ['']), head, ...sayQuotes(failure).flatMap((each) => twoLines(each, paint))]
        : [...(index === QUOTED_MAX ? [''] : []), head]
    }),
    ...(more === 0 ? [] : [`     and ${more} more: ${SAGE} report latest --wide`]),
  ]
}

const INDENT = ' '.repeat(5)
const LABEL = 10

/** Who speaks stands back behind what is said; more than two lines are no quote but a read. */
function twoLines(quote: string, { dim }: Paint): readonly string[] {
  const [who, words] = [quote.slice(0, LABEL), quote.slice(LABEL)]
  const room = COLUMNS - INDENT.length - LABEL
  const space = words.length <= room ? words.length : words.lastIndexOf(' ', room)
  const end = space <= 0 ? room : space
  const rest = words.slice(end).trim()
  const more = rest === '' ? [] : [`${INDENT}${' '.repeat(LABEL)}${cut(rest, room)}`]
  return [`${INDENT}${dim(who)}${words.slice(0, end)}`, ...more]
}

/** `gave something away, in 6 conversations; 1,204 EUR at risk; due: say no (4), cancel order (2)` */
export function sayFailure({ says, conversations, total, currency, dues }: Failure): string {
  const often = conversations === 1 ? '' : `, in ${conversations} conversations`
  const money = total === 0 ? '' : `; ${sayMoney(total)} ${currency} at risk`
  const more = dues.length > SHOWN_DUES ? ` and ${dues.length - SHOWN_DUES} more` : ''
  const shown = dues
    .slice(0, SHOWN_DUES)
    .map(({ due, conversations: times }) => (dues.length === 1 ? due : `${due} (${times})`))
  return `${says}${often}${money}${shown.length === 0 ? '' : `; due: ${shown.join(', ')}${more}`}`
}

const SHOWN_DUES = 1

/** `34.90`, `1,204`: cents only where they are worth reading. */
const sayMoney = (amount: number): string =>
  (amount < 100 ? amount.toFixed(2).replace(/\.00$/, '') : String(Math.round(amount))).replace(
    /\B(?=(\d{3})+$)/g,
    ',',
  )

/** `did nothing of what was due; due: cancel order` */
export const sayLead = ({ says, due }: Pick<Lead, 'says' | 'due'>): string =>
  due === null ? says : `${says}; due: ${due}`

/** What the customer said, what the agent did and said, and the sentence it should have kept to: whole, as for a file. */
export const sayQuotes = ({ heard, said, did, clause, sentence }: Quoted): readonly string[] => {
  const line = (who: string, text: string): string => `${who.padEnd(9)} ${text.replace(/\s+/g, ' ')}`
  return [
    ...(heard === null ? [] : [line('customer', heard)]),
    ...(did === null ? [] : [line('agent', `-> ${did}`)]),
    ...(said === null ? [] : [line('agent', said)]),
    ...(sentence === null ? [] : [line('handbook', `${clause} "${sentence}"`)]),
  ]
}
type Quoted = Pick<Lead, 'heard' | 'said' | 'did' | 'clause' | 'sentence'>

/** Ends at a word where it can. */
function cut(text: string, columns: number): string {
  if (text.length <= columns) return text
  const short = text.slice(0, Math.max(0, columns - 3))
  const space = short.lastIndexOf(' ')
  return `${space > columns / 2 ? short.slice(0, space) : short}...`
}
