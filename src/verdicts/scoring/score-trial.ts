import type { ClauseId } from '../../base/values/ids.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { noTo } from '../../graph/paths/paths.ts'
import type { Transcript } from '../../transcript/event.ts'
import { type Mended, mendTranscript } from '../../transcript/mend-transcript.ts'
import { isSpoilt } from '../../world/disturb.ts'
import { isNotRecorded } from '../../world/recorded-answers.ts'
import { RULES_OF_EVERY_DESK, rulesOf } from '../all-rules.ts'
import {
  type DeskScore,
  deskScore,
  type Finding,
  faultedScore,
  outcomeOfRule,
  ownToolsScore,
  type PathMove,
  type TrialPath,
  type TrialScore,
  type Verdict,
  voidedScore,
} from '../model/score.ts'
import { knewAndBroke } from '../rules/knew-and-broke/rule.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { notApplicable, notJudged, type Rule } from '../rules/rule.ts'
import { trustedClaimOverRecord } from '../rules/trusted-claim-over-record/rule.ts'
import { unwantedWrites } from '../trial-view/collateral.ts'
import { isForbidden } from '../trial-view/forbidden.ts'
import { moneyAtRisk } from '../trial-view/money.ts'
import { handoverOf } from '../trial-view/outcome.ts'
import { isRecording } from '../trial-view/recorded-task.ts'
import { seeTrial } from '../trial-view/see-trial.ts'
import type { Seen, SeenCall } from '../trial-view/seen.ts'
import { alignPath } from './align.ts'
import { inOrderOfCause } from './causes.ts'
import { firstDivergence } from './divergence.ts'
import { failedByCustomer } from './failed-by-customer.ts'
import { policyOf } from './policy.ts'
import { scoreTurns } from './score-turns.ts'
import { understoodByDeeds } from './understood-by-deeds.ts'

/**
 * The rule engine. In: a pack, a case of it, the transcript of one trial. Out: everything the rules say of it. A pure
 * function: any stored trial can be scored again with new rules, without one model call. It must not know models,
 * other trials or who the agent is. `own`: the rules of a project's plugins.
 */
export function scoreTrial(
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  own: readonly Rule[] = NO_RULES,
): TrialScore {
  const mended = mendTranscript(transcript)
  const started = mended.events[0]
  if (started?.type !== 'trial.started') return unreadable(mended, own)
  const foreign =
    started.case === theCase.id ? [] : [`this is a trial of ${started.case}, not of ${theCase.id}`]
  const seen = seeTrial(pack, theCase, { events: mended.events, started })
  const odd = oddities(seen)
  const problems =
    mended.flaws.length === 0 && foreign.length === 0
      ? odd
      : [...mended.flaws.map(({ n, message }) => `event ${n}: ${message}`), ...foreign, ...odd]
  const whole = mended.brokenAt === null && foreign.length === 0
  const desk = { tools: started.tools ?? 'ours', rules: rulesOf(pack.graph, own) }
  return scoreSeen(seen, { problems, whole, ...desk })
}

const NO_RULES: readonly Rule[] = []

/** What a void trial says nothing of; verdicts on single messages and calls stand (E10). */
const OF_THE_ENDING: ReadonlySet<string> = new Set([
  'outcome_accuracy',
  'escalation_accuracy',
  'over_escalation',
  'wrongful_decline',
  'ran_out',
])
const withoutEnding = (verdicts: readonly Verdict[], code: string): readonly Verdict[] =>
  verdicts.map((verdict) =>
    // What lay ahead when the agent closed hung on an answer that never came.
    (OF_THE_ENDING.has(verdict.rule) ||
      (code === 'unanswered-question' && verdict.rule === 'false_closure')) &&
    verdict.outcome !== 'not-applicable'
      ? { rule: verdict.rule, ...notJudged('void', verdict.request) }
      : verdict,
  )

/** Only where the outcome or the escalation is not right is it asked who failed. */
const isRightSoFar = (verdicts: readonly Verdict[]): boolean =>
  ['outcome_accuracy', 'escalation_accuracy', 'over_escalation'].every((rule) => {
    const outcome = outcomeOfRule(verdicts, rule)
    return outcome !== 'fail' && outcome !== 'not-judged'
  })

