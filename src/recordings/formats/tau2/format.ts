import { type Problem, problem } from '../../../base/files/problem.ts'
import type { Json, JsonObject } from '../../../base/values/json.ts'
import type { RecordedEnding, RecordedTask, RecordedUsage, Recording } from '../../model/recording.ts'
import type {
  RecordingFile,
  RecordingFormat,
  RecordReader,
  SourceRecord,
} from '../../model/recording-format.ts'
import { openConversation } from '../shared/conversation.ts'
import { idOf, listOf, numberOf, objectOf, textOf } from '../shared/members.ts'
import { taskFit } from '../shared/task-fit.ts'
import { readTauMessage } from '../shared/tau-message.ts'

/** Results of tau2-bench: one document with `info`, `tasks` and `simulations`. */
export const tau2: RecordingFormat = {
  name: 'tau2',
  title: 'tau2-bench results, judged from their messages and tasks',
  reads: 'json',
  lists: ['tasks', 'simulations'],
  detect: ({ list, value }) => {
    const { evaluation_criteria, user_scenario, messages, task_id } = objectOf(value)
    if (list === 'tasks')
      return evaluation_criteria !== undefined || user_scenario !== undefined ? 'yes' : 'no'
    return list === 'simulations' && messages !== undefined && task_id !== undefined ? 'yes' : 'no'
  },
  open: readTau2,
}

function readTau2({ file }: RecordingFile): RecordReader {
  const tasks = new Map<string, Json>()
  const fit = taskFit(file)
  const early: Problem[] = []
  return {
    take: (record) => {
      if (record.list === 'tasks') {
        const id = idOf(objectOf(record.value)['id'])
        if (id !== null) tasks.set(id, record.value)
        return []
      }
      if (tasks.size === 0 && early.length === 0)
        early.push(problem({ file, line: record.line, column: 1 }, 'tasks-missing', NO_TASKS, PUT_FIRST))
      return [recordingOf(file, record, { tasks, fit })]
    },
    end: () => ({ recordings: [], problems: [...early, ...fit.problems()] }),
  }
}

const NO_TASKS = 'the simulations come before any task, or the file has none'
const PUT_FIRST = 'Put the tasks first, as tau2 itself writes them.'

type Tools = { readonly tasks: ReadonlyMap<string, Json>; readonly fit: ReturnType<typeof taskFit> }

function recordingOf(file: string, { value, line, head }: SourceRecord, { tasks, fit }: Tools): Recording {
  const run = objectOf(value)
  const id = idOf(run['task_id'])
  const talk = openConversation(file, line, id)
  const info = objectOf(objectOf(head)['info'])
  const policy = textOf(objectOf(info['environment_info'])['policy'])
  if (policy !== null) talk.aside('system', 'instructions', policy)
  const models = { agent: modelIn(info['agent_info']), customer: modelIn(info['user_info']) }
  let stopped = false
  listOf(run['messages']).forEach((message, place) => {
    stopped = readTauMessage(talk, message, `message ${place + 1}`) || stopped
    for (const usage of usageOf(objectOf(message), models)) talk.used(usage)
  })
  const task = id === null ? undefined : tasks.get(id)
  if (task !== undefined) fit.add(task, () => JSON.stringify(run['messages']))
  if (task === undefined) talk.doubt('task-missing', 'the file has no such task; its outcome is not judged')
  const reward = numberOf(objectOf(run['reward_info'])['reward'])
  return talk.done({
    id,
    repeat: numberOf(run['trial']),
    agent: models.agent,
    ending: endingOf(textOf(run['termination_reason']), stopped),
    task: task === undefined ? null : taskIn(objectOf(task)),
    published: reward === null ? null : { passed: reward === 1, by: 'reward' },
  })
}

const modelIn = (party: Json | undefined): string | null => textOf(objectOf(party)['llm'])

function usageOf(
  message: JsonObject,
  models: { readonly agent: string | null; readonly customer: string | null },
): readonly RecordedUsage[] {
  const usage = objectOf(message['usage'])
  const [input, output] = [numberOf(usage['prompt_tokens']), numberOf(usage['completion_tokens'])]
  if (input === null || output === null) return []
  const from = message['role'] === 'user' ? 'customer' : 'agent'
  const usd = numberOf(message['cost'])
  return [{ from, model: models[from] ?? 'unknown', inputTokens: input, outputTokens: output, usd }]
}

function endingOf(reason: string | null, stopped: boolean): RecordedEnding {
  switch (reason) {
    case 'user_stop':
      return { by: 'customer' }
    case 'agent_stop':
      return { by: 'agent' }
    case 'max_steps':
      return { by: 'limit', limit: 'turns' }
    case 'too_many_errors':
      return { by: 'limit', limit: 'tool-calls' }
    case 'timeout':
      return { by: 'limit', limit: 'seconds' }
    case 'agent_error':
      return { by: 'failure', side: 'agent', code: reason }
    case 'user_error':
    case 'infrastructure_error':
    case 'unexpected_error':
      return { by: 'failure', side: 'machinery', code: reason }
    default:
      return { by: stopped ? 'customer' : 'unknown' }
  }
}

/** What deeds and words can settle. Every basis has to be right: a wrong end state is wrong whatever else counts. */
const IN_A_RECORDING: ReadonlySet<Json> = new Set<Json>(['DB', 'COMMUNICATE'])

function settledBy(bases: readonly Json[]): RecordedTask['settles'] {
  if (bases.every((basis) => IN_A_RECORDING.has(basis))) return 'all'
  return bases.includes('DB') ? 'wrong' : 'nothing'
}

function taskIn(task: JsonObject): RecordedTask | null {
  const wanted = task['evaluation_criteria']
  if (wanted === undefined || wanted === null) return null
  const criteria = objectOf(wanted)
  const calls = listOf(criteria['actions']).flatMap((given) => {
    const action = objectOf(given)
    const tool = textOf(action['name'])
    // The customer's own phone is no part of the desk.
    const isAgents = (textOf(action['requestor']) ?? 'assistant') === 'assistant'
    return tool === null || !isAgents ? [] : [{ tool, input: action['arguments'] ?? {} }]
  })
  return {
    calls,
    says: listOf(criteria['communicate_info']).flatMap((text) => textOf(text) ?? []),
    settles: settledBy(listOf(criteria['reward_basis'])),
  }
}
