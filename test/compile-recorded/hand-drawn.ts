import { parse } from 'yaml'
import { z } from 'zod'
import type { Lines } from './decisions.ts'
import type { DrawnDecision } from './drawn-graph.ts'

/** Paths nobody published a drawing of, drawn by hand from the text: their decisions and the lines that ask them. */
export type HandDrawn = {
  readonly path: string
  readonly drawn: readonly DrawnDecision[]
  readonly lines: Lines
}

const Paths = z.record(
  z.string(),
  z.array(
    z.strictObject({
      asks: z.string(),
      step: z.string(),
      lines: z.record(z.string(), z.boolean()),
      yes: z.string(),
      no: z.string(),
    }),
  ),
)

export const readHandDrawn = (yaml: string): readonly HandDrawn[] =>
  // a path called "3" would come first: keys that are numbers do
  Object.entries(Paths.parse(parse(yaml)))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([path, decisions]) => {
      const placed = decisions.map((one, at) => ({ ...one, id: `${path}_${at}` }))
      return {
        path,
        drawn: placed.map(({ id, asks, step, yes, no }) => ({
          id,
          asks,
          step,
          branches: [
            { label: 'yes', to: yes },
            { label: 'no', to: no },
          ],
        })),
        lines: Object.fromEntries(placed.map(({ id, lines }) => [id, { lines }])),
      }
    })
