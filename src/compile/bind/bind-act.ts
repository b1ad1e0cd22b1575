import type { Binding, Do } from './binding.ts'
import type { Deed } from './bound.ts'

export function bindAct(
  one: Do,
  { words, proposal, clause, at }: { words: string; proposal: string; clause: string; at: Binding },
): Deed {
  const own = words.replace(/, then .+$/i, '')
  if (/^\w+ (?:nothing|no)\b|^(?:leave|omit|skip|spare)\b/i.test(words)) return { does: 'nothing' }
  const tool = at.notes.toolNamed([
    { text: own, weight: 3 },
    { text: proposal, weight: 1.5 },
    { text: clause, weight: 0.8 },
    { text: at.section.title, weight: 0.3 },
  ])
  if (tool === null) {
    at.notes.loose(one, 'no tool does this')
    return { does: 'nothing' }
  }
  at.notes.call(own, tool)
  return { does: 'act', tool, words, more: [proposal, clause] }
}
