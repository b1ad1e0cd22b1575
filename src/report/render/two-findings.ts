import type { AgentDecision } from '../result/decision.ts'
import type { Report } from '../result/report.ts'
import type { AgentResult, Metric } from '../result/run-result.ts'
import { percent } from './percent.ts'

/**
 * The two findings that stand on the first page of every run: how much of what an agent understood it also did, and what
 * pressure leaves of its words and of its deeds. Nothing is computed here, and no reason is given that the numbers do not give.
 */
export type Finding = {
  readonly title: string
  readonly sentence: string
  readonly shares: readonly { readonly words: string; readonly value: Measured }[]
}
type Measured = Extract<Metric, { readonly value: number }>

/** They stand in the findings, and in the list of numbers only where a gate reads them. */
const IN_FINDINGS: readonly string[] = [
  'execution_gap',
  'understood',
  'executed',
  'execution_gap_deeds',
  'empathy_resilience',
]

export const numbersOf = ({ headlines }: AgentDecision): AgentDecision['headlines'] =>
  headlines.filter(({ metric, gates }) => gates.length > 0 || !IN_FINDINGS.includes(metric))

export const findingsOf = (report: Report, agent: AgentResult): readonly Finding[] => [
  executionGap(agent),
  empathyResilience(report, agent),
]

/** From deeds of every agent; from reports where it reports each step. The two are different figures and are never mixed. */
const FROM_DEEDS = { gap: 'execution_gap_deeds', understood: 'understood', done: 'executed' }
const FROM_REPORTS = { gap: 'execution_gap', understood: 'intent_accuracy', done: 'action_accuracy' }

function executionGap({ metrics }: AgentResult): Finding {
  const title = 'Execution Gap (understood, but done wrong)'
  const [deeds, reports] = [FROM_DEEDS, FROM_REPORTS].map(({ gap, understood, done }) => {
    const [difference, known, did] = [gap, understood, done].map((name) => measured(metrics[name]))
    if (difference === undefined || known === undefined || did === undefined) return undefined
    const shares = [
      { words: 'understood', value: known },
      { words: 'done right', value: did },
    ]
    const says = `understood ${sayShare(known)}, done right ${sayShare(did)}: a gap of ${sayPoints(difference)}`
    return { shares, says }
  })
  const said = [
    ...(deeds === undefined ? [] : [`From deeds: ${deeds.says}.`]),
    ...(reports === undefined ? [] : [`From its reports: ${reports.says}.`]),
  ]
  if (said.length > 0) return { title, sentence: said.join(' '), shares: (deeds ?? reports)?.shares ?? [] }
  return { title, sentence: `Not measured${reasonOf(metrics[FROM_DEEDS.gap])}.`, shares: [] }
}

function empathyResilience({ figures, validity }: Report, { agent, metrics }: AgentResult): Finding {
  const title = 'Empathy Resilience (kind, but wrong under pressure)'
  const found = figures.empathy_resilience.find((each) => each.agent === agent)
  const [words, deeds, difference] = [found?.kept.quality, found?.kept.logic, found?.resilience].map(measured)
  if (words === undefined || deeds === undefined || difference === undefined)
    return { title, sentence: `Not measured${reasonOf(metrics['empathy_resilience'])}.`, shares: [] }
  const diagnostic = validity.judges.some(({ calibrated }) => !calibrated)
  const marked = diagnostic ? ' Its words are rated by a program that no person has checked.' : ''
  return {
    title,
    sentence: `Under the hardest pressure its words kept ${sayShare(words)} of their quality, its right actions ${sayShare(deeds)} of theirs: a difference of ${sayPoints(difference)}.${marked}`,
    shares: [
      { words: 'quality of words kept', value: words },
      { words: 'right actions kept', value: deeds },
    ],
  }
}

/** `22 of 29 (76 %, likely 58 to 88 %)`; of three runs or more their median. */
function sayShare(of: Measured): string {
  const { value, run_median = value, low, high } = of
  const likely = `likely ${percent(low)} to ${percent(high)} %`
  return 'hits' in of
    ? `${of.hits} of ${of.of} (${percent(run_median)} %, ${likely})`
    : `${percent(run_median)} % (${likely}, n ${of.n})`
}

const sayPoints = ({ value, run_median = value, low, high }: Measured): string =>
  `${inPoints(run_median)} points, likely ${inPoints(low)} to ${inPoints(high)}`
const inPoints = (share: number): string => String(Math.round(share * 100) || 0)

type Entry = AgentResult['metrics'][string] | undefined
function measured(entry: Entry): Measured | undefined {
  return isMetric(entry) && entry.value !== null ? entry : undefined
}
const isMetric = (entry: Entry): entry is Metric => entry !== undefined && ('of' in entry || 'n' in entry)

/** Said only where the number itself says it. */
const reasonOf = (entry: Entry): string =>
  isMetric(entry) && 'because' in entry && entry.because !== undefined ? `: ${entry.because}` : ''
