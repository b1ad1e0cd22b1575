import { z } from 'zod'
import { readOutline } from '../../src/compile/read/read-outline.ts'
import { type Sketch, sketchGraph } from '../../src/compile/sketch/sketch.ts'
import type { GraphFile, StepFile } from '../../src/graph/file/graph-file.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'
import type { SopDocument } from '../../src/sop/sop.ts'

const Guidelines = z.record(
  z.string(),
  z.object({
    subflows: z.record(
      z.string(),
      z.object({
        instructions: z.array(z.string()),
        actions: z.array(z.object({ text: z.string(), subtext: z.array(z.string()) })),
      }),
    ),
  }),
)
const Sequences = z.array(z.object({ flow: z.string(), subflow: z.string(), actions: z.array(z.string()) }))

export type Subflow = {
  readonly name: string
  readonly markdown: string
  /** the published order of actions */
  readonly actions: readonly string[]
}

export function readSubflows(guidelines: string, sequences: string): readonly Subflow[] {
  const flows = Guidelines.parse(JSON.parse(guidelines))
  const orders = Sequences.parse(JSON.parse(sequences))
  return Object.entries(flows).flatMap(([flow, { subflows }]) =>
    Object.entries(subflows).map(([subflow, { instructions, actions }]) => ({
      name: `${flow} / ${subflow}`,
      markdown: markdownOf(instructions, actions),
      actions: orders.find((order) => order.flow === flow && order.subflow === subflow)?.actions ?? [],
    })),
  )
}

/** Instructions, text and subtext as the page shows them: numbered steps with bullets; no names of buttons. */
function markdownOf(
  instructions: readonly string[],
  actions: readonly { readonly text: string; readonly subtext: readonly string[] }[],
): string {
  const [first = '', ...rest] = instructions
  const steps = actions.map(({ text, subtext }, at) => {
    const bullets = subtext.map((line) => {
      const [head = '', ...below] = line.split(/(?:^|\s)>\s+/).filter((part) => part.trim() !== '')
      return [`    - ${clean(head)}`, ...below.map((part) => `        - ${clean(part)}`)].join('\n')
    })
    return [`${at + 1}. ${clean(text)}`, ...bullets].join('\n')
  })
  return ['# Procedure', clean(first), steps.join('\n'), ...rest.map(clean)].join('\n\n')
}

/** Bracketed names removed; `['a', 'b']` lists values and stays. */
const clean = (text: string): string =>
  text
    .replaceAll(/\[[^\]'"]*\]/g, '')
    .replaceAll(/\s*<or>\s*/g, '; or ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()

export type SubflowScore = {
  readonly name: string
  readonly expected: readonly string[]
  readonly found: readonly string[]
  readonly exact: boolean
  readonly phrases: readonly Phrase[]
}

/** One "if" of the text and what became of it. */
export type Phrase = {
  readonly line: number
  readonly text: string
  readonly guard: boolean
  readonly because: string
}

/** `every`: each action named is to be found in the text, as where a guideline is given its own only. */
export function scoreSubflow(
  subflow: Subflow,
  given: { readonly tools: readonly string[]; readonly every: boolean },
): SubflowScore {
  const sop = parseSop('guideline.md', subflow.markdown)
  const sketch = sketchGraph(sop, readOutline(sop), given)
  const found = mainPath(sketch.graph)
  return {
    name: subflow.name,
    expected: subflow.actions,
    found,
    exact: found.join() === subflow.actions.join(),
    phrases: phrasesOf(sop, sketch),
  }
}

/** Calls of the published order that the main path makes in that order: the longest common subsequence. */
export function callsInOrder({ expected, found }: Pick<SubflowScore, 'expected' | 'found'>): number {
  let row = expected.map(() => 0)
  for (const call of found) {
    const above = row
    row = []
    for (const [at, wanted] of expected.entries())
      row.push(wanted === call ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0))
  }
  return row.at(-1) ?? 0
}

type Steps = GraphFile['procedures'][string]['steps']

/** The way from the start that makes the most calls; among equals the one whose branches stand first. */
function mainPath(graph: GraphFile): readonly string[] {
  const [procedure] = Object.values(graph.procedures)
  if (procedure === undefined) return []
  const best = new Map<string, readonly string[]>()
  const visit = (id: string, path: ReadonlySet<string>): readonly string[] => {
    const known = best.get(id)
    if (known !== undefined) return known
    const step = procedure.steps[id]
    if (step === undefined || path.has(id)) return []
    const ways = targetsOf(step).map((to) => visit(to, new Set([...path, id])))
    const longest = ways.reduce<readonly string[]>(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    const calls = 'act' in step ? [step.act, ...longest] : longest
    best.set(id, calls)
    return calls
  }
  return visit(procedure.start, new Set())
}

function targetsOf(step: Steps[string]): readonly string[] {
  if ('decide' in step) return step.decide.map((edge) => ('when' in edge ? edge.to : edge.otherwise))
  return 'next' in step && step.next !== undefined ? [step.next] : []
}

/** Every "if" of the text: a guard that cites its sentence, or why not. */
function phrasesOf(sop: SopDocument, sketch: Sketch): readonly Phrase[] {
  const steps = Object.values(sketch.graph.procedures).flatMap((procedure) => Object.values(procedure.steps))
  const decides = steps.filter((step) => 'decide' in step)
  return [...sop.clauses.values()].flatMap((clause) => {
    const ifs = clause.text.match(/\bif\b/gi)?.length ?? 0
    if (ifs === 0) return []
    const citing = decides.filter((step) => [step.cites ?? []].flat().includes(clause.id))
    const read = new Set(citing.flatMap((step) => guardsOf(step)))
    // "ask if they have one": its answer is what a guard on this sentence reads
    const answered = sketch.asked.filter(
      (asked) =>
        asked.clause === clause.id && [...read].some((guard) => guard.includes(`fields.${asked.field} `)),
    )
    const guards = Math.min(
      ifs,
      new Set(citing.map((step) => guardsOf(step).join())).size +
        new Set(answered.map(({ field }) => field)).size,
    )
    return Array.from(
      { length: ifs },
      (_, at): Phrase => ({
        line: clause.at.line,
        text: clause.text,
        guard: at < guards,
        because: at < guards ? '' : whyNot(clause.text, sketch, clause.id),
      }),
    )
  })
}

const guardsOf = (step: Extract<StepFile, { readonly decide: unknown }>): readonly string[] =>
  step.decide.flatMap((edge) => ('when' in edge ? [edge.when] : []))

function whyNot(text: string, sketch: Sketch, clause: string): string {
  if (/\beven if\b/i.test(text)) return 'a concession: it changes nothing'
  if (/^(?:for example|i\.?e)\b/i.test(text)) return 'an example'
  if (sketch.asked.some((asked) => asked.clause === clause))
    return 'asked, and nothing follows from the answer'
  return (
    sketch.unresolved.find((one) => one.clause === clause)?.because ??
    'says what is so, or both ways go on alike'
  )
}
