import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { RECORDED_FILES, type RecordedConversation, readRecorded } from './recorded.ts'

/** What a reader found in agents' messages (test/labels/README.md); the words are looked up in the recordings. */
export const LABELLED_ACTS = ['question', 'proposal', 'refusal', 'claim-of-done', 'closing'] as const
export type LabelledAct = (typeof LABELLED_ACTS)[number]
export type Half = 'build' | 'held-out'

const Label = z.strictObject({
  file: z.enum(RECORDED_FILES),
  conversation: z.int().nonnegative(),
  message: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{12}$/),
  acts: z.array(z.enum(LABELLED_ACTS)),
})
export type Label = z.infer<typeof Label>
export type LabelledMessage = { readonly text: string; readonly acts: ReadonlySet<LabelledAct> }

export const readLabels = (half: Half): readonly Label[] =>
  readFileSync(join(packageRoot(), `test/labels/${half}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Label.parse(JSON.parse(line)))

/** The labelled messages of one half with their words, and the labels whose message is not there any more. */
export function labelledMessages(half: Half): {
  readonly messages: readonly LabelledMessage[]
  readonly missing: readonly Label[]
} {
  const recorded = new Map<string, readonly RecordedConversation[]>()
  const messages: LabelledMessage[] = []
  const missing: Label[] = []
  for (const label of readLabels(half)) {
    const conversations = recorded.get(label.file) ?? readRecorded(label.file)
    recorded.set(label.file, conversations)
    const entry = conversations[label.conversation]?.[label.message]
    if (entry?.from === 'agent' && hashOf(entry.text) === label.sha256)
      messages.push({ text: entry.text, acts: new Set(label.acts) })
    else missing.push(label)
  }
  return { messages, missing }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
