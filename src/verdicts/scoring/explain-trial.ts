import type { StepId } from '../../base/values/ids.ts'
import { actsOf, type ReadAct } from '../../base/values/reading.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { Transcript } from '../../transcript/event.ts'
import { rulesOf } from '../all-rules.ts'
import type { Lead } from '../model/lead.ts'
import { atOurDesk, isFail, isPassed, type TrialScore } from '../model/score.ts'
import type { Rule } from '../rules/rule.ts'
import { findLead, plain, sayCall } from './find-lead.ts'
import { headline } from './main-finding.ts'

/** The story of a verdict for a person who reads no code: what was due, what was done, which sentence, and how sure that is. */
export function explainTrial(
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  score: TrialScore,
  own: readonly Rule[] = [],
): string {
  const rules = rulesOf(pack.graph, own)
  const lead = findLead(pack, theCase, transcript, score, own)
  const lines = [
    `${who(transcript)}${theCase.id}: ${sayEnding(score, lead)}`,
    ...(theCase.card.requests.length === 0
      ? ['It was recorded elsewhere: the customer’s wishes are known from the words alone.']
      : [`The customer ${theCase.card.name} wants ${wishes(theCase)}. ${deciding(pack, theCase)}`.trim()]),
    ...elsewhere(transcript, score),
    ...(lead === null ? [] : first(lead)),
    ...(lead === null || lead.due === null ? [] : [`What was due: ${lead.due}.`]),
    `What was done: ${deeds(transcript)}.`,
    ...failing(transcript),
    ...others(pack, score, { lead, rules }),
    ...doubts(transcript, score, rules),
    ...closing(pack, score),
  ]
  return `${lines.join('\n')}\n`
}

const who = ([start]: Transcript): string => (start?.type === 'trial.started' ? `${start.agent} in ` : '')

function sayEnding(score: TrialScore, lead: Lead | null): string {
  if (score.state !== 'judged') return headline(score)
  const passed = isPassed(score)
  const word = passed === null ? 'could not be told' : passed ? 'passed' : 'failed'
  if (lead === null || lead.kind === 'unclear') return word
  return passed === false ? `${word}: ${lead.says}` : `${word}, but ${lead.says}`
}

const wishes = ({ card }: Case): string => card.requests.map(({ wants }) => wants).join(', and ')

function deciding(pack: Pack, { decidedBy }: Case): string {
  const sentence = decidedBy === null ? undefined : pack.graph.sop.clauses.get(decidedBy)?.text
  return sentence === undefined ? '' : `The handbook decides (${decidedBy}): "${sentence}"`
}

/** Where our records are not known, less can be said. */
function elsewhere(transcript: Transcript, score: TrialScore): readonly string[] {
  if (score.state !== 'judged' || score.world !== 'own') return []
  const tookOver = transcript.some(({ type }) => type === 'fork.began')
  return tookOver && transcript[1]?.type === 'recording.opened'
    ? [
        'The agent took over a recorded conversation: what came before is not judged, nor what needs the records.',
      ]
    : ['The agent used its own tools, so verdicts that need our records are missing.']
}

const first = ({ kind, heard, said, did, clause, sentence }: Lead): readonly string[] => [
  kind === 'unclear' ? 'How it ended:' : 'What went wrong first:',
  ...(heard === null ? [] : [`  customer  ${oneLine(heard)}`]),
  ...(did === null ? [] : [`  agent     -> ${did}`]),
  ...(said === null ? [] : [`  agent     ${oneLine(said)}`]),
  ...(sentence === null ? [] : [`  handbook  ${clause} "${sentence}"`]),
]

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Every call that was made, in order, and whether the desk refused it. */
function deeds(transcript: Transcript): string {
  const refused = new Set(
    transcript.flatMap((event) => (event.type === 'tool.returned' && !event.ok ? [event.call] : [])),
  )
  const calls = transcript.flatMap((event) =>
    event.type === 'tool.called' ? [`${sayCall(event)}${refused.has(event.call) ? ' (refused)' : ''}`] : [],
  )
  return calls.length === 0 ? 'nothing was called' : [...new Set(calls)].join('; ')
}

/** Why an agent, or the way to it, gave no answer: in its own words, where it had any. */
const failing = (transcript: Transcript): readonly string[] =>
  transcript.flatMap((event) =>
    event.type === 'fault.raised'
      ? [
          `${event.side === 'agent' ? 'The agent' : `The ${event.side}`} failed (${event.code}): ${event.message.slice(0, FAULT_CHARS_MAX)}`,
        ]
      : event.type === 'usage.recorded' && event.role === 'agent' && event.stopped === 'length'
        ? ['An answer of the agent was cut at the token limit.']
        : [],
  )
const FAULT_CHARS_MAX = 1000

/** More than this and nobody reads on; the rest is counted. */
const OTHERS_MAX = 6

