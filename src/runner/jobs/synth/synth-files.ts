import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../../base/error.ts'
import type { Json } from '../../../base/values/json.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Dialogue } from './dialogue.ts'
import { openaiLine } from './formats/openai.ts'
import { sharegptLine } from './formats/sharegpt.ts'

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
