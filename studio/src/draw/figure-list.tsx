import { useMemo } from 'react'
import type { Report } from '../../../src/report/report.ts'
import { figuresOf } from './figures.ts'
import { PlotFigure } from './plot-figure.tsx'

export function FigureList({ report }: { readonly report: Report }) {
  const figures = useMemo(() => figuresOf(report), [report])
  return (
    <div className="grid gap-4">
      {figures.map((figure) => (
        <PlotFigure key={figure.id} figure={figure} />
      ))}
    </div>
  )
}
