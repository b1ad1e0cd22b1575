import { explainCommand } from '../../base/shell.ts'
import { CATASTROPHES } from '../../graph/model/catastrophes.ts'
import { type MetricName, metricNamed } from '../../metrics/all-metrics.ts'
import { RULES_OF_EVERY_DESK } from '../../verdicts/all-rules.ts'
import type { BrokenSentence, Report, WorstConversation } from '../result/report.ts'
import { type AgentResult, Metric, type RunResult } from '../result/run-result.ts'
import { wasCompared } from '../result/was-compared.ts'
import { unjudgedDeeds } from './say-gate.ts'
import { type Band, measured, sayRate } from './say-metric.ts'
import { sayRuns, sayTrials } from './say-runs.ts'
import { type Block, type Item, list, type Section, say } from './section.ts'

/** The first lines, for a support manager who reads no code and no statistics. */

const SHOWN_MAX = 3

/** `store`: where the run is kept, where that is not the usual place. */
export function firstPage(report: Report, store: string | null): readonly Section[] {
  return [
    {
      title: `Run ${report.run}`,
      blocks: [
        ...unjudgedDeeds(report).map((text) => say(text, 'Beware')),
        say(sayTested(report), 'What was tested'),
        ...unfinished(report),
      ],
    },
    ...subjectsOf(report).map((agent) => agentPage(agent, report, store)),
  ]
}

/** Whom the first page is about: never an instrument where there is anybody else. */
export function subjectsOf({ agents }: Report): readonly AgentResult[] {
  const candidates = agents.filter(({ kind }) => kind !== 'instrument')
  return candidates.length === 0 ? agents : candidates
}

export const nameOf = (result: AgentResult): string => {
  const notes = notesOn(result)
  return notes === '' ? result.agent : `${result.agent} (${notes})`
}

/** What sets an agent apart: built in, told the SOP in another way than whole, or at work in another back office. */
export const notesOn = ({ kind, sop, tools }: Pick<AgentResult, 'kind' | 'sop' | 'tools'>): string =>
  [
    ...(kind === 'agent' ? [] : [kind]),
    ...(sop === undefined ? [] : [sop === 'steps' ? 'aided: sop steps' : `sop ${sop}`]),
    ...(tools === undefined ? [] : [`${tools} tools`]),
  ].join(', ')

/** Shown only the sentences now due: what the graph's state would buy, no agent of its own. */
export const isAided = ({ sop }: Pick<AgentResult, 'sop'>): boolean => sop === 'steps'

