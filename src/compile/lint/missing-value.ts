import type { World } from '../../world/world.ts'
import type { Condition, Statement } from '../outline/outline.ts'
import { holdsPhrase, stemsOf } from '../tie/words.ts'
import type { LintContext, LintDomain, Placed } from './context.ts'
import { sentenceOf } from './context.ts'
import { type Finding, finding } from './finding.ts'
import { settles } from './outcomes.ts'

/** "If it is shipped, ... If it is cancelled, ...": and the states the desk knows besides? */
export function missingValue(context: LintContext): readonly Finding[] {
  if (context.domains.length === 0) return []
  return context.placed.flatMap((each) => forgotten(context, each))
}

type If = Extract<Statement, { readonly says: 'if' }>

function forgotten(
  { sop, domains }: LintContext,
  { statement, among, index, section }: Placed,
): readonly Finding[] {
  const ifs = among.filter((each): each is If => each.says === 'if')
  if (statement !== ifs[0] || ifs.length < 2 || ifs.some(leavesNobodyOut)) return []
  if (among.slice(index).some((each) => each.says !== 'if' && settles(each))) return []
  const text =
    sop.sections
      .find(({ id }) => id === section.id)
      ?.clauses.map((clause) => clause.text)
      .join(' ') ?? ''
  if (REST.test(text)) return []
  const said = stemsOf(text)
  for (const { name, values } of domains) {
    const named = ifs.map((each) =>
      values.filter((value) => atomsOf(each.condition).some((atom) => holds(stemsOf(atom), value))),
    )
    const isAboutIt = named.filter((each) => each.length > 0).length >= 2 && new Set(named.flat()).size >= 2
    const missing = values.filter((value) => !holds(said, value))
    if (!isAboutIt || missing.length === 0 || named.some((each) => each.length === 0)) continue
    return [
      finding('missing-else', [sentenceOf(sop, statement)], {
        says: `The ${name} can also be ${missing.map((value) => value.replaceAll('_', ' ')).join(', ')}, and nothing is said about that.`,
        instead: 'Add a sentence for it, or "In every other case ...".',
      }),
    ]
  }
  return []
}

const leavesNobodyOut = ({ condition, otherwise }: If): boolean =>
  otherwise !== null ||
  atomsOf(condition).some((atom) => /\b(?:not|no|never|none|neither|without)\b|n't\b/i.test(atom))

const REST = /\b(?:otherwise|else|(?:every|any|all|in) other|the rest|others|anything|whatever)\b/i

const holds = (text: readonly string[], value: string): boolean => holdsPhrase(text, stemsOf(value))

function atomsOf(condition: Condition): readonly string[] {
  if ('atom' in condition) return [condition.atom]
  if ('not' in condition) return atomsOf(condition.not)
  return ('all' in condition ? condition.all : condition.any).flatMap(atomsOf)
}

/** What the desk's records can be: `status` of `orders`, and its values. Two are a yes and a no: those have an else of their own. */
export const lintDomainsOf = (world: World): readonly LintDomain[] =>
  [...world.tables.values()].flatMap((table) =>
    [...table.columns.values()].flatMap(({ name, of }) =>
      of.length < 3 ? [] : [{ name: `${name.replaceAll('_', ' ')} (${table.name})`, values: of }],
    ),
  )
