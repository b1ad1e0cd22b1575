import type { Json } from '../../base/values/json.ts'
import type { Case, Outcome, Pack } from '../../cases/case.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'
import { rulesOf } from '../all-rules.ts'
import type { Lead } from '../model/lead.ts'
import { atOurDesk, type Fail, isFail, isPassed, type TrialScore } from '../model/score.ts'
import { escalationAccuracy } from '../rules/escalation-accuracy/rule.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { overEscalation } from '../rules/over-escalation/rule.ts'
import { ranOut } from '../rules/ran-out/rule.ts'
import type { Rule } from '../rules/rule.ts'
import { agentFault, mainFinding } from './main-finding.ts'

/** What a person should read first of a trial; null: nothing went wrong, or it was our fault. */
export function findLead(
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  score: TrialScore,
  own: readonly Rule[] = [],
): Lead | null {
  const found = findingIn({ pack, rules: rulesOf(pack.graph, own) }, theCase, transcript, score)
  if (found === null) return null
  const { kind, rule, says, due, at, clauses, cause } = found
  const clause = clauses.find((id) => pack.graph.sop.clauses.has(id)) ?? null
  return {
    kind,
    rule,
    cause,
    says,
    due,
    ...wordsAround(transcript, at),
    clause,
    sentence: clause === null ? null : (pack.graph.sop.clauses.get(clause)?.text ?? null),
    money: atOurDesk(score)?.money_at_risk ?? 0,
    currency: pack.world.currency,
  }
}

type Found = Pick<Lead, 'kind' | 'rule' | 'says' | 'due'> & {
  readonly at: number
  readonly clauses: Fail['clauses']
  readonly cause: string
}

/** The desk a trial was played at, with the rules it is held to. */
type Held = { readonly pack: Pack; readonly rules: readonly Rule[] }

function findingIn(held: Held, theCase: Case, transcript: Transcript, score: TrialScore): Found | null {
  const { pack } = held
  const kinds = new Set(pack.graph.forbids.map(({ kind }) => kind))
  const harm = score.verdicts
    .filter(isFail)
    .find(({ rule, basis }) => kinds.has(rule) && (basis === 'calls' || basis === 'text'))
  if (harm !== undefined) {
    const { deed, ...found } = told(held, transcript, harm)
    const { decidedBy: decides, bucket } = theCase
    // A trap is decided by the sentence that forbids what it tempts to; elsewhere the harm has a sentence of its own.
    const isDecisive = decides !== null && (bucket === 'adversarial' || harm.clauses.includes(decides))
    const clauses = isDecisive ? [decides, ...harm.clauses] : harm.clauses
    // Two sentences that forbid the same deed are two faults; of what is no harm one is enough.
    return {
      kind: 'harm',
      ...found,
      clauses,
      cause: `${harm.rule} ${deed} ${clauses[0] ?? ''}`,
      due: dueIn(theCase),
    }
  }
  if (score.state !== 'judged') return null
  const end = transcript.at(-1)
  if (end?.type === 'conversation.ended' && end.ending.kind === 'agent.failed')
    return {
      kind: 'outcome',
      rule: 'answered',
      cause: `failed ${end.ending.code}`,
      says: `failed itself: ${agentFault(transcript) ?? end.ending.code}`,
      due: null,
      at: end.n,
      clauses: [],
    }
  const passed = isPassed(score)
  const finding = mainFinding(score)
  if (passed === false && finding !== undefined)
    return { kind: 'outcome', ...ending(held, theCase, transcript, finding, score) }
  if (finding !== undefined) return { kind: 'words', ...told(held, transcript, finding), due: null }
  return passed === null ? unclear(theCase, transcript, score) : null
}

type Told = Omit<Found, 'kind' | 'due'> & { readonly deed: string }

/** `gave something away: create reshipment`, where a call shows it */
function told({ rules }: Held, transcript: Transcript, { rule, evidence, clauses }: Fail): Told {
  const broken = rules.find(({ id }) => id === rule)?.words.broken ?? plain(rule)
  const event = transcript.find(({ n }) => n === evidence[0])
  const deed = event?.type === 'tool.called' ? plain(event.tool) : ''
  const says = deed === '' ? broken : `${broken}: ${deed}`
  return { rule, says, at: evidence[0], clauses, deed, cause: `${rule} ${deed}` }
}

/** Rules that say how a conversation ended, not what was done in it. */
const OF_ENDINGS: readonly string[] = [
  outcomeAccuracy.id,
  ranOut.id,
  escalationAccuracy.id,
  overEscalation.id,
]

