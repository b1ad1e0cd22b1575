/** A graph somebody drew by hand, read from Graphviz text: its decisions, with where each labelled branch leads. */
export type DrawnDecision = {
  readonly id: string
  readonly asks: string
  /** the step it belongs to, "1.2" */
  readonly step: string
  /** in the order of the drawing: what is labelled yes stands first */
  readonly branches: readonly { readonly label: string; readonly to: string }[]
}

type Node = { readonly id: string; readonly label: string; readonly diamond: boolean }

export function readDrawnDecisions(dot: string): readonly DrawnDecision[] {
  const nodes = nodesOf(dot)
  const steps = stepsOf(nodes)
  const edges = [...dot.matchAll(/^\s*(\w+)\s*->\s*(\w+)(?:\s*\[label="([^"]*)"\])?\s*;/gm)].map((found) => ({
    from: found[1] ?? '',
    to: found[2] ?? '',
    label: (found[3] ?? '').replaceAll('\\n', ' '),
  }))
  return nodes
    .filter((node) => node.diamond)
    .map((node) => ({
      id: node.id,
      asks: node.label,
      step: steps.get(prefixOf(node.id)) ?? '',
      branches: edges
        .filter((edge) => edge.from === node.id)
        .map((edge) => ({ label: edge.label, to: placeOf(edge.to, nodes, steps) })),
    }))
}

function nodesOf(dot: string): readonly Node[] {
  return [...dot.matchAll(/^\s*(\w+)\s*\[label="([^"]*)"([^\]]*)\]\s*;/gm)].map((found) => ({
    id: found[1] ?? '',
    label: (found[2] ?? '').replaceAll('\\n', ' '),
    diamond: /shape=diamond/.test(found[3] ?? ''),
  }))
}

/** `P1_S2_Decision_X` -> `P1_S2` */
const prefixOf = (id: string): string => /^(.*?_S\d+)(?:_|$)/.exec(id)?.[1] ?? id

/** Which step each part of the drawing is: the node labelled "Step 1.2: ..." says. */
function stepsOf(nodes: readonly Node[]): ReadonlyMap<string, string> {
  return new Map(
    nodes.flatMap((node) => {
      const step = /^Step (\d+(?:\.\d+)*)/.exec(node.label)?.[1]
      return step === undefined ? [] : [[prefixOf(node.id), step] as const]
    }),
  )
}

/** A step's number, or how it ends. */
function placeOf(id: string, nodes: readonly Node[], steps: ReadonlyMap<string, string>): string {
  const label = nodes.find((node) => node.id === id)?.label ?? ''
  if (/^End_/.test(id)) return /transfer|escalat|human/i.test(label) ? 'handover' : 'end'
  return steps.get(prefixOf(id)) ?? id
}
