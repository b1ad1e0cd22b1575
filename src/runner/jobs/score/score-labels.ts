import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { outcomeAccuracy } from '../../../verdicts/rules/outcome-accuracy/rule.ts'
import type { RulesByOutcome } from '../../../verdicts/scoring/rules-by-outcome.ts'
import { publishedLabels } from '../../runs/published-labels.ts'
import type { Named } from './score-sources.ts'

/** What somebody says of one transcript: this rule was broken, or was not. `*`: nothing was broken. */
export type Label = { readonly transcript: string; readonly rule: string; readonly broken: boolean }

/** Labels and verdicts: how many pairs, in how many they agree, kappa, false alarms and misses. */
export type Agreement = {
  readonly of: number
  readonly agree: number
  readonly kappa: number | null
  readonly fp: number
  readonly fn: number
}

/** The rule that a published label is about: was the task done? */
export const OUTCOME = outcomeAccuracy.id

/**
 * Labels of a file; or, of no file, those that came with the recordings: of imported runs, or labels.tsv in a folder that
 * `sage import -o` wrote.
 */
export async function labelsFor(
  labels: string | true,
  { runs, names, workingFolder }: Named & { readonly workingFolder: string },
): Promise<readonly Label[]> {
  if (labels !== true) return readLabels(resolve(workingFolder, labels))
  const files = names.map((name) => resolve(workingFolder, name, 'labels.tsv'))
  const own = files.filter((file) => existsSync(file)).flatMap(readLabels)
  for (const { store, run } of runs)
    for (const [transcript, passed] of await publishedLabels(store, run.id))
      own.push({ transcript, rule: OUTCOME, broken: !passed })
  if (own.length > 0) return own
  throw usageError(
    'no-labels',
    'No label came with these conversations.',
    'Give a file of labels: --labels labels.tsv, with the columns transcript, rule and verdict.',
  )
}

const COLUMNS = ['transcript', 'rule', 'verdict'] as const
const BROKEN: ReadonlySet<string> = new Set(['fail', 'broken', 'yes'])
const KEPT: ReadonlySet<string> = new Set(['pass', 'kept', 'no'])

/** A table with the columns transcript, rule and verdict (fail or pass), tabs between them. All that is wrong is said at once. */
export function readLabels(file: string): readonly Label[] {
  const lines = read(file).split(/\r?\n/)
  const head = (lines[0] ?? '').split('\t').map((name) => name.trim())
  const places = COLUMNS.map((name) => head.indexOf(name))
  if (places.includes(-1))
    throw usageError(
      'wrong-file',
      `${file} has the columns ${head.join(', ') || 'none'}.`,
      `Its first line must name ${COLUMNS.join(', ')}, with tabs between them.`,
    )
  const problems: string[] = []
  const labels = lines.slice(1).flatMap((line, index): readonly Label[] => {
    if (line.trim() === '') return []
    const cells = line.split('\t')
    const [transcript = '', rule = '', verdict = ''] = places.map((place) => (cells[place] ?? '').trim())
    const word = verdict.toLowerCase()
    if (transcript === '' || rule === '' || !(BROKEN.has(word) || KEPT.has(word))) {
      problems.push(`line ${index + 2}: "${line}"`)
      return []
    }
    return [{ transcript: nameOf(transcript), rule, broken: BROKEN.has(word) }]
  })
  if (problems.length > 0)
    throw usageError(
      'wrong-file',
      `${file} has lines that are no labels: ${problems.slice(0, 5).join('; ')}.`,
      'Each line names a transcript, a rule, and fail or pass.',
    )
  return labels
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw usageError('file-missing', `There is no file ${file}.`, 'Check the path and its spelling.')
  }
}

export const nameOf = (transcript: string): string => basename(transcript).replace(/\.jsonl(?:\.gz)?$/, '')

/** Verdicts that were not judged are compared with nothing. */
export function compareLabels(
  labels: readonly Label[],
  each: readonly (RulesByOutcome & { readonly transcript: string })[],
): Agreement {
  // A label names a transcript by its file, or by the whole id of a stored trial.
  const scored = new Map(
    each.flatMap((one) => [nameOf(one.transcript), one.transcript].map((name) => [name, one])),
  )
  const pairs = labels.flatMap(({ transcript, rule, broken }) => {
    const score = scored.get(transcript)
    if (score === undefined) return []
    const fails = [...score.fails, ...score.follows]
    if (rule === '*') return [{ person: broken, rules: fails.length > 0 }]
    return score.not_judged.includes(rule) ? [] : [{ person: broken, rules: fails.includes(rule) }]
  })
  const count = (person: boolean, rules: boolean): number =>
    pairs.filter((pair) => pair.person === person && pair.rules === rules).length
  const [hits, fn, fp, kept] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ]
  const of = pairs.length
  const agree = hits + kept
  const chance = of === 0 ? 0 : ((hits + fn) * (hits + fp) + (kept + fp) * (kept + fn)) / (of * of)
  const kappa = of === 0 || chance === 1 ? null : (agree / of - chance) / (1 - chance)
  return { of, agree, kappa: kappa === null ? null : Math.round(kappa * 1000) / 1000, fp, fn }
}

export const sayAgreement = ({ of, agree, kappa, fp, fn }: Agreement): string =>
  of === 0
    ? 'No label is about a verdict that was given.'
    : `Labels: ${agree} of ${of} agree (kappa ${kappa ?? 'not known'}); ${fp} false alarms, ${fn} misses.`