/** Every other rule that it broke, in words. Why a deed is forbidden is a condition of the graph: the sentence says it better. */
function others(
  pack: Pack,
  { verdicts }: TrialScore,
  { lead, rules }: { readonly lead: Lead | null; readonly rules: readonly Rule[] },
): readonly string[] {
  const forbids = new Set(pack.graph.forbids.map(({ kind }) => kind))
  const failed = verdicts.filter(isFail).filter(({ rule }) => rule !== lead?.rule)
  const lines = failed.slice(0, OTHERS_MAX).map(({ rule, because, clauses, blame }) => {
    const words = rules.find(({ id }) => id === rule)?.words.broken ?? plain(rule)
    const why = forbids.has(rule) ? '' : `: ${withoutIds(pack, because)}`
    const cited = clauses.length === 0 ? '' : ` (${clauses.join(', ')})`
    return `  - ${words}${why}${cited}${blame === 'sop' ? '; the handbook contradicts itself there' : ''}`
  })
  const more = failed.length - lines.length
  return lines.length === 0 ? [] : ['Also:', ...lines, ...(more > 0 ? [`  - and ${more} more`] : [])]
}

/** `cancel/confirm_it` -> `confirm it`: a step's name says more than its id. */
const withoutIds = ({ graph }: Pack, text: string): string =>
  text.replace(/[\w.~-]+\/[\w.~-]+/g, (id) =>
    graph.steps.has(id as StepId) ? plain(id.slice(id.indexOf('/') + 1)) : id,
  )

/** More sentences than this decide nothing for a reader. */
const UNSURE_MAX = 3

function doubts(transcript: Transcript, score: TrialScore, rules: readonly Rule[]): readonly string[] {
  const { verdicts, problems } = score
  const open = [
    ...new Set(verdicts.filter(({ outcome }) => outcome === 'not-judged').map(({ rule }) => rule)),
  ]
  const names = open.map(
    (rule) => rules.find(({ id }) => id === rule)?.words.name.toLowerCase() ?? plain(rule),
  )
  const words = open.length === 0 || score.state !== 'judged' ? [] : unsureWords(transcript)
  const shown = words.slice(-UNSURE_MAX).map(({ words: said, perhaps, chance }) => {
    const sure = chance === null ? '' : `, with a chance of ${chance.toFixed(2)}`
    return `  "${said}": ${perhaps === null ? 'could not be read' : `perhaps ${perhaps}${sure}`}`
  })
  return [
    ...(names.length === 0 ? [] : [`Could not be told: ${names.join(', ')}.`]),
    ...(shown.length === 0
      ? []
      : [
          'It depends on these words:',
          ...shown,
          'Read them and say what they mean in the browser (sage open), or let a model read: sage score latest --reader <provider:model>',
        ]),
    ...(problems.length === 0 ? [] : [`Problems in the record: ${problems.slice(0, 3).join('; ')}.`]),
  ]
}

function closing(pack: Pack, score: TrialScore): readonly string[] {
  const money = atOurDesk(score)?.money_at_risk ?? 0
  return money === 0 ? [] : [`At risk: ${money.toFixed(2)} ${pack.world.currency}.`]
}

/** A sentence of the agent that was read as something, but not for sure, or not at all. */
type UnsureWords = {
  readonly words: string
  /** what it may say; null: it could not be read */
  readonly perhaps: string | null
  /** how likely that is; null: its reader gives no chance */
  readonly chance: number | null
}

function unsureWords(transcript: Transcript): readonly UnsureWords[] {
  const texts = new Map(
    transcript.flatMap((event) => (event.type === 'message.sent' ? [[event.n, event.text]] : [])),
  )
  return transcript.flatMap((event): readonly UnsureWords[] => {
    const text = event.type === 'message.read' ? texts.get(event.of) : undefined
    if (event.type !== 'message.read' || text === undefined) return []
    const unread = event.reading.sentences
      .filter((sentence) => sentence.unread)
      .map(({ from, to }) => ({ words: text.slice(from, to), perhaps: null, chance: null }))
    const unsure = actsOf(event.reading).filter((act) => !act.sure && sayAct(act) !== null)
    return [
      ...unread,
      ...unsure.map((act) => ({
        words: text.slice(act.from, act.to),
        perhaps: sayAct(act),
        chance: act.chance ?? null,
      })),
    ]
  })
}

/** Null: greetings, comforts and the like decide nothing. */
function sayAct({ kind, place }: ReadAct): string | null {
  const what = place === null ? 'something' : place.name.replaceAll('_', ' ')
  switch (kind) {
    case 'claim-done':
      return `says that it is done: ${what}`
    case 'hand-over':
      return 'says that a colleague takes over'
    case 'decline':
      return `says no: ${what}`
    case 'promise':
      return `promises: ${what}`
    case 'propose':
    case 'offer':
      return `proposes: ${what}`
    case 'request':
    case 'request-proof':
    case 'check-fact':
      return `asks for: ${what}`
    case 'inform':
    case 'explain':
      return place === null ? null : `tells about: ${what}`
    default:
      return null
  }
}
