import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/package-root.ts'
import { DRAWN, GUIDELINES, readData, SEQUENCES, WORKFLOW } from './data.ts'
import { type DecisionScore, readLines, scoreDecisions } from './decisions.ts'
import { readDrawnDecisions } from './drawn-graph.ts'
import { readSubflows, type SubflowScore, scoreSubflow } from './guidelines.ts'

export function drawnScore(): DecisionScore {
  const lines = readFileSync(join(packageRoot(), 'test/compile-recorded/tau2-path1-gold.yaml'), 'utf8')
  return scoreDecisions({
    text: readData(WORKFLOW),
    drawn: readDrawnDecisions(readData(DRAWN)),
    lines: readLines(lines),
  })
}

/** `own`: each subflow is given the names of its own actions; `all`: those of every subflow. */
export function guidelineScores(tools: 'own' | 'all'): readonly SubflowScore[] {
  const subflows = readSubflows(readData(GUIDELINES), readData(SEQUENCES))
  const all = [...new Set(subflows.flatMap(({ actions }) => actions))]
  return subflows.map((subflow) =>
    scoreSubflow(subflow, tools === 'own' ? subflow.actions : all, tools === 'own'),
  )
}

export function drawnTable({ rows, extra, precision, recall, f1 }: DecisionScore): string {
  const lines = rows.map(({ drawn, ours, found }) => {
    const leads = drawn.branches.map(({ to }) => to).join(' / ')
    return `| ${drawn.step} ${drawn.asks} | ${leads} | ${ours === null ? '-' : `${ours.yes} / ${ours.no} (line ${ours.lines.join(', ')})`} | ${found ? 'yes' : 'no'} |`
  })
  return [
    '| drawn decision | leads to | ours | found |',
    '|---|---|---|---|',
    ...lines,
    '',
    `Not drawn: ${extra.length}. Precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}.`,
  ].join('\n')
}

export function guidelineTable(scores: readonly SubflowScore[]): string {
  const lines = scores.map(({ name, expected, found, exact, phrases }) => {
    const guards = phrases.filter(({ guard }) => guard).length
    return `| ${name} | ${expected.join(', ')} | ${exact ? 'exact' : found.join(', ') || '-'} | ${guards} of ${phrases.length} |`
  })
  return [
    '| subflow | published order | main path | "if" phrases |',
    '|---|---|---|---|',
    ...lines,
    '',
    totals(scores),
  ].join('\n')
}

export function totals(scores: readonly SubflowScore[]): string {
  const phrases = scores.flatMap((score) => score.phrases)
  const guards = phrases.filter(({ guard }) => guard).length
  return `${scores.filter(({ exact }) => exact).length} of ${scores.length} main paths exact; ${guards} of ${phrases.length} "if" phrases are guards.`
}

export function leftTable(scores: readonly SubflowScore[]): string {
  const left = new Map<string, { because: string; count: number }>()
  for (const { text, because } of scores.flatMap(({ phrases }) => phrases).filter(({ guard }) => !guard)) {
    const known = left.get(text) ?? { because, count: 0 }
    left.set(text, { because, count: known.count + 1 })
  }
  return [
    '| phrases | sentence | why no guard |',
    '|---|---|---|',
    ...[...left].map(
      ([text, { because, count }]) => `| ${count} | ${text.replaceAll('|', '/')} | ${because} |`,
    ),
  ].join('\n')
}