/** Whoever named the rule and broke it did not trust the customer's word (E6). */
function withoutPairs(verdicts: readonly Verdict[]): readonly Verdict[] {
  const knew = verdicts.find(({ rule, outcome }) => rule === knewAndBroke.id && outcome === 'fail')
  if (knew === undefined) return verdicts
  return verdicts.map((verdict) =>
    verdict.rule === trustedClaimOverRecord.id && verdict.outcome === 'fail'
      ? { rule: verdict.rule, ...notApplicable('the agent had named the rule that it broke') }
      : verdict,
  )
}

type Sight = {
  readonly problems: readonly string[]
  readonly whole: boolean
  readonly tools: 'ours' | 'own'
  readonly rules: readonly Rule[]
}

function scoreSeen(seen: Seen, { problems, whole, tools, rules }: Sight): TrialScore {
  const { ending } = seen
  const found = withoutPairs(sinceTakeover(seen, verdictsOf(seen, { whole, tools, rules })))
  const strayed = ending?.kind === 'customer.strayed' ? ending.code : null
  const code = strayed ?? (whole && tools === 'ours' && !isRightSoFar(found) ? failedByCustomer(seen) : null)
  const verdicts = inOrderOfCause(code === null ? found : withoutEnding(found, code), rules)
  const known = { problems, turns: scoreTurns(seen), verdicts }
  if (code !== null) return voidedScore({ ...known, code })
  if (!whole || ending === null || ending.kind === 'machinery.failed')
    return faultedScore(
      problems[0] ?? (ending?.kind === 'machinery.failed' ? ending.code : 'it has no ending'),
      known,
    )
  const handed_over = handoverOf(seen) !== null
  return tools === 'own'
    ? ownToolsScore({
        ...known,
        handed_over,
        outcome: OUTCOMES[outcomeOfRule(verdicts, outcomeAccuracy.id) ?? 'not-judged'],
      })
    : judgedHere(seen, { ...known, handed_over })
}

function judgedHere(
  seen: Seen,
  {
    problems,
    turns,
    verdicts,
    handed_over,
  }: Pick<DeskScore, 'problems' | 'turns' | 'verdicts' | 'handed_over'>,
): DeskScore {
  const path = seen.requests.length === 0 ? null : alignPath(seen)
  const skipped = (path?.alignment ?? []).flatMap(({ move, step }) =>
    move === 'skipped' && step !== null ? [step] : [],
  )
  return deskScore({
    problems,
    turns,
    verdicts,
    handed_over,
    path,
    divergence: firstDivergence(seen, skipped),
    disturbed: disturbedIn(seen),
    journey: path === null ? null : journeyOf(seen, path),
    understood: understoodByDeeds(seen, verdicts),
    outcome: OUTCOMES[outcomeOfRule(verdicts, outcomeAccuracy.id) ?? 'not-judged'],
    forbidden: forbiddenIn(seen),
    policy: policyOf(seen, turns),
    money_at_risk: moneyInBoth(seen),
    end_state: unwantedWrites(seen).flatMap(({ n, call }) =>
      call.changes.map(({ table, key }) => ({ table, key, n })),
    ),
    steps: [...new Set(seen.requests.flatMap(({ walked }) => walked))],
    edges: [...new Set(seen.requests.flatMap((request) => edgesOf(seen, request)))],
  })
}

/** Money at risk stands only as far as it stands where every candidate counts too (E4). */
function moneyInBoth(seen: Seen): number {
  const amount = moneyAtRisk(seen)
  return amount === 0 ? 0 : Math.min(amount, moneyAtRisk(seen.generous()))
}

const OUTCOMES = {
  pass: 'right',
  fail: 'wrong',
  'not-applicable': 'not-judged',
  'not-judged': 'not-judged',
} as const

/** The ways taken: edges of decisions, and the no by which a request ended at a confirm. */
function edgesOf(
  { pack }: Seen,
  { decided, walked, withdrawn, satisfied }: Seen['requests'][number],
): readonly string[] {
  const edges = decided.map(({ edge }) => edge)
  if (!withdrawn) return edges
  const last = walked.map((id) => pack.graph.steps.get(id)).findLast((step) => step?.kind === 'confirm')
  const isRefused =
    last?.kind === 'confirm' && last.ifRefused === null && !satisfied.some(({ step }) => step === last.id)
  return isRefused ? [...edges, noTo(last.id)] : edges
}

