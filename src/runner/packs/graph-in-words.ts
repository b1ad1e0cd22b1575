import { basename } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { GraphFileReader } from '../../graph/file/graph-file.ts'
import { type Glosses, glossesOf, glossText } from '../../graph/words/by-clause.ts'
import { flowText } from '../../graph/words/flow.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { readPackFiles } from '../files/pack-files.ts'

/** A folder's graph in words: each sentence with what the graph makes of it, then each procedure in its order. */
export async function graphInWords(dir: string): Promise<{
  readonly text: string
  readonly json: {
    readonly pack: string
    readonly clauses: readonly { readonly clause: string; readonly text: string; readonly gloss: string }[]
    readonly flow: string
  }
}> {
  const files = await readPackFiles(dir)
  const { value: graph, problems } = readYaml('graph.yaml', files.get('graph.yaml') ?? '', GraphFileReader)
  if (graph === undefined) throw new ProblemsError(`The graph in ${dir} has errors.`, problems)
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon).value ?? null
  const sop = parseSop('sop.md', files.get('sop.md') ?? '')
  const glosses = glossesOf(graph, lexicon)
  const flow = flowText(graph, lexicon)
  const text = `What the graph makes of each sentence\n\n${sayClauses(sop, glosses)}\n\nIn order\n\n${flow}\n`
  const clauses = [...sop.clauses.values()].map(({ id, text: said }) => ({
    clause: id,
    text: said,
    gloss: glossText(glosses.get(id) ?? []),
  }))
  return { text, json: { pack: basename(dir), clauses, flow } }
}

function sayClauses(sop: SopDocument, glosses: Glosses): string {
  const known = new Set<string>(sop.clauses.keys())
  const sentences = [...sop.clauses.values()].map(({ id, text }) => sayLine(`${id}  ${text}`, glosses, id))
  // what no sentence says, and cites of sentences that are not there, are shown too
  const others = [...glosses.keys()].filter((key) => !known.has(key)).map((key) => sayLine(key, glosses, key))
  return [...sentences, ...others].join('\n')
}

function sayLine(head: string, glosses: Glosses, key: string): string {
  const lines = glosses.get(key)
  const gloss = lines === undefined ? 'nothing' : glossText(lines)
  return [head, ...gloss.split('\n').map((line) => `      ${line}`)].join('\n')
}
