import type { Problem } from '../../base/files/problem.ts'
import { joinedGaps } from '../../compile/ask/joined-gaps.ts'
import { ownWord } from '../../compile/ask/own-word.ts'
import type { GapState, LineState } from '../../compile/outline/outline-state.ts'
import { glossesOf } from '../../graph/words/by-clause.ts'
import { plainText } from '../../graph/words/pieces.ts'
import type { DeskProblem, OutlineRow, ProcedureView, Versions } from '../../report/studio-views/desk-view.ts'
import { type CompileFolder, gateQuestions, graphProblems, stateOfFolder } from '../packs/compile-folder.ts'
import { isUnread } from '../packs/edit-outline.ts'
import { lintFolder } from '../packs/lint-folder.ts'
import { isUntouched } from '../packs/propose-folder.ts'

/** The SOP beside what the graph makes of each sentence, who accepted that, and what gates ask. */
export function procedureView(folder: CompileFolder, versions: Versions): ProcedureView {
  const { graph, lexicon, sop, name } = folder
  const state = stateOfFolder(folder)
  const glosses = graph === null ? new Map() : glossesOf(graph, lexicon)
  const glossOf = (about: string): readonly string[] => (glosses.get(about) ?? []).map(plainText)
  const asked = [
    ...gateQuestions(folder).map(({ about, what }) => ({ about, what })),
    ...lintFolder(folder).map(({ clause, what }) => ({ about: clause, what: `The text: ${what}` })),
  ]
  const rowOf = (line: LineState): OutlineRow => {
    const { id, text } = line.clause
    const silent = isUnread(folder, id)
    const { is, among } = ownWord(line, graph)
    return {
      name: id,
      text,
      kind: line.kind,
      open: line.open !== null && silent ? 'no one has said yet what it is' : line.open,
      accepted_by: line.open === null ? (line.line?.accepted ?? null) : null,
      gloss: silent ? [] : glossOf(id),
      questions: silent ? [] : asked.filter(({ about }) => about === id).map(({ what }) => what),
      accept: silent || line.gloss === null ? null : { is, among },
    }
  }
  const gapRow = (together: readonly GapState[]): readonly OutlineRow[] =>
    together.slice(0, 1).map(({ item, open, gap }) => ({
      name: item,
      text: together.map(({ because }) => because).join('; '),
      kind: 'gap',
      open,
      accepted_by: open === null ? (gap?.accepted ?? null) : null,
      gloss: together.flatMap((each) => glossOf(each.item)),
      questions: [],
      accept: { is: 'kind', among: ['gap'] },
    }))
  const gaps =
    graph === null || isUnspoken(folder)
      ? []
      : [...joinedGaps(state.gaps, graph), ...state.gaps.flatMap((gap) => (gap.open === null ? [[gap]] : []))]
  return {
    desk: name,
    title: sop.sections[0]?.title || name,
    versions,
    sections: sop.sections.map(({ id, title }) => ({
      id,
      title: title === '' ? id : title,
      lines: state.lines.filter(({ clause }) => clause.section === id).map(rowOf),
    })),
    gaps: gaps.flatMap(gapRow),
    problems: graphProblems(folder).map(deskProblem),
  }
}

/** A new desk: that it hands everything over is no assumption anybody has to look at yet. */
export const isUnspoken = (folder: CompileFolder): boolean =>
  isUntouched(folder) && stateOfFolder(folder).lines.some(({ clause }) => isUnread(folder, clause.id))

const deskProblem = ({ file, line, message, hint, severity }: Problem): DeskProblem => ({
  file,
  line,
  message,
  hint: hint ?? null,
  severity,
})