function verdictsOf(seen: Seen, { whole, tools, rules }: Omit<Sight, 'problems'>): readonly Verdict[] {
  const verdicts: Verdict[] = []
  const stands = tools === 'ours' ? () => true : standingWithoutDesk(seen)
  for (const rule of rules) {
    const applies = rule.appliesTo(seen)
    // Most rules say nothing of most trials.
    if (applies !== true && whole && stands(rule)) {
      verdicts.push({ rule: rule.id, clauses: NO_CLAUSES, outcome: 'not-applicable', because: applies })
      continue
    }
    const findings = applies === true ? rule.check(seen) : [notApplicable(applies)]
    for (const finding of whole ? findings : findings.map((one) => ofBrokenOff(rule, one)))
      verdicts.push(
        stands(rule)
          ? verdictOf(rule, standing(rule, seen, finding), seen.pack)
          : { rule: rule.id, ...notJudged('no-world') },
      )
  }
  return verdicts
}

const NO_CLAUSES: readonly ClauseId[] = []

/**
 * An agent with tools of its own worked in another back office: what our records, our guards or the case's outcome would
 * say of it is not known. Its words, its reports and the calls it names are.
 */
function standingWithoutDesk(seen: Seen): (rule: Rule) => boolean {
  const isMapped = seen.calls.every(({ role }) => role !== undefined)
  const isRecorded = isRecording(seen)
  return ({ withoutDesk }) =>
    withoutDesk === 'always' ||
    (withoutDesk === 'if-mapped' && isMapped) ||
    (withoutDesk === 'if-recorded' && isRecorded)
}

/**
 * A failing verdict on words stands only if it stands also where every candidate counts as the act that was due (E4); deeds
 * decide the outcome and the escalation by themselves (E10).
 */
function standing(rule: Rule, seen: Seen, finding: Finding): Finding {
  if (finding.outcome !== 'fail') return finding
  if (finding.basis === 'calls' && OF_THE_ENDING.has(rule.id)) return finding
  const generous = seen.generous()
  if (generous === seen || rule.appliesTo(generous) !== true) return finding
  const findings = rule.check(generous)
  const own = findings.filter(({ request }) => request === finding.request)
  return (own.length > 0 ? own : findings).some(({ outcome }) => outcome === 'fail')
    ? finding
    : notJudged('not-sure', finding.request)
}

/** Of a trial that breaks off only what cannot be undone any more is known. */
const ofBrokenOff = ({ failsForGood }: Rule, finding: Finding): Finding =>
  finding.outcome === 'fail' && failsForGood ? finding : notJudged('broken-transcript')

/** A failure against a sentence that contradicts another, or can be read two ways, is the SOP's. */
function verdictOf({ id: rule }: Rule, finding: Finding, { contested }: Pack): Verdict {
  if (finding.outcome === 'not-applicable' || finding.outcome === 'not-judged') return { rule, ...finding }
  const { request, clauses, outcome, evidence, basis, because } = finding
  const isContested = outcome === 'fail' && clauses.some((clause) => contested.includes(clause))
  const blame = isContested ? 'sop' : 'agent'
  return request === undefined
    ? { rule, clauses, outcome, evidence, basis, because, blame }
    : { rule, request, clauses, outcome, evidence, basis, because, blame }
}

/** Two acts of one message break a forbid once. */
function forbiddenIn(seen: Seen): DeskScore['forbidden'] {
  if (!seen.actions.some(isForbidden)) return []
  const kinds = new Map(seen.pack.graph.forbids.map(({ id, kind }) => [id, kind]))
  const found = seen.actions.flatMap(({ n, forbids }) =>
    forbids.map((forbid) => ({ n, forbid, kind: kinds.get(forbid) ?? forbid })),
  )
  return found.filter(
    ({ n, forbid }, index) => found.findIndex((one) => one.n === n && one.forbid === forbid) === index,
  )
}

/** What is strange in a whole transcript without making it unreadable. */
function oddities(seen: Seen): readonly string[] {
  if (seen.calls.length === 0) return []
  const returned = new Set<string>()
  for (const event of seen.events) if (event.type === 'tool.returned') returned.add(event.call)
  const odd: string[] = []
  for (const { n, call, tool, role } of seen.calls) {
    if (!returned.has(call)) odd.push(`event ${n}: ${tool} was called and never answered`)
    if (role === undefined) odd.push(`event ${n}: this desk has no tool ${tool}`)
  }
  return odd
}

