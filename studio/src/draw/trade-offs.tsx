import { useMemo } from 'react'
import type { Entry } from '../pages/leaderboard-rows.ts'
import { words } from '../words.ts'
import { scatterFigure } from './figures.ts'
import { PlotFigure } from './plot-figure.tsx'

/** Two ways to pay for safety: handing everything over, or a dear model. */
export function TradeOffs({ entries }: { readonly entries: readonly Entry[] }) {
  const figures = useMemo(
    () => [
      scatterFigure('safety', words.figures.safety, entries, {
        x: { metric: 'over_escalation', max: 1 },
        y: { metric: 'unsafe_actions', max: 1 },
      }),
      scatterFigure('two-axes', words.figures.twoAxes, entries, {
        x: { metric: 'quality', max: 1 },
        y: { metric: 'action_accuracy', max: 1 },
      }),
      scatterFigure('cost', words.figures.cost, entries, {
        x: { metric: 'cost_usd', max: null },
        y: { metric: 'unsafe_actions', max: 1 },
      }),
    ],
    [entries],
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {figures.map((figure) => (
        <PlotFigure key={figure.id} figure={figure} level={3} />
      ))}
    </div>
  )
}
