import type { Problem } from '../../src/base/files/problem.ts'
import { compileText } from '../../src/compile/compile-text.ts'
import { RECORDED, readData, type Sources } from './data.ts'
import { type DecisionScore, readLines, scoreDecisions } from './decisions.ts'
import { readDrawnDecisions } from './drawn-graph.ts'
import { callsInOrder, readSubflows, type Subflow, type SubflowScore, scoreSubflow } from './guidelines.ts'
import { readHandDrawn } from './hand-drawn.ts'

export const drawnScore = (sources: Sources = RECORDED): DecisionScore =>
  scoreDecisions({
    text: readData(sources.workflow),
    drawn: readDrawnDecisions(readData(sources.drawn)),
    lines: readLines(readData(sources.lines)),
  })

export type PathScore = { readonly path: string; readonly score: DecisionScore }

/** The other paths of the same text, against what a careful person drew. */
export const handDrawnScores = (sources: Sources = RECORDED): readonly PathScore[] =>
  readHandDrawn(readData(sources.handDrawn)).map(({ path, drawn, lines }) => ({
    path,
    score: scoreDecisions({ text: readData(sources.workflow), drawn, lines }),
  }))

const subflows = (sources: Sources): readonly Subflow[] =>
  readSubflows(readData(sources.guidelines), readData(sources.sequences))

/** Each guideline is given the names of its own actions, in the order of the alphabet. */
export const guidelineScores = (sources: Sources = RECORDED): readonly SubflowScore[] =>
  subflows(sources).map((one) => scoreSubflow(one, { tools: [...one.actions].sort(), every: true }))

/** Every guideline is given the names of all actions: which of them it needs is to be read from its words. */
export const allNamesScores = (sources: Sources = RECORDED): readonly SubflowScore[] => {
  const all = subflows(sources)
  const tools = [...new Set(all.flatMap(({ actions }) => actions))].sort()
  return all.map((one) => scoreSubflow(one, { tools, every: false }))
}

export const compiledSubflows = (): readonly {
  readonly name: string
  readonly problems: readonly Problem[]
}[] =>
  subflows(RECORDED).map(({ name, markdown, actions }) => {
    const source = { file: 'guideline.md', text: markdown }
    return { name, problems: compileText(source, { tools: actions, every: true }).problems }
  })

/** Over several paths: every decision counts once. */
export function pathsLine(paths: readonly PathScore[]): string {
  const sum = (count: (score: DecisionScore) => number) =>
    paths.reduce((total, { score }) => total + count(score), 0)
  const found = sum(({ rows }) => rows.filter((row) => row.found).length)
  const of = sum(({ rows }) => rows.length)
  const made = sum(({ rows, extra }) => rows.filter(({ ours }) => ours !== null).length + extra.length)
  const [precision, recall] = [found / Math.max(1, made), found / Math.max(1, of)]
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return `${found} of ${of} decisions found, ${sum(({ extra }) => extra.length)} more made: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)}.`
}

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

/** Of all published calls, how many the main paths make in order, and how many more they make. */
export function callsLine(scores: readonly SubflowScore[]): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const hits = sum(scores.map(callsInOrder))
  const made = sum(scores.map(({ found }) => found.length))
  return `${hits} of ${sum(scores.map(({ expected }) => expected.length))} published calls are made in their order, and ${made - hits} others.`
}

/** Which name stands where another was meant: by how often, the published call and what the place was given instead. */
export function mistakenTable(scores: readonly SubflowScore[]): string {
  const counts = new Map<string, { missing: number; invented: number; of: number }>()
  const at = (name: string) => {
    const known = counts.get(name) ?? { missing: 0, invented: 0, of: 0 }
    counts.set(name, known)
    return known
  }
  for (const { expected, found } of scores) {
    for (const name of expected) {
      at(name).of += 1
      if (!found.includes(name)) at(name).missing += 1
    }
    for (const name of found) if (!expected.includes(name)) at(name).invented += 1
  }
  const rows = [...counts].sort(([, a], [, b]) => b.missing + b.invented - a.missing - a.invented)
  return [
    '| name | published | not made | made where it is not published |',
    '|---|---|---|---|',
    ...rows.map(([name, { missing, invented, of }]) => `| ${name} | ${of} | ${missing} | ${invented} |`),
  ].join('\n')
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
