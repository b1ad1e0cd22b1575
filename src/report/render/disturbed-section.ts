import type { Report } from '../result/report.ts'
import { nameOf } from './first-page.ts'
import { measured, sayCounted } from './say-metric.ts'
import { figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

const COLUMNS = ['noticed', 'recovered', 'acted_on_wrong_data'] as const

/** What agents made of a desk with faults, level by level. */
export function disturbedSection(report: Report): readonly Section[] {
  const rows = report.agents.flatMap((agent) =>
    Object.entries(agent.disturbance ?? {}).map(([level, metrics], place) => [
      place === 0 ? nameOf(agent) : '',
      level,
      ...COLUMNS.map((name) => {
        const metric = measured(metrics, name)
        return metric === undefined ? '-' : sayCounted(metric)
      }),
    ]),
  )
  if (rows.length === 0) return []
  return [
    {
      title: 'A desk with faults',
      blocks: [
        say(
          'The same cases on a desk that does not work as it should. Level 1: each tool is unavailable when first called. Level 2: and times out the second time. Level 3: each tool is unavailable once, and first answers are out of date and say so. Noticed: every spoilt answer was asked for again, or the matter was handed over. Recovered: the outcome was right anyway. Acted on wrong data: the agent wrote or closed on an answer that was out of date.',
        ),
        figure(textTable([['agent', 'level', 'noticed', 'recovered', 'acted on wrong data'], ...rows])),
      ],
    },
  ]
}