export function sayTested(report: Report): string {
  const { agents, trials, suite, versions } = report
  const packs = Object.keys(versions.packs)
  const instruments = agents.filter(({ kind }) => kind === 'instrument').map(({ agent }) => agent)
  const who = `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`
  const desks = `${packs.length === 1 ? 'the desk' : `${packs.length} desks:`} ${packs.join(', ')}`
  const built =
    instruments.length === 0
      ? ''
      : ` Instruments (built-in agents that test the benchmark itself, never ranked): ${instruments.join(', ')}.`
  const helped = agents.filter(isAided).map(({ agent }) => agent)
  const aided =
    helped.length === 0
      ? ''
      : ` Aided agents (shown only the sentences that are due, never ranked): ${helped.join(', ')}.`
  return `${who} held ${grouped(trials)} conversations ${suite.startsWith('import ') ? 'that were recorded elsewhere' : `with simulated customers of ${desks}`} (suite ${suite}): ${sayTrials(report)}.${built}${aided}`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

const unfinished = ({ finished_at }: Report): readonly Block[] =>
  finished_at === null
    ? [say('This run is not finished. The numbers below count the trials stored so far.')]
    : []

function agentPage(agent: AgentResult, report: Report, store: string | null): Section {
  const own = <T extends { readonly agent: string }>(entries: readonly T[]): readonly T[] =>
    entries.filter((entry) => entry.agent === agent.agent)
  const broken = own(report.broken)
  const worst = own(report.worst).slice(0, SHOWN_MAX)
  return {
    title: nameOf(agent),
    blocks: [
      ...warnings(agent, report).map((text) => say(text, 'Beware')),
      ...agentSentences(agent, report.own_metrics).map(({ lead, text }) => say(text, lead)),
      ...(agent.tools === 'own' ? [] : [say(breaks(broken, neverLeft(report, agent)), 'Where it breaks')]),
      ...(broken.length === 0
        ? []
        : [list(broken.slice(0, SHOWN_MAX).map((each) => sentenceItem(each, store)))]),
      ...(worst.length === 0
        ? []
        : [
            say('the worst conversations, each with the command that explains it:', 'Read first'),
            list(worst.map((each) => conversationItem(each, store))),
          ]),
    ],
  }
}

/** What a reader must know before any number: the agent did not work, or did not say what the protocol asks for. */
export function warnings(
  { agent }: Pick<AgentResult, 'agent'>,
  { validity }: Pick<RunResult, 'validity'>,
): readonly string[] {
  const found = validity.agents.find((each) => each.agent === agent)
  if (found === undefined) return []
  const { judged, failed = {}, reports } = found
  const total = Object.values(failed).reduce((sum, count) => sum + count, 0)
  const codes = Object.entries(failed).map(([code, count]) => `${code}: ${count}`)
  return [
    ...(total === 0
      ? []
      : [
          `the agent itself failed in ${total === judged ? `all ${judged}` : `${total} of ${judged}`} conversations (${codes.join(', ')}).${total === judged ? ' The numbers say nothing about how it would behave if it worked.' : ''}`,
        ]),
    ...(reports === undefined || reports.of === 0 || reports.hits >= reports.of / 2
      ? []
      : [
          `the declared protocol asks for a report of each turn, and the agent reported ${reports.hits} of ${reports.of}. What it understood is known of those alone. Send reports (docs/agents.md), or run with --protocol observed.`,
        ]),
  ]
}

type Sentence = { readonly lead: string; readonly text: string }

/** Four of the five sentences of the first page; the first says what was tested. */
export const agentSentences = (agent: AgentResult, own?: RunResult['own_metrics']): readonly Sentence[] =>
  agent.tools === 'own'
    ? ownToolsSentences(agent, own)
    : [
        { lead: 'Safety', text: safety(agent) },
        { lead: 'Escalation', text: escalation(agent) },
        { lead: 'Resolution', text: resolution(agent) },
        { lead: 'What needless handovers cost', text: handoverCost(agent) },
      ]

export const OWN_TOOLS_NOT_JUDGED =
  'safety, escalation, resolution, outcome, path, actions, policy and money need this desk’s records and tools'

/** Without our records nothing may be said of what it did: "no conversation had to go to a human" would be false. */
function ownToolsSentences(
  { metrics }: AgentResult,
  own: RunResult['own_metrics'] = [],
): readonly Sentence[] {
  const rules = [...OF_EVERY_DESK, ...own.filter(({ rule }) => rule !== undefined)]
  const rates: readonly (readonly [metric: MetricName, says: string])[] = [
    ['intent_accuracy', 'correctly reported intents:'],
    ['field_accuracy', 'correctly reported fields:'],
    ['phantom_action', 'actions it claimed but did not take:'],
    ['false_handover', 'handovers it claimed but did not make:'],
    ['leaked_internal', 'internal information leaked:'],
  ]
  const known = rates.flatMap(([metric, says]) => {
    const rate = measured(metrics, metric)
    return rate === undefined ? [] : [`${says} ${sayRate(rate)}`]
  })
  return [
    {
      lead: 'Not judged',
      text: `the agent used its own tools, and ${OWN_TOOLS_NOT_JUDGED}. To have them judged, let the agent call this desk’s tools.`,
    },
    {
      lead: 'Judged',
      text: known.length === 0 ? 'nothing.' : `${known.join('; ')}.`,
    },
    { lead: 'Rules broken', text: brokenRules(metrics, rules) },
    ...unreadRules(metrics, rules),
  ]
}

type Counted = Pick<NonNullable<RunResult['own_metrics']>[number], 'name' | 'words' | 'rule'>
const OF_EVERY_DESK: readonly Counted[] = RULES_OF_EVERY_DESK.map(({ id, words, counted }) => ({
  name: id,
  words: words.name,
  rule: counted.of === 'turns' ? 'turns' : counted.hits,
}))

/** Every rule that was broken, by name and count. Without our records there is no sentence of the SOP to list them by. */
function brokenRules(metrics: AgentResult['metrics'], rules: readonly Counted[]): string {
  const broken = rules.flatMap(({ name, rule, words }) => {
    const rate = measured(metrics, name)
    if (rate === undefined || !('hits' in rate)) return []
    const times = rule === 'passes' ? rate.of - rate.hits : rate.hits
    const unit = rule === 'turns' ? 'turns' : 'conversations'
    return times === 0 ? [] : [`${words.toLowerCase()} (${name}) in ${times} of ${rate.of} ${unit}`]
  })
  return broken.length === 0 ? 'none of those that could be judged.' : `${broken.join('; ')}.`
}

/** Rules on words that too many conversations left open: neither broken nor kept. */
function unreadRules(metrics: AgentResult['metrics'], rules: readonly Counted[]): readonly Sentence[] {
  const unread = rules.flatMap(({ name: id }) => {
    const { data } = Metric.safeParse(metrics[id])
    if (data?.value === null) return data.because === undefined ? [] : [`${id} (${data.because})`]
    if (data === undefined || !('hits' in data) || data.not_judged === undefined) return []
    const all = data.of + data.not_judged
    return data.not_judged > all / 4 ? [`${id} (${data.not_judged} of ${all} could not be told)`] : []
  })
  return unread.length === 0 ? [] : [{ lead: 'Left open', text: `${unread.join('; ')}.` }]
}

function safety({ metrics }: AgentResult): string {
  const unsafe = measured(metrics, 'unsafe_actions')
  if (unsafe === undefined)
    return `when tempted: ${notMeasured(metrics, 'unsafe_actions')}.${sayKinds(metrics)}`
  const runs = sayRuns(unsafe)
  const band = 'band' in unsafe && unsafe.band !== undefined ? ` ${countsAs(unsafe.band)}` : ''
  const rests = band === '' || runs === undefined ? band : `${band.slice(0, -1)} (${runs}).`
  return `when tempted, the agent did what the procedure forbids, or closed with the work undone, in ${sayRate(unsafe)} conversations.${rests}${sayKinds(metrics)}`
}

/** Which harm was done, and how often, in all conversations; nothing where none was done. */
function sayKinds(metrics: AgentResult['metrics']): string {
  const own = Object.keys(metrics).filter((name) => name.startsWith('catastrophe.'))
  const kinds = [...CATASTROPHES, ...own].flatMap((name) => {
    const rate = measured(metrics, name)
    return rate === undefined || !('hits' in rate) || rate.hits === 0
      ? []
      : [`${(metricNamed(name)?.words ?? name).toLowerCase()} ${rate.hits}`]
  })
  return kinds.length === 0 ? '' : ` In all conversations: ${kinds.join(', ')}.`
}

const countsAs = (band: Band): string =>
  band === 'unclear' ? 'That is not enough to say how safe it is.' : `That counts as ${band}.`

/** Why there is nothing is said only where the number itself says it: a guess would be read as a finding. */
function notMeasured(metrics: AgentResult['metrics'], name: MetricName): string {
  const { data } = Metric.safeParse(metrics[name])
  const because = data?.value === null && 'because' in data ? data.because : undefined
  return because === undefined ? 'not measured' : `not measured, ${because}`
}

function escalation({ metrics }: AgentResult): string {
  const due = measured(metrics, 'escalation_accuracy')
  const over = measured(metrics, 'over_escalation')
  const handed =
    due === undefined
      ? `handovers that were due: ${notMeasured(metrics, 'escalation_accuracy')}`
      : `of the conversations that need a human, the agent handed over ${sayRate(due)} in time`
  const needless =
    over === undefined ? '' : `; of those it could settle itself, it needlessly handed over ${sayRate(over)}`
  return `${handed}${needless}.`
}

function resolution({ metrics }: AgentResult): string {
  const solved = measured(metrics, 'resolution')
  return solved === undefined
    ? `${notMeasured(metrics, 'resolution')}.`
    : `of the conversations it could settle itself, the agent settled ${sayRate(solved)} as the procedure asks.`
}

/** A common figure for picking up somebody else's ticket; said aloud, so that a manager can put in their own. */
const MINUTES_A_HANDOVER = 10
const TICKETS = 1_000

function handoverCost({ metrics }: AgentResult): string {
  const over = measured(metrics, 'over_escalation')
  if (over === undefined) return `${notMeasured(metrics, 'over_escalation')}.`
  const tickets = (share: number): string => grouped(Math.round(share * TICKETS))
  const hours = (share: number): string => grouped(Math.round((share * TICKETS * MINUTES_A_HANDOVER) / 60))
  if (over.value === 0)
    return `none were seen. The interval allows up to ${tickets(over.high)} in ${grouped(TICKETS)} tickets that the agent could settle itself.`
  return `of ${grouped(TICKETS)} tickets it could settle itself, people would get ${tickets(over.value)} (likely ${tickets(over.low)} to ${tickets(over.high)}); at ${MINUTES_A_HANDOVER} minutes each that is ${hours(over.value)} ${hours(over.value) === '1' ? 'hour' : 'hours'} of their work (likely ${hours(over.low)} to ${hours(over.high)}).`
}

/** Where no sentence is named: said of an agent only if every conversation passed and was compared step by step. */
export function neverLeft({ validity }: Report, agent: AgentResult): string {
  const found = validity.agents.find((each) => each.agent === agent.agent)
  if (found === undefined || found.judged === 0) return 'not known: no conversation was judged.'
  if (!wasCompared(agent))
    return 'not known: no conversation could be compared with the procedure step by step.'
  return found.results.passed === found.judged
    ? 'the agent never left the procedure.'
    : 'no conversation is known to have left the procedure at a sentence of it.'
}

function breaks(broken: readonly BrokenSentence[], never: string): string {
  const [first] = broken
  if (first === undefined) return never
  if (broken.length === 1) return 'the agent first left the procedure at one sentence:'
  return `the agent first left the procedure at ${broken.length} different sentences. The most frequent (${first.conversations}×) comes first:`
}

export function sentenceItem(broken: BrokenSentence, store: string | null): Item {
  const { conversations, pack, clauses, sentence, did, trials } = broken
  const where = clauses.length === 0 ? pack : `${pack} ${clauses.join(', ')}`
  return {
    text: `${conversations} ${conversations === 1 ? 'conversation' : 'conversations'} at ${where}`,
    ...(sentence === '' ? {} : { quote: sentence }),
    note: `What it did instead: ${did}`,
    ...(trials[0] === undefined ? {} : { command: explainCommand(trials[0], store) }),
  }
}

const conversationItem = (worst: WorstConversation, store: string | null): Item => ({
  text: `${worst.case} at intensity ${worst.intensity}: ${worst.says}`,
  ...(worst.sentence === null || worst.sentence === '' ? {} : { quote: worst.sentence }),
  ...(worst.did === null ? {} : { note: `What it did instead: ${worst.did}` }),
  command: explainCommand(worst.trial, store),
})
