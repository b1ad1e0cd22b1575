import { join } from 'node:path'
import { assert } from '../../src/base/assert.ts'
import type { Problem } from '../../src/base/files/problem.ts'
import type { Pack } from '../../src/cases/case.ts'
import { factsOf, readPack } from '../../src/cases/read-pack.ts'
import { compile } from '../../src/compile/compile.ts'
import { loadGraph } from '../../src/graph/load.ts'
import { readPackFiles } from '../../src/runner/files/pack-files.ts'
import { productTactics } from '../../src/runner/packs/load-pack.ts'
import { ROOT } from '../architecture/source-files.ts'
import { type Comparison, compareGraphs, forbiddenOnTruePaths } from '../compile-scenarios.ts'

/**
 * Desks in trades no shipped pack has, each in another hand: their SOPs were written before the compiler saw them,
 * and are never rewritten for it. In: a folder beside this file. Out: how the compiler reads it, against the graph drawn by hand.
 */
export type FirstReading = {
  readonly pack: Pack
  readonly sop: string
  readonly problems: readonly Problem[]
  readonly unresolved: readonly { readonly line: number; readonly text: string }[]
  /** undefined: the compiled graph does not load */
  readonly compared: Comparison | undefined
  /** true paths that a compiled forbid would punish */
  readonly forbidden: readonly string[]
}

export async function firstReading(folder: string): Promise<FirstReading> {
  const { pack, sop } = await stranger(folder)
  const { graph: text, problems, unresolved } = compile({ file: 'sop.md', text: sop }, pack)
  const files = { graph: { file: 'graph.yaml', text: text ?? '' }, sop: { file: 'sop.md', text: sop } }
  const graph = text === undefined ? undefined : loadGraph(files, factsOf(pack.world)).value
  return {
    pack,
    sop,
    problems,
    unresolved,
    compared: graph === undefined ? undefined : compareGraphs(pack, graph),
    forbidden: graph === undefined ? [] : forbiddenOnTruePaths(pack, graph),
  }
}

/** `act` of a topic is filled in from the hand-drawn graph when a pack is loaded: the compiler must not see it. */
export async function stranger(folder: string): Promise<{ readonly pack: Pack; readonly sop: string }> {
  const files = await readPackFiles(join(ROOT, 'test', 'strange-sops', folder))
  const { value, problems } = readPack(files, { tactics: await productTactics() })
  assert(value !== undefined, problems.map(({ message }) => message).join('\n'))
  const topics = Object.entries(value.lexicon.topics).map(
    ([id, { says, cues }]) => [id, { says, cues }] as const,
  )
  const lexicon = { ...value.lexicon, topics: Object.fromEntries(topics) }
  return { pack: { ...value, lexicon }, sop: files.get('sop.md') ?? '' }
}
