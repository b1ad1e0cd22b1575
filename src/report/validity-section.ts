import { diagnosticNote } from './figure-sections.ts'
import { nameOf } from './first-page.ts'
import type { Report } from './report.ts'
import { type Block, figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** How far the numbers can be trusted: what they rest on, and what they do not. */
export function validitySection(report: Report): Section {
  return {
    title: 'How far to trust these numbers',
    blocks: [
      say(
        'Void: the customer left its card, also when tried again. Fault: our machinery failed. Neither counts against an agent. Misunderstood: the simulated customer took the agent’s words for something else than it reported.',
      ),
      figure(textTable([HEAD, ...report.agents.flatMap((agent) => row(report, agent.agent, nameOf(agent)))])),
      ...notJudged(report),
      say(judges(report)),
      say(
        `Rules version ${report.versions.rules}. Packs: ${Object.entries(report.versions.packs)
          .map(([id, hash]) => `${id} ${hash.slice(0, 12)}`)
          .join(
            ', ',
          )}. Intervals are 95 % intervals over cases; numbers whose intervals overlap may differ by chance alone (sage compare tells).`,
      ),
    ],
  }
}

const HEAD = ['agent', 'conversations', 'judged', 'void', 'fault', 'misunderstood']

const row = ({ validity }: Report, id: string, name: string): readonly (readonly string[])[] =>
  validity.agents
    .filter(({ agent }) => agent === id)
    .map(({ trials, judged, voided, faulted, misunderstandings: { hits, of } }) => [
      name,
      ...[trials, judged, voided, faulted].map(String),
      of === 0 ? 'not known' : `${hits} of ${of} turns`,
    ])

function notJudged({ validity }: Report): readonly Block[] {
  const rows = validity.agents.flatMap(({ agent, judged, not_judged }) =>
    Object.entries(not_judged).map(([rule, trials]) => [agent, rule, `${trials} of ${judged} conversations`]),
  )
  return rows.length === 0
    ? [say('Every rule could be judged in every judged conversation in which it applied.')]
    : [
        say('Rules that could not be judged, and are left out of their rates there:'),
        figure(textTable([['agent', 'rule', 'not judged'], ...rows])),
      ]
}

function judges(report: Report): string {
  if (report.validity.judges.length === 0) return 'No judge rated the words.'
  const names = report.validity.judges.map(({ judge }) => judge).join(', ')
  const note = diagnosticNote(report)
  return `Words were rated by ${names}${note}${note === '' ? '' : ': read ratings as a hint; no gate may rest on them'}.`
}
