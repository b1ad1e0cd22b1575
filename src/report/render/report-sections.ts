import { showCommand } from '../../base/shell.ts'
import type { Report } from '../result/report.ts'
import {
  disturbedSection,
  gapSection,
  qualitySection,
  resilienceSection,
  stabilitySection,
} from './figure-sections.ts'
import { firstPage } from './first-page.ts'
import { forkSection } from './fork-section.ts'
import { runTable } from './run-table.ts'
import { sayFailure, sayQuotes } from './say-decision.ts'
import { gateLines } from './say-gate.ts'
import { figure, type Item, list, type Section, say } from './section.ts'
import { validitySection } from './validity-section.ts'

/** The whole report of a run, in reading order: the decision, then, folded, the numbers and how far to trust them. `store`: where it is not the usual one. */
export const reportSections = (report: Report, store: string | null): readonly Section[] => [
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
    ...failures(report, store),
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

/** All of them, each with the conversation that is quoted: the decision lists the worst. */
function failures({ decision }: Report, store: string | null): readonly Section[] {
  const items = decision.failures.map(
    (failure): Item => ({
      text: `${failure.agent}: ${sayFailure(failure)}`,
      notes: sayQuotes(failure),
      command: showCommand(failure.trial, store),
    }),
  )
  return items.length === 0 ? [] : [{ title: 'All that went wrong', blocks: [list(items)] }]
}
