import type { DrawnLine, DrawnNode, DrawnPart, Highlight } from '../graph-drawing/draw-model.ts'

/**
 * Paths name what was done; the decisions between are passed, not done, and would leave gaps in a drawn way. Marks the
 * decisions a trial passed (`walked`) and the lines between marked steps, so that the eye can follow.
 */
export function markWays(parts: readonly DrawnPart[], walked: ReadonlySet<string>): readonly DrawnPart[] {
  return parts.map((part) => {
    const on = new Map(part.nodes.map(({ id, on: mark }) => [id, mark]))
    // A decision takes its mark from where it led to: upwards, until nothing changes.
    for (let changed = true; changed; ) {
      changed = false
      for (const { id, on: mark } of part.nodes) {
        if (mark !== 'none' || on.get(id) !== 'none' || !walked.has(id)) continue
        const led = leadsTo(part.lines, id, on)
        if (led === 'none') continue
        on.set(id, led)
        changed = true
      }
    }
    const nodes = part.nodes.map((node): DrawnNode => ({ ...node, on: on.get(node.id) ?? 'none' }))
    const lines = part.lines.map(
      (line): DrawnLine => (line.on === 'none' ? { ...line, on: between(line, on, walked) } : line),
    )
    return { ...part, nodes, lines }
  })
}

const RANK: readonly Highlight[] = ['none', 'taken', 'true', 'both']

function leadsTo(lines: readonly DrawnLine[], id: string, on: ReadonlyMap<string, Highlight>): Highlight {
  const marks = lines.filter(({ from }) => from === id).map(({ to }) => on.get(to) ?? 'none')
  return marks.reduce<Highlight>(
    (best, mark) => (RANK.indexOf(mark) > RANK.indexOf(best) ? mark : best),
    'none',
  )
}

/** A line is part of the way where both its ends are, and the walk passed through them. */
function between(
  { from, to }: DrawnLine,
  on: ReadonlyMap<string, Highlight>,
  walked: ReadonlySet<string>,
): Highlight {
  const [start, end] = [on.get(from) ?? 'none', on.get(to) ?? 'none']
  if (start === 'none' || end === 'none' || !walked.has(from) || !walked.has(to)) return 'none'
  return start === 'both' && end === 'both' ? 'both' : 'true'
}
