import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import type { ClauseId } from '../../base/values/ids.ts'
import type { ModelAnswer } from './answer.ts'

/** A sentence in question, and whose word the answer is. */
export type Asking = {
  readonly clause: ClauseId
  readonly clauses: ReadonlySet<string>
  readonly model: string
}
export type Applied = {
  readonly graph: string
  /** `cancel/ask_reason`, or `forbid no-late-refund`: what the model made */
  readonly made: readonly string[]
  /** null: it is a step of its own; else why the sentence needs none */
  readonly waived: string | null
}

/**
 * The graph with a model's steps in it, each marked as such; or why they are refused. In: graph.yaml and an answer. Nothing is
 * taken on trust: a step cites the sentence it is made from, and a step that was compiled keeps its kind and its sentences.
 */
export function applyAnswer(
  graph: string,
  answer: ModelAnswer,
  asking: Asking,
): Applied | { readonly refused: readonly string[] } {
  const document = parseDocument(graph)
  const refused: string[] = []
  const made: string[] = []
  for (const { procedure, name, step } of answer.steps) {
    const path = scopeOf(document, procedure)
    const node = path === null ? 'there is no such procedure' : stepIn(step, asking)
    if (path === null || typeof node === 'string') {
      refused.push(`step ${procedure}/${name}: ${typeof node === 'string' ? node : ''}`)
      continue
    }
    const at = [...path, 'steps', name]
    const wrong = replacing(document.getIn(at, true), node)
    if (wrong !== null) refused.push(`step ${procedure}/${name}: ${wrong}`)
    node.comment = ` by ${asking.model}, from ${asking.clause}`
    document.setIn(at, node)
    made.push(`${procedure}/${name}`)
  }
  for (const forbid of answer.forbids) {
    const node = stepIn(forbid, asking)
    const id = typeof node === 'string' ? '' : String(node.get('id') ?? '')
    if (typeof node === 'string' || id === '') {
      refused.push(`forbid: ${typeof node === 'string' ? node : 'it has no id'}`)
      continue
    }
    if (listed(document, 'forbid', 'id', id) !== -1) {
      refused.push(`forbid ${id}: there is one of that name; what was compiled is not replaced`)
      continue
    }
    node.comment = ` by ${asking.model}, from ${asking.clause}`
    if (isSeq(document.get('forbid'))) document.addIn(['forbid'], node)
    else document.set('forbid', document.createNode([node]))
    made.push(`forbid ${id}`)
  }
  if (made.length === 0 && refused.length === 0 && answer.waive === null)
    refused.push('no step, no forbid and no reason to waive the sentence')
  if (made.length > 0 && answer.waive !== null) refused.push('a sentence has steps or is waived, not both')
  if (refused.length > 0) return { refused }
  settle(document, asking, answer.waive)
  return { graph: document.toString({ lineWidth: 0 }), made, waived: answer.waive }
}

/** A procedure, a shared part or an interrupt, by its name. */
function scopeOf(document: Document, name: string): readonly (string | number)[] | null {
  for (const section of ['procedures', 'sub_procedures'])
    if (document.hasIn([section, name, 'steps'])) return [section, name]
  const at = listed(document, 'interrupts', 'id', name)
  return at === -1 ? null : ['interrupts', at]
}

function listed(document: Document, section: string, member: string, name: string): number {
  const list = document.get(section)
  return isSeq(list) ? list.items.findIndex((item) => isMap(item) && item.get(member) === name) : -1
}

/** One line of YAML as a step; a text says why not. */
function stepIn(line: string, { clause, clauses }: Asking): YAMLMap | string {
  const document = parseDocument(line.trim().startsWith('{') ? line.trim() : `{ ${line.trim()} }`)
  const node = document.contents
  if (document.errors.length > 0 || !isMap(node)) return `this is no line of YAML: ${line.slice(0, 120)}`
  const written = node.toJSON() as Readonly<Record<string, unknown>>
  if (written.end === true) return node
  const cites = citesOf(written.cites)
  if (cites.length === 0) return 'it cites no sentence'
  const unknown = cites.filter((each) => !clauses.has(each))
  if (unknown.length > 0) return `there is no sentence ${unknown.join(', ')}`
  return cites.includes(clause) ? node : `it does not cite ${clause}, the sentence in question`
}

const citesOf = (cites: unknown): readonly string[] =>
  (Array.isArray(cites) ? cites.map(String) : typeof cites === 'string' ? cites.split(',') : []).map((each) =>
    each.trim(),
  )

const KINDS = ['learn', 'check', 'decide', 'confirm', 'act', 'tell', 'handover', 'end', 'run'] as const

/** What was compiled from other sentences may be led elsewhere, and no more. */
function replacing(before: unknown, after: YAMLMap): string | null {
  if (!isMap(before)) return null
  const [was, is] = [before.toJSON(), after.toJSON()] as Readonly<Record<string, unknown>>[]
  const kind = KINDS.find((each) => Object.hasOwn(was ?? {}, each))
  if (kind === undefined || !Object.hasOwn(is ?? {}, kind))
    return 'a step of that name is there, of another kind'
  if (kind !== 'decide' && kind !== 'end' && was?.[kind] !== is?.[kind])
    return `a step of that name is there, with another ${kind}`
  const lost = citesOf(was?.cites).filter((cite) => !citesOf(is?.cites).includes(cite))
  return lost.length === 0 ? null : `the step that is there cites ${lost.join(', ')} too; keep that`
}

/** The sentence is cited now, or waived for the model's reason: the waiver "not compiled" goes. */
function settle(document: Document, { clause, model }: Asking, because: string | null): void {
  const at = listed(document, 'waive', 'clause', clause)
  if (at !== -1) document.deleteIn(['waive', at])
  const list = document.get('waive')
  if (because !== null) {
    const node = document.createNode({ clause, because }, { flow: true })
    node.comment = ` by ${model}`
    if (isSeq(list)) list.add(node)
    else document.set('waive', document.createNode([node]))
  } else if (isSeq(list) && list.items.length === 0) document.delete('waive')
}
