import type { Condition, Statement, TableRow } from '../outline/outline.ts'
import { contentOf } from '../tie/words.ts'
import { claimsOf, unitOf } from './claims.ts'
import { type LintContext, type Placed, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'
import { outcomeOf, settles } from './outcomes.ts'
import { between, facing, rangeOf } from './ranges.ts'
import { holesOf } from './table-holes.ts'

/** A situation the text asks about and then forgets: one branch only, numbers between two rules, a table with a hole. */
export function missingElse(context: LintContext): readonly Finding[] {
  const { placed } = context
  return [
    ...placed.flatMap((each) => oneBranch(context, each)),
    ...placed.flatMap((each) => gapAfter(context, each)),
    ...placed.flatMap((each) => holes(context, each)),
  ]
}

type If = Extract<Statement, { readonly says: 'if' }>

/** "Ask whether they have a receipt. If they have one, refund it." and nothing more. */
function oneBranch({ sop }: LintContext, { statement, among, index }: Placed): readonly Finding[] {
  if (statement.says !== 'if' || statement.otherwise !== null) return []
  if (outcomeOf(statement.then) !== 'does') return []
  const before = among.slice(0, index)
  const asked = before.findLastIndex(isQuestion)
  if (asked === -1 || before.slice(asked).some(settles)) return []
  const others = [...before.slice(asked + 1), ...among.slice(index + 1)]
  if (others.some((other) => isWayOn(other, statement))) return []
  const question = before[asked]
  if (question === undefined || !dependsOn(statement.condition, question)) return []
  return [
    finding('missing-else', [sentenceOf(sop, statement)], {
      says: `It says what to do if ${quote(conditionText(statement))}, and nothing about the customer for whom that is not so.`,
      instead: 'Add a sentence: "Otherwise decline and explain that ...", or "Otherwise hand over".',
    }),
  ]
}

const isQuestion = (statement: Statement): boolean =>
  statement.says === 'do' && /^(?:ask|check|proof)$/.test(statement.deed.does)

/** Something that may take up the customer the condition leaves out. */
function isWayOn(other: Statement, condition: If): boolean {
  if (other.says === 'do' || other.says === 'table' || other.says === 'unread') return true
  if (other.says === 'if') return !isAboutTheYes(other) || isAboutTheYes(condition)
  return (
    (other.says === 'background' || other.says === 'means') &&
    /\b(?:otherwise|else|without|if|only|other)\b/i.test(other.text)
  )
}

/** "If they say no, ..." answers the proposal inside the condition, not the condition. */
const isAboutTheYes = ({ condition }: If): boolean =>
  'atom' in condition &&
  /^(?:they|the \w+) (?:says? no|do(?:es)? not (?:want|agree|accept))/i.test(condition.atom)

/** The condition speaks of what was asked or looked up: by a word, or by "it", "they", "one". */
function dependsOn(condition: Condition, question: Statement): boolean {
  if (question.says !== 'do' || !('object' in question.deed)) return false
  const asked = new Set(contentOf(question.deed.object ?? ''))
  return atomsOf(condition).some(
    ({ atom, subject }) =>
      /^(?:it|they|that|this|one|the answer)$/i.test(subject ?? '') ||
      contentOf(atom).some((word) => asked.has(word)),
  )
}

function atomsOf(condition: Condition): readonly Extract<Condition, { readonly atom: string }>[] {
  if ('atom' in condition) return [condition]
  if ('not' in condition) return atomsOf(condition.not)
  return ('all' in condition ? condition.all : condition.any).flatMap(atomsOf)
}

const conditionText = ({ condition }: If): string =>
  atomsOf(condition)
    .map(({ atom }) => atom)
    .join(', ')

/** "At most 30 days: refund. More than 60 days: decline.": day 45 has no rule. */
function gapAfter({ sop }: LintContext, { statement, among, index }: Placed): readonly Finding[] {
  const first = measured(statement)
  if (first === null) return []
  for (const other of among.slice(index + 1)) {
    const second = measured(other)
    if (second === null || first.about !== second.about) continue
    const met = facing(rangeOf(first.measure), rangeOf(second.measure))
    if (met?.meet !== 'gap' || unitOf(first.measure) !== unitOf(second.measure)) continue
    if (among.some((each) => measured(each) !== null && each !== statement && each !== other)) continue
    const rest = among.slice(among.indexOf(other) + 1)
    if (rest.some((each) => each.says === 'do' && settles(each))) continue
    return [
      finding('missing-else', [sentenceOf(sop, statement), sentenceOf(sop, other)], {
        says: `Nothing is said about ${between(met, first.measure.unit)}: one sentence stops at ${met.from}, the other begins at ${met.to}.`,
        instead: 'Let the second begin where the first ends, or add a sentence for what lies between.',
      }),
    ]
  }
  return []
}

/** A condition that is one number compared, without an else of its own. */
function measured(statement: Statement) {
  if (statement.says !== 'if' || statement.otherwise !== null) return null
  const claims = claimsOf([statement.condition])
  const [claim] = claims ?? []
  return claims?.length !== 1 || claim === undefined || claim.measure === null
    ? null
    : { about: claim.about, measure: claim.measure }
}

function holes({ sop }: LintContext, { statement, among }: Placed): readonly Finding[] {
  if (statement.says !== 'table') return []
  const hole = holesOf(statement)[0]
  const [first] = statement.rows
  if (hole === undefined || first === undefined) return []
  // "Otherwise ..." or "In every other case ..." beside the table is its last row
  if (among.some((each) => each.says === 'if' && each.otherwise !== null && each.clause === statement.clause))
    return []
  const row: TableRow = first
  return [
    finding('missing-else', [sentenceOf(sop, row)], {
      says: `The table has no row for ${hole.map(({ column, value }) => `${column}: ${value}`).join(', ')}.`,
      instead: 'Add that row, or a last row "anything else".',
    }),
  ]
}
