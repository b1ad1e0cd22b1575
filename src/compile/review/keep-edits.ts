import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { stableJson } from '../../base/hash.ts'
import { type Fingerprints, fingerprintOf } from './fingerprints.ts'
import { type Part, type Parts, sayPart } from './graph-parts.ts'

/** A part a person changed since the last compile. */
export type Edit = {
  readonly what: Part['what']
  readonly name: string
  /** null: the person took it out */
  readonly yours: string | null
  /** null: the text no longer asks for it */
  readonly compiled: string | null
}
export type Merged = {
  readonly text: string
  /** edits that stand, since the text says the same as when they were made */
  readonly kept: readonly Edit[]
  /** edits of parts that the text now wants otherwise, too */
  readonly conflicts: readonly Edit[]
}
type Version = { readonly text: string; readonly parts: Parts }

/**
 * A three-way merge, part by part: what the compiler wrote last time (by fingerprint), what stands in the file, what it would
 * write now. An untouched part follows the text, a touched one stays; where both moved, `prefer` decides.
 */
export function keepEdits(
  yours: Version & { readonly remembered: Fingerprints },
  compiled: Version,
  prefer: 'hand' | 'text',
): Merged {
  const kept: Edit[] = []
  const conflicts: Edit[] = []
  const document = parseDocument(compiled.text)
  const own = parseDocument(yours.text)
  let touched = false
  for (const key of new Set([...yours.parts.keys(), ...compiled.parts.keys(), ...yours.remembered.keys()])) {
    const [mine, theirs] = [yours.parts.get(key), compiled.parts.get(key)]
    if (same(mine, theirs)) continue
    const base = yours.remembered.get(key)
    const print = (part: Part | undefined) => (part === undefined ? undefined : fingerprintOf(part))
    if (print(mine) === base) continue
    const part = mine ?? theirs
    if (part === undefined || (part.what === 'waiver' && theirs === undefined && base !== undefined)) continue
    const edit: Edit = {
      what: part.what,
      name: part.name,
      yours: mine === undefined ? null : sayPart(mine.value),
      compiled: theirs === undefined ? null : sayPart(theirs.value),
    }
    const isConflict = print(theirs) !== base
    if (isConflict) conflicts.push(edit)
    else kept.push(edit)
    if (isConflict && prefer === 'text') continue
    touched = true
    if (mine === undefined) takeOut(document, key)
    else putIn(document, own, { key, cites: theirs?.cites ?? null })
  }
  return { text: touched ? document.toString({ lineWidth: 0 }) : compiled.text, kept, conflicts }
}

const same = (a: Part | undefined, b: Part | undefined): boolean =>
  a !== undefined && b !== undefined && stableJson(a.value) === stableJson(b.value)

/** Where a part stands in a file; members of a list are found by their id. */
function pathIn(document: Document, key: string): readonly (string | number)[] | null {
  const [section = '', name = '', ...rest] = key.split('/')
  if (section !== 'forbid' && section !== 'interrupts' && section !== 'waive') return key.split('/')
  const list = document.get(section)
  if (!isSeq(list)) return null
  const at = list.items.findIndex(
    (item) => isMap(item) && item.get(section === 'waive' ? 'clause' : 'id') === name,
  )
  return at === -1 ? null : [section, at, ...rest]
}

function takeOut(document: Document, key: string): void {
  const path = pathIn(document, key)
  if (path !== null) document.deleteIn(path)
}

function putIn(
  document: Document,
  own: Document,
  { key, cites }: { readonly key: string; readonly cites: readonly string[] | null },
): void {
  const from = pathIn(own, key)
  const node = from === null ? undefined : own.getIn(from, true)
  if (!isMap(node)) return
  const copy = node.clone() as YAMLMap
  const to = pathIn(document, key)
  // what a procedure or an interrupt is for is its own part; its steps are others
  if (copy.has('steps')) {
    for (const { key: member } of copy.items)
      if (to !== null && String(member) !== 'steps')
        document.setIn([...to, String(member)], copy.get(String(member), true))
    if (to !== null) return
  }
  if (cites !== null && cites.length > 0 && copy.has('cites')) copy.set('cites', cites.join(','))
  if (to !== null) document.setIn(to, copy)
  else document.addIn([key.split('/')[0] ?? ''], copy)
}
