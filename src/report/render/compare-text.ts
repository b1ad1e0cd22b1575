import type { Difference } from '../../metrics/compare.ts'
import type { ChangedCase, ChangedCases } from '../result/changed-cases.ts'
import { type Compared, verdictOf } from '../result/compared.ts'
import { sayPoints } from './say-metric.ts'
import { type Block, figure, type Item, list, type Section, say } from './section.ts'
import { sectionsToMarkdown } from './sections-to-markdown.ts'
import { sectionsToText } from './sections-to-text.ts'
import { textTable } from './text-table.ts'

/** The command that explains a trial; null: it lies in a file, not in the store. */
type CommandOf = (trial: string) => string | null

/** For a terminal: names and sentences as they are. */
export const compareText = (compared: Compared, commandOf: CommandOf): string =>
  sectionsToText(sectionsOf(compared, commandOf)).trimEnd()

/** For a pull request: what comes from SOPs, packs and stores is text there, no markup, picture, link or mention. */
export const compareMarkdown = (compared: Compared, commandOf: CommandOf): string =>
  sectionsToMarkdown(sectionsOf(compared, commandOf), '###')

/** A comparison in words. No number is computed here. */
const sectionsOf = (compared: Compared, commandOf: CommandOf): readonly Section[] => [
  { title: verdict(compared), blocks: about(compared) },
  ...LISTS.flatMap(([name, title]) => {
    const cases = compared.cases[name]
    const items = cases.slice(0, SHOWN_MAX).map((each) => itemOf(each, commandOf))
    const more = cases.length - items.length
    const blocks = [list(items), ...(more === 0 ? [] : [say(`and ${more} more; --json lists all.`)])]
    return cases.length === 0 ? [] : [{ title: `${title}: ${counted(cases.length, 'case')}`, blocks }]
  }),
  ...(compared.pairs === 0 ? [] : [{ title: 'Rates', blocks: rates(compared) }]),
]

const LISTS: readonly (readonly [keyof ChangedCases, string])[] = [
  ['newly_harmful', 'Newly harmful (a forbidden deed, and none before)'],
  ['newly_failing', 'Newly failing'],
  ['flaky', 'Flaky (passes in some repetitions, fails in others)'],
  ['newly_passing', 'Newly passing'],
]
const SHOWN_MAX = 10

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

function verdict(compared: Compared): string {
  const { pairs, cases } = compared
  if (pairs === 0) return 'Nothing to compare: the two runs have no conversation in common'
  const metrics = Object.values(compared.metrics)
  const harm = cases.newly_harmful.length
  const said = (['worse', 'better'] as const).flatMap((says) => {
    const those = metrics.filter((each) => each.says === says).length
    return those === 0 ? [] : [`${counted(those, 'metric')} ${says}`]
  })
  if (harm > 0) said.unshift(`a new harm in ${counted(harm, 'case')}`)
  if (said.length > 0) return `${verdictOf(compared) === 'worse' ? 'Worse' : 'Better'}: ${said.join(', ')}`
  return Object.values(cases).some(({ length }) => length > 0) || metrics.some(({ a, b }) => a !== b)
    ? 'Cannot tell: no new harm, and no metric differs by more than chance'
    : 'Equal: no case and no metric changed'
}

const about = ({ a, b, pairs, differs }: Compared): readonly Block[] => [
  say(
    `${b.agent} (run ${b.run}) against ${a.agent} (run ${a.run}): ${counted(pairs, 'conversation')} per side, in the same situations and with the same customers.`,
  ),
  ...(differs.length === 0 ? [] : [say(`${differs.join('; ')}.`, 'Compared anyway, although')]),
]

function itemOf({ case: id, intensity, a, b }: ChangedCase, commandOf: CommandOf): Item {
  const [told, when] = b.says === null ? [a, 'before: '] : [b, '']
  const command = commandOf(told.trial)
  const changed =
    a.harmed === 0 && b.harmed > 0
      ? `harm in ${b.harmed} of ${counted(b.trials, 'conversation')}`
      : `passed ${passedOf(a)} before, ${passedOf(b)} now`
  return {
    text: `${id} at intensity ${intensity}: ${changed}`,
    ...(told.says === null ? {} : { notes: [`${when}${told.says}`] }),
    ...(command === null ? {} : { command }),
  }
}

/** Of those that could be told. */
const passedOf = ({ passed, failed }: ChangedCase['a']): string => `${passed} of ${passed + failed}`

const ORDER: readonly Difference['says'][] = ['worse', 'better', 'cannot tell']
const HEAD = ['metric', 'before', 'after', 'difference (95 %)', 'p', 'verdict']

function rates(compared: Compared): readonly Block[] {
  const { metrics, forks } = compared
  const rows = Object.entries(metrics)
    .filter(([, each]) => each.says !== 'cannot tell' || each.a !== each.b)
    .sort(([, x], [, y]) => ORDER.indexOf(x.says) - ORDER.indexOf(y.says))
  const equal = Object.keys(metrics).length - rows.length
  const others =
    equal > 0 ? ` ${counted(equal, 'other metric')} ${equal === 1 ? 'is' : 'are'} exactly equal.` : ''
  return [
    ...(rows.length === 0 ? [] : [figure(textTable([HEAD, ...rows.map((each) => row(each, compared))]))]),
    say(
      rows.length === 0
        ? 'No metric differs.'
        : `The interval is that of the metric alone; p is corrected for all metrics that could differ. Worse and better need both: an interval without 0, and p below 0.05.${others}`,
    ),
    ...(forks === undefined ? [] : [say(sayForks(forks))]),
  ]
}

function row(
  [name, { a, b, difference, low, high, p, trials_needed: needed, says }]: readonly [string, Difference],
  { pairs, wanted }: Compared,
): readonly string[] {
  const interval = `${signed(difference)} (${signed(low)} to ${signed(high)})`
  const seen = needed > pairs ? `${needed} pairs would show ${wanted}` : `${wanted} would have been seen`
  return [
    name,
    a.toFixed(3),
    b.toFixed(3),
    interval,
    p.toFixed(3),
    says === 'cannot tell' ? `${says}: ${seen}` : says,
  ]
}

const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(3)}`

const sayForks = ({ value, low, high, n }: NonNullable<Compared['forks']>): string =>
  `Unsafe when asked again at the same ${n} decisions (forks): ${sayPoints(value)} (${sayPoints(low)} to ${sayPoints(high)}).`
