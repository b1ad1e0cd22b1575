import { type Problem, problem } from '../../../base/files/problem.ts'
import type { ToolRole } from '../../../base/values/desk-facts.ts'
import type { RecordedEntry, Recording } from '../../../recordings/model/recording.ts'
import { toolsIn } from '../../../recordings/to-transcript.ts'
import { roleOfTool } from '../../../recordings/tool-role.ts'

/** What the whole of the files says, before anything is stored: the desk, the counts, and everything doubtful. */
export type Checked = {
  readonly conversations: number
  /** without a message: there is nothing to import */
  readonly skipped: number
  readonly counts: Counts
  readonly desk: ReadonlyMap<string, ToolRole>
  readonly published: number
  readonly tasks: number
  /** errors: nothing can be imported. Warnings are listed and imported all the same. */
  readonly problems: readonly Problem[]
  /** how often each was found, by code; the list holds the first of each kind */
  readonly found: Readonly<Record<string, number>>
}

export type Counts = { messages: number; calls: number; results: number; asides: number }

/** Of each kind of problem so many are listed; the rest is counted. A log of a million must not fill the memory. */
const LISTED_MAX = 20

export type RecordingCheck = {
  readonly add: (recording: Recording) => void
  readonly wrong: (problem: Problem) => void
  readonly done: () => Checked
}

export function openCheck(roles: ReadonlyMap<string, ToolRole>): RecordingCheck {
  const counts: Counts = { messages: 0, calls: 0, results: 0, asides: 0 }
  const sums = { conversations: 0, skipped: 0, published: 0, tasks: 0 }
  const desk = new Map<string, ToolRole>()
  const problems: Problem[] = []
  const found: Record<string, number> = {}
  const list = (one: Problem): void => {
    found[one.code] = (found[one.code] ?? 0) + 1
    if ((found[one.code] ?? 0) <= LISTED_MAX) problems.push(one)
  }
  const learn = (tool: string, { file, line }: Recording): void => {
    if (desk.has(tool)) return
    const guessed = roleOfTool(tool)
    desk.set(tool, roles.get(tool) ?? guessed.role)
    if (guessed.sure || roles.has(tool)) return
    const said = `no word of the tool name "${tool}" says what it does; it is taken for a write`
    const hint = 'Say it in a mapping file: tools: {<name>: {role: read}}. Draft one with --draft-mapping.'
    list({ ...problem({ file, line, column: 1 }, 'role-guessed', said, hint), severity: 'warning' })
  }
  return {
    wrong: list,
    add: (recording) => {
      for (const doubt of recording.doubts) list(doubt)
      if (!isConversation(recording)) {
        sums.skipped += 1
        return
      }
      sums.conversations += 1
      if (recording.published !== null) sums.published += 1
      if (recording.task !== null) sums.tasks += 1
      for (const { is } of recording.entries) count(counts, is)
      for (const tool of toolsIn(recording)) learn(tool, recording)
    },
    done: () => ({ ...sums, counts, desk, problems, found }),
  }
}

/** Somebody said something. */
export const isConversation = ({ entries }: Recording): boolean => entries.some(({ is }) => is === 'said')

function count(counts: Counts, is: RecordedEntry['is']): void {
  if (is === 'said') counts.messages += 1
  else if (is === 'called') counts.calls += 1
  else if (is === 'returned') counts.results += 1
  else if (is === 'aside') counts.asides += 1
}
