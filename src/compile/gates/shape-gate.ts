import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { REFUSED, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { citesIn, citesOfDecide } from '../../graph/file/read-scopes.ts'
import { scopesOf, stepIn, targetOfEdge, targetsIn, type WrittenScope } from '../../graph/words/scopes.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { type ClauseItem, comparisonsOf, type Held } from './clause-items.ts'
import { ask, type Question } from './question.ts'
import { alike, wordsOf } from './words-alike.ts'

const REFUSAL =
  /\b(?:will not|won't|would rather not|refus\w+|do(?:es)? not want to say|cannot (?:say|tell|give|name)|do(?:es)? not know|has no number|no (?:order )?number)\b/i

/** What the form of the items shows, beside cues and figures: refusals, turned prohibitions, yes and no. */
export function shapeQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  graph: GraphFile,
): readonly Question[] {
  return [
    ...refusalQuestions(clause, own, graph),
    ...forbidQuestions(clause, own),
    ...truthQuestions(clause, own),
  ]
}

/** A sentence that says what happens to somebody who will not tell must be cited by a way that a refusal takes. */
function refusalQuestions(clause: Clause, own: readonly ClauseItem[], graph: GraphFile): readonly Question[] {
  if (!REFUSAL.test(clause.text)) return []
  const onFields = own.filter(
    ({ kind, held }) => kind === 'edge' && held.some((one) => readsLackable(one, graph)),
  )
  if (onFields.length === 0) return []
  const isTaken = onFields.some(({ held }) =>
    [REFUSED, UNAVAILABLE].some((lack) => holdsFor(held, lack, graph)),
  )
  const what =
    'The sentence speaks of a customer who will not or cannot say; a refusal takes none of the ways that cite it.'
  return isTaken ? [] : ask(clause.id, 'condition', what)
}

const readsLackable = ({ guard }: Held, graph: GraphFile): boolean =>
  comparisonsOf([{ guard, holds: true }]).some(({ name }) => lacksOf(name, graph).length > 0)
const lacksOf = (name: string, graph: GraphFile): readonly string[] =>
  name.startsWith('fields.') ? (graph.fields[name.slice('fields.'.length)]?.may_be ?? []) : []

function holdsFor(held: readonly Held[], lack: Value, graph: GraphFile): boolean {
  const read = (name: string): Value => (lacksOf(name, graph).length > 0 ? lack : 'something else')
  return held.every(({ guard, holds }) => evaluate(guard, read) === holds)
}

const UNCONDITIONAL =
  /\b(?:nobody|no one|anybody|anyone|under no circumstances|in no case|at no time|whoever)\b/i
const NEGATED_PERSON =
  /\b(?:not|n't|without|unless|un(?:verified|identified|matched)|wrong|stranger|fail(?:s|ed)?)\b/i

/** A prohibition that holds for all has no condition; one against those who have not proved something negates it. */
function forbidQuestions(clause: Clause, own: readonly ClauseItem[]): readonly Question[] {
  return own.flatMap(({ forbid }): readonly Question[] => {
    if (forbid?.when === undefined || forbid.when.trim() === 'true') return []
    const [forbidding = ''] = clause.text.split(/[:;]/)
    const rest = forbidding.replace(
      /\b(?:never|must not|may not|shall not|do not|don't|cannot|(?:is|are) not to be|not to be)\b/i,
      ' ',
    )
    if (UNCONDITIONAL.test(rest) && !NEGATED_PERSON.test(rest))
      return ask(
        clause.id,
        'prohibition',
        `The sentence forbids it for everybody; "${forbid.id}" forbids it only under a condition.`,
      )
    const isNegated = /!|absent|unknown|refused|== false/.test(forbid.when)
    const speaksOfLack =
      /\b(?:have|has|had|is|are|was|were) not\b|\bwithout\b|\bunless\b|\bnot (?:yet )?(?:matched|named|verified|identified|proved)/i.test(
        rest,
      )
    return speaksOfLack && !isNegated && forbid.when.includes('derived.')
      ? ask(
          clause.id,
          'prohibition',
          `The sentence forbids it to those who have not done something; "${forbid.id}" forbids it to those who have.`,
        )
      : []
  })
}

/** Yes and no: "without insurance" against a deed for those who have it. */
function truthQuestions(clause: Clause, own: readonly ClauseItem[]): readonly Question[] {
  const found = new Map<string, Question>()
  for (const item of own) {
    if (item.kind === 'forbid' || item.kind === 'decide' || (item.kind === 'edge' && item.cites.length > 1))
      continue
    for (const { name, is, value, holds } of comparisonsOf(item.held)) {
      if (typeof value !== 'boolean' || (is !== '==' && is !== '!=')) continue
      const isTrue = value === ((is === '==') === holds)
      const polarity = polarityOf(name.split('.').at(-1) ?? '', clause.text)
      if (polarity === null || polarity === isTrue) continue
      const what = `The sentence says ${polarity ? 'with' : 'without'} ${(name.split('.').at(-1) ?? '').replaceAll('_', ' ')}; ${item.id} is for the opposite.`
      found.set(what, { about: clause.id, gate: 'value', what })
    }
  }
  return [...found.values()]
}

/** Does the sentence name a thing as there or as not there? Null: neither, or both. */
function polarityOf(variable: string, text: string): boolean | null {
  const words = wordsOf(variable.replaceAll('_', ' ')).filter(
    (word) => !['has', 'the', 'and', 'with'].includes(word),
  )
  const said = [...text.toLowerCase().matchAll(/[a-z-]{3,}/g)]
  const signs = said.flatMap((found) => {
    if (!words.some((word) => alike(word, found[0]))) return []
    const before = text.slice(Math.max(0, found.index - 24), found.index).toLowerCase()
    // "not", "no" and "never" may belong to the deed: "never book a Sunday" is no rule about other days
    if (/\bwithout\s+(?:\w+\s+){0,2}$/.test(before)) return [false]
    return /\bwith\s+(?:\w+\s+){0,2}$/.test(before) ? [true] : []
  })
  const [first] = signs
  return first !== undefined && signs.every((sign) => sign === first) ? first : null
}

/** Writes that are confirmed in one place and not in another, and writes made before the yes to another one. */
export function writeQuestions(
  graph: GraphFile,
  speaksOfYes: (clause: string) => boolean,
): readonly Question[] {
  const confirmed = new Set<string>()
  for (const scope of scopesOf(graph))
    for (const step of Object.values(scope.steps)) {
      if (!('confirm' in step)) continue
      const act = stepIn(scope, step.confirm)
      if (act !== undefined && 'act' in act) confirmed.add(act.act)
    }
  return scopesOf(graph).flatMap((scope) => [
    ...bareWrites(scope, confirmed),
    ...Object.entries(scope.steps).flatMap(([name, step]) =>
      // a write may well come before the yes to another one: only a sentence that makes it wait for a yes says otherwise
      'act' in step && !confirmedIn(scope).has(name) && citesIn(step.cites).some(speaksOfYes)
        ? writesBeforeYes(scope, name, citesIn(step.cites))
        : [],
    ),
  ])
}

const confirmedIn = (scope: WrittenScope): ReadonlySet<string> =>
  new Set(Object.values(scope.steps).flatMap((step) => ('confirm' in step ? [step.confirm] : [])))

function bareWrites(scope: WrittenScope, confirmed: ReadonlySet<string>): readonly Question[] {
  const own = confirmedIn(scope)
  return Object.entries(scope.steps).flatMap(([name, step]): readonly Question[] => {
    if (!('act' in step) || !confirmed.has(step.act) || own.has(name)) return []
    const [about = `${scope.id}/${name}`] = citesIn(step.cites)
    const what = `${scope.id}/${name} does ${step.act} without a yes; elsewhere it waits for one.`
    return ask(about, 'agreement', what)
  })
}

function writesBeforeYes(scope: WrittenScope, name: string, cites: readonly string[]): readonly Question[] {
  const seen = new Set<string>()
  const step = stepIn(scope, name)
  const open = step !== undefined && 'next' in step && step.next !== undefined ? [step.next] : []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const next = stepIn(scope, at)
    if (next === undefined || seen.has(at)) continue
    seen.add(at)
    if ('confirm' in next) {
      const what = `${scope.id}/${name} is done before the customer has said yes to ${next.confirm}.`
      return ask(cites[0] ?? `${scope.id}/${name}`, 'order', what)
    }
    if ('decide' in next) open.push(...next.decide.map(targetOfEdge))
    else if ('next' in next && next.next !== undefined) open.push(next.next)
  }
  return []
}

/** Rows of a table are decided in their order: where the flow decides a later row first, that is a question. */
export function rowOrderQuestions(sop: SopDocument, graph: GraphFile): readonly Question[] {
  const rows = [...sop.clauses.values()].filter(({ form }) => form === 'row')
  return scopesOf(graph).flatMap((scope) => {
    const depth = depthsOf(scope)
    const first = new Map<string, number>()
    for (const [name, step] of Object.entries(scope.steps)) {
      if (!('decide' in step)) continue
      for (const clause of citesOfDecide(step)) {
        const at = depth.get(name)
        if (at !== undefined) first.set(clause, Math.min(first.get(clause) ?? Number.POSITIVE_INFINITY, at))
      }
    }
    return rows.flatMap((row, index): readonly Question[] => {
      const before = rows[index - 1]
      if (before === undefined || before.section !== row.section) return []
      const [a, b] = [first.get(before.id), first.get(row.id)]
      if (a === undefined || b === undefined || a <= b) return []
      return ask(row.id, 'order', `${scope.id} decides this row before the row above it.`)
    })
  })
}

/** How many steps lie before a step, at least. */
function depthsOf(scope: WrittenScope): ReadonlyMap<string, number> {
  const depth = new Map<string, number>([[scope.start, 0]])
  // A map that grows while it is walked is walked to its end.
  for (const [name, before] of depth) {
    const step = stepIn(scope, name)
    const next =
      step !== undefined && 'decide' in step
        ? step.decide.map((edge) => edge.loop?.then ?? targetOfEdge(edge))
        : targetsIn(scope, name)
    for (const target of next) if (!depth.has(target)) depth.set(target, before + 1)
  }
  return depth
}
