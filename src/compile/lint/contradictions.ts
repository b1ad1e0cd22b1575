import { contentOf, stem, wordsOf } from '../bind/words.ts'
import type { Condition, Deed, Statement } from '../outline.ts'
import { measureOf } from '../read/measure.ts'
import { plain } from '../read/plain.ts'
import { type Claim, claimsOf, meaningOf, sameClaim, shareOf, unitOf } from './claims.ts'
import { type LintContext, type Placed, placedIn, sentenceOf } from './context.ts'
import { type Finding, finding } from './finding.ts'
import { isNothing, outcomeOf } from './outcomes.ts'
import { between, facing, rangeOf } from './ranges.ts'

/** Two sentences nobody can follow both. Both are named. */
export function contradictions(context: LintContext): readonly Finding[] {
  const placed = placedIn(context.outline)
  return [
    ...forbiddenAndDemanded(context, placed),
    ...sameCaseTwoOutcomes(context, placed),
    ...placed.flatMap((each) => twoRowsOneCase(context, each)),
    ...twoNumbers(context, placed),
  ]
}

const AGREE = 'Decide which of the two holds, and take the other out; or say when each of them holds.'

type Never = Extract<Statement, { readonly says: 'never' }>
type Prohibition = { readonly statement: Never; readonly deed: DeedWords; readonly when: readonly Claim[] }
type DeedWords = { readonly kind: string; readonly verb: string; readonly objects: ReadonlySet<string> }

/** "Never refund shipping costs." and "If it is late, refund the shipping costs." */
function forbiddenAndDemanded({ sop }: LintContext, placed: readonly Placed[]): readonly Finding[] {
  const prohibitions = placed.flatMap(({ statement, under }) => prohibitionOf(statement, under))
  return prohibitions.flatMap(({ statement, deed, when }): readonly Finding[] => {
    const demand = placed.find(
      (each) =>
        each.statement.says === 'do' &&
        each.statement.clause !== statement.clause &&
        isSameDeed(deed, each.statement.deed) &&
        when.every((claim) => claimsOf(each.under)?.some((other) => sameClaim(claim, other)) === true),
    )
    return demand === undefined
      ? []
      : [
          finding('contradicting-clauses', [sentenceOf(sop, statement), sentenceOf(sop, demand.statement)], {
            says: 'One sentence forbids what the other demands, and both hold for the same customer.',
            instead: AGREE,
          }),
        ]
  })
}

function prohibitionOf(statement: Statement, under: readonly Condition[]): readonly Prohibition[] {
  if (statement.says !== 'never' || statement.unless !== null) return []
  // "in any other case", "anything but": it holds for what the rest of the text leaves over
  if (/\b(?:other|else|except|but|only|unless|without|again|twice|yourself)\b/i.test(statement.text))
    return []
  const when = claimsOf([...under, ...(statement.when === null ? [] : [statement.when])])
  const deed = wordsOfDeed(statement.deed)
  return when === null || deed === null ? [] : [{ statement, deed, when }]
}

/** Verb and objects; null for deeds that are too vague to compare. */
function wordsOfDeed(deed: Deed): DeedWords | null {
  if (deed.does !== 'act' && deed.does !== 'ask' && deed.does !== 'offer') return null
  const bare = deed.object.replace(/\s+(?:that|which|who|whose|where)\s.*$/i, '')
  const [verb = '', ...rest] = deed.does === 'act' ? wordsOf(bare) : ['', ...wordsOf(bare)]
  const objects = new Set(contentOf(rest.join(' ')))
  if (objects.size === 0 || (deed.does === 'act' && isNothing(deed.object))) return null
  return { kind: deed.does, verb: stem(verb), objects }
}

function isSameDeed(forbidden: DeedWords, demanded: Deed): boolean {
  const deed = wordsOfDeed(demanded)
  if (deed === null || deed.kind !== forbidden.kind || deed.verb !== forbidden.verb) return false
  const [small, large] = [forbidden.objects, deed.objects]
  return [...small].every((word) => large.has(word)) && large.size <= small.size + 2
}

type If = Extract<Statement, { readonly says: 'if' }>

