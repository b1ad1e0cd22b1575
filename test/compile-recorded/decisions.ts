import { parse } from 'yaml'
import { z } from 'zod'
import { readOutline } from '../../src/compile/read/read-outline.ts'
import { sketchGraph } from '../../src/compile/sketch/sketch.ts'
import type { GraphFile, StepFile } from '../../src/graph/file/graph-file.ts'
import { clauseNamed } from '../../src/sop/clause-id.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'
import type { SopDocument } from '../../src/sop/sop.ts'
import type { DrawnDecision } from './drawn-graph.ts'

/** Which line asks what a drawn decision asks, and whether its condition is the drawing's yes. */
const Lines = z.record(z.string(), z.object({ lines: z.record(z.string(), z.boolean()) }))
export type Lines = z.infer<typeof Lines>
export const readLines = (yaml: string): Lines => Lines.parse(parse(yaml))

/** A decision of the compiled graph, as the drawing would show it. */
export type CompiledDecision = {
  readonly step: string
  /** lines of the sentences it cites; the first is the one whose condition the first branch is for */
  readonly lines: readonly number[]
  readonly yes: string
  readonly no: string
}

export type Row = {
  readonly drawn: DrawnDecision
  readonly ours: CompiledDecision | null
  readonly found: boolean
}

export type DecisionScore = {
  readonly rows: readonly Row[]
  /** compiled decisions no drawn one is */
  readonly extra: readonly CompiledDecision[]
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** The graph `compile` makes of the text, its decisions of the drawn steps, one to one against the drawn ones. */
export function scoreDecisions(options: {
  readonly text: string
  readonly drawn: readonly DrawnDecision[]
  readonly lines: Lines
}): DecisionScore {
  const sop = parseSop('workflow.md', options.text)
  const { graph } = sketchGraph(sop, readOutline(sop), { tools: null, every: false })
  const steps = new Set(options.drawn.map(({ step }) => step))
  const ours = decisionsOf(graph, sop, steps)
  const taken = new Set<CompiledDecision>()
  const rows = options.drawn.map((drawn): Row => {
    const asked = options.lines[drawn.id]?.lines ?? {}
    const same = ours.filter(
      (one) => !taken.has(one) && one.step === drawn.step && one.lines.some((line) => `${line}` in asked),
    )
    const best = same.find((one) => leadsAlike(one, drawn, asked)) ?? same[0] ?? null
    if (best !== null) taken.add(best)
    return { drawn, ours: best, found: best !== null && leadsAlike(best, drawn, asked) }
  })
  const hits = rows.filter(({ found }) => found).length
  const [precision, recall] = [hits / Math.max(1, ours.length), hits / Math.max(1, options.drawn.length)]
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { rows, extra: ours.filter((one) => !taken.has(one)), precision, recall, f1 }
}

function leadsAlike(
  ours: CompiledDecision,
  drawn: DrawnDecision,
  asked: Readonly<Record<string, boolean>>,
): boolean {
  const line = ours.lines.find((each) => `${each}` in asked)
  const isYes = asked[`${line}`]
  const [yes, no] = isYes === false ? [ours.no, ours.yes] : [ours.yes, ours.no]
  return drawn.branches.length === 2 && drawn.branches[0]?.to === yes && drawn.branches[1]?.to === no
}

/** Decisions of the procedure that holds most of the drawn steps. */
function decisionsOf(
  graph: GraphFile,
  sop: SopDocument,
  wanted: ReadonlySet<string>,
): readonly CompiledDecision[] {
  const all = Object.values(graph.procedures).map(({ start, steps }) => {
    const place = (id: string): string => placeOf(steps[id], sop)
    const made = Object.values(steps).flatMap((step) =>
      'decide' in step ? [decisionOf(step, sop, place)] : [],
    )
    return { start: place(start), made: made.filter((one) => one !== null && wanted.has(one.step)) }
  })
  // other procedures may run this one's steps inside their own: its own begins with them
  const own = all.filter(({ start }) => wanted.has(start))
  const best = own.sort((a, b) => b.made.length - a.made.length)[0]
  return (best?.made ?? []).filter((one) => one !== null)
}

type Decide = Extract<StepFile, { readonly decide: unknown }>

function decisionOf(step: Decide, sop: SopDocument, place: (id: string) => string): CompiledDecision | null {
  const lines = [step.cites ?? []].flat().map((clause) => clauseNamed(sop, clause)?.at.line ?? 0)
  const [first, second] = step.decide.map((edge) => ('when' in edge ? edge.to : edge.otherwise))
  if (first === undefined || second === undefined) return null
  return { step: placeOf(step, sop), lines, yes: place(first), no: place(second) }
}

/** The number of the section a step cites first, or how it ends. */
function placeOf(step: StepFile | undefined, sop: SopDocument): string {
  if (step === undefined || 'end' in step) return 'end'
  if ('handover' in step) return 'handover'
  const clause = clauseNamed(sop, 'cites' in step ? ([step.cites ?? ''].flat()[0] ?? '') : '')
  const title = sop.sections.find((section) => section.id === clause?.section)?.title ?? ''
  return /(\d+(?:\.\d+)*)/.exec(title)?.[1] ?? clause?.section ?? ''
}
