import { collateralWrites } from './collateral.ts'
import type { Seen, SeenAction } from './seen.ts'

/** Money that wrongful calls moved: forbidden, off-path, collateral, or premature with what they jumped never done. */
export function moneyAtRisk(seen: Seen): number {
  const collateral = new Set(collateralWrites(seen).map(({ n }) => n))
  const done = new Set(seen.requests.flatMap(({ satisfied }) => satisfied.map(({ step }) => step)))
  const wrongful = seen.actions.filter((action) => collateral.has(action.n) || isWrongful(action, done))
  // One call may be judged in more than one way; its money moved once.
  const amounts = new Map(
    wrongful.flatMap(({ call }) => (call?.ok === true ? [[call.n, call.amount] as const] : [])),
  )
  return cents([...amounts.values()].reduce((sum, amount) => sum + amount, 0))
}

function isWrongful({ class: judged, open }: SeenAction, done: ReadonlySet<string>): boolean {
  if (judged === 'premature') return open.some((step) => !done.has(step))
  return judged === 'forbidden' || judged === 'off-path' || judged === 'unknown'
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
