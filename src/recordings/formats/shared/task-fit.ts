import { type Problem, problem } from '../../../base/files/problem.ts'
import { memo } from '../../../base/memo.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../base/values/json.ts'

/**
 * Do conversations and tasks of a file belong together? A task names people, orders and bookings by number; a conversation
 * that was played for it names at least one of them, in words or in calls. One that names none may be a customer who said
 * nothing; a file in which most name none has its task ids mixed up, and whatever is judged by them would be wrong.
 */
type TaskFit = {
  readonly add: (task: Json, conversation: () => string) => void
  readonly problems: () => readonly Problem[]
}

const SHARE_MIN = 0.5
const NUMBERS = /[#\w.@-]*\d[\w.@-]{3,}/g

export function taskFit(file: string): TaskFit {
  let fits = 0
  let of = 0
  return {
    add: (task, conversation) => {
      const numbers = isJsonObject(task) ? numbersOf(task) : []
      if (numbers.length === 0) return
      of += 1
      const text = conversation()
      if (numbers.some((number) => text.includes(number))) fits += 1
    },
    problems: () =>
      of < 2 || fits / of >= SHARE_MIN
        ? []
        : [
            problem(
              { file, line: 1, column: 1 },
              'tasks-mismatched',
              `the task ids do not match the conversations: in ${of - fits} of ${of} conversations nothing appears that their task names`,
              'The file was put together from different runs. Judging it by these tasks would be wrong.',
            ),
          ],
  }
}

const numbersOf = memo((task: JsonObject): readonly string[] => [
  ...new Set(JSON.stringify(task).match(NUMBERS) ?? []),
])