/** "If it was opened, decline." and, in the same section, "If it was opened, exchange it." */
function sameCaseTwoOutcomes({ sop }: LintContext, placed: readonly Placed[]): readonly Finding[] {
  const cases = placed.flatMap(({ statement, section, under }) => {
    if (statement.says !== 'if') return []
    const claims = claimsOf([...under, statement.condition])
    const outcome = outcomeOf(statement.then)
    const weight = claims?.reduce((sum, claim) => sum + claim.weight, 0) ?? 0
    return claims === null || outcome === null || weight < 2 ? [] : [{ statement, section, claims, outcome }]
  })
  return cases.flatMap((one, at): readonly Finding[] => {
    const other = cases
      .slice(at + 1)
      .find(
        (each) =>
          each.section === one.section &&
          each.statement.clause !== one.statement.clause &&
          each.outcome !== one.outcome,
      )
    const clash = cases
      .slice(at + 1)
      .filter((each) => each.section === one.section && each.outcome !== one.outcome)
      .map((each) => ({ each, why: clashOf(one.claims, each.claims) }))
      .find(({ each, why }) => why !== null && each.statement.clause !== one.statement.clause)
    if (other === undefined || clash === undefined || clash.why === null) return []
    return [
      finding(
        'contradicting-clauses',
        [sentenceOf(sop, one.statement), sentenceOf(sop, clash.each.statement satisfies If)],
        { says: clash.why, instead: AGREE },
      ),
    ]
  })
}

/** Why two sets of claims hold for one customer at once; null where they do not, or one is the narrower. */
function clashOf(a: readonly Claim[], b: readonly Claim[]): string | null {
  if (a.length !== b.length) return null
  const left = a.filter((claim) => !b.some((other) => sameClaim(claim, other)))
  const right = b.filter((claim) => !a.some((other) => sameClaim(claim, other)))
  if (left.length === 0 && right.length === 0) return 'The same situation is settled in two ways.'
  const [one, other] = [left[0], right[0]]
  if (left.length !== 1 || right.length !== 1 || one === undefined || other === undefined) return null
  if (one.about !== other.about || one.measure === null || other.measure === null) return null
  if (unitOf(one.measure) !== unitOf(other.measure)) return null
  const met = facing(rangeOf(one.measure), rangeOf(other.measure))
  return met?.meet === 'overlap'
    ? `Both sentences hold at ${between(met, one.measure.unit)}, and they say different things.`
    : null
}

/** Two rows with the same cells and different orders. */
function twoRowsOneCase({ sop }: LintContext, { statement }: Placed): readonly Finding[] {
  if (statement.says !== 'table') return []
  return statement.rows.flatMap((row, at): readonly Finding[] => {
    const key = (cells: readonly string[]) =>
      cells
        .slice(0, row.conditions.length)
        .map((cell) => plain(cell).toLowerCase())
        .join('|')
    const done = (cells: readonly string[]) =>
      cells
        .slice(row.conditions.length)
        .map((cell) => plain(cell).toLowerCase())
        .join('|')
    const twin = statement.rows
      .slice(at + 1)
      .find((other) => key(other.cells) === key(row.cells) && done(other.cells) !== done(row.cells))
    return twin === undefined
      ? []
      : [
          finding('contradicting-clauses', [sentenceOf(sop, row), sentenceOf(sop, twin)], {
            says: 'Two rows of the table are for the same case and say different things.',
            instead: AGREE,
          }),
        ]
  })
}

/** How alike two sentences must be, numbers apart, to speak of the same thing. */
const ALIKE = 0.7

/** "A refund takes 5 days." and, elsewhere, "A refund takes 7 days." */
function twoNumbers({ sop }: LintContext, placed: readonly Placed[]): readonly Finding[] {
  const figures = placed.flatMap(({ statement, under }) => {
    if (statement.says === 'table' || statement.says === 'if' || under.length > 0) return []
    const text = plain(sentenceOf(sop, statement).text)
    const measure = measureOf(text)
    const meaning = meaningOf(text)
    return measure === null || measure.unit === null || meaning.size < 3 || /^(?:if|when|for)\b/i.test(text)
      ? []
      : [{ statement, measure, meaning }]
  })
  return figures.flatMap((one, at): readonly Finding[] => {
    const other = figures
      .slice(at + 1)
      .find(
        (each) =>
          each.statement.clause !== one.statement.clause &&
          unitOf(each.measure) === unitOf(one.measure) &&
          each.measure.amount !== one.measure.amount &&
          shareOf(each.meaning, one.meaning) >= ALIKE,
      )
    return other === undefined
      ? []
      : [
          finding(
            'contradicting-clauses',
            [sentenceOf(sop, one.statement), sentenceOf(sop, other.statement)],
            {
              says: `The same thing has two figures: ${one.measure.amount} and ${other.measure.amount} ${other.measure.unit ?? ''}.`.trim(),
              instead: AGREE,
            },
          ),
        ]
  })
}
