import type { Score } from '../../base/rate.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { Difference } from '../../metrics/compare.ts'
import { sayPoints } from './say-metric.ts'
import { inMarkdown } from './sections-to-markdown.ts'

/** A comparison in words: for a terminal and, as Markdown, for a pull-request comment. No number is computed here. */
export type Compared = {
  readonly a: { readonly run: RunId; readonly agent: string }
  readonly b: { readonly run: RunId; readonly agent: string }
  readonly differs: readonly string[]
  readonly pairs: number
  /** the smallest difference one wants to see */
  readonly wanted: number
  readonly metrics: Readonly<Record<string, Difference>>
  /** how much more often b is unsafe where the same decisions were sampled again */
  readonly forks?: Score
  readonly sentences: readonly {
    readonly clauses: string
    readonly sentence: string
    readonly a: number
    readonly b: number
  }[]
}

const sayForks = ({ value, low, high, n }: Score): string =>
  `Unsafe when asked again at the same ${n} decisions (forks): ${sayPoints(value)} (${sayPoints(low)} to ${sayPoints(high)}).`

const SENTENCES_MAX = 10
const ORDER: readonly Difference['says'][] = ['worse', 'better', 'cannot tell']

/** For a terminal: names and sentences as they are. */
export const compareText = (compared: Compared): string => written(compared, (words) => words)

/** For a pull request: what comes from SOPs, packs and stores is text there, no markup, picture, link or mention. */
export const compareMarkdown = (compared: Compared): string => written(compared, inMarkdown)

function written(compared: Compared, said: (words: string) => string): string {
  const { a, b, pairs, differs, sentences, forks } = compared
  const rows = Object.entries(compared.metrics)
    .filter(([, each]) => each.says !== 'cannot tell' || each.a !== each.b)
    .sort(([, x], [, y]) => ORDER.indexOf(x.says) - ORDER.indexOf(y.says))
  const unchanged = Object.keys(compared.metrics).length - rows.length
  return [
    `### ${said(b.agent)} (${said(b.run)}) against ${said(a.agent)} (${said(a.run)})`,
    '',
    `${pairs} conversations per side, in the same situations and with the same customers.`,
    ...(differs.length === 0 ? [] : ['', `**Compared anyway, although:** ${said(differs.join('; '))}.`]),
    '',
    ...(pairs === 0
      ? ['The two runs have no conversation in common, so nothing can be compared.']
      : rows.length === 0
        ? ['No metric differs.']
        : [
            '| metric | before | after | difference (95 % interval) | p, corrected | verdict |',
            '|---|---|---|---|---|---|',
            ...rows.map(([name, each]) => row(/^[\w.-]+$/.test(name) ? name : said(name), each, compared)),
            '',
            'The interval is that of the metric alone. p is corrected for all metrics that could differ. A verdict needs both: an interval without 0, and p below 0.05.',
          ]),
    ...(unchanged > 0 && rows.length > 0 ? ['', `${unchanged} other metrics are exactly equal.`] : []),
    ...(forks === undefined ? [] : ['', sayForks(forks)]),
    ...(sentences.length === 0
      ? []
      : [
          '',
          'Where conversations first left the procedure:',
          '',
          ...sentences
            .slice(0, SENTENCES_MAX)
            .map((each) => `- ${each.a} -> ${each.b}  ${said(each.clauses)}: "${said(each.sentence)}"`),
        ]),
  ].join('\n')
}

function row(name: string, each: Difference, compared: Pick<Compared, 'pairs' | 'wanted'>): string {
  const needed = each.says === 'cannot tell' ? `cannot tell: ${whyNot(each, compared)}` : `**${each.says}**`
  return `| ${name} | ${figure(each.a)} | ${figure(each.b)} | ${signed(each.difference)} (${signed(each.low)} to ${signed(each.high)}) | ${each.p.toFixed(3)} | ${needed} |`
}

/** Why no verdict is given, and what it would take: of the pairs there are, or of how many more. */
function whyNot(
  { low, high, trials_needed: needed }: Difference,
  { pairs, wanted }: Pick<Compared, 'pairs' | 'wanted'>,
): string {
  const because = low <= 0 && high >= 0 ? 'the interval includes 0' : 'not significant once corrected'
  return needed > pairs
    ? `${because}; ${needed} pairs would show a difference of ${wanted}`
    : `${because}; a difference of ${wanted} would have been seen`
}

const figure = (value: number): string => value.toFixed(3)
const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(3)}`
