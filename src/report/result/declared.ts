import { ALL_METRICS } from '../../metrics/all-metrics.ts'
import type { About } from '../../metrics/metric.ts'
import { ownCatastrophe } from '../../metrics/rule-metrics.ts'
import { rulesOfEveryDesk } from '../../verdicts/all-rules.ts'
import type { Counted, Rule } from '../../verdicts/rules/rule.ts'

/** What pages and documents say of rules and metrics, made from their declarations. */
export type Declared = {
  /** in the order of the tables */
  readonly metrics: Readonly<Record<string, MetricFacts>>
  /** a pack's own kind of catastrophe, whatever its name */
  readonly own_catastrophe: Omit<MetricFacts, 'words'>
  /** rule -> what an agent did that broke it */
  readonly rules: Readonly<Record<string, string>>
}

/** What a page must know of a metric to draw it: its words, which way is good, and between what bounds. */
export type MetricFacts = {
  readonly words: string
  readonly better: 'higher' | 'lower'
  readonly low: number
  /** null: no upper bound */
  readonly high: number | null
  /** rests on judges */
  readonly rating: boolean
  readonly unit: About['unit']
}

export function declared(metrics: readonly About[] = ALL_METRICS, rules = rulesOfEveryDesk()): Declared {
  const { words: _, ...own } = factsOf(ownCatastrophe('any'))
  return {
    metrics: Object.fromEntries(metrics.map((metric) => [metric.name, factsOf(metric)])),
    own_catastrophe: own,
    rules: Object.fromEntries(rules.map(({ id, words }) => [id, words.broken])),
  }
}

function factsOf({ words, better, range: [low, high], source, unit }: About): MetricFacts {
  return { words, better, low, high: Number.isFinite(high) ? high : null, rating: source === 'rating', unit }
}

/** The table of docs/spec/verdicts.md. */
export const rulesTable = (): string =>
  table(
    ['rule', 'fails when', 'counted'],
    rulesOfEveryDesk().map((rule) => [`\`${rule.id}\``, rule.words.meaning, sayCounted(rule)]),
  )

function sayCounted({ counted }: Rule): string {
  const among: Readonly<Record<Counted['of'], string>> = {
    trials: 'of judged trials',
    applicable: 'of judged trials to which it applied',
    turns: 'of turns in judged trials to which it applied',
  }
  const bucket = 'bucket' in counted ? ` (${counted.bucket})` : ''
  return `${counted.hits} ${among[counted.of]}${bucket}`
}

/** The table of docs/spec/metrics.md. */
export const metricsTable = (): string =>
  table(
    ['metric', 'name', 'better', 'between', 'from'],
    ALL_METRICS.map(({ name, words, better, range: [low, high], source }) => [
      `\`${name}\``,
      words,
      better,
      Number.isFinite(high) ? `${low} and ${high}` : `${low} and more`,
      source,
    ]),
  )

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** Puts a table between its two marks in a page. */
export const withTable = (page: string, name: string, text: string): string =>
  page.replace(
    new RegExp(`(<!-- ${name}: [^>]*-->\\n)[^]*?(<!-- end of ${name} -->)`),
    (_, before: string, after: string) => `${before}\n${text}\n${after}`,
  )