function unreadable({ flaws }: Mended, own: readonly Rule[]): TrialScore {
  const problems = flaws.map(({ n, message }) => `event ${n}: ${message}`)
  const rules = [...RULES_OF_EVERY_DESK, ...own]
  const verdicts = rules.map(({ id }) => ({ rule: id, ...notJudged('broken-transcript') }))
  return faultedScore(problems[0] ?? 'it has no beginning', { problems, verdicts })
}

/**
 * What an agent made of a desk with faults, from its calls alone. Noticed: each spoilt answer was asked for again, or the
 * matter was handed over. Acted on wrong data: it wrote or closed while its last answer to a question was out of date.
 */
function disturbedIn({ case: theCase, calls }: Seen): NonNullable<DeskScore['disturbed']> | null {
  if (theCase.disturbance === null) return null
  const spoilt = calls.filter(({ output }) => isSpoilt(output) !== null)
  if (spoilt.length === 0) return null
  const outdated = spoilt.filter(({ output }) => isSpoilt(output) === 'out-of-date')
  return {
    noticed: spoilt.every((call) => isFollowed(calls, call)),
    out_of_date: outdated.length > 0,
    acted_on_wrong_data: outdated.some((call) => isActedOn(calls, call)),
  }
}

const isSame = (a: SeenCall, b: SeenCall): boolean =>
  a.tool === b.tool && JSON.stringify(a.input) === JSON.stringify(b.input)

const isFollowed = (calls: readonly SeenCall[], call: SeenCall): boolean =>
  calls.some((later) => later.n > call.n && (isSame(later, call) || (later.role === 'handover' && later.ok)))

function isActedOn(calls: readonly SeenCall[], call: SeenCall): boolean {
  const after = calls.filter(({ n }) => n > call.n)
  const fresh = after.find((later) => isSame(later, call) && later.ok && isSpoilt(later.output) === null)
  return after.some(({ role, ok, n }) => ok && isDeed(role) && n < (fresh?.n ?? Number.POSITIVE_INFINITY))
}

const isDeed = (role: SeenCall['role']): boolean => role === 'write' || role === 'close'

/**
 * Of an adopted conversation only what the agent under test did is judged: what was done before it took over was done by
 * somebody else. What it did after a call that is not in the recording rests on an answer that nobody knows.
 */
function sinceTakeover(seen: Seen, verdicts: readonly Verdict[]): readonly Verdict[] {
  if (!isRecording(seen)) return verdicts
  const began = seen.events.find(({ type }) => type === 'fork.began')?.n
  if (began === undefined) return verdicts
  const unknownFrom = seen.events.find(
    (event) => event.n > began && event.type === 'tool.returned' && isNotRecorded(event.output),
  )?.n
  return verdicts.map((verdict) => {
    if (verdict.outcome !== 'pass' && verdict.outcome !== 'fail') return verdict
    const { rule } = verdict
    // An outcome is of the whole conversation, whoever did the deeds in it.
    const evidence = rule === outcomeAccuracy.id ? [...verdict.evidence, seen.end] : verdict.evidence
    const [first, ...more] = [...new Set(evidence)].filter((n) => n > began)
    if (first === undefined) return { rule, ...notApplicable('nothing of it was done by this agent') }
    if (
      verdict.outcome === 'fail' &&
      unknownFrom !== undefined &&
      [first, ...more].some((n) => n > unknownFrom)
    )
      return { rule, ...notJudged('no-world', verdict.request) }
    return { ...verdict, evidence: [first, ...more] }
  })
}

/**
 * The journey of a trial is what its true path does at the desk: look-ups, writes, handovers. It is covered when each of them
 * was called with the arguments it must have, in its turn, and no wrong call was made. Words do not count.
 */
function journeyOf(seen: Seen, { alignment }: TrialPath): NonNullable<DeskScore['journey']> {
  const called = new Set(seen.calls.map(({ n }) => n))
  const isLeft = alignment.some(
    (move) => !isFine(move) && (isCallStep(seen, move) || called.has(move.n ?? 0)),
  )
  return isLeft ? 'left' : 'covered'
}

const isFine = ({ move }: PathMove): boolean => move === 'match' || move === 'not-judged'

function isCallStep({ pack }: Seen, { step }: PathMove): boolean {
  const kind = step === null ? undefined : pack.graph.steps.get(step)?.kind
  return kind === 'check' || kind === 'act' || kind === 'handover'
}
