import { useMemo } from 'react'
import type { Report } from '../../../src/report/result/report.ts'
import { figuresOf } from './figures.ts'
import { PlotFigure } from './plot-figure.tsx'

export function FigureList({
  report,
  currency,
}: {
  readonly report: Report
  readonly currency: string | null
}) {
  const figures = useMemo(() => figuresOf(report, currency), [report, currency])
  return (
    <div className="grid gap-4">
      {figures.map((figure) => (
        <PlotFigure key={figure.id} figure={figure} />
      ))}
    </div>
  )
}
