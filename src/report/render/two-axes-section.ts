import type { Report } from '../result/report.ts'
import { diagnosticNote } from './figure-sections.ts'
import { nameOf } from './first-page.ts'
import { plot } from './plot.ts'
import { measured, sayMetric } from './say-metric.ts'
import { marksFor } from './scatter.ts'
import { figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** Logic against the quality of words, one point an agent: a reviewer of tone sees only one of the two axes. */
export function twoAxesSection(report: Report): readonly Section[] {
  const marks = marksFor(report.agents.map(({ agent }) => agent))
  const placed = report.agents.flatMap((agent) => {
    const logic = measured(agent.metrics, 'action_accuracy')
    const quality = measured(agent.metrics, 'quality')
    return logic === undefined || quality === undefined ? [] : [{ agent, logic, quality }]
  })
  if (placed.length === 0) return []
  const points = placed.map(({ agent: { agent }, logic, quality }) => ({
    name: agent,
    mark: marks.get(agent) ?? '*',
    x: quality.value,
    y: logic.value,
  }))
  return [
    {
      title: 'Logic against quality of words',
      blocks: [
        say(
          `Logic: turns with the right action. Quality: rating of the words from 0 to 100 %${diagnosticNote(report)}. Agents at the bottom right sound good and do the wrong thing.`,
        ),
        figure(plot(points, { x: 'quality of words', y: 'right action', top: 1 })),
        figure(
          textTable([
            ['', 'agent', 'right action', 'quality of words'],
            ...placed.map(({ agent, logic, quality }) => [
              marks.get(agent.agent) ?? '',
              nameOf(agent),
              sayMetric(logic),
              sayMetric(quality),
            ]),
          ]),
        ),
      ],
    },
  ]
}
