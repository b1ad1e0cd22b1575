import type { Graph, StepKind } from '../../graph/model/graph.ts'
import { INK } from './draw-colours.ts'
import { type DrawnLine, type DrawnNode, drawingOf, type Highlight, type Marks } from './draw-model.ts'

/** The graph as a Mermaid flow chart: one box a procedure, shape and colour by kind of step. */
export function graphToMermaid(graph: Graph, marks: Marks = {}): string {
  const { parts } = drawingOf(graph, marks)
  const names = new Map<string, string>()
  for (const part of parts)
    for (const node of part.nodes) names.set(nodeKey(part.id, node.id), `n${names.size + 1}`)
  const nameOf = (part: string, id: string) => names.get(nodeKey(part, id)) ?? 'n0'
  const body: string[] = []
  const styles: string[] = []
  let line = 0
  parts.forEach((part, index) => {
    body.push(`  subgraph p${index + 1}["${inLabel(`${part.id}: ${part.subtitle}`)}"]`)
    for (const node of part.nodes) {
      const name = nameOf(part.id, node.id)
      body.push(`    ${name}${shaped(node)}:::${node.kind === 'end' ? 'end_' : node.kind}`)
      styles.push(...nodeStyle(name, node))
    }
    for (const one of part.lines) {
      body.push(`    ${nameOf(part.id, one.from)} ${arrow(one)} ${nameOf(part.id, one.to)}`)
      if (one.on !== 'none') styles.push(`  linkStyle ${line} stroke:${PATH_INK[one.on]},stroke-width:4px`)
      line += 1
    }
    body.push('  end')
  })
  return `${['flowchart TD', ...classes(), ...body, ...styles].join('\n')}\n`
}

const nodeKey = (part: string, id: string): string => `${part}\n${id}`
const PATH_INK: Readonly<Record<Highlight, string>> = INK.paths

const SHAPES: Readonly<Record<StepKind, readonly [string, string]>> = {
  learn: ['[/', '/]'],
  check: ['[(', ')]'],
  decide: ['{', '}'],
  confirm: ['{{', '}}'],
  act: ['[', ']'],
  tell: ['(', ')'],
  handover: ['([', '])'],
  end: ['((', '))'],
  resume: ['((', '))'],
}

function shaped(node: DrawnNode): string {
  const [open, close] = SHAPES[node.kind]
  const words = node.kind === 'end' ? [node.title] : [node.title, node.does]
  const cites = node.cites.length === 0 ? [] : [node.cites.join(', ')]
  const count = node.count === null ? [] : [`${node.count} times`]
  return `${open}"${[...words, ...cites, ...count].map(inLabel).join('<br/>')}"${close}`
}

function arrow(line: DrawnLine): string {
  const shaft = line.back ? '-.->' : '-->'
  const count = line.count === null ? '' : ` (${line.count})`
  return line.text === '' ? shaft : `${shaft}|"${inLabel(`${line.text}${count}`)}"|`
}

const classes = (): readonly string[] =>
  Object.entries(INK.kinds).map(
    ([kind, { fill, stroke }]) =>
      `  classDef ${kind === 'end' ? 'end_' : kind} fill:${fill},stroke:${stroke},color:${INK.text}`,
  )

function nodeStyle(name: string, node: DrawnNode): readonly string[] {
  if (node.on !== 'none') return [`  style ${name} stroke:${PATH_INK[node.on]},stroke-width:4px`]
  return node.count === 0 ? [`  style ${name} stroke:${INK.never},stroke-dasharray:5 4,stroke-width:2px`] : []
}

/** Mermaid reads `#code;` entities; quotes, brackets and markup in a name would break the chart or worse. */
const inLabel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,:;_=!?+*/()'-]|[;\n\r]/gu, (character) => `#${character.codePointAt(0)};`)
