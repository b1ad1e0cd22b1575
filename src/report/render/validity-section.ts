import { rulesOfEveryDesk } from '../../verdicts/all-rules.ts'
import type { Report } from '../result/report.ts'
import type { Metric } from '../result/run-result.ts'
import { OWN_TOOLS_NOT_JUDGED } from './beware.ts'
import { diagnosticNote } from './figure-sections.ts'
import { nameOf } from './first-page.ts'
import { sayMetric, sayNumber } from './say-metric.ts'
import { type Block, figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** How far the numbers can be trusted: what they rest on, and what they do not. */
export function validitySection(report: Report): Section {
  return {
    title: 'How far to trust these numbers',
    blocks: [
      ...broken(report),
      say(
        'Void: the simulated customer failed the agent (left its card, or never answered), even after a retry. Fault: SAGE, a provider or the network failed. Neither counts in a rate; void counts against the gate `judged`, and harm counts in both. Misunderstood: the simulated customer understood something else than the agent reported.',
      ),
      figure(textTable([HEAD, ...report.agents.flatMap((agent) => row(report, agent.agent, nameOf(agent)))])),
      ...notJudged(report),
      ...ownLimits(report),
      say(judges(report)),
      ...outdated(report),
      ...notRated(report),
      ...agreement(report),
      ...entrants(report),
      say(
        `Rules version ${report.versions.rules}. Packs: ${Object.entries(report.versions.packs)
          .map(([id, hash]) => `${id} ${hash.slice(0, 12)}`)
          .join(
            ', ',
          )}. Intervals are 95 % intervals over cases; numbers whose intervals overlap may differ by chance alone (use sage compare).`,
      ),
    ],
  }
}

/** What is not as it should be with the run as a whole. */
function broken({ mixed, stopped, restarted }: Report): readonly Block[] {
  return [
    ...(mixed === undefined
      ? []
      : [
          say(
            `${mixed.join('; ')} while the run was stopped, so its conversations are not all comparable.`,
            'Mixed',
          ),
        ]),
    ...(stopped === undefined
      ? []
      : [
          say(
            `the run was stopped (${stopped.because}); ${stopped.left} conversations are missing.`,
            'Unfinished',
          ),
        ]),
    ...(restarted === undefined
      ? []
      : [
          say(
            `${restarted} conversations were restarted: an agent gave different answers when its conversation was replayed.`,
            'Restarted',
          ),
        ]),
  ]
}

/** What no number of conversations with made-up customers can show, and how far these results reach. */
function ownLimits({ agents, suite, validity, versions }: Report): readonly Block[] {
  const desks = Object.keys(versions.packs).length
  const unread = validity.agents.flatMap(({ agent, not_judged, judged }) => {
    const most = Math.max(0, ...Object.values(not_judged))
    return most === 0 ? [] : [`${agent} ${most} of ${judged}`]
  })
  const why =
    unread.length === 0
      ? ''
      : ` At most, by agent, one rule was left open in: ${unread.join('; ')}. sage score <run> --reader <model> reads more of the words.`
  const repeats = Math.max(1, ...agents.map(({ metrics }) => runsOf(metrics['outcome_accuracy'])))
  return [
    say(
      'simulated customers keep to a card and a list of tactics. They do not show how often such customers write, what real ones think of next, or how they take bad news; a scripted one repeats its wordings. What they show is what the agent does in situations that the procedure decides.',
      'What synthetic customers cannot show',
    ),
    say(
      `outcome, path and words of voided and faulted conversations, and rules whose evidence is words that could not be read.${why}`,
      'What was not judged, and why',
    ),
    say(
      `to the ${desks === 1 ? 'desk' : `${desks} desks`} and the cases of suite ${suite}, ${repeats === 1 ? 'run once' : `run ${repeats} times`}, with these versions of packs and rules. Intervals are over cases like these; another desk, another language, real traffic or a later model may differ, and repeating the same cases says nothing about other cases.`,
      'How far it reaches',
    ),
  ]
}

const runsOf = (entry: Report['agents'][number]['metrics'][string] | undefined): number =>
  entry !== undefined && 'runs' in entry && Array.isArray(entry.runs) ? entry.runs.length : 1

const HEAD = [
  'agent',
  'conversations',
  'passed',
  'failed',
  'could not tell',
  'void',
  'fault',
  'misunderstood',
]

const row = ({ validity }: Report, id: string, name: string): readonly (readonly string[])[] =>
  validity.agents
    .filter(({ agent }) => agent === id)
    .map(({ trials, results, voided, faulted, misunderstandings: { hits, of } }) => [
      name,
      ...[trials, results.passed, results.failed, results.could_not_tell, voided, faulted].map(String),
      of === 0 ? 'not known' : `${hits} of ${of} turns`,
    ])

const nameOfRule = (id: string): string =>
  rulesOfEveryDesk().find((rule) => rule.id === id)?.words.name ?? id.replaceAll('_', ' ')

function notJudged({ agents, validity }: Report): readonly Block[] {
  const apart = agents.filter(({ tools }) => tools === 'own').map(({ agent }) => agent)
  const rows = validity.agents
    .filter(({ agent }) => !apart.includes(agent))
    .flatMap(({ agent, judged, not_judged }) =>
      Object.entries(not_judged).map(([rule, trials]) => [
        agent,
        nameOfRule(rule),
        `${trials} of ${judged} conversations`,
      ]),
    )
  const own = apart.length === 0 ? [] : [say(`${OWN_TOOLS_NOT_JUDGED}: ${apart.join(', ')}.`, 'Own tools')]
  if (rows.length === 0 && own.length > 0 && apart.length === agents.length) return own
  return rows.length === 0
    ? [...own, say('No rule was left open in a judged conversation.')]
    : [
        ...own,
        say(
          'Rules that could not be told in some conversations. Those conversations stand at the ends of their rates:',
        ),
        figure(textTable([['agent', 'rule', 'not judged'], ...rows])),
      ]
}

function judges(report: Report): string {
  if (report.validity.judges.length === 0) return 'No judge rated the words.'
  const names = report.validity.judges.map(({ judge }) => judge).join(', ')
  const note = diagnosticNote(report)
  return `Words were rated by ${names}${note}${note === '' ? '' : ': treat these ratings as hints; gates cannot use them'}.`
}

function outdated({ validity }: Report): readonly Block[] {
  const names = validity.judges.filter((each) => each.outdated === true).map(({ judge }) => judge)
  return names.length === 0
    ? []
    : [
        say(
          `${names.join(', ')}: calibrated with another version of the prompt, which no longer applies. Rate labelled conversations again with sage score --judge, then run sage calibrate.`,
          'Calibration',
        ),
      ]
}

/** Judges that are models, with what they gave and what they did not. */
function notRated({ validity }: Report): readonly Block[] {
  const counted = validity.judges.filter(({ rated }) => rated !== undefined)
  if (counted.length === 0) return []
  const rows = counted.map(({ judge, calibrated, rated = 0, not_rated = {} }) => [
    judge,
    calibrated ? 'yes' : 'no',
    String(rated),
    Object.entries(not_rated)
      .map(([because, times]) => `${times} ${because}`)
      .join(', ') || 'none',
  ])
  return [figure(textTable([['judge', 'calibrated', 'ratings', 'not given'], ...rows]))]
}

function agreement({ validity }: Report): readonly Block[] {
  if (validity.agreement === undefined) return []
  const rows = validity.agreement.map(({ dimension, n, difference, kappa, alpha }) => [
    dimension,
    ...[difference, kappa, alpha].map(sayFigure),
    String(n),
  ])
  return [
    say(
      'How well judges agree: mean absolute difference (0 is best), kappa of good or not, Krippendorff’s alpha (1 is best).',
    ),
    figure(textTable([['dimension', 'difference', 'kappa', 'alpha', 'rated by several'], ...rows])),
  ]
}

/** A judge that sits over its own conversations is named, whether or not it could be measured. */
function entrants({ validity }: Report): readonly Block[] {
  const own = validity.judges.flatMap(({ judge, own: agents = [] }) =>
    agents.length === 0 ? [] : [`${judge} also plays ${agents.join(', ')}`],
  )
  if (own.length === 0) return []
  const found = (validity.self_preference ?? []).map(
    ({ judge, against, confounded, difference }) =>
      `${judge} ${sayFigure(difference)}${against.length === 0 ? '' : `, compared with ${against.join(', ')}${confounded ? ' (also entrants, so their own preferences are mixed in)' : ''}`}`,
  )
  return [
    say(
      `Judges that are entrants: ${own.join('; ')}. Self-preference (above 0: the judge favours its own agents more than other judges do): ${found.join('; ')}.`,
    ),
  ]
}

const sayFigure = (metric: Metric): string => (metric.value === null ? sayMetric(metric) : sayNumber(metric))
