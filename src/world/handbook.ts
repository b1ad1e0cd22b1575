import { stemOf } from '../text/stems.ts'
import type { HandbookSection } from './world.ts'

const SECTIONS_MAX = 3

/** The sections of a Markdown text: each heading with what stands under it. */
export function handbookSections(markdown: string): readonly HandbookSection[] {
  const sections: { title: string; lines: string[] }[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,6}\s+(.+?)\s*$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ title: heading, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
    .map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
    .filter(({ text }) => text !== '')
}

/** The sections that share most words with the query, a word in the title counting twice. None: nothing matched. */
export function searchHandbook(
  sections: readonly HandbookSection[],
  query: string,
): readonly HandbookSection[] {
  const wanted = [...new Set(stemsOf(query))]
  return sections
    .map((section) => ({ section, score: scoreOf(section, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SECTIONS_MAX)
    .map(({ section }) => section)
}

function scoreOf({ title, text }: HandbookSection, wanted: readonly string[]): number {
  const [inTitle, inText] = [new Set(stemsOf(title)), new Set(stemsOf(text))]
  return wanted.reduce((score, stem) => score + (inTitle.has(stem) ? 2 : 0) + (inText.has(stem) ? 1 : 0), 0)
}

/** "cancelled", "cancelling" and "cancel" should meet. Short words say nothing; in "A4" only the number is looked for. */
const stemsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [])
    .map((word) => stemOf(word, 'any'))
    .filter((stem) => !EMPTY.has(stem))

const EMPTY = new Set([
  'the',
  'and',
  'for',
  'are',
  'you',
  'our',
  'with',
  'that',
  'this',
  'have',
  'has',
  'what',
  'when',
  'can',
  'how',
  'not',
])
