import { type Problem, problem } from '../../../base/files/problem.ts'
import { readJson } from '../../../base/values/json.ts'
import { WHOLE } from '../../../verdicts/judges/judge.ts'
import { isWhole, Label } from '../../../verdicts/judges/label.ts'

/** A label and the line it stands on. */
export type PlacedLabel = Label & { readonly line: number }

/** Reads a labels file (JSONL): all that is wrong at once; blank lines are fine. */
export function readLabels(
  file: string,
  text: string,
): { readonly labels: readonly PlacedLabel[]; readonly problems: readonly Problem[] } {
  const labels: PlacedLabel[] = []
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue
    const line = index + 1
    const wrong = (code: string, message: string, hint: string) =>
      problems.push(problem({ file, line, column: 1 }, code, message, hint))
    const parsed = Label.safeParse(readJson(raw))
    if (!parsed.success) {
      const [first] = parsed.error.issues
      const where = first === undefined || first.path.length === 0 ? 'the line' : first.path.join('.')
      wrong('label-unreadable', `${where}: ${first?.message ?? 'cannot be read'}`, LIKE)
      continue
    }
    const { trial, n, dimension, rater } = parsed.data
    if (isWhole(dimension) !== (n === WHOLE)) {
      wrong(
        'label-place',
        `${dimension} is a rating of ${isWhole(dimension) ? 'a conversation' : 'a message'}`,
        PLACE,
      )
      continue
    }
    const key = JSON.stringify([trial, n, dimension, rater])
    const before = seen.get(key)
    if (before === undefined) labels.push({ ...parsed.data, line })
    else wrong('label-twice', `${rater} has already rated this, in line ${before}`, 'Keep one of them.')
    seen.set(key, before ?? line)
  }
  return { labels, problems }
}

const LIKE =
  'Write one object per line: {"trial": "...", "n": 4, "dimension": "empathy", "value": 0.75, "rater": "..."} (schemas/label.schema.json).'
const PLACE =
  'Give n: 0 for resolution_quality and policy_adherence_judged, and the event number for all others.'
