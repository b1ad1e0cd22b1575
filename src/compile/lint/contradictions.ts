import type { Condition, Deed, Statement } from '../outline/outline.ts'
import { plain } from '../read/plain.ts'
import { contentOf, stem, wordsOf } from '../tie/words.ts'
import { type Claim, claimsOf, sameClaim, unitOf } from './claims.ts'
import { type LintContext, type Placed, sentenceOf } from './context.ts'
import { AGREE, type Finding, finding } from './finding.ts'
import { grouped } from './grouped.ts'
import { isNothing, outcomeOf } from './outcomes.ts'
import { between, facing, rangeOf } from './ranges.ts'
import { twoFigures } from './two-figures.ts'

/** Two sentences nobody can follow both. Both are named. */
export function contradictions(context: LintContext): readonly Finding[] {
  const { placed } = context
  return [
    ...forbiddenAndDemanded(context, placed),
    ...sameCaseTwoOutcomes(context, placed),
    ...placed.flatMap((each) => twoRowsOneCase(context, each)),
    ...twoFigures(context),
  ]
}

type Never = Extract<Statement, { readonly says: 'never' }>
type Prohibition = { readonly statement: Never; readonly deed: DeedWords; readonly when: readonly Claim[] }
type DeedWords = { readonly kind: string; readonly verb: string; readonly objects: ReadonlySet<string> }

/** "Never refund shipping costs." and "If it is late, refund the shipping costs." */
function forbiddenAndDemanded({ sop }: LintContext, placed: readonly Placed[]): readonly Finding[] {
  const prohibitions = placed.flatMap(({ statement, under }) => prohibitionOf(statement, under))
  const demands = grouped(placed.flatMap(demandOf), ({ deed }) => `${deed.kind} ${deed.verb}`)
  return prohibitions.flatMap(({ statement, deed, when }): readonly Finding[] => {
    const demand = demands
      .get(`${deed.kind} ${deed.verb}`)
      ?.find((each) => each.statement.clause !== statement.clause && isFor(each, { deed, when }))
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
  return when === null || deed === null || deed.objects.size === 0 ? [] : [{ statement, deed, when }]
}

/** Verb and objects; null for deeds that are too vague to compare. */
function wordsOfDeed(deed: Deed): DeedWords | null {
  // "get their okay for cancelling the plan": the deed itself follows
  const isProposed = deed.does === 'confirm' && /^\w+ing\b/i.test(deed.object ?? '')
  if (deed.does !== 'act' && deed.does !== 'ask' && deed.does !== 'offer' && !isProposed) return null
  const kind = isProposed ? 'act' : deed.does
  const object = deed.object ?? ''
  const bare = object
    .replace(isProposed ? /,.*$/ : '', '')
    .replace(/(?<!\b(?:of|for|in|on|to|with|by|from|at))\s+(?:that|which|who|whose|where)\s.*$/i, '')
  const [verb = '', ...rest] = kind === 'act' ? wordsOf(bare) : ['', ...wordsOf(bare)]
  const objects = new Set(contentOf(rest.join(' ')))
  const isPronoun = kind === 'act' && /^\S+ (?:it|them|this|that)\b/i.test(object)
  if ((objects.size === 0 && !isPronoun) || (kind === 'act' && isNothing(object))) return null
  return { kind, verb: stem(verb), objects }
}

type Demand = {
  readonly statement: Statement
  readonly deed: DeedWords
  /** what holds where it is demanded; null: more than a list of claims */
  readonly under: readonly Claim[] | null
  /** what its section is about: "the copy", under "Copies of invoices", is one of an invoice */
  readonly title: readonly string[]
}

function demandOf({ statement, under, section }: Placed): readonly Demand[] {
  const deed = statement.says === 'do' ? wordsOfDeed(statement.deed) : null
  return deed === null ? [] : [{ statement, deed, under: claimsOf(under), title: contentOf(section.title) }]
}

/** "cancel it", under "if the order has shipped", is cancelling a shipped order. */
function isFor({ deed, under, title }: Demand, no: Pick<Prohibition, 'deed' | 'when'>): boolean {
  if (under === null) return false
  const held = under.flatMap(({ about, denies, measure }) =>
    denies || measure !== null ? [] : about.split(' '),
  )
  const words = new Set([...deed.objects, ...held])
  const [small, large] = [no.deed.objects, deed.objects]
  const isSameThing =
    [...small].every(
      (word, at) => words.has(word) || (at > 0 && deed.objects.size > 0 && title.includes(word)),
    ) &&
    (large.size === 0 ? held.length > 0 : [...small].some((word) => large.has(word))) &&
    [...large].filter((word) => !small.has(word)).length <= 2
  const holds = (claim: Claim): boolean =>
    under.some(
      (other) =>
        sameClaim(claim, other) ||
        (claim.measure === null &&
          other.measure === null &&
          claim.denies === other.denies &&
          claim.about.split(' ').every((word) => other.about.split(' ').includes(word))),
    )
  return isSameThing && no.when.every(holds)
}

/** "If it was opened, decline." and, in the same section, "If it was opened, exchange it." */
function sameCaseTwoOutcomes({ sop }: LintContext, placed: readonly Placed[]): readonly Finding[] {
  const cases = placed.flatMap(({ statement, section, under }) => {
    if (statement.says !== 'if') return []
    const claims = claimsOf([...under, statement.condition])
    const outcome = outcomeOf(statement.then)
    const weight = claims?.reduce((sum, claim) => sum + claim.weight, 0) ?? 0
    return claims === null || outcome === null || weight < 2 ? [] : [{ statement, section, claims, outcome }]
  })
  return [...grouped(cases, ({ section }) => section.id).values()].flatMap((ofSection) =>
    ofSection.flatMap((one, at): readonly Finding[] => {
      const clash = ofSection
        .slice(at + 1)
        .filter(
          ({ statement, outcome }) => outcome !== one.outcome && statement.clause !== one.statement.clause,
        )
        .map(({ statement, claims }) => ({ statement, why: clashOf(one.claims, claims) }))
        .find(({ why }) => why !== null)
      if (clash === undefined || clash.why === null) return []
      return [
        finding('contradicting-clauses', [sentenceOf(sop, one.statement), sentenceOf(sop, clash.statement)], {
          says: clash.why,
          instead: AGREE,
        }),
      ]
    }),
  )
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
      .find(
        (other) =>
          other.clause !== row.clause &&
          key(other.cells) === key(row.cells) &&
          done(other.cells) !== done(row.cells),
      )
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
