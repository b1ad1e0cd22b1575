import { dirname, resolve } from 'node:path'
import { Lexicon } from '../base/lexicon.ts'
import { ProblemsError } from '../base/problems-error.ts'
import { readYaml } from '../base/yaml-file.ts'
import { type Compiled, compile } from '../compile/compile.ts'
import { compileText } from '../compile/compile-text.ts'
import { countGraph } from '../compile/count-graph.ts'
import { parseSop } from '../sop/parse-sop.ts'
import { loadWorld } from '../world/load-world.ts'
import { readPackFiles } from './pack-files.ts'
import { readText } from './read-text.ts'

/** What an SOP compiled to, and against what. */
export type CompiledFolder = {
  readonly file: string
  /** files of the desk that were not beside the SOP; none: its words were tied to fields, records and tools */
  readonly missing: readonly string[]
  readonly compiled: Compiled
}

const DESK = ['world.yaml', 'tools.yaml', 'lexicon.yaml'] as const

/** Compiles an SOP with the desk that lies beside it; without one, every condition stays a question of its own. */
export async function compileFolder(named: string, workingFolder: string): Promise<CompiledFolder> {
  const file = resolve(workingFolder, named)
  const source = { file: named, text: await readText(file) }
  const files = await readPackFiles(dirname(file))
  const missing = DESK.filter((name) => !files.has(name))
  if (missing.length > 0) return { file, missing, compiled: withoutDesk(source) }
  const world = loadWorld(files)
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon)
  const problems = [...world.problems, ...lexicon.problems]
  if (world.value === undefined || lexicon.value === undefined)
    throw new ProblemsError(`the desk beside ${named} cannot be used`, problems)
  return { file, missing, compiled: compile(source, { world: world.value, lexicon: lexicon.value }) }
}

function withoutDesk(source: { readonly file: string; readonly text: string }): Compiled {
  const { graph, unresolved, problems, needs } = compileText(source, { tools: null, every: false })
  const counts = countGraph(graph, parseSop(source.file, source.text).clauses.size)
  return { graph, unresolved, problems, needs: { ...needs, records: [] }, counts }
}
