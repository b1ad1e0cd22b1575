import { ALL_METRICS } from '../src/metrics/all-metrics.ts'
import type { About } from '../src/metrics/metric.ts'
import { ownCatastrophe } from '../src/metrics/rule-metrics.ts'
import { RULES_OF_EVERY_DESK } from '../src/verdicts/all-rules.ts'
import type { Counted, Rule } from '../src/verdicts/rules/rule.ts'
import type { Declared, MetricFacts } from '../studio/src/declared.ts'

/** What the studio's pages say of rules and metrics, made from their declarations. */
export function declared(metrics: readonly About[] = ALL_METRICS, rules = RULES_OF_EVERY_DESK): Declared {
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

/** The table of rules in docs/reference.md. */
export const rulesTable = (): string =>
  table(
    ['rule', 'fails when', 'counted'],
    RULES_OF_EVERY_DESK.map((rule) => [`\`${rule.id}\``, rule.words.meaning, sayCounted(rule)]),
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

/** The table of metrics in docs/reference.md. */
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
