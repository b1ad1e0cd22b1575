import type { Case, Pack } from '../../cases/case.ts'
import { noTo } from '../../graph/paths/paths.ts'
import type { Transcript, TrialStarted } from '../../transcript/event.ts'
import { type Mended, mendTranscript } from '../../transcript/mend-transcript.ts'
import { ALL_RULES, type Rules, rulesOf, rulesOfEveryDesk } from '../all-rules.ts'
import { type Finding, RULES_VERSION, type TrialScore, type Verdict } from '../model/score.ts'
import { notApplicable, notJudged, type Rule } from '../rules/rule.ts'
import { unwantedWrites } from '../trial-view/collateral.ts'
import { moneyAtRisk } from '../trial-view/money.ts'
import { handoverOf, outcomeOf } from '../trial-view/outcome.ts'
import { seeTrial } from '../trial-view/see-trial.ts'
import type { Seen } from '../trial-view/seen.ts'
import { alignPath } from './align.ts'
import { firstDivergence } from './divergence.ts'
import { policyOf } from './policy.ts'
import { scoreTurns } from './score-turns.ts'

/**
 * The rule engine. In: a pack, a case of it, the transcript of one trial. Out: everything the rules say of it. A pure
 * function: any stored trial can be scored again with new rules, without one model call. It must not know models,
 * other trials or who the agent is.
 */
export function scoreTrial(
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  rules: Rules = ALL_RULES,
): TrialScore {
  const mended = mendTranscript(transcript)
  const started = mended.events[0]
  if (started?.type !== 'trial.started') return unreadable(mended, rules)
  const foreign =
    started.case === theCase.id ? [] : [`this is a trial of ${started.case}, not of ${theCase.id}`]
  const seen = seeTrial(pack, theCase, { events: mended.events, started })
  const problems = [
    ...mended.flaws.map(({ n, message }) => `event ${n}: ${message}`),
    ...foreign,
    ...oddities(seen),
  ]
  const whole = mended.brokenAt === null && foreign.length === 0
  const score = scoreSeen(seen, { started, problems, whole, rules: rulesOf(pack.graph, rules) })
  return started.tools === 'own' ? withoutDesk(seen, score, rules) : score
}

/**
 * An agent with tools of its own worked in another back office: what our records, our guards or the case's outcome would
 * say of it is not known. Its words, its reports and the calls it names are.
 */
function withoutDesk(seen: Seen, score: TrialScore, rules: Rules): TrialScore {
  const isMapped = seen.calls.every(({ role }) => role !== undefined)
  const known = new Set(
    rulesOf(seen.pack.graph, rules)
      .filter(({ withoutDesk }) => withoutDesk === 'always' || (withoutDesk === 'if-mapped' && isMapped))
      .map(({ id }) => id),
  )
  return {
    ...score,
    own_tools: true,
    path: null,
    divergence: null,
    outcome_right: false,
    outcome_judged: false,
    forbidden: [],
    verdicts: score.verdicts.map((verdict) =>
      known.has(verdict.rule) ? verdict : { rule: verdict.rule, ...notJudged('no-world') },
    ),
    policy: { kept: 0, of: 0 },
    money_at_risk: 0,
    end_state: [],
    steps: [],
    edges: [],
  }
}

function scoreSeen(
  seen: Seen,
  trial: { started: TrialStarted; problems: readonly string[]; whole: boolean; rules: readonly Rule[] },
): TrialScore {
  const verdicts: Verdict[] = []
  for (const rule of trial.rules)
    for (const finding of findingsOf(rule, seen, trial.whole))
      verdicts.push(verdictOf(rule, finding, seen.pack))
  const path = seen.requests.length === 0 ? null : alignPath(seen)
  const skipped =
    path?.alignment.flatMap(({ move, step }) => (move === 'skipped' && step !== null ? [step] : [])) ?? []
  const outcomes = seen.requests.map((request) => outcomeOf(seen, request))
  return {
    rules: RULES_VERSION,
    state: stateOf(seen, trial.whole),
    problems: trial.problems,
    turns: scoreTurns(seen),
    path,
    divergence: firstDivergence(seen, skipped),
    outcome_right:
      outcomes.length > 0 &&
      outcomes.every(({ acceptable, hit }) => acceptable === undefined || hit !== undefined),
    outcome_judged: outcomes.every(({ unsure }) => !unsure),
    handed_over: handoverOf(seen) !== null,
    forbidden: forbiddenIn(seen),
    verdicts,
    policy: policyOf(seen),
    money_at_risk: moneyAtRisk(seen),
    end_state: unwantedWrites(seen).flatMap(({ n, call }) =>
      call.changes.map(({ table, key }) => ({ table, key, n })),
    ),
    steps: [...new Set(seen.requests.flatMap(({ walked }) => walked))],
    edges: [...new Set(seen.requests.flatMap((request) => edgesOf(seen, request)))],
  }
}

