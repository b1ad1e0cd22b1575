import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usageError } from '../../../base/error.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import { outcomeAccuracy } from '../../../verdicts/rules/outcome-accuracy/rule.ts'

/** A folder of transcripts that appears as a whole or not at all. Labels that others gave stand beside them, in labels.tsv. */
export type TranscriptFolder = {
  readonly add: (name: string, events: Transcript, published: boolean | null) => void
  readonly keep: () => void
  /** after `keep`: nothing; before it: what was written is gone */
  readonly drop: () => void
}

export const LABELS_FILE = 'labels.tsv'

export function openTranscriptFolder(folder: string): TranscriptFolder {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw usageError('file-unwritable', `${folder} is not empty.`, 'Give a folder that does not exist yet.')
  const begun = `${folder}.part-${process.pid}`
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(begun)
  const labels: string[] = []
  return {
    add: (name, events, published) => {
      writeFileSync(join(begun, `${name}.jsonl`), writeTranscript(events))
      if (published !== null) labels.push(`${name}\t${outcomeAccuracy.id}\t${published ? 'pass' : 'fail'}\n`)
    },
    keep: () => {
      if (labels.length > 0)
        writeFileSync(join(begun, LABELS_FILE), `transcript\trule\tverdict\n${labels.join('')}`)
      if (existsSync(folder)) rmSync(folder, { recursive: true })
      renameSync(begun, folder)
    },
    drop: () => rmSync(begun, { recursive: true, force: true }),
  }
}
