/** What rules and metrics say of themselves. The build writes it: the page must not load the code that judges. */
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
  readonly unit: 'share' | 'number' | 'usd' | 'money' | 'seconds'
}
