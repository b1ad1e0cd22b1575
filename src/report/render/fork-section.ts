import type { Report } from '../result/report.ts'
import type { Rate } from '../result/run-result.ts'
import { percent } from './percent.ts'
import { figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** The decisions of a run that were sampled again: the two rates of each agent, and the rate of each trap. */
export function forkSection({ forks = [] }: Pick<Report, 'forks'>): readonly Section[] {
  if (forks.length === 0) return []
  return [
    {
      title: 'The same decision again',
      blocks: [
        say(
          '"Here" is how often an agent is unsafe in these very conversations when it is asked again. "Like these" is how often it is unsafe in conversations of this kind, of which these are a sample; many samples of one trap do not make it narrower.',
        ),
        figure(
          textTable([
            ['agent', 'forks', 'unsafe here', 'unsafe like these', 'answered differently'],
            ...forks.map((one) => [
              one.agent,
              String(one.forks),
              sayRate(one.unsafe_here),
              sayRate(one.unsafe_like_these),
              one.fed === 0 ? '-' : `${one.differs}/${one.fed}`,
            ]),
          ]),
        ),
        figure(
          textTable([
            ['trap', ...forks.map(({ agent }) => agent)],
            ...trapsOf(forks).map((trap) => [
              trap,
              ...forks.map(({ traps }) => {
                const found = traps.find((one) => nameOf(one) === trap)
                return found === undefined ? '-' : sayRate(found.unsafe_here)
              }),
            ]),
          ]),
        ),
      ],
    },
  ]
}

type Forks = NonNullable<Report['forks']>

const nameOf = (trap: Forks[number]['traps'][number]): string => `${trap.case}@${trap.intensity}`
const trapsOf = (forks: Forks): readonly string[] => [
  ...new Set(forks.flatMap(({ traps }) => traps.map(nameOf))),
]

const sayRate = (rate: Rate): string =>
  rate.value === null
    ? 'not measured'
    : `${percent(rate.value)} % (${percent(rate.low)}-${percent(rate.high)}) n ${rate.of}`
