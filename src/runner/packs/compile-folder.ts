import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { type Compiled, compile, type DeskFiles } from '../../compile/compile.ts'
import { compileText } from '../../compile/compile-text.ts'
import { countGraph } from '../../compile/count-graph.ts'
import type { SourceFile } from '../../graph/load.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { loadWorld } from '../../world/load-world.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { readText } from '../files/read-text.ts'

/** An SOP and the desk that lies beside it. */
export type SopFolder = {
  readonly file: string
  readonly source: SourceFile
  /** files of the desk that were not beside the SOP; none: its words are tied to fields, records and tools */
  readonly missing: readonly string[]
  readonly desk: DeskFiles | null
}
/** What it compiled to. */
export type CompiledFolder = SopFolder & { readonly compiled: Compiled }

const DESK = ['world.yaml', 'tools.yaml', 'lexicon.yaml'] as const

export async function readSopFolder(named: string, workingFolder: string): Promise<SopFolder> {
  const file = resolve(workingFolder, named)
  const source = { file: named, text: await readText(file) }
  const missing = DESK.filter((name) => !existsSync(join(dirname(file), name)))
  // the folder of an SOP alone may be anything, a home folder too: it is read only where it is a desk's
  if (missing.length > 0) return { file, source, missing, desk: null }
  const files = await readPackFiles(dirname(file))
  const world = loadWorld(files)
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon)
  const problems = [...world.problems, ...lexicon.problems]
  if (world.value === undefined || lexicon.value === undefined)
    throw new ProblemsError(`The files next to ${named} have errors`, problems)
  return { file, source, missing, desk: { world: world.value, lexicon: lexicon.value } }
}

/** Compiles an SOP with the desk that lies beside it; without one, every condition stays a question of its own. */
export function compileFolder(folder: SopFolder): CompiledFolder {
  const { source, desk } = folder
  return { ...folder, compiled: desk === null ? withoutDesk(source) : compile(source, desk) }
}

function withoutDesk(source: SourceFile): Compiled {
  const { graph, unresolved, problems, needs } = compileText(source, { tools: null, every: false })
  const counts = countGraph(graph, parseSop(source.file, source.text).clauses.size)
  return { graph, unresolved, problems, needs: { ...needs, records: [] }, counts }
}
