import type { StepKind } from '../../graph/model/graph.ts'
import type { Highlight } from './draw-model.ts'

/** One palette for every drawing. Kinds differ in shape too: colour alone says nothing to one reader in twelve. */
export const INK = {
  text: '#1f2933',
  faint: '#66727f',
  line: '#7b8794',
  never: '#c81e1e',
  paths: { none: '#7b8794', true: '#15803d', taken: '#c2410c', both: '#1d4ed8' } satisfies Record<
    Highlight,
    string
  >,
  kinds: {
    learn: { fill: '#e3f2fd', stroke: '#1976d2' },
    check: { fill: '#e8eaf6', stroke: '#3f51b5' },
    decide: { fill: '#fff8e1', stroke: '#c28800' },
    confirm: { fill: '#f3e5f5', stroke: '#8e24aa' },
    act: { fill: '#e6f4ea', stroke: '#1e8449' },
    tell: { fill: '#f5f5f5', stroke: '#6b7280' },
    handover: { fill: '#fdecea', stroke: '#b3261e' },
    end: { fill: '#374151', stroke: '#374151' },
    resume: { fill: '#eceff1', stroke: '#546e7a' },
  } satisfies Record<StepKind, { readonly fill: string; readonly stroke: string }>,
} as const
