import { useMemo } from 'react'
import type { Report } from '../../../src/report/result/report.ts'
import type { AgentSummary } from '../../../src/report/studio-views/summary.ts'
import { PlotFigure } from './plot-figure.tsx'
import { summaryFigures } from './summary-figures.ts'

export function SummaryPictures({
  summary,
  report,
}: {
  readonly summary: AgentSummary
  readonly report: Report
}) {
  const figures = useMemo(() => summaryFigures(summary, report), [summary, report])
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {figures.map((figure) => (
        <PlotFigure key={figure.id} figure={figure} />
      ))}
    </div>
  )
}
