import type { Case, Pack } from '../../cases/case.ts'
import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { actsToText } from '../../transcript/transcript-text.ts'
import {
  atOurDesk,
  type Divergence,
  type Fail,
  isFail,
  type TrialScore,
  type Verdict,
} from '../model/score.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { movesNothing } from './causes.ts'
import type { CustomerFault } from './failed-by-customer.ts'

/** The story of a verdict for a person who reads no code: about ten lines, each with the event it speaks of. */
export function explainTrial(pack: Pack, theCase: Case, transcript: Transcript, score: TrialScore): string {
  const lines = [
    `${who(transcript)}${theCase.id}: ${headline(score)}`,
    ...(theCase.card.requests.length === 0
      ? ['It was recorded elsewhere: the customer’s wishes are known from the words alone.']
      : [`The customer ${theCase.card.name} wants ${wishes(theCase)}. ${deciding(pack, theCase)}`]),
    ...wayOf(transcript, score),
    ...transcript.flatMap(failing),
    ...failures(score.verdicts),
    ...doubts(score),
    ...closing(pack, score),
  ]
  return `${lines.join('\n')}\n`
}

/** Of a void or faulted trial the way is not told: nothing in it counts. */
function wayOf(transcript: Transcript, score: TrialScore): readonly string[] {
  if (score.state !== 'judged') return []
  const took = transcript.find(({ type }) => type === 'fork.began')
  if (score.world === 'own' && took !== undefined && transcript[1]?.type === 'recording.opened')
    return [
      `The agent took over a recorded conversation at event ${took.n}: what came before is not judged, nor what needs the records.`,
    ]
  if (score.world === 'own')
    return ['The agent used its own tools, so verdicts that need our records are missing.']
  return score.divergence === null
    ? ['The agent never left the procedure.']
    : leaving(transcript, score.divergence)
}

/** Why an agent, or the way to it, gave no answer: in its own words, where it had any. */
const failing = (event: TranscriptEvent): readonly string[] =>
  event.type === 'fault.raised'
    ? [
        `At event ${event.n} ${event.side === 'agent' ? 'the agent' : `the ${event.side}`} failed (${event.code}): ${short(event.message, FAULT_CHARS_MAX)}`,
      ]
    : event.type === 'usage.recorded' && event.role === 'agent' && event.stopped === 'length'
      ? [`At event ${event.n} the agent's answer was cut at the token limit.`]
      : []

const who = ([start]: Transcript): string => (start?.type === 'trial.started' ? `${start.agent} in ` : '')

/** How the customer, or the desk, failed the agent. */
const VOID: Readonly<Record<string, string>> = {
  'unanswered-question': 'the customer never answered what it was asked',
  'unanswered-proposal': 'the customer never answered what was proposed',
  'against-card': 'the customer answered against its card',
  'desk-refused': 'the desk refused the very call that was due',
} satisfies Record<CustomerFault, string>

/** What became of a trial, in one line. */
export function headline(score: TrialScore): string {
  if (score.state === 'voided')
    return `void: ${VOID[score.code] ?? 'the customer did not keep to its card'}; how it ended does not count against the agent`
  if (score.state === 'faulted')
    return 'fault: SAGE, a provider or the network failed, or the record is broken; counted as missing, not against the agent'
  const failed = failedRules(score.verdicts)
  const outcome =
    score.outcome === 'not-judged' ? 'the outcome could not be judged' : `the outcome is ${score.outcome}`
  return failed.length === 0 ? `${outcome}, no rule broken` : `${outcome}; broken: ${failed.join(', ')}`
}

const failedRules = (verdicts: readonly Verdict[]): readonly string[] => [
  ...new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)),
]

const wishes = ({ card }: Case): string => card.requests.map(({ wants }) => wants).join(', and ')

function deciding(pack: Pack, { decidedBy }: Case): string {
  const sentence = decidedBy === null ? undefined : pack.graph.sop.clauses.get(decidedBy)?.text
  return sentence === undefined ? '' : `The SOP decides (${decidedBy}): "${sentence}"`
}

function leaving(transcript: Transcript, divergence: Divergence): readonly string[] {
  const { n, did, due, clauses, sentence, because } = divergence
  const event = transcript.find((each) => each.n === n)
  const instead = due.length === 0 ? 'nothing more was due' : `${due.join(', ')} was due`
  return [
    `It first left the procedure at event ${n}, where ${instead}.`,
    `  ${(event === undefined ? undefined : quoted(event)) ?? `There: ${did}`}`,
    ...(sentence === '' ? [] : [`  The sentence (${clauses[0]}): "${sentence}"`]),
    ...(because === null ? [] : [`  ${whyNot(because)}.`]),
  ]
}

