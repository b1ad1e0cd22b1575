import DECLARED from '#declared'
import type { MetricFacts } from './declared.ts'

export const METRIC_NAMES: readonly string[] = Object.keys(DECLARED.metrics)

/** A metric of a pack's own, or of another version, is drawn as a rate that should be low. */
export const metricFacts = (name: string): Omit<MetricFacts, 'words'> =>
  DECLARED.metrics[name] ?? DECLARED.own_catastrophe

/** A name from a file, as a person reads it: `false_closure` is "false closure". */
export const plain = (name: string): string => name.replaceAll('_', ' ')

export const metricName = (name: string): string =>
  DECLARED.metrics[name]?.words ??
  plain(name.replace(/^catastrophe\./, '')).replace(/^./, (first) => first.toUpperCase())

/** A rule that was broken, as what the agent did wrong. */
export const sayRule = (rule: string): string => DECLARED.rules[rule] ?? plain(rule)
