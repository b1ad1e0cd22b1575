import type { Json, JsonObject } from '../../../base/values/json.ts'
import type { RecordedTask, Recording } from '../../model/recording.ts'
import type {
  RecordingFile,
  RecordingFormat,
  RecordReader,
  SourceRecord,
} from '../../model/recording-format.ts'
import { openConversation } from '../shared/conversation.ts'
import { idOf, isList, listOf, numberOf, objectOf, textOf } from '../shared/members.ts'
import { taskFit } from '../shared/task-fit.ts'
import { readTauMessage } from '../shared/tau-message.ts'

/** Trajectories of tau-bench: `[{task_id, trial, reward, info: {task}, traj}]`. */
export const tauBench: RecordingFormat = {
  name: 'tau-bench',
  title: 'tau-bench trajectories',
  reads: 'json',
  lists: [],
  detect: ({ value }) => {
    const { traj, task_id } = objectOf(value)
    return isList(traj) && task_id !== undefined ? 'yes' : 'no'
  },
  open: readTauBench,
}

function readTauBench({ file }: RecordingFile): RecordReader {
  const fit = taskFit(file)
  return {
    take: (record) => [recordingOf(file, record, fit)],
    end: () => ({ recordings: [], problems: fit.problems() }),
  }
}

function recordingOf(
  file: string,
  { value, line }: SourceRecord,
  fit: ReturnType<typeof taskFit>,
): Recording {
  const run = objectOf(value)
  const id = idOf(run['task_id'])
  const talk = openConversation(
    file,
    line,
    id === null ? null : `${id}, trial ${numberOf(run['trial']) ?? 0}`,
  )
  let stopped = false
  listOf(run['traj']).forEach((message, place) => {
    stopped = readTauMessage(talk, message, `message ${place + 1}`) || stopped
  })
  const given = objectOf(run['info'])['task']
  if (given !== undefined) fit.add(given, () => JSON.stringify(run['traj']))
  const task = given === undefined ? null : taskIn(objectOf(given))
  const reward = numberOf(run['reward'])
  return talk.done({
    id,
    repeat: numberOf(run['trial']),
    // Its customer always says the word that ends it, unless the conversation ran out of steps or was handed over.
    ending: stopped ? { by: 'customer' } : { by: 'limit', limit: 'turns' },
    task,
    published: reward === null ? null : { passed: reward === 1, by: 'reward' },
  })
}

/** What the task wants done and said. Its instruction is for the customer alone. */
function taskIn(task: JsonObject): RecordedTask {
  return {
    calls: listOf(task['actions']).flatMap((action) => callIn(objectOf(action))),
    says: listOf(task['outputs']).flatMap((text) => textOf(text) ?? []),
    settles: 'all',
  }
}

function callIn(action: JsonObject): readonly { readonly tool: string; readonly input: Json }[] {
  const tool = textOf(action['name'])
  return tool === null ? [] : [{ tool, input: action['kwargs'] ?? action['arguments'] ?? {} }]
}
