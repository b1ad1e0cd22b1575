import type { Source, Statement } from '../outline/outline.ts'

export const part = (source: Source, text: string): Source => ({ ...source, text: text.trim() })
export const background = (source: Source, because: string): Statement => ({
  ...source,
  says: 'background',
  because,
})
export const unread = (source: Source, because: string): Statement => ({ ...source, says: 'unread', because })
