import type { Problem } from '../../src/base/problem.ts'
import { compileText } from '../../src/compile/compile-text.ts'
import { RECORDED, readData, type Sources } from './data.ts'
import { type DecisionScore, readLines, scoreDecisions } from './decisions.ts'
import { readDrawnDecisions } from './drawn-graph.ts'
import { readSubflows, type Subflow, type SubflowScore, scoreSubflow } from './guidelines.ts'

export const drawnScore = (sources: Sources = RECORDED): DecisionScore =>
  scoreDecisions({
    text: readData(sources.workflow),
    drawn: readDrawnDecisions(readData(sources.drawn)),
    lines: readLines(readData(sources.lines)),
  })

const subflows = (sources: Sources): readonly Subflow[] =>
  readSubflows(readData(sources.guidelines), readData(sources.sequences))

/** Each guideline is given the names of its own actions, in the order of the alphabet. */
export const guidelineScores = (sources: Sources = RECORDED): readonly SubflowScore[] =>
  subflows(sources).map(scoreSubflow)

export const compiledSubflows = (): readonly {
  readonly name: string
  readonly problems: readonly Problem[]
}[] =>
  subflows(RECORDED).map(({ name, markdown, actions }) => {
    const source = { file: 'guideline.md', text: markdown }
    return { name, problems: compileText(source, { tools: actions, every: true }).problems }
  })

/** The lines the page must carry. */
export const figures = (): readonly string[] => [scoreLine(drawnScore()), totals(guidelineScores())]

export function drawnTable(score: DecisionScore): string {
  const lines = score.rows.map(({ drawn, ours, found }) => {
    const leads = drawn.branches.map(({ to }) => to).join(' / ')
    return `| ${drawn.step} ${drawn.asks} | ${leads} | ${ours === null ? '-' : `${ours.yes} / ${ours.no} (line ${ours.lines.join(', ')})`} | ${found ? 'yes' : 'no'} |`
  })
  return [
    '| drawn decision | leads to | ours | found |',
    '|---|---|---|---|',
    ...lines,
    '',
    scoreLine(score),
  ].join('\n')
}

export function scoreLine({ rows, extra, precision, recall, f1 }: DecisionScore): string {
  const found = rows.filter((row) => row.found).length
  const measured = `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)}`
  return `${found} of ${rows.length} drawn decisions found, ${extra.length} more made: ${measured}.`
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
