import type { Entry } from '../pages/leaderboard-rows.ts'

export function TradeOffs({ entries }: { readonly entries: readonly Entry[] }) {
  return <p>{entries.length}</p>
}
