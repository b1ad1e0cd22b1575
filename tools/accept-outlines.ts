import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { acceptGap, acceptLine, kindOfLine } from '../src/compile/outline/accept.ts'
import { OutlineFile } from '../src/compile/outline/outline-file.ts'
import { outlineState } from '../src/compile/outline/outline-state.ts'
import { writeOutline } from '../src/compile/outline/write-outline.ts'
import { GraphFileReader } from '../src/graph/file/graph-file.ts'
import { parseSop } from '../src/sop/parse-sop.ts'

/**
 * New fingerprints for lines of the packs we ship, once their SOP or graph, or the printing of graphs, has changed. Language
 * models do that in bulk, and the file says so; what is accepted already keeps its name and date. No user has this.
 */
const by = `SAGE team (language models), ${new Date().toISOString().slice(0, 10)}`
const packs = new URL('../packs/', import.meta.url).pathname
for (const pack of await readdir(packs)) {
  const text = (name: string): Promise<string> => readFile(join(packs, pack, name), 'utf8')
  const graph = GraphFileReader.parse(parse(await text('graph.yaml')))
  const before = await text('outline.yaml')
  const outline = OutlineFile.parse(parse(before))
  const state = outlineState({ sop: parseSop('sop.md', await text('sop.md')), graph, outline })
  const lines = state.lines.map((line) =>
    line.open === null && line.line !== null
      ? { ...line.line, clause: line.clause.id, ...(line.gloss === null ? {} : { gloss: line.gloss }) }
      : acceptLine(line, { by, kind: kindOfLine(line, graph) }),
  )
  const gaps = state.gaps.map((gap) => (gap.open === null && gap.gap !== null ? gap.gap : acceptGap(gap, by)))
  const after = writeOutline({ format: 1, lines, ...(gaps.length === 0 ? {} : { gaps }) })
  if (after === before) continue
  await writeFile(join(packs, pack, 'outline.yaml'), after)
  process.stdout.write(`packs/${pack}/outline.yaml: accepted as ${by}\n`)
}
