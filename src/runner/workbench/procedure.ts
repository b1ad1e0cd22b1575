import { parseDocument } from 'yaml'
import type { Problem } from '../../base/files/problem.ts'
import { factsOf } from '../../cases/read-pack.ts'
import { joinedGaps } from '../../compile/ask/joined-gaps.ts'
import { figuresIn } from '../../compile/gates/figures.ts'
import type { LineKind } from '../../compile/outline/outline-file.ts'
import type { GapState, LineState } from '../../compile/outline/outline-state.ts'
import { loadGraph } from '../../graph/load.ts'
import { type Glosses, glossesOf } from '../../graph/words/by-clause.ts'
import { plainText, type Slot, type Words } from '../../graph/words/pieces.ts'
import { type DrawnPart, drawingOf } from '../../report/graph-drawing/draw-model.ts'
import type {
  DeskProblem,
  GapRow,
  GlossPiece,
  OutlineRow,
  ProcedureView,
  Versions,
} from '../../report/studio-views/desk-view.ts'
import { type CompileFolder, gateQuestions, graphProblems, stateOfFolder } from '../packs/compile-folder.ts'
import { isUnread } from '../packs/edit-outline.ts'
import { lintFolder } from '../packs/lint-folder.ts'
import { isUntouched } from '../packs/propose-folder.ts'
import { sentenceChoices } from './sentence-choices.ts'

/** The SOP beside its outline: each sentence with what the graph makes of it, who accepted that, and what gates ask. */
export function procedureView(folder: CompileFolder, versions: Versions): ProcedureView {
  const { graph, lexicon, sop, name } = folder
  const state = stateOfFolder(folder)
  const glosses: Glosses = graph === null ? new Map() : glossesOf(graph, lexicon)
  const slots = slotReader(folder)
  const questions = gateQuestions(folder)
  const lint = lintFolder(folder)
  const row = ({ clause, kind, open, line }: LineState): OutlineRow => ({
    clause: clause.id,
    section: clause.section,
    text: clause.text,
    kind,
    shown: shownKind(kind),
    open,
    accepted_by: open === null ? (line?.accepted ?? null) : null,
    gloss: (glosses.get(clause.id) ?? []).map((words) => words.map(slots)),
    questions: (isUnread(folder, clause.id) ? [] : questions)
      .filter(({ about }) => about === clause.id)
      .map(({ gate, what }) => ({ gate, what })),
    lint: lint
      .filter((found) => found.clause === clause.id)
      // a desk gets its tools from the sentences that use them
      .filter((found) => found.kind !== 'action-without-tool' || !isUnread(folder, clause.id))
      .map(({ what }) => what),
    unread: isUnread(folder, clause.id),
    figures: figuresIn(clause.text).map(({ text, value, unit, bound }) => ({ text, value, unit, bound })),
  })
  return {
    desk: name,
    title: sop.sections[0]?.title || name,
    versions,
    sop: sop.text,
    sections: sop.sections.map(({ id, title }) => ({ id, title: title === '' ? id : title })),
    lines: state.lines.map(row),
    gaps:
      graph === null || isUnspoken(folder) ? [] : gapRows(state.gaps, joinedGaps(state.gaps, graph), glosses),
    problems: graphProblems(folder).map(deskProblem),
    parts: partsOf(folder),
    untouched: graph === null || isUntouched(folder),
    choices: graph === null ? null : sentenceChoices(folder, graph),
  }
}

/** A new desk: that it hands everything over is no assumption anybody has to look at yet. */
export const isUnspoken = (folder: CompileFolder): boolean =>
  isUntouched(folder) && stateOfFolder(folder).lines.some(({ clause }) => isUnread(folder, clause.id))

/** Five colours: what a rule is made of (exceptions, order, rows) is the graph's, the other four an author looks for. */
const shownKind = (kind: LineKind): OutlineRow['shown'] =>
  kind === 'fact' || kind === 'tone' || kind === 'gap' || kind === 'unread' ? kind : 'rule'

function gapRows(
  gaps: readonly GapState[],
  open: readonly (readonly GapState[])[],
  glosses: Glosses,
): readonly GapRow[] {
  const rowOf = (together: readonly GapState[]): GapRow => ({
    items: together.map(({ item }) => item),
    because: together.map(({ because }) => because).join('; '),
    gloss: together.flatMap(({ item }) => (glosses.get(item) ?? []).map(plainText)),
    open: together.find((gap) => gap.open !== null)?.open ?? null,
    accepted_by: together[0]?.gap?.accepted ?? null,
  })
  const accepted = gaps.filter((gap) => gap.open === null)
  return [...open.map(rowOf), ...accepted.map((gap) => rowOf([gap]))]
}

export const deskProblem = ({ file, line, message, hint, severity }: Problem): DeskProblem => ({
  file,
  line,
  message,
  hint: hint ?? null,
  severity,
})

function partsOf({ graphText, world, sop }: CompileFolder): readonly DrawnPart[] | null {
  if (graphText === null || world === null) return null
  const { value } = loadGraph(
    { graph: { file: 'graph.yaml', text: graphText }, sop: { file: sop.file, text: sop.text } },
    factsOf(world),
  )
  return value === undefined ? null : drawingOf(value).parts
}

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=']

/** A word of a gloss as something to click on: what stands at its place, and what could. */
function slotReader({
  graphText,
  graph,
  world,
  lexicon,
}: CompileFolder): (piece: Words[number]) => GlossPiece {
  const document = graphText === null ? null : parseDocument(graphText)
  const written = ({ path, within, text }: Slot): string => {
    const value: unknown = document?.getIn(path)
    const whole = value === undefined || value === null ? text : String(value)
    return within === null ? whole : whole.slice(within.start, within.end)
  }
  const optionsOf = (slot: Slot): readonly string[] => {
    switch (slot.slot) {
      case 'comparison':
        return COMPARISONS
      case 'topic':
        return Object.keys(lexicon?.topics ?? {})
      case 'tool':
        return [...(world?.tools.keys() ?? [])]
      case 'variable':
        return [
          ...Object.keys(graph?.fields ?? {}).map((field) => `fields.${field}`),
          ...Object.keys(graph?.derived ?? {}).map((name) => `derived.${name}`),
        ]
      default:
        return []
    }
  }
  return (piece) => {
    if (typeof piece === 'string') return piece
    const now = written(piece)
    const options = optionsOf(piece)
    return {
      slot: piece.slot,
      text: piece.text,
      written: now,
      path: piece.path,
      within: piece.within,
      // a place that holds something else than the list has is typed: the list would hide what stands there
      options: options.includes(now) ? options : [],
    }
  }
}
