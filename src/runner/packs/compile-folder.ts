import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
import type { Problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { factsOf, PackFile } from '../../cases/read-pack.ts'
import { evidenceGate } from '../../compile/gates/evidence.ts'
import { orderQuestions } from '../../compile/gates/order-gate.ts'
import type { Question } from '../../compile/gates/question.ts'
import { EMPTY_OUTLINE, OutlineFile } from '../../compile/outline/outline-file.ts'
import { type OutlineState, outlineState } from '../../compile/outline/outline-state.ts'
import { renumberCites } from '../../compile/outline/renumber.ts'
import { type GraphFile, GraphFileReader } from '../../graph/file/graph-file.ts'
import { loadGraph } from '../../graph/load.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { likelyLanguage } from '../../text/languages.ts'
import { readWorld } from '../../world/load-world.ts'
import type { World } from '../../world/world.ts'
import { findPack } from '../files/find-pack.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { OUTLINE } from './outline-folder.ts'

/** A desk's folder as the author works on it: it need not load as a pack yet. */
export type CompileFolder = {
  readonly dir: string
  readonly name: string
  readonly sop: SopDocument
  readonly language: string
  readonly world: World | null
  readonly lexicon: Lexicon | null
  /** graph.yaml with its cites renumbered to the present text; null: there is none */
  readonly graphText: string | null
  readonly graph: GraphFile | null
  readonly outline: OutlineFile
  /** graph.yaml had to be renumbered */
  readonly isRenumbered: boolean
  /** the texts of all its files, by name */
  readonly files: ReadonlyMap<string, string>
}

export async function readCompileFolder(named: string, workingFolder: string): Promise<CompileFolder> {
  const path = resolve(workingFolder, named)
  const isSop = named.endsWith('.md')
  const dir = isSop ? dirname(path) : (findPack(named, workingFolder)?.dir ?? path)
  const sopName = isSop ? basename(path) : 'sop.md'
  if (!existsSync(join(dir, sopName)))
    throw usageError(
      'file-missing',
      `There is no ${sopName} in ${dir}.`,
      'Name a pack, a folder with sop.md, or an SOP file.',
    )
  return folderOfFiles(await readPackFiles(dir), { dir, sopName })
}

/** The same from files that may not be written yet. */
export function folderOfFiles(
  files: ReadonlyMap<string, string>,
  { dir, sopName }: { readonly dir: string; readonly sopName: string },
): CompileFolder {
  const sop = parseSop(sopName, files.get(sopName) ?? '')
  const written = readOutline(files.get(OUTLINE))
  const { moved, gone } = outlineState({ sop, graph: null, outline: written })
  // A step of a sentence that was taken out must not rest on the one that has its number now.
  const numbers = new Map<string, string>([
    ...moved,
    ...gone.map((clause) => [clause, `taken-out/${clause}`] as const),
  ])
  const before = files.get('graph.yaml')
  const graphText = before === undefined ? null : renumberCites(before, numbers)
  const world = files.has('world.yaml') && files.has('tools.yaml') ? (readWorld(files).draft ?? null) : null
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon).value ?? null
  const about = readYaml('pack.yaml', files.get('pack.yaml') ?? '', PackFile).value
  return {
    dir,
    name: about?.id ?? basename(dir),
    sop,
    language: about?.language ?? likelyLanguage(sop.text),
    world,
    lexicon,
    graphText,
    graph: graphText === null ? null : (readYaml('graph.yaml', graphText, GraphFileReader).value ?? null),
    outline: written,
    isRenumbered: graphText !== (before ?? null),
    files,
  }
}

function readOutline(text: string | undefined): OutlineFile {
  if (text === undefined) return EMPTY_OUTLINE
  const { value, problems } = readYaml(OUTLINE, text, OutlineFile)
  if (value === undefined) throw new ProblemsError(`${OUTLINE} has errors.`, problems)
  return value
}

/** What the checker has against the folder's graph; without a desk only its shape is looked at. */
export function graphProblems({ graphText, sop, world }: CompileFolder): readonly Problem[] {
  if (graphText === null) return []
  const shape = readYaml('graph.yaml', graphText, GraphFileReader)
  if (shape.value === undefined || world === null) return shape.problems
  return loadGraph(
    { graph: { file: 'graph.yaml', text: graphText }, sop: { file: sop.file, text: sop.text } },
    factsOf(world),
  ).problems
}

/** Questions of the gates on lines that nobody has accepted: what was accepted was accepted with them in view. */
export function gateQuestions(folder: CompileFolder): readonly Question[] {
  const { graph, sop, lexicon, language, outline } = folder
  if (graph === null) return []
  const settled = new Set<string>(
    outlineState({ sop, graph, outline }).lines.flatMap(({ clause, open }) =>
      open === null ? [clause.id] : [],
    ),
  )
  const asked = evidenceGate({ sop, graph, lexicon, language, ...valuesOf(folder, graph) })
  return [...asked, ...orderQuestions(outline, graph)].filter(({ about }) => !settled.has(about))
}

/** What the desk knows of a variable's values. */
function valuesOf({ world }: CompileFolder, graph: GraphFile) {
  const tableOf = (record: string) => world?.tables.get(graph.records?.[record]?.from ?? '')
  return {
    enums: (variable: string): readonly string[] => {
      const [root, first = '', column = ''] = variable.split('.')
      if (root === 'fields') return graph.fields[first]?.of ?? []
      return root === 'records' ? (tableOf(first)?.columns.get(column)?.of ?? []) : []
    },
    datesOf: (variable: string): readonly string[] => {
      const [root, record = ''] = variable.split('.')
      const columns = root === 'records' ? [...(tableOf(record)?.columns ?? [])] : []
      return columns.flatMap(([name, { type }]) => (type === 'date' ? [name] : []))
    },
  }
}

export const stateOfFolder = ({ sop, graph, outline }: CompileFolder): OutlineState =>
  outlineState({ sop, graph, outline })
