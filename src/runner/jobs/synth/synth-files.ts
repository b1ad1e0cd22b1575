import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../../base/error.ts'
import type { Json } from '../../../base/values/json.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { toolSpecs } from '../../../world/call.ts'
import type { Dialogue } from './dialogue.ts'

export const SYNTH_FORMATS = ['sage', 'openai', 'sharegpt'] as const
export type SynthFormat = (typeof SYNTH_FORMATS)[number]

/**
 * The files of a corpus: correct conversations and those with a fault apart, training and test apart. Beside each stands a
 * file of labels, line by line, because the files of others have no place for them.
 */
export type SynthFiles = {
  readonly add: (dialogue: Dialogue) => Promise<void>
  readonly close: () => Promise<readonly string[]>
}

export function openSynthFiles(folder: string, format: SynthFormat, pack: Pack): SynthFiles {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw usageError('file-unwritable', `${folder} is not empty.`, 'Give a folder that does not exist yet.')
  mkdirSync(folder, { recursive: true })
  const streams = new Map<string, WriteStream>()
  const write = async (name: string, value: Json | object): Promise<void> => {
    const stream = streams.get(name) ?? createWriteStream(join(folder, name))
    streams.set(name, stream)
    if (!stream.write(`${JSON.stringify(value)}\n`)) await once(stream, 'drain')
  }
  return {
    add: async (dialogue) => {
      const name = `${dialogue.split}${dialogue.kind === 'fault' ? '-faults' : ''}`
      const { transcript, ...labels } = dialogue
      await write(`${name}.jsonl`, lineOf(dialogue, format, pack))
      if (format !== 'sage') await write(`${name}.labels.jsonl`, labels)
    },
    close: async () => {
      await Promise.all(
        [...streams.values()].map((stream) => new Promise((done) => stream.end(() => done(null)))),
      )
      const names = [...streams.keys()].sort()
      streams.clear()
      return names.map((name) => join(folder, name))
    },
  }
}

function lineOf(dialogue: Dialogue, format: SynthFormat, pack: Pack): Json | object {
  switch (format) {
    case 'sage':
      return dialogue
    case 'openai':
      return openaiLine(dialogue.transcript, pack)
    case 'sharegpt':
      return sharegptLine(dialogue.transcript, pack)
  }
}

type Turn = { readonly from: 'human' | 'gpt' | 'function_call' | 'observation'; readonly value: string }

/**
 * A line of a ShareGPT file with tools. Its readers want people and results in turn with answers and calls: what the agent
 * said in several messages is one answer, and what it said before a call is said with the answer after it.
 */
export const sharegptLine = (transcript: Transcript, pack: Pack): Json => ({
  conversations: inTurn(turnsOf(transcript)).map(({ from, value }) => ({ from, value })),
  system: pack.graph.sop.text,
  tools: JSON.stringify(toolSpecs(pack.world)),
})

const turnsOf = (transcript: Transcript): readonly Turn[] =>
  transcript.flatMap((event): readonly Turn[] => {
    if (event.type === 'message.sent')
      return [{ from: event.from === 'agent' ? 'gpt' : 'human', value: event.text }]
    if (event.type === 'tool.called')
      return [{ from: 'function_call', value: JSON.stringify({ name: event.tool, arguments: event.input }) }]
    return event.type === 'tool.returned'
      ? [{ from: 'observation', value: JSON.stringify(event.output) }]
      : []
  })

function inTurn(turns: readonly Turn[]): readonly Turn[] {
  const made: Turn[] = []
  let waiting: string[] = []
  for (const turn of turns) {
    if (turn.from === 'gpt') {
      waiting.push(turn.value)
      continue
    }
    if (turn.from === 'human' && waiting.length > 0) {
      made.push({ from: 'gpt', value: waiting.join('\n\n') })
      waiting = []
    }
    const last = made.at(-1)
    // Two messages of the customer in a row, because the agent said nothing: one message.
    if (turn.from === 'human' && last?.from === 'human')
      made[made.length - 1] = { from: 'human', value: `${last.value}\n\n${turn.value}` }
    // A turn that ended in a call and a result was answered by nobody.
    else if (turn.from === 'human' && last?.from === 'observation')
      made.push({ from: 'gpt', value: '…' }, turn)
    else made.push(turn)
  }
  return waiting.length === 0 ? made : [...made, { from: 'gpt', value: waiting.join('\n\n') }]
}

/** A line of a fine-tuning file for chat models: messages and tools, nothing else, as their services demand. */
export function openaiLine(transcript: Transcript, pack: Pack): Json {
  return {
    messages: [{ role: 'system', content: pack.graph.sop.text }, ...messagesOf(transcript)],
    tools: toolSpecs(pack.world).map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }
}

function messagesOf(transcript: Transcript): readonly Json[] {
  return transcript.flatMap((event): readonly Json[] => {
    if (event.type === 'message.sent')
      return [{ role: event.from === 'agent' ? 'assistant' : 'user', content: event.text }]
    if (event.type === 'tool.called')
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: event.call,
              type: 'function',
              function: { name: event.tool, arguments: JSON.stringify(event.input) },
            },
          ],
        },
      ]
    return event.type === 'tool.returned'
      ? [{ role: 'tool', tool_call_id: event.call, content: JSON.stringify(event.output) }]
      : []
  })
}
