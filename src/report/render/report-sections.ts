import type { Report } from '../result/report.ts'
import { disturbedSection } from './disturbed-section.ts'
import { gapSection, qualitySection, resilienceSection, stabilitySection } from './figure-sections.ts'
import { firstPage } from './first-page.ts'
import { forkSection } from './fork-section.ts'
import { runTable } from './run-table.ts'
import { gateLines } from './say-gate.ts'
import { figure, list, type Section, say } from './section.ts'
import { validitySection } from './validity-section.ts'

/** The whole report of a run, in reading order: the decision, then, folded, the numbers and how far to trust them. */
export const reportSections = (report: Report): readonly Section[] => [
  ...firstPage(report),
  ...[
    {
      title: 'All numbers',
      blocks: [
        say(
          'Below each number are its 95 % interval and its sample size (n). There is no total score, because a safe but useless agent and a helpful but reckless one fail in different ways.',
        ),
        figure(runTable(report)),
      ],
    },
    ...gates(report),
    ...forkSection(report),
    gapSection(report),
    resilienceSection(report),
    qualitySection(report),
    stabilitySection(report),
    ...disturbedSection(report),
    validitySection(report),
  ].map((section) => ({ ...section, folded: true })),
]

function gates(report: Report): readonly Section[] {
  const items = gateLines(report).map(({ state, gate, says }) => ({ text: `${state}: ${gate} (${says})` }))
  return items.length === 0 ? [] : [{ title: 'Gates', blocks: [list(items)] }]
}
