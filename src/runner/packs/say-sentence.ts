import { patchYaml } from '../../base/files/patch-yaml.ts'
import type { Problem } from '../../base/files/problem.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import type { TypeOf } from '../../compile/compose/additions.ts'
import type { Addition, Meaning } from '../../compile/compose/meaning.ts'
import { saySentence } from '../../compile/compose/say-sentence.ts'
import { unsaySentence } from '../../compile/compose/unsay-sentence.ts'
import { addToDesk } from '../../compile/draft/add-to-desk.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import type { ProposedDesk } from '../../compile/propose/proposal.ts'
import { takeProposal } from '../../compile/propose/take-proposal.ts'
import { type GraphFile, GraphFileReader } from '../../graph/file/graph-file.ts'
import { readWorld } from '../../world/load-world.ts'
import { type CompileFolder, graphProblems } from './compile-folder.ts'
import type { FolderEdit } from './edit-outline.ts'
import { OUTLINE } from './outline-folder.ts'

type Files = ReadonlyMap<string, string>
export type SaidOfSentence = {
  readonly clause: string
  readonly meaning: Meaning
  readonly add: readonly Addition[]
}

/** What a person says a sentence is, as an edit of graph, desk and outline. The line stays open: saying is not accepting. */
export function sayInFolder(folder: CompileFolder, files: Files, said: SaidOfSentence): FolderEdit {
  if (folder.graph === null) return refused(['The graph cannot be read.'])
  if (!isClause(folder, said.clause)) return refused([`There is no sentence ${said.clause}.`])
  const made = saySentence(folder.graph, { ...said, typeOf: typesOf(folder, said.add) })
  if (made.kind === 'refused') return refused([made.because])
  return changedGraph(folder, files, made)
}

/** What a sentence says is taken out of the graph again. */
export function unsayInFolder(folder: CompileFolder, files: Files, clause: string): FolderEdit {
  if (folder.graph === null || !isClause(folder, clause)) return refused([`There is no sentence ${clause}.`])
  return changedGraph(folder, files, { graph: unsaySentence(folder.graph, clause), desk: {} })
}

/** A graph made by a person's choices, through the checker, with what its desk lacks. */
export function changedGraph(
  before: CompileFolder,
  files: Files,
  { graph, desk }: { readonly graph: GraphFile; readonly desk: ProposedDesk },
): FolderEdit {
  const graphText = patchYaml(before.graphText ?? '', graph)
  const shape = readYaml('graph.yaml', graphText, GraphFileReader)
  if (shape.value === undefined) return refused(shape.problems.map(({ message }) => message))
  const about = { desk, id: before.name, title: before.sop.sections[0]?.title || before.name }
  const added = addToDesk(files, shape.value, { ...about, language: before.language })
  const all = new Map([...files, ...added])
  const next: CompileFolder = {
    ...before,
    world: readWorld(all).draft ?? before.world,
    lexicon: readYaml('lexicon.yaml', all.get('lexicon.yaml') ?? '', Lexicon).value ?? before.lexicon,
    graphText,
    graph: shape.value,
  }
  const wrong = graphProblems(next).filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) return refused([...new Set(wrong.map(inWords))])
  const outline = takeProposal(next.sop, shape.value, { outline: before.outline, lines: [], by: 'person' })
  return {
    kind: 'edit',
    folder: { ...next, outline },
    files: new Map([['graph.yaml', graphText], ...added, [OUTLINE, writeOutline(outline)]]),
  }
}

const refused = (because: readonly string[]): FolderEdit => ({ kind: 'refused', because })
const isClause = ({ sop }: CompileFolder, clause: string): boolean =>
  [...sop.clauses.keys()].some((id) => id === clause)

/** What an author without files can do about it; everything else in the checker's own words. */
function inWords({ code, message, hint }: Problem): string {
  const [, name = ''] = /reads "([^"]+)"|looks up by "([^"]+)"/.exec(message) ?? []
  if (code === 'unsettled') {
    const [root, first = ''] = (/needs "([^"]+)"/.exec(message)?.[1] ?? name).split('.')
    const thing = first.replaceAll('_', ' ')
    return root === 'records'
      ? `On some way to that place no one has looked up the ${thing}. Look it up first, or choose a later place.`
      : `On some way to that place no one has asked for the ${thing}. Ask for it first, or choose a later place.`
  }
  return hint === undefined ? message : `${message}. ${hint}`
}

/** What a variable of the desk holds, new ones included. */
function typesOf({ graph, world }: CompileFolder, add: readonly Addition[]): TypeOf {
  return (variable) => {
    const [root, first = '', column] = variable.split('.')
    const added = add.find(
      (each) =>
        each.id === (column ?? first) &&
        (each.add !== 'column' || (root === 'records' && each.record === first)),
    )
    if (root === 'fields') return graph?.fields[first]?.type ?? (added?.add === 'field' ? added.type : null)
    if (root === 'derived') {
      const spec = graph?.derived?.[first]
      const isSame = spec === undefined ? added?.add === 'same' : 'same' in spec
      return isSame ? 'boolean' : 'number'
    }
    if (column === undefined) return 'row'
    const table = world?.tables.get(graph?.records?.[first]?.from ?? '')
    return table?.columns.get(column)?.type ?? (added?.add === 'column' ? added.type : null)
  }
}
