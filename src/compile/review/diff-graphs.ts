import { stableJson } from '../../base/hash.ts'
import type { Json, JsonObject } from '../../base/values/json.ts'
import { clauseNamed } from '../../sop/clause-id.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { type Part, type Parts, sayPart } from './graph-parts.ts'

/** One thing that is not as before, with the sentences it rests on. */
export type Difference = {
  readonly is: 'added' | 'removed' | 'changed'
  readonly what: Part['what'] | 'guard'
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  readonly sentences: readonly { readonly clause: string; readonly text: string }[]
}

/**
 * What two graphs differ in, not their texts: a step that only has another name, or cites a sentence that has moved, is the
 * same step. In: two files in parts, and the SOP the new one was made from.
 */
export function diffGraphs(before: Parts, after: Parts, sop: SopDocument): readonly Difference[] {
  const renames = renamesOf(before, after)
  const old = new Map(
    [...before.values()].map((part) => renamed(part, renames)).map((part) => [part.key, part]),
  )
  const keys = new Set([...old.keys(), ...after.keys()])
  return [...keys].flatMap((key): readonly Difference[] => {
    const [was, is] = [old.get(key), after.get(key)]
    if (was === undefined && is !== undefined)
      return [difference('added', { part: is, before: null, after: sayPart(is.value) }, sop)]
    if (is === undefined && was !== undefined)
      return [difference('removed', { part: was, before: sayPart(was.value), after: null }, sop)]
    if (was === undefined || is === undefined || stableJson(was.value) === stableJson(is.value)) return []
    const guards = guardsOf(was, is, sop)
    return (
      guards ?? [
        difference('changed', { part: is, before: sayPart(was.value), after: sayPart(is.value) }, sop),
      ]
    )
  })
}

function difference(
  is: Difference['is'],
  {
    part,
    before,
    after,
  }: { readonly part: Part; readonly before: string | null; readonly after: string | null },
  sop: SopDocument,
): Difference {
  return { is, what: part.what, name: part.name, before, after, sentences: sentencesOf(part.cites, sop) }
}

const sentencesOf = (cites: readonly string[], sop: SopDocument): Difference['sentences'] =>
  cites.map((clause) => ({ clause, text: clauseNamed(sop, clause)?.text ?? '(no longer in the text)' }))

type Way = { readonly when: string; readonly to: string }

/** Of a decision only the ways that changed are told; null where it is no decision, or more than its ways changed. */
function guardsOf(was: Part, is: Part, sop: SopDocument): readonly Difference[] | null {
  const [before, after] = [waysOf(was.value), waysOf(is.value)]
  const rest = ({ decide: _, ...others }: JsonObject): string => stableJson(others)
  if (before === null || after === null || rest(was.value) !== rest(is.value)) return null
  const told = (way: Way) => `${way.when} -> ${way.to}`
  const gone = before.filter((way) => !after.some((other) => told(other) === told(way)))
  const come = after.filter((way) => !before.some((other) => told(other) === told(way)))
  const guard = (one: Way | undefined, other: Way | undefined): Difference => ({
    is: one === undefined ? 'added' : other === undefined ? 'removed' : 'changed',
    what: 'guard',
    name: is.name,
    before: one === undefined ? null : told(one),
    after: other === undefined ? null : told(other),
    sentences: sentencesOf(is.cites, sop),
  })
  const paired = gone.map((way) => ({
    way,
    twin: come.find(({ when, to }) => to === way.to || when === way.when),
  }))
  const taken = new Set(paired.flatMap(({ twin }) => (twin === undefined ? [] : [twin])))
  return [
    ...paired.map(({ way, twin }) => guard(way, twin)),
    ...come.filter((way) => !taken.has(way)).map((way) => guard(undefined, way)),
  ]
}

function waysOf({ decide }: JsonObject): readonly Way[] | null {
  if (!Array.isArray(decide)) return null
  return decide.flatMap((edge): readonly Way[] => {
    if (typeof edge !== 'object' || edge === null || Array.isArray(edge)) return []
    const { when, to, otherwise } = edge as JsonObject
    return [{ when: String(when ?? 'otherwise'), to: String(to ?? otherwise ?? '') }]
  })
}

const TARGETS = new Set(['next', 'to', 'otherwise', 'if_refused', 'then', 'confirm', 'start'])
type Renames = ReadonlyMap<string, string>

/** Steps of one procedure that do the same and only bear another name: old key -> new key. */
function renamesOf(before: Parts, after: Parts): Renames {
  const gone = [...before.values()].filter((part) => part.what === 'step' && !after.has(part.key))
  const come = [...after.values()].filter((part) => part.what === 'step' && !before.has(part.key))
  const renames = new Map<string, string>()
  for (const part of gone) {
    const twins = come.filter(
      (other) =>
        scopeOf(other) === scopeOf(part) &&
        bodyOf(other) === bodyOf(part) &&
        ![...renames.values()].includes(other.key),
    )
    const [only] = twins
    if (only !== undefined && twins.length === 1) renames.set(part.key, only.key)
  }
  return renames
}

const scopeOf = ({ key }: Part): string => key.slice(0, key.lastIndexOf('/'))
const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
/** What a step does, wherever it leads. */
const bodyOf = ({ value }: Part): string => stableJson(mapped(value, (name) => (name === '' ? name : '*')))

function renamed(part: Part, renames: Renames): Part {
  const scope = part.what === 'step' ? scopeOf(part) : `${part.key}/steps`
  const value = mapped(part.value, (name) => nameIn(renames.get(`${scope}/${name}`) ?? name))
  const key = renames.get(part.key) ?? part.key
  const name =
    key === part.key ? part.name : `${part.name.slice(0, part.name.lastIndexOf('/') + 1)}${nameIn(key)}`
  return { ...part, key, name, value: value as JsonObject }
}

/** The value with every step it leads to passed through `name`. */
function mapped(value: Json, name: (target: string) => string): Json {
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      TARGETS.has(key) && typeof inner === 'string' ? name(inner) : mapped(inner ?? null, name),
    ]),
  )
}
