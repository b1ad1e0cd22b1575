import { showCommand } from '../../base/shell.ts'
import type { Report } from '../result/report.ts'
import { disturbedSection } from './disturbed-section.ts'
import {
  gapSection,
  qualitySection,
  resilienceSection,
  safetySection,
  stabilitySection,
} from './figure-sections.ts'
import { firstPage, nameOf, neverLeft, sentenceItem } from './first-page.ts'
import { forkSection } from './fork-section.ts'
import { runTable } from './run-table.ts'
import { sayFailure } from './say-decision.ts'
import { gateLines } from './say-gate.ts'
import { figure, type Item, list, type Section, say } from './section.ts'
import { validitySection } from './validity-section.ts'

/**
 * The whole report of a run, in reading order: what a manager needs, then the numbers, then how far to trust them.
 * `store`: where the run is kept, where that is not the usual place. `places`: how many sentences an agent to list at
 * the end.
 */
export function reportSections(
  report: Report,
  { store, places }: { readonly store: string | null; readonly places: number },
): readonly Section[] {
  return [
    ...firstPage(report, store),
    {
      title: 'All agents',
      blocks: [
        say(
          'Below each number are its 95 % interval and its sample size (n). There is no total score, because a safe but useless agent and a helpful but reckless one fail in different ways.',
        ),
        figure(runTable(report)),
      ],
    },
    ...gates(report),
    ...failures(report, store),
    safetySection(report),
    ...forkSection(report),
    gapSection(report),
    resilienceSection(report),
    qualitySection(report),
    stabilitySection(report),
    ...disturbedSection(report),
    validitySection(report),
    ...(places === 0 ? [] : [everyPlace(report, { store, places })]),
  ]
}

function gates(report: Report): readonly Section[] {
  const items = gateLines(report).map(
    ({ state, gate, says }): Item => ({ text: `${state}: ${gate} (${says})` }),
  )
  return items.length === 0 ? [] : [{ title: 'Gates', blocks: [list(items)] }]
}

/** All of them, each with the conversation that is quoted: the decision lists the worst. */
function failures({ decision }: Report, store: string | null): readonly Section[] {
  const items = decision.failures.map(
    (failure): Item => ({
      text: `${failure.agent}: ${sayFailure(failure)}`,
      ...(failure.sentence === null ? {} : { quote: failure.sentence }),
      ...(failure.said === null ? {} : { note: `It said: ${failure.said}` }),
      command: showCommand(failure.trial, store),
    }),
  )
  return items.length === 0 ? [] : [{ title: 'What went wrong, worst first', blocks: [list(items)] }]
}

function everyPlace(
  report: Report,
  { store, places }: { readonly store: string | null; readonly places: number },
): Section {
  const { agents, broken } = report
  return {
    title: 'Where each agent left the procedure',
    blocks: agents.flatMap((agent) => {
      const own = broken.filter((each) => each.agent === agent.agent)
      if (own.length === 0) return [say(neverLeft(report, agent), nameOf(agent))]
      const more = own.length > places ? ` The ${places} most frequent of ${own.length} places:` : ''
      return [
        say(`first left the procedure at these sentences, most frequent first.${more}`, nameOf(agent)),
        list(own.slice(0, places).map((each) => sentenceItem(each, store))),
      ]
    }),
  }
}
