import { memo } from '../../base/memo.ts'
import { isSameInput } from '../../base/values/same-input.ts'
import { commaless } from '../../text/said/literals.ts'
import type { EventOf } from '../../transcript/event.ts'
import type { Seen, SeenCall } from './seen.ts'

type Task = NonNullable<EventOf<'recording.opened'>['task']>

/** What a recording says was due, against what was done. Null: this is no recording, or it says nothing that can be decided. */
export type TaskOutcome = {
  readonly right: boolean
  /** events that settle it */
  readonly evidence: readonly number[]
  /** words decide: something had to be said, and everything else is right */
  readonly onWords: boolean
  readonly because: string
}

export const isRecording = ({ events }: Pick<Seen, 'events'>): boolean =>
  events[1]?.type === 'recording.opened'

export const taskOutcome = memo((seen: Seen): TaskOutcome | null => {
  const opened = seen.events[1]
  if (opened?.type !== 'recording.opened' || opened.task === null || opened.task.kind === 'nothing')
    return null
  const outcome = outcomeOf(
    seen,
    opened.task,
    new Set(opened.desk.flatMap(({ tool, role }) => (role === 'write' ? [tool] : []))),
  )
  // More has to be right than a recording shows.
  return outcome.right && opened.task.kind === 'wrong' ? null : outcome
})

function outcomeOf(seen: Seen, task: Task, writes: ReadonlySet<string>): TaskOutcome {
  const evidence = seen.calls.filter(({ role, ok }) => ok && role === 'write').map(({ n }) => n)
  const about = { evidence: evidence.length > 0 ? evidence : [seen.end], onWords: false }
  const stopped = stoppedBy(seen)
  if (stopped !== null) return { ...about, right: false, because: stopped }
  const wrong = wrongCalls(seen, task, writes) ?? wrongHandover(seen, task)
  if (wrong !== null) return { ...about, right: false, because: wrong }
  const unsaid = task.says.filter((value) => !isSaid(seen, value))
  if (unsaid.length > 0)
    return {
      ...about,
      right: false,
      onWords: true,
      because: `did what the task expects and never said ${unsaid.map((value) => JSON.stringify(value)).join(', ')}`,
    }
  return {
    ...about,
    right: true,
    onWords: task.says.length > 0,
    because: 'did and said what the task expects',
  }
}

/** A conversation that never came to its end has no outcome that anybody wanted. */
function stoppedBy({ ending }: Seen): string | null {
  if (ending?.kind === 'limit.hit') return `was stopped by a limit (${ending.limit})`
  return ending?.kind === 'agent.failed' ? `ended because the agent failed (${ending.code})` : null
}

/** A value is said where it stands in a message; thousands may be set apart by commas. */
const isSaid = ({ messages }: Seen, value: string): boolean =>
  messages.some(({ heard }) => heard.answers(commaless(value)))

/** Only the calls are known, no tables: each expected write was made, and no other. */
function wrongCalls({ calls }: Seen, task: Task, writes: ReadonlySet<string>): string | null {
  const made = calls.filter(({ tool, ok }) => ok && writes.has(tool))
  const refused = calls.filter(({ tool, ok }) => !ok && writes.has(tool))
  const left = [...made]
  const missing: string[] = []
  for (const expected of task.calls.filter(({ tool }) => writes.has(tool))) {
    const place = left.findIndex((call) => isSame(call, expected))
    if (place >= 0) left.splice(place, 1)
    // A desk that refuses the very call would refuse whoever is expected to make it.
    else if (!refused.some((call) => isSame(call, expected))) missing.push(expected.tool)
  }
  const [extra] = left
  if (missing.length > 0)
    return `did not call ${missing.join(', ')} as the task expects${extra === undefined ? '' : `; called ${extra.tool} instead`}`
  return extra === undefined ? null : `called ${extra.tool}, which the task does not expect`
}

function wrongHandover({ calls }: Seen, { handover }: Task): string | null {
  if (handover === undefined || handover === calls.some(({ role, ok }) => ok && role === 'handover'))
    return null
  return handover ? 'did not hand over, as was done then' : 'handed over, which was not done then'
}

const isSame = (call: SeenCall, expected: Task['calls'][number]): boolean =>
  call.tool === expected.tool && isSameInput(call.input, expected.input)