const whyNot = (because: string): string =>
  because.startsWith(STILL_OPEN)
    ? `Still open at that moment:${because.slice(STILL_OPEN.length)}`
    : `What it did is for another situation: ${because}`
const STILL_OPEN = 'still open:'

/** What was said or done at an event, quoted; undefined: the event is neither. */
export function quoteAt(transcript: Transcript, n: number): string | undefined {
  const event = transcript.find((each) => each.n === n)
  return event === undefined ? undefined : quoted(event)
}

/** The failure of an agent that ended its conversation, in its own words. */
export function agentFault(transcript: Transcript): string | undefined {
  const fault = transcript.findLast((event) => event.type === 'fault.raised' && event.side === 'agent')
  return fault?.type === 'fault.raised' ? short(fault.message, FAULT_CHARS_MAX) : undefined
}

/**
 * The finding that matters most, in its rule's own sentence: what was done and what was due instead. A first cause before what
 * follows from it; what changed nothing about the ending after that; the outcome last, because it only says that something went wrong.
 */
export function mainFinding({ verdicts }: TrialScore): Fail | undefined {
  const failed = verdicts.filter(isFail)
  const causes = failed.filter(({ follows }) => follows === undefined)
  const telling = causes.filter(({ rule }) => rule !== outcomeAccuracy.id)
  return [...telling.filter(({ rule }) => !movesNothing(rule)), ...telling, ...causes, ...failed][0]
}

const QUOTED_CHARS_MAX = 160

function quoted(event: TranscriptEvent): string | undefined {
  if (event.type === 'message.sent')
    return `${event.from === 'agent' ? 'It said' : 'The customer said'}: "${short(event.text)}"`
  if (event.type === 'tool.called')
    return `It called ${event.tool} with ${short(JSON.stringify(event.input))}`
  if (event.type === 'step.reported') return `It reported: ${short(actsToText(event.report.action))}`
  return undefined
}

/** A stack trace of an agent's module has several lines. */
const FAULT_CHARS_MAX = 1000

const short = (text: string, max: number = QUOTED_CHARS_MAX): string =>
  text.length <= max ? text : `${text.slice(0, max)}...`

/** More than this and nobody reads on; the rest is counted. */
const FAILURES_MAX = 6

function failures(verdicts: readonly Verdict[]): readonly string[] {
  const failed = verdicts.filter(isFail)
  const lines = failed.slice(0, FAILURES_MAX).map(({ rule, because, evidence, clauses, basis, blame }) => {
    const where = `event${evidence.length > 1 ? 's' : ''} ${evidence.join(', ')}`
    const cited = clauses.length === 0 ? '' : `, ${clauses.join(', ')}`
    return `- ${rule} (${where}${cited}; by ${basis}${blame === 'sop' ? '; the SOP is to blame' : ''}): ${because}.`
  })
  return failed.length > FAILURES_MAX ? [...lines, `- and ${failed.length - FAILURES_MAX} more.`] : lines
}

function doubts({ verdicts, problems }: TrialScore): readonly string[] {
  const open = verdicts.filter((verdict) => verdict.outcome === 'not-judged')
  const unjudged =
    open.length === 0
      ? []
      : [`Not judged: ${open.map(({ rule, because }) => `${rule} (${because})`).join(', ')}.`]
  return problems.length === 0
    ? unjudged
    : [
        ...unjudged,
        `Problems in the record: ${problems.slice(0, 3).join('; ')}${problems.length > 3 ? '; ...' : ''}.`,
      ]
}

function closing(pack: Pack, score: TrialScore): readonly string[] {
  const desk = atOurDesk(score)
  if (desk === undefined) return []
  const { path, policy, money_at_risk } = desk
  const fitness = path === null ? '' : `path fitness ${path.fitness.toFixed(2)}, `
  const money =
    money_at_risk === 0 ? 'no money at risk' : `${money_at_risk.toFixed(2)} ${pack.world.currency} at risk`
  return [`In numbers: ${fitness}policy adherence ${policy.kept} of ${policy.of} sentences, ${money}.`]
}
