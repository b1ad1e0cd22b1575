import { atOurDesk, type TrialScore, type Verdict } from '../model/score.ts'

/** What another pack, or another version of the rules, makes of the same trial. */
export type Change = {
  /** a rule's id, or a member of the score: `state`, `outcome`, `path`, `money_at_risk` */
  readonly what: string
  readonly request: string | null
  readonly before: string
  readonly after: string
  /** why it is now as it is; empty: it follows from the others */
  readonly because: string
}

/** Which verdicts change between two scorings of one trial; evidence and wording alone are no change. */
export function whatIf(before: TrialScore, after: TrialScore): readonly Change[] {
  return [...verdictChanges(before.verdicts, after.verdicts), ...memberChanges(before, after)]
}

function verdictChanges(before: readonly Verdict[], after: readonly Verdict[]): readonly Change[] {
  const was = byRule(before)
  const is = byRule(after)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    if (old?.outcome === now?.outcome && blameOf(old) === blameOf(now)) return []
    const either = now ?? old
    return [
      {
        what: either?.rule ?? key,
        request: either?.request ?? null,
        before: sayVerdict(old),
        after: sayVerdict(now),
        because: now?.because ?? 'this rule no longer exists',
      },
    ]
  })
}

/** A rule gives one verdict a trial, or several in the order of the requests. */
function byRule(verdicts: readonly Verdict[]): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>()
  for (const verdict of verdicts) {
    let place = 1
    while (found.has(`${verdict.rule} ${place}`)) place += 1
    found.set(`${verdict.rule} ${place}`, verdict)
  }
  return found
}

const blameOf = (verdict: Verdict | undefined): string | undefined =>
  verdict?.outcome === 'fail' ? verdict.blame : undefined

const sayVerdict = (verdict: Verdict | undefined): string =>
  verdict === undefined
    ? 'no verdict'
    : verdict.outcome === 'fail' && verdict.blame === 'sop'
      ? 'fail (blame: SOP)'
      : verdict.outcome

const MEMBERS: Readonly<Record<string, (score: TrialScore) => string>> = {
  state: ({ state }) => state,
  outcome: (score) => (score.state === 'judged' ? score.outcome : 'not-judged'),
  path: (score) => {
    const path = atOurDesk(score)?.path ?? null
    return path === null ? 'none' : path.exact ? 'exact' : `fitness ${path.fitness.toFixed(3)}`
  },
  money_at_risk: (score) => String(atOurDesk(score)?.money_at_risk ?? 0),
}

const memberChanges = (was: TrialScore, is: TrialScore): readonly Change[] =>
  Object.entries(MEMBERS)
    .map(([what, say]) => ({ what, request: null, before: say(was), after: say(is), because: '' }))
    .filter(({ before, after }) => before !== after)
