import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { stableJson } from '../../base/hash.ts'
import { type Fingerprints, type Prints, printsOf } from './fingerprints.ts'
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
  /** edits that stand: the text has not moved where they are */
  readonly kept: readonly Edit[]
  /** edits of something that the text now wants otherwise, too */
  readonly conflicts: readonly Edit[]
}
type Version = { readonly text: string; readonly parts: Parts }

/**
 * A three-way merge, member by member: what the compiler wrote last time (by its prints), what stands in the file, what it would
 * write now. What nobody touched follows the text, what a person touched stays; where both moved, `prefer` decides.
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
  const keys = new Set([...yours.parts.keys(), ...compiled.parts.keys(), ...yours.remembered.keys()])
  let isTouched = false
  for (const key of keys) {
    const [mine, theirs] = [yours.parts.get(key), compiled.parts.get(key)]
    const found = compareSides({ mine, theirs, base: yours.remembered.get(key) })
    const part = mine ?? theirs
    if (found === null || part === undefined) continue
    const edit: Edit = { what: part.what, name: part.name, yours: sayOf(mine), compiled: sayOf(theirs) }
    if (found.isConflict) conflicts.push(edit)
    else kept.push(edit)
    if (found.isConflict && prefer === 'text') continue
    isTouched = true
    if (mine === undefined) takeOut(document, key)
    else putIn(document, own, { key, members: theirs === undefined ? null : found.members })
  }
  return { text: isTouched ? document.toString({ lineWidth: 0 }) : compiled.text, kept, conflicts }
}

const sayOf = (part: Part | undefined): string | null => (part === undefined ? null : sayPart(part.value))

type Sides = {
  readonly mine: Part | undefined
  readonly theirs: Part | undefined
  readonly base: Prints | undefined
}
/** Which members are the person's; null: there is nothing of a person's to keep. */
type Found = { readonly isConflict: boolean; readonly members: readonly string[] }

function compareSides({ mine, theirs, base }: Sides): Found | null {
  if (mine === undefined) {
    // never there, or gone from both
    if (base === undefined || theirs === undefined) return null
    return { isConflict: !samePrints(printsOf(theirs), base), members: [] }
  }
  if (theirs === undefined) {
    const isEdited = base === undefined || !samePrints(printsOf(mine), base)
    // a waiver whose sentence has moved or is cited now has nothing left to waive
    if (!isEdited || (mine.what === 'waiver' && base !== undefined)) return null
    return { isConflict: base !== undefined, members: [] }
  }
  if (stableJson(mine.value) === stableJson(theirs.value)) return null
  const [own, now, before] = [printsOf(mine), printsOf(theirs), base ?? new Map<string, string>()]
  const members = [...new Set([...own.keys(), ...now.keys()])].filter(
    (member) => own.get(member) !== now.get(member) && own.get(member) !== before.get(member),
  )
  if (members.length === 0) return null
  return { isConflict: members.some((member) => now.get(member) !== before.get(member)), members }
}

const samePrints = (a: Prints, b: Prints): boolean =>
  a.size === b.size && [...a].every(([member, print]) => b.get(member) === print)

/** Where a part stands in a file; members of a list are found by their id. */
function pathIn(document: Document, key: string): readonly (string | number)[] | null {
  const [section = '', name = '', ...rest] = key.split('/')
  if (section !== 'forbid' && section !== 'interrupts' && section !== 'waive') return key.split('/')
  const list = document.get(section)
  if (!isSeq(list)) return null
  const named = section === 'waive' ? 'clause' : 'id'
  const at = list.items.findIndex((item) => isMap(item) && item.get(named) === name)
  return at === -1 ? null : [section, at, ...rest]
}

function takeOut(document: Document, key: string): void {
  const path = pathIn(document, key)
  if (path !== null) document.deleteIn(path)
}

/** `members` null: the whole part; else only these, into the part that was compiled, whose sentences are where they are now. */
function putIn(
  document: Document,
  own: Document,
  { key, members }: { readonly key: string; readonly members: readonly string[] | null },
): void {
  const from = pathIn(own, key)
  const node = from === null ? undefined : own.getIn(from, true)
  if (!isMap(node)) return
  const copy = node.clone() as YAMLMap
  const to = pathIn(document, key)
  if (members === null || to === null) {
    if (to !== null) document.setIn(to, copy)
    else document.addIn([key.split('/')[0] ?? ''], copy)
    return
  }
  for (const member of members) {
    const value = copy.get(member, true)
    if (value === undefined) document.deleteIn([...to, member])
    else document.setIn([...to, member], value)
  }
}
