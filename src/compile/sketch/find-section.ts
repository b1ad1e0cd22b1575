import type { Outline, OutlineSection } from '../outline/outline.ts'
import { contentOf } from '../tie/words.ts'

/** The section a reference names: "section 3", "Step 1.2", "3.1", "Path 2 (slow data) steps", "the 'Refunds' flow"; or null. */
export function findSection(outline: Outline, reference: string): OutlineSection | null {
  const number = /\b(\d+(?:\.\d+)*)\b/.exec(reference)?.[1]
  if (number !== undefined) return byNumber(outline, reference, number)
  return byTitle(outline, reference)
}

function byNumber(outline: Outline, reference: string, number: string): OutlineSection | null {
  const exact = outline.sections.find((section) => section.id === number)
  if (exact !== undefined) return exact
  // "Step 1.2" and "Path 1.2" may both exist: the word in front decides
  const named = outline.sections.filter((section) => numberIn(section.title) === number)
  const word = /([a-z]+)\s+\d/i.exec(reference)?.[1]?.toLowerCase()
  return (
    named.find((section) => word !== undefined && section.title.toLowerCase().startsWith(`${word} `)) ??
    (word === undefined || WORDS.has(word) ? named[0] : undefined) ??
    null
  )
}

/** "section 4" may stand for "Step 4" where only one has that number. */
const WORDS = new Set(['section', 'step', 'chapter', 'part', 'to', 'see', 'paragraph', 'point'])

const numberIn = (title: string): string | undefined => /^[a-z]+\s+(\d+(?:\.\d+)*)\b/i.exec(title)?.[1]

/** All words of the title in the reference, or all of the reference in the title. */
function byTitle(outline: Outline, reference: string): OutlineSection | null {
  const asked = contentOf(
    reference.replace(/\b(?:sub)?flow|procedure|section|steps?|path|instructions\b/gi, ' '),
  )
  if (asked.length === 0) return null
  const found = outline.sections.filter((section) => {
    const title = contentOf(section.title)
    return (
      title.length > 0 &&
      (title.every((word) => asked.includes(word)) || asked.every((word) => title.includes(word)))
    )
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