/** The ways taken: edges of decisions, and the no by which a request ended at a confirm. */
function edgesOf(
  { pack }: Seen,
  { decided, walked, withdrawn, satisfied }: Seen['requests'][number],
): readonly string[] {
  const last = walked.map((id) => pack.graph.steps.get(id)).findLast((step) => step?.kind === 'confirm')
  const refused =
    withdrawn &&
    last?.kind === 'confirm' &&
    last.ifRefused === null &&
    !satisfied.some(({ step }) => step === last.id)
  return [...decided.map(({ edge }) => edge), ...(refused ? [noTo(last.id)] : [])]
}

function findingsOf(rule: Rule, seen: Seen, whole: boolean): readonly Finding[] {
  const applies = rule.appliesTo(seen)
  const findings = applies === true ? rule.check(seen) : [notApplicable(applies)]
  if (whole) return findings
  // Of a trial that breaks off only what cannot be undone any more is known.
  return findings.map((finding) =>
    finding.outcome === 'fail' && rule.failsForGood ? finding : notJudged('broken-transcript'),
  )
}

/** A failure against a sentence that contradicts another, or can be read two ways, is the SOP's. */
function verdictOf({ id: rule }: Rule, finding: Finding, { ambiguous = [] }: Pack): Verdict {
  if (finding.outcome === 'not-applicable' || finding.outcome === 'not-judged') return { rule, ...finding }
  const isContested =
    finding.outcome === 'fail' && finding.clauses.some((clause) => ambiguous.includes(clause))
  return { rule, ...finding, blame: isContested ? 'sop' : 'agent' }
}

function stateOf({ ending }: Seen, whole: boolean): TrialScore['state'] {
  if (ending?.kind === 'customer.strayed') return 'voided'
  return !whole || ending === null || ending.kind === 'machinery.failed' ? 'faulted' : 'judged'
}

function forbiddenIn(seen: Seen): TrialScore['forbidden'] {
  const kinds = new Map(seen.pack.graph.forbids.map(({ id, kind }) => [id, kind]))
  return seen.actions.flatMap(({ n, forbids }) =>
    forbids.map((forbid) => ({ n, forbid, kind: kinds.get(forbid) ?? forbid })),
  )
}

/** What is strange in a whole transcript without making it unreadable. */
function oddities(seen: Seen): readonly string[] {
  const returned = new Set<string>()
  for (const event of seen.events) if (event.type === 'tool.returned') returned.add(event.call)
  const odd: string[] = []
  for (const { n, call, tool, role } of seen.calls) {
    if (!returned.has(call)) odd.push(`event ${n}: ${tool} was called and never answered`)
    if (role === undefined) odd.push(`event ${n}: this desk has no tool ${tool}`)
  }
  return odd
}

function unreadable({ flaws }: Mended, rules: Rules): TrialScore {
  return {
    rules: RULES_VERSION,
    state: 'faulted',
    problems: flaws.map(({ n, message }) => `event ${n}: ${message}`),
    turns: [],
    path: null,
    divergence: null,
    outcome_right: false,
    outcome_judged: false,
    handed_over: false,
    forbidden: [],
    verdicts: rulesOfEveryDesk(rules).map(({ id }) => ({ rule: id, ...notJudged('broken-transcript') })),
    policy: { kept: 0, of: 0 },
    money_at_risk: 0,
    end_state: [],
    steps: [],
    edges: [],
  }
}
