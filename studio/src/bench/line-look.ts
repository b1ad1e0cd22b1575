import type { OutlineRow } from '../../../src/report/studio-views/desk-view.ts'

/** The colour of what a sentence is taken for. */
export const BAR: Readonly<Record<OutlineRow['shown'], string>> = {
  rule: 'border-l-accent',
  fact: 'border-l-line-strong',
  tone: 'border-l-good',
  gap: 'border-l-warn',
  unread: 'border-l-bad',
}
