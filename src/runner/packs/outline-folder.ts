import { type Problem, problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import { matchLines } from '../../compile/outline/match-lines.ts'
import { EMPTY_OUTLINE, OutlineFile } from '../../compile/outline/outline-file.ts'
import { isDraft, type OutlineState, outlineState } from '../../compile/outline/outline-state.ts'
import { type GraphFile, GraphFileReader } from '../../graph/file/graph-file.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { SopDocument } from '../../sop/sop.ts'

export const OUTLINE = 'outline.yaml'

type Files = ReadonlyMap<string, string>

/** An SOP, what its graph says, and who has accepted that. */
export type OutlinedSop = {
  readonly sop: SopDocument
  readonly graph: GraphFile | null
  readonly outline: OutlineFile
  readonly state: OutlineState
}

/** The outline of a pack's files; null where there is none: the pack runs as before, marked "no outline" (L3). */
export function outlineOfFiles(files: Files): OutlinedSop | null {
  if (!files.has(OUTLINE)) return null
  const sop = parseSop('sop.md', files.get('sop.md') ?? '')
  const graph = readYaml('graph.yaml', files.get('graph.yaml') ?? '', GraphFileReader).value ?? null
  const outline = readYaml(OUTLINE, files.get(OUTLINE) ?? '', OutlineFile).value ?? EMPTY_OUTLINE
  return { sop, graph, outline, state: outlineState({ sop, graph, outline }) }
}

/** Sentences that the outline calls contested, wherever they stand now. Glosses are not looked at: every load asks this. */
export function contestedIn(files: Files, sop: SopDocument): readonly ClauseId[] {
  const outline = readYaml(OUTLINE, files.get(OUTLINE) ?? '', OutlineFile).value
  if (outline === undefined || outline.lines.every((line) => line.contested === undefined)) return []
  return matchLines(sop, outline.lines).flatMap(({ clause, line }) =>
    line?.contested === undefined ? [] : [clause.id],
  )
}

/** What `pack check` says of an outline: what cannot be read is an error, an open sentence a warning. */
export function outlineProblems(files: Files): readonly Problem[] {
  const text = files.get(OUTLINE)
  if (text === undefined) return []
  const { problems } = readYaml(OUTLINE, text, OutlineFile)
  const found = outlineOfFiles(files)
  if (problems.length > 0 || found === null) return problems
  return [
    ...found.state.lines.flatMap(({ clause, open }) =>
      open === null ? [] : [warning(problem(clause.at, 'line-open', `${clause.id} is open: ${open}`, HINT))],
    ),
    ...found.state.gaps.flatMap(({ item, open }) =>
      open === null
        ? []
        : [
            warning(
              problem({ file: 'graph.yaml', line: 1, column: 1 }, 'gap-open', `${item}: ${open}`, HINT),
            ),
          ],
    ),
  ]
}

const HINT = 'Close it with sage compile <pack> --ask.'
const warning = (found: Problem): Problem => ({ ...found, severity: 'warning' })

/** Throws for a draft: a graph nobody has accepted must not accuse agents. */
export function refuseDraft(packId: string, files: Files): void {
  const found = outlineOfFiles(files)
  if (found === null || !isDraft(found.state)) return
  const open = outlineProblems(files)
  throw new ProblemsError(
    `Pack ${packId} is a draft: ${open.length} ${open.length === 1 ? 'line is' : 'lines are'} open. Close them with sage compile ${packId} --ask`,
    open.slice(0, OPEN_SHOWN_MAX).map((each) => ({ ...each, severity: 'error' as const })),
  )
}

/** On a new desk every sentence is open; the message says how many, and a few show what is meant. */
const OPEN_SHOWN_MAX = 3
