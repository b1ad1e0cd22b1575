import { likelyLanguage } from '../../../text/languages.ts'
import { en } from './en.ts'
import type { Frames } from './frames.ts'

const WORDINGS: Readonly<Record<string, Frames>> = { en }

/** The wordings for a text. A language without wordings of its own is read as English, and with more care. */
export function framesFor(text: string): { readonly language: string; readonly frames: Frames } {
  const language = likelyLanguage(text)
  return { language, frames: WORDINGS[language] ?? en }
}

/** Does the reader meet the bars of docs/understanding.md in this language? All others are read with more care and marked untested. */
export const isMeasured = (language: string): boolean => MEASURED.has(language)
const MEASURED: ReadonlySet<string> = new Set(['en'])
