import { assert } from '../../base/assert.ts'
import { usageError } from '../../base/error.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { factsOf } from '../../cases/read-pack.ts'
import type { LineKind } from '../../compile/outline/outline-file.ts'
import { loadGraph } from '../../graph/load.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { glossesOf, glossText } from '../../graph/words/by-clause.ts'
import type { Review } from '../../report/render/side-by-side.ts'
import type { ReviewedLine } from '../../report/render/side-by-side-text.ts'
import { readCompileFolder, stateOfFolder } from './compile-folder.ts'

/** A folder's graph with the state of its outline, for the page that shows both. It needs a sound graph and no cases. */
export async function reviewOfFolder(
  dir: string,
  workingFolder: string,
): Promise<{
  readonly name: string
  readonly title: string
  readonly graph: Graph
  readonly review: Review
}> {
  const folder = await readCompileFolder(dir, workingFolder)
  const { graphText, graph: written, world, sop, lexicon, name } = folder
  if (graphText === null || world === null)
    throw usageError(
      'file-missing',
      `There is no graph.yaml, world.yaml or tools.yaml in ${dir}.`,
      'Make them first: sage compile --help',
    )
  const { value: graph, problems } = loadGraph(
    { graph: { file: 'graph.yaml', text: graphText }, sop: { file: sop.file, text: sop.text } },
    factsOf(world),
  )
  if (graph === undefined || written === null)
    throw new ProblemsError(`The graph in ${dir} has errors.`, problems)
  const glosses = glossesOf(written, lexicon)
  const glossOf = (key: string): readonly string[] => {
    const gloss = glosses.get(key)
    return gloss === undefined ? [] : glossText(gloss).split('\n')
  }
  const { lines, gaps } = stateOfFolder(folder)
  const title = sop.sections[0]?.title ?? name
  assert(lines.length === sop.clauses.size, 'every sentence has a line (L3)')
  return {
    name,
    title: title === '' ? name : title,
    graph,
    review: {
      lines: new Map(
        lines.map(({ clause, kind, open }) => [
          clause.id,
          { kind: shownKind(kind), open, gloss: glossOf(clause.id) },
        ]),
      ),
      assumed: gaps.map(({ item, because, open }) => ({ item, because, open, gloss: glossOf(item) })),
    },
  }
}

/** Five colours: what a rule is made of (exceptions, order, rows) is the graph's, the other four an author looks for. */
const shownKind = (kind: LineKind): ReviewedLine['kind'] =>
  kind === 'fact' || kind === 'tone' || kind === 'gap' || kind === 'unread' ? kind : 'rule'
