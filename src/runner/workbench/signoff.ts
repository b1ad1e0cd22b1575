import { readCsv } from '../../base/files/csv.ts'
import {
  agreesWithGraph,
  type BoundaryQuestion,
  boundaryQuestions,
  untouched,
} from '../../compile/signoff/boundary-questions.ts'
import { type GivenAnswer, writeSignoff } from '../../compile/signoff/signoff-rows.ts'
import type { SignoffChoice, SignoffView, Versions } from '../../report/studio-views/desk-view.ts'
import type { CompileFolder } from '../packs/compile-folder.ts'
import { TRUTH, truthAfterSignoff } from '../packs/signoff-truth-file.ts'
import type { DeskEditFiles } from './write-desk.ts'

const SIGNOFF = 'signoff.csv'

type Files = ReadonlyMap<string, string>

/** Situations to answer, those by risk first. What the graph does is in it only for those that were answered. */
export function signoffView(folder: CompileFolder, files: Files, versions: Versions): SignoffView {
  const questions = questionsOf(folder)
  const given = givenIn(files, questions)
  return {
    desk: folder.name,
    versions,
    questions: questions.map((question) => {
      const chosen = given.get(question.id)
      const { id, about, situation, options, ours } = question
      const answer = chosen === undefined ? null : { chosen, ours, agrees: agreesWithGraph(question, chosen) }
      return { id, about, situation, options, answer }
    }),
    clauses: Object.fromEntries([...folder.sop.clauses.values()].map(({ id, text }) => [id, text])),
    untouched: untouched([...folder.sop.clauses.keys()], questions),
  }
}

/** signoff.csv with one more answer, or another one; answers the graph agrees with become rows of truth.csv, as in `sage signoff`. */
export function answerQuestion(
  folder: CompileFolder,
  files: Files,
  { question: id, chosen }: { readonly question: string; readonly chosen: SignoffChoice },
): DeskEditFiles {
  const questions = questionsOf(folder)
  const asked = questions.find((question) => question.id === id)
  if (asked === undefined)
    return { kind: 'refused', because: ['The graph no longer asks this. Reload the page.'] }
  if (typeof chosen === 'number' && asked.options[chosen] === undefined)
    return { kind: 'refused', because: ['That is not one of the answers.'] }
  const given = new Map(givenIn(files, questions)).set(id, chosen)
  const rows = questions.flatMap((question): readonly GivenAnswer[] => {
    const answer = given.get(question.id)
    return answer === undefined ? [] : [{ question, chosen: answer }]
  })
  const written = writeSignoff(rows)
  const truth = truthAfterSignoff(new Map([...files, [SIGNOFF, written]]), rows)
  return {
    kind: 'edit',
    files: new Map([[SIGNOFF, written], ...(truth === null ? [] : [[TRUTH, truth] as const])]),
  }
}

const questionsOf = ({ graph, lexicon }: CompileFolder): readonly BoundaryQuestion[] =>
  graph === null ? [] : boundaryQuestions(graph, lexicon)

/** Answers to questions that are still asked in the same words: a changed situation has to be answered again. */
function givenIn(files: Files, questions: readonly BoundaryQuestion[]): ReadonlyMap<string, SignoffChoice> {
  const { rows } = readCsv(SIGNOFF, files.get(SIGNOFF) ?? '')
  const asked = new Map(questions.map((question) => [question.id, question]))
  return new Map(
    rows.flatMap((row): readonly (readonly [string, SignoffChoice])[] => {
      const [, id = '', , situation = '', answer = ''] = row.map(({ text }) => text)
      const question = asked.get(id)
      if (question === undefined || question.situation !== situation) return []
      if (answer === '?') return [[id, null]]
      if (answer === 'none of these') return [[id, 'none']]
      const chosen = question.options.indexOf(answer)
      return chosen === -1 ? [] : [[id, chosen]]
    }),
  )
}
