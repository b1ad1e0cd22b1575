import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { adoptOutline } from '../src/compile/outline/adopt.ts'
import { EMPTY_OUTLINE, OutlineFile } from '../src/compile/outline/outline-file.ts'
import { writeOutline } from '../src/compile/outline/write-outline.ts'
import { GraphFileReader } from '../src/graph/file/graph-file.ts'
import { parseSop } from '../src/sop/parse-sop.ts'

/** Accepts what the graphs we ship make of their SOPs, after the team has reviewed a change of either. */
const packs = new URL('../packs/', import.meta.url).pathname
for (const pack of await readdir(packs)) {
  const text = (name: string): Promise<string> => readFile(join(packs, pack, name), 'utf8')
  const graph = GraphFileReader.parse(parse(await text('graph.yaml')))
  const before = await text('outline.yaml').catch(() => null)
  const outline = before === null ? EMPTY_OUTLINE : OutlineFile.parse(parse(before))
  const sop = parseSop('sop.md', await text('sop.md'))
  const after = writeOutline(adoptOutline(sop, graph, { outline, by: 'the SAGE team' }))
  if (after === before) continue
  await writeFile(join(packs, pack, 'outline.yaml'), after)
  process.stdout.write(`packs/${pack}/outline.yaml: accepted\n`)
}
