import type { Finding } from '../../compile/lint/finding.ts'
import type { Difference } from '../../compile/review/diff-graphs.ts'
import type { Edit } from '../../compile/review/keep-edits.ts'
import type { CompiledFolder } from '../../runner/packs/compile-folder.ts'
import type { ByModel } from '../../runner/packs/resolve-folder.ts'
import type { Review } from '../../runner/packs/review-graph.ts'
import type { Paint } from './terminal.ts'

const lined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`)

/** What a person should know beside the graph itself. */
export function sayCompiled(
  named: string,
  { missing, compiled: { graph, unresolved, counts } }: CompiledFolder,
): string {
  return lined([
    ...(missing.length === 0
      ? []
      : [
          `${missing.join(', ')} not found in the folder of ${named}: each condition becomes a separate question.`,
        ]),
    ...(graph === null ? [`${named} contains no procedure: no sentence asks for an action.`] : []),
    ...unresolved.map(({ line, text, because }) => `${named}:${line}  ${because}\n    ${text}`),
    ...(graph === null
      ? []
      : [
          `${counts.steps} steps, ${counts.decisions} decisions, ${counts.cited} of ${counts.clauses} clauses cited.`,
        ]),
  ])
}

/** What a model made: it is for a person to read before it is trusted. */
export function sayModel({ model, made, calls, usd }: ByModel): string {
  const cost = usd === null ? 'cost unknown' : `$${usd.toFixed(4)}`
  return lined([
    `${model} was called ${calls} ${calls === 1 ? 'time' : 'times'} (${cost}) and resolved ${made.length} ${made.length === 1 ? 'sentence' : 'sentences'}${made.length === 0 ? '.' : '; read them:'}`,
    ...made.map(
      ({ line, clause, text, steps, waived }) =>
        `  line ${line}, ${clause}: ${waived === null ? steps.join(', ') : `no step, because: ${waived}`}\n    ${text}`,
    ),
  ])
}

/** What a compile changes in the file that is there, what it keeps, and what it cannot decide. */
export function sayReview(review: Review, file: string, paint: Paint): string {
  const { isNew, isForeign, differences, kept, conflicts, text } = review
  if (isNew) return ''
  return lined([
    differences.length === 0
      ? `${file}: no changes.`
      : paint.bold(`${file}: ${differences.length} ${differences.length === 1 ? 'change' : 'changes'}`),
    ...differences.map((one) => sayDifference(one, paint)),
    ...kept.map(({ what, name, yours }) => `kept your ${what} ${name}: ${yours ?? '(removed)'}`),
    ...conflicts.map((one) => sayConflict(one, paint)),
    ...(text !== null
      ? []
      : [
          isForeign
            ? `${file} was not written by sage compile, so it may contain your own work. It was not changed. Compile into\nanother file, or replace it with --prefer text.`
            : 'Both you and the text changed these. Choose one with --prefer hand or --prefer text.',
        ]),
  ])
}

const sayDifference = ({ is, what, name, before, after, sentences }: Difference, paint: Paint): string =>
  [
    `${is} ${what} ${name}`,
    ...(before === null ? [] : [`  - ${before}`]),
    ...(after === null ? [] : [`  + ${after}`]),
    ...sentences.map(({ clause, text }) => `    ${paint.dim(`${clause}: ${text}`)}`),
  ].join('\n')

const sayConflict = ({ what, name, yours, compiled }: Edit, paint: Paint): string =>
  `${paint.bold(`conflict in ${what} ${name}`)}\n  yours:    ${yours ?? '(removed)'}\n  the text: ${compiled ?? '(removed)'}`

/** Where, which sentences, what is wrong, what to write instead. */
export const sayFinding = ({ kind, at, sentences, clauses, says, instead }: Finding, paint: Paint): string =>
  [
    `${paint.bold(`${at.file}:${at.line}:${at.column}`)}  ${kind.replaceAll('-', ' ')}`,
    ...sentences.map((sentence, index) => `  ${clauses[index] ?? ''}: ${sentence}`),
    `  ${says}`,
    `  ${paint.dim(instead)}`,
  ].join('\n')
