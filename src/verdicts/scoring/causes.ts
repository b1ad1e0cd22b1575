import { memo } from '../../base/memo.ts'
import { RULES_OF_EVERY_DESK } from '../all-rules.ts'
import { type Fail, isFail, type Verdict } from '../model/score.ts'
import type { Rule } from '../rules/rule.ts'

/** Where a rule stands among causes: how many explain it, and whom it explains on the same event and in the same request. */
type Place = {
  readonly name: string
  readonly rank: number
  readonly event: ReadonlySet<string>
  readonly request: ReadonlySet<string>
}

const nameOf = ({ id, family = id }: Rule): string => family
const onEvent = ({ explains = [], precedes = [] }: Rule): readonly string[] => [...explains, ...precedes]
const inRequest = ({ explains = [] }: Rule): readonly string[] => explains

/** Whom a rule explains, and whom those explain in turn. */
function reached(rules: readonly Rule[], from: Rule, next: typeof onEvent): Set<string> {
  const found = new Set<string>()
  const open = [from]
  for (let rule = open.pop(); rule !== undefined; rule = open.pop())
    for (const name of next(rule)) {
      if (!found.has(name)) open.push(...rules.filter((one) => nameOf(one) === name).slice(0, 1))
      found.add(name)
    }
  return found
}

/** A rule that, by way of others, explains itself: such declarations give no order. */
export const circleIn = (rules: readonly Rule[]): Rule | undefined =>
  rules.find((rule) => reached(rules, rule, onEvent).has(nameOf(rule)))

const placesOf = memo((rules: readonly Rule[]): ReadonlyMap<string, Place> => {
  const onEvents = new Map(rules.map((rule) => [nameOf(rule), reached(rules, rule, onEvent)]))
  const placeOf = (rule: Rule): Place => {
    const name = nameOf(rule)
    const after = onEvents.get(name) ?? new Set()
    // Of two findings of one event by rules of one name, the first that is listed stands for both.
    const event =
      rule.explains === undefined && rule.precedes === undefined ? after : new Set([...after, name])
    const rank = [...onEvents.values()].filter((names) => names.has(name)).length
    return { name, rank, event, request: reached(rules, rule, inRequest) }
  }
  return new Map(rules.map((rule) => [rule.id, placeOf(rule)]))
})

/**
 * Findings of one deed stand in order of cause (DESIGN.md E6), as their rules declare it: the first is the cause, the others follow
 * from it. Every metric counts its own finding all the same.
 */
export function inOrderOfCause(verdicts: readonly Verdict[], rules: readonly Rule[]): readonly Verdict[] {
  const fails = verdicts.filter(isFail)
  if (fails.length < 2) return verdicts
  const places = placesOf(rules)
  const rankOf = ({ rule }: Fail): number => places.get(rule)?.rank ?? 0
  // Of equals the one that is listed first stands in front.
  fails.sort((a, b) => rankOf(a) - rankOf(b))
  return verdicts.map((verdict) => {
    if (!isFail(verdict)) return verdict
    const before = fails.slice(0, fails.indexOf(verdict))
    const cause = before.find((other) => explains(other, verdict, places))
    return cause === undefined ? verdict : { ...verdict, follows: cause.rule }
  })
}

function explains(cause: Fail, verdict: Fail, places: ReadonlyMap<string, Place>): boolean {
  const by = places.get(cause.rule)
  const name = places.get(verdict.rule)?.name
  if (by === undefined || name === undefined) return false
  if (by.event.has(name) && cause.evidence.some((n) => verdict.evidence.includes(n))) return true
  const isSame =
    cause.request === undefined || verdict.request === undefined || cause.request === verdict.request
  return isSame && by.request.has(name)
}

const MOVING_NOTHING: ReadonlySet<string> = new Set(
  RULES_OF_EVERY_DESK.flatMap(({ id, explains }) => (explains === undefined ? [id] : [])),
)

/** A finding of ours that explains nothing but what stands beside it says little of why a trial failed. */
export const movesNothing = (rule: string): boolean => MOVING_NOTHING.has(rule)
