import type { Graph, StepKind } from '../../graph/model/graph.ts'
import { INK } from './draw-colours.ts'
import { type DrawnLine, type DrawnNode, drawingOf, type Marks } from './draw-model.ts'

/** The graph for Graphviz: one cluster a procedure. */
export function graphToDot(graph: Graph, marks: Marks = {}): string {
  const { parts } = drawingOf(graph, marks)
  const lines = parts.flatMap((part, index) => [
    `  subgraph cluster_${index} {`,
    `    label=${quoted(`${part.id}\n${part.subtitle}`)}; color="${INK.line}";`,
    ...part.nodes.map((node) => `    ${quoted(`${part.id} ${node.id}`)} [${nodeLook(node)}];`),
    ...part.lines.map(
      (line) =>
        `    ${quoted(`${part.id} ${line.from}`)} -> ${quoted(`${part.id} ${line.to}`)} [${lineLook(line)}];`,
    ),
    '  }',
  ])
  const head = [
    'digraph sage {',
    '  graph [rankdir=TB, fontname="Helvetica"];',
    `  node [fontname="Helvetica", fontsize=11, style=filled, fontcolor="${INK.text}"];`,
    `  edge [fontname="Helvetica", fontsize=10, color="${INK.line}"];`,
  ]
  return `${[...head, ...lines, '}'].join('\n')}\n`
}

const SHAPES: Readonly<Record<StepKind, string>> = {
  learn: 'parallelogram',
  check: 'cylinder',
  decide: 'diamond',
  confirm: 'hexagon',
  act: 'box',
  tell: 'note',
  handover: 'house',
  end: 'circle',
  resume: 'doublecircle',
}

function nodeLook(node: DrawnNode): string {
  const words = [node.title, ...(node.kind === 'end' ? [] : [node.does]), node.cites.join(', ')]
  const count = node.count === null ? [] : [`${node.count} times`]
  const { fill, stroke } = INK.kinds[node.kind]
  const ink = node.on !== 'none' ? INK.paths[node.on] : node.count === 0 ? INK.never : stroke
  const look = [
    `label=${quoted([...words, ...count].filter((word) => word !== '').join('\n'))}`,
    `shape=${SHAPES[node.kind]}`,
    `fillcolor="${fill}"`,
    `color="${ink}"`,
  ]
  if (node.kind === 'end') look.push('fontcolor="white"')
  if (node.on !== 'none') look.push('penwidth=3')
  else if (node.count === 0) look.push('style="filled,dashed"')
  return look.join(', ')
}

function lineLook(line: DrawnLine): string {
  const count = line.count === null ? '' : ` (${line.count})`
  const look = [`label=${quoted(line.text === '' ? '' : `${line.text}${count}`)}`]
  if (line.back) look.push('style=dashed', 'constraint=false')
  if (line.on !== 'none') look.push(`color="${INK.paths[line.on]}"`, 'penwidth=3')
  return look.join(', ')
}

/** Inside DOT's quotes only the quote and the backslash mean anything. */
const quoted = (text: string): string =>
  `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\r?\n/g, '\\n')}"`
