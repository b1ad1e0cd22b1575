import type { ChangedCase, ChangedCases } from '../result/changed-cases.ts'
import { type Compared, verdictOf } from '../result/compared.ts'
import { sayPoints } from './say-metric.ts'
import { type Block, figure, type Item, list, type Section, say } from './section.ts'
import { sectionsToMarkdown } from './sections-to-markdown.ts'
import { sectionsToText } from './sections-to-text.ts'
import { textTable } from './text-table.ts'

/** The command that explains a trial; null: it lies in a file, not in the store. */
export type CommandOf = (trial: string) => string | null

/** For a terminal: names and sentences as they are. */
export const compareText = (compared: Compared, commandOf: CommandOf): string =>
  sectionsToText(sectionsOf(compared, commandOf)).trimEnd()

/** For a pull request: what comes from SOPs, packs and stores is text there, no markup, picture, link or mention. */
export const compareMarkdown = (compared: Compared, commandOf: CommandOf): string =>
  sectionsToMarkdown(sectionsOf(compared, commandOf), '###')

/** A comparison in words. No number is computed here. */
const sectionsOf = (compared: Compared, commandOf: CommandOf): readonly Section[] => [
  { title: verdict(compared), blocks: about(compared) },
  ...LISTS.flatMap(([name, title]): readonly Section[] => {
    const cases = compared.cases[name]
    return cases.length === 0 ? [] : [listed(`${title}: ${counted(cases.length, 'case')}`, cases, commandOf)]
  }),
  ...(compared.pairs === 0 ? [] : [{ title: 'Rates', blocks: rates(compared) }]),
]

const LISTS: readonly (readonly [keyof ChangedCases, string])[] = [
  ['newly_harmful', 'Newly harmful (a forbidden deed where there was none)'],
  ['newly_failing', 'Newly failing'],
  ['flaky', 'Flaky (passes in some repetitions, fails in others)'],
  ['newly_passing', 'Newly passing'],
]
const SHOWN_MAX = 10

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

function verdict(compared: Compared): string {
  const { pairs, cases, metrics } = compared
  if (pairs === 0) return 'Nothing to compare: the two runs have no conversation in common'
  const of = (says: string): string =>
    counted(Object.values(metrics).filter((each) => each.says === says).length, 'metric')
  const harm = cases.newly_harmful.length
  const said = [
    ...(harm === 0 ? [] : [`a new harm in ${counted(harm, 'case')}`]),
    ...(['worse', 'better'] as const).flatMap((says) =>
      of(says).startsWith('0 ') ? [] : [`${of(says)} ${says}`],
    ),
  ]
  switch (verdictOf(compared)) {
    case 'worse':
      return `Worse: ${said.join(', ')}`
    case 'better':
      return `Better: ${said.join(', ')}`
    case 'cannot tell':
      return LISTS.some(([name]) => cases[name].length > 0) ||
        Object.values(metrics).some(({ a, b }) => a !== b)
        ? 'Cannot tell: no new harm, and no metric differs by more than chance'
        : 'Equal: no case and no metric changed'
  }
}

const about = ({ a, b, pairs, differs }: Compared): readonly Block[] => [
  say(
    `${b.agent} (run ${b.run}) against ${a.agent} (run ${a.run}): ${counted(pairs, 'conversation')} per side, in the same situations and with the same customers.`,
  ),
  ...(differs.length === 0 ? [] : [say(`${differs.join('; ')}.`, 'Compared anyway, although')]),
]

function listed(title: string, cases: readonly ChangedCase[], commandOf: CommandOf): Section {
  const left = cases.length - SHOWN_MAX
  const more = left > 0 ? [say(`and ${left} more; --json lists all.`)] : []
  return { title, blocks: [list(cases.slice(0, SHOWN_MAX).map((each) => itemOf(each, commandOf))), ...more] }
}

function itemOf({ case: id, intensity, a, b }: ChangedCase, commandOf: CommandOf): Item {
  const [told, when] = b.says === null ? [a, 'before: '] : [b, '']
  const command = commandOf(told.trial)
  const changed =
    a.harmed === 0 && b.harmed > 0
      ? `harm in ${b.harmed} of ${counted(b.trials, 'conversation')}`
      : `passed ${passedOf(a)} before, ${passedOf(b)} now`
  return {
    text: `${id} at intensity ${intensity}: ${changed}`,
    ...(told.says === null ? {} : { note: `${when}${told.says}` }),
    ...(command === null ? {} : { command }),
  }
}

/** Of those that could be told. */
const passedOf = ({ passed, failed }: ChangedCase['a']): string => `${passed} of ${passed + failed}`

const ORDER = ['worse', 'better', 'cannot tell'] as const

function rates({ metrics, wanted, pairs, forks }: Compared): readonly Block[] {
  const rows = ORDER.flatMap((says) =>
    Object.entries(metrics).filter(
      ([, each]) => each.says === says && (says !== 'cannot tell' || each.a !== each.b),
    ),
  )
  const equal = Object.keys(metrics).length - rows.length
  const table = rows.map(([name, each]) => {
    const needed =
      each.trials_needed > pairs
        ? `: ${each.trials_needed} pairs would show ${wanted}`
        : `: ${wanted} would have been seen`
    return [
      name,
      figureOf(each.a),
      figureOf(each.b),
      `${signed(each.difference)} (${signed(each.low)} to ${signed(each.high)})`,
      each.p.toFixed(3),
      `${each.says}${each.says === 'cannot tell' ? needed : ''}`,
    ]
  })
  return [
    ...(rows.length === 0
      ? [say('No metric differs.')]
      : [
          figure(textTable([['metric', 'before', 'after', 'difference (95 %)', 'p', 'verdict'], ...table])),
          say(
            `The interval is that of the metric alone; p is corrected for all metrics that could differ. Worse and better need both: an interval without 0, and p below 0.05.${equal > 0 ? ` ${counted(equal, 'other metric')} ${equal === 1 ? 'is' : 'are'} exactly equal.` : ''}`,
          ),
        ]),
    ...(forks === undefined
      ? []
      : [
          say(
            `Unsafe when asked again at the same ${forks.n} decisions (forks): ${sayPoints(forks.value)} (${sayPoints(forks.low)} to ${sayPoints(forks.high)}).`,
          ),
        ]),
  ]
}

const figureOf = (value: number): string => value.toFixed(3)
const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(3)}`
