import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Frames } from './frames/frames.ts'
import { isDeskWordOf } from './mask.ts'
import { type FieldIndex, indexFields } from './place-field.ts'
import { indexTools, type ToolIndex } from './place-tool.ts'
import { indexTopics, type TopicIndex } from './place-topic.ts'

/** A desk's closed lists made ready for one language. */
export type DeskIndex = {
  readonly fields: FieldIndex
  readonly tools: ToolIndex
  readonly topics: TopicIndex
  readonly isDeskWord: (word: string) => boolean
  readonly handover: string | null
}

const indexes = new WeakMap<DeskLists, Map<string, DeskIndex>>()

/** Made once for each desk and language, not once a message. */
export function deskIndex(lists: DeskLists, language: string, frames: Frames): DeskIndex {
  const byLanguage = indexes.get(lists) ?? new Map<string, DeskIndex>()
  indexes.set(lists, byLanguage)
  const known = byLanguage.get(language)
  if (known !== undefined) return known
  const index: DeskIndex = {
    fields: indexFields(lists.fields, language),
    tools: indexTools(lists.tools, language),
    topics: indexTopics(lists.topics, language, frames, lists.tools),
    isDeskWord: isDeskWordOf(lists),
    handover: lists.tools.find(({ role }) => role === 'handover')?.name ?? null,
  }
  byLanguage.set(language, index)
  return index
}
