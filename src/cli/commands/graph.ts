import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import type { Graph } from '../../graph/graph.ts'
import { graphToDot } from '../../report/draw-dot.ts'
import { graphToJson } from '../../report/draw-json.ts'
import { graphToMermaid } from '../../report/draw-mermaid.ts'
import type { Marks } from '../../report/draw-model.ts'
import { graphToSvg } from '../../report/draw-svg.ts'
import { loadDesk } from '../../runner/load-desk.ts'
import { placeOfPack } from '../../runner/open-pack.ts'
import { writeText } from '../../runner/write-text.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import { oneOf } from '../options.ts'

const FORMATS: Readonly<Record<string, (graph: Graph, marks: Marks) => string>> = {
  mermaid: graphToMermaid,
  dot: graphToDot,
  svg: graphToSvg,
  json: (graph, marks) => `${JSON.stringify(graphToJson(graph, marks), null, 2)}\n`,
}
const Options = z.strictObject({ format: z.string(), output: z.string().optional() })

export const defineGraph: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'id or folder')
    .option('--format <name>', Object.keys(FORMATS).join(', '), oneOf(Object.keys(FORMATS)), 'mermaid')
    .option('-o, --output <file>', 'write it there instead of to stdout')
    .addHelpText(
      'after',
      examples([
        ['sage graph ./my-desk', 'Mermaid, to paste into a page'],
        ['sage graph ./my-desk --format svg -o graph.svg', 'a picture'],
      ]),
    )
    .action(does(graph))

async function graph({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { format, output } = Options.parse(options)
  const pack = await loadDesk(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const drawn = FORMATS[format]?.(pack.graph, {}) ?? ''
  const file = output === undefined ? null : await writeText(output, drawn, workingFolder)
  const json = { pack: pack.id, format, file, ...(file === null ? { graph: drawn } : {}) }
  return { json, text: file === null ? drawn : `wrote ${file}`, exit: EXIT.ok }
}