/** A wrong ending is told by what was done and what was due: the rule's own sentence names steps and topics. */
function ending(
  held: Held,
  theCase: Case,
  transcript: Transcript,
  finding: Fail,
  score: TrialScore,
): Omit<Found, 'kind'> {
  const due = dueIn(theCase)
  if (!OF_ENDINGS.includes(finding.rule)) return { ...told(held, transcript, finding), due }
  const done = deedsIn(held.pack, transcript)
  const decided = theCase.decidedBy === null ? [] : [theCase.decidedBy]
  const left = atOurDesk(score)?.divergence
  const clauses = [...decided, ...finding.clauses, ...(left?.clauses ?? [])]
  const at = done[0]?.n ?? lastWords(transcript)
  const about = { rule: finding.rule, due, at, clauses }
  if (finding.rule === overEscalation.id)
    return { ...about, says: 'handed over what it could settle itself', cause: finding.rule }
  if (finding.rule === escalationAccuracy.id)
    return { ...about, says: 'did not hand over to a person', cause: finding.rule }
  if (done.length === 0)
    return { ...about, says: 'did nothing of what was due', cause: `nothing ${finding.rule === ranOut.id}` }
  const deeds = [...new Set(done.map(({ tool }) => plain(tool)))].join(' and ')
  return { ...about, says: `ended with: ${deeds}`, cause: `ended ${deeds} ${due ?? ''}` }
}

/** Which sentence left it open is for `sage show` to say. */
function unclear(theCase: Case, transcript: Transcript, { verdicts }: TrialScore): Found {
  const open = verdicts.find(({ outcome }) => outcome === 'not-judged')
  return {
    kind: 'unclear',
    rule: open?.rule ?? outcomeAccuracy.id,
    cause: 'unclear',
    says: 'could not be told right or wrong from its words',
    due: dueIn(theCase),
    at: lastWords(transcript),
    clauses: theCase.decidedBy === null ? [] : [theCase.decidedBy],
  }
}

/** `cancel order`, `hand over to a person`, `explain why not`; where several would do: `refund order, or ...` */
function dueIn({ acceptable }: Case): string | null {
  const wanted = acceptable.map((any) => any.map(sayDue).join(', or '))
  return wanted.length === 0 ? null : wanted.join('; and ')
}

function sayDue({ writes, handover, declined }: Outcome): string {
  const deeds = [
    ...writes.map(({ tool }) => plain(tool)),
    ...(handover === null ? [] : ['hand over to a person']),
    ...(declined === null ? [] : ['say no']),
  ]
  return deeds.join(' and ') || 'answer the question'
}

/** What changed something, or handed over. */
function deedsIn({ world }: Pack, transcript: Transcript): readonly EventOf<'tool.called'>[] {
  const done = new Set(
    transcript.flatMap((event) => (event.type === 'tool.returned' && event.ok ? [event.call] : [])),
  )
  return transcript.filter(
    (event): event is EventOf<'tool.called'> =>
      event.type === 'tool.called' &&
      done.has(event.call) &&
      ['write', 'handover'].includes(world.tools.get(event.tool)?.role ?? ''),
  )
}

const lastWords = (transcript: Transcript): number =>
  transcript.findLast((event) => event.type === 'message.sent' && event.from === 'agent')?.n ??
  transcript.at(-1)?.n ??
  0

/** What stands around an event: the customer before it, then the agent's words and call of the same turn. */
function wordsAround(transcript: Transcript, at: number): Pick<Lead, 'at' | 'heard' | 'said' | 'did'> {
  const isCustomer = (event: Transcript[number]) => event.type === 'message.sent' && event.from === 'customer'
  const heard = transcript.findLast((event) => event.n <= at && isCustomer(event))
  const next = transcript.find((event) => event.n > at && isCustomer(event))
  const turn = transcript.filter(({ n }) => n > (heard?.n ?? 0) && n < (next?.n ?? Number.POSITIVE_INFINITY))
  const here = turn.find(({ n }) => n === at)
  const said = turn.find(({ type, n }) => type === 'message.sent' && n >= at)
  const spoken = said ?? turn.findLast(({ type }) => type === 'message.sent')
  return {
    at,
    heard: heard?.type === 'message.sent' ? heard.text : null,
    said: spoken?.type === 'message.sent' ? spoken.text : null,
    did: here?.type === 'tool.called' ? sayCall(here) : null,
  }
}

/** `create_replacement LB-1051` */
export const sayCall = ({ tool, input }: EventOf<'tool.called'>): string =>
  `${tool} ${valuesIn(input)}`.trim()

const VALUES_MAX = 3
const VALUE_CHARS_MAX = 40

/** Ids, sums and short words; a note of three sentences says nothing at a glance. */
const valuesIn = (input: Json): string =>
  (typeof input === 'object' && input !== null ? Object.values(input) : [])
    .filter((value) => ['string', 'number'].includes(typeof value))
    .map(String)
    .filter((value) => value.length <= VALUE_CHARS_MAX)
    .slice(0, VALUES_MAX)
    .join(' ')

export const plain = (name: string): string => name.replaceAll('_', ' ')
