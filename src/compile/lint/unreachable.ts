import type { SopDocument } from '../../sop/sop.ts'
import type { Statement } from '../outline/outline.ts'
import { claimsOf, sameClaim, unitOf } from './claims.ts'
import { type LintContext, type Placed, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'
import { endsHere, outcomeOf } from './outcomes.ts'
import { contains, rangeOf } from './ranges.ts'

/** Something the text demands at a place where nobody can be any more. */
export function unreachable(context: LintContext): readonly Finding[] {
  const { placed } = context
  const sentTo = numbersSentTo(context)
  return [
    ...placed.flatMap((each) => afterTheEnd(context, each, sentTo)),
    ...placed.flatMap((each) => swallowed(context, each)),
    ...placed.flatMap((each) => deadRows(context, each)),
  ]
}

/** "Hand over to the night desk. Ask for the invoice number.": nobody is there to ask. */
function afterTheEnd(
  { sop, lines }: LintContext,
  { statement, among, index }: Placed,
  sentTo: ReadonlySet<string>,
): readonly Finding[] {
  if (!endsHere(statement) || !isPlainOrder(sop, statement)) return []
  if (among.slice(0, index).some((each) => endsHere(each) && isPlainOrder(sop, each))) return []
  const next = among.slice(index + 1).find((each) => each.clause !== statement.clause && demands(each))
  if (next === undefined || isAboutTheEnd(next) || sentTo.has(numberOf(lines, next) ?? '')) return []
  return [
    finding('unreachable-step', [sentenceOf(sop, next), sentenceOf(sop, statement)], {
      says: `Nobody gets here: ${quote(sentenceOf(sop, statement).text)} ends it for everybody before.`,
      instead:
        'Say for whom the earlier sentence holds ("If ..., ..."), move this one in front of it, or take it out.',
    }),
  ]
}

const demands = ({ says }: Statement): boolean => says === 'do' || says === 'if'

/** The whole sentence is the order, under no condition the reader may have missed. */
function isPlainOrder(sop: SopDocument, statement: Statement): boolean {
  if (statement.says === 'if') return true
  const text = sop.clauses.get(statement.clause)?.text ?? ''
  return (
    /^(?:(?:then|next|finally|now|and|after that|at last)\b,?\s+)*(?:hand|transfer|escalate|decline|refuse|stop|close|end|go|continue|proceed|pass|forward)\b/i.test(
      text.replace(/^[*_\s]+/, ''),
    ) &&
    !/\b(?:if|when|unless|only|where|until|once|who|whoever|for|in case|from|as soon as|those|these|such|them)\b|:/i.test(
      text,
    )
  )
}

/** "In the note write ..." belongs to the handover; nothing of it happens later. */
const isAboutTheEnd = (statement: Statement): boolean =>
  /\b(?:note|summary|hand(?:ing)?[ -]?over|transfer|colleague|ticket)\b/i.test(statement.text)

/** Numbers of steps that something leads to: "go to step 4", whatever stands before it. */
function numbersSentTo({ placed }: LintContext): ReadonlySet<string> {
  return new Set(
    placed.flatMap(({ statement }) =>
      [...statement.text.matchAll(/\b(?:step|point|number|no\.?)s? (\d+(?:\.\d+)*)/gi)].map(
        ([, number]) => number ?? '',
      ),
    ),
  )
}

/** The number its line begins with: `4.`, `step 4:`. */
const numberOf = (lines: readonly string[], { at }: Statement): string | undefined =>
  /^\s*(?:[-*]\s+)?(?:\*\*)?(?:step\s+)?(\d+(?:\.\d+)*)[.):]/i.exec(lines[at.line - 1] ?? '')?.[1]

type If = Extract<Statement, { readonly says: 'if' }>

/** "More than 30 days: decline. More than 60 days: hand over.": the second never comes to its turn. */
function swallowed({ sop }: LintContext, { statement, among, index }: Placed): readonly Finding[] {
  if (statement.says !== 'if') return []
  const earlier = among
    .slice(0, index)
    .find(
      (each): each is If =>
        each.says === 'if' && each.clause !== statement.clause && implies(statement, each),
    )
  if (earlier === undefined) return []
  const [first, second] = [outcomeOf(earlier.then), outcomeOf(statement.then)]
  const stops = earlier.then.some(endsHere) || first === 'declines'
  if (!stops || first === null || second === null || first === second) return []
  return [
    finding('unreachable-step', [sentenceOf(sop, statement), sentenceOf(sop, earlier)], {
      says: `Nobody gets here: everybody it is for has been dealt with by ${quote(sentenceOf(sop, earlier).text)}.`,
      instead:
        'Put the narrower sentence first, or give the first one an upper end ("more than 30 and up to 60 days").',
    }),
  ]
}

/** The later one-number condition lies within the earlier, strictly: equal ones are a contradiction instead. */
function implies(later: If, earlier: If): boolean {
  const [a, b] = [claimsOf([later.condition]), claimsOf([earlier.condition])]
  const [one, other] = [a?.[0], b?.[0]]
  if (a?.length !== 1 || b?.length !== 1 || one === undefined || other === undefined) return false
  if (one.measure === null || other.measure === null || one.about !== other.about) return false
  if (unitOf(one.measure) !== unitOf(other.measure) || sameClaim(one, other)) return false
  return contains(rangeOf(other.measure), rangeOf(one.measure))
}

/** A row below "anything else", or below a row with the very same cells. */
function deadRows({ sop }: LintContext, { statement }: Placed): readonly Finding[] {
  if (statement.says !== 'table') return []
  return statement.rows.flatMap((row, at): readonly Finding[] => {
    const above = statement.rows
      .slice(0, at)
      .find(
        (earlier) =>
          earlier.conditions.length > 0 &&
          earlier.conditions.every((one, column) => one === null || isAny(earlier.cells[column] ?? '')) &&
          isRest(earlier.cells),
      )
    return above === undefined
      ? []
      : [
          finding('unreachable-step', [sentenceOf(sop, row), sentenceOf(sop, above)], {
            says: `No case comes to this row: the row ${quote(above.text)} above it takes all that is left.`,
            instead: 'Move the row for everything else to the end of the table.',
          }),
        ]
  })
}

const isAny = (cell: string): boolean => /^\s*(?:any|all|every)\b/i.test(cell)

const isRest = (cells: readonly string[]): boolean =>
  /\b(?:anything|everything|everybody|everyone|all|any|other)s?\b/i.test(cells[0] ?? '')
