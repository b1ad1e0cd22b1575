import { parseDocument } from 'yaml'
import type { Slot } from './pieces.ts'

/** graph.yaml with another text in a slot's place (L2d); layout and comments stay. Null: nothing stands at that place. */
export function editSlot(text: string, slot: Pick<Slot, 'path' | 'within'>, to: string): string | null {
  const document = parseDocument(text)
  const node: unknown = document.getIn(slot.path, true)
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  if (!isRange(range)) return null
  const [start, end] = range
  const written = text.slice(start, end)
  const value: unknown = document.getIn(slot.path)
  const before = String(value)
  const after =
    slot.within === null ? to : `${before.slice(0, slot.within.start)}${to}${before.slice(slot.within.end)}`
  // a plain scalar that holds its value literally keeps its quotes; any other is written anew
  const at = written.indexOf(before)
  const scalar =
    at === -1 || /["\\\n]/.test(after)
      ? JSON.stringify(after)
      : `${written.slice(0, at)}${after}${written.slice(at + before.length)}`
  return `${text.slice(0, start)}${scalar}${text.slice(end)}`
}

const isRange = (range: unknown): range is readonly [number, number, number] =>
  Array.isArray(range) && range.every((part) => typeof part === 'number')
