import { memoText } from '../../../base/memo.ts'
import { likelyLanguage } from '../../../text/languages.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { type Frames, type FrameWordings, framesOf } from './frames.ts'

const WORDINGS: Readonly<Record<string, FrameWordings>> = { en, es }

/** Made at the first message of a language: most runs need one. */
const framesIn = memoText((language): Frames => framesOf(WORDINGS[language] ?? en))

/** The wordings for a text. A language without wordings of its own is read as English, and with more care. */
export function framesFor(text: string): { readonly language: string; readonly frames: Frames } {
  const language = likelyLanguage(text)
  return { language, frames: framesIn(language) }
}

/** Does the reader meet the bars of docs/understanding.md in this language? All others are read with more care and marked untested. */
export const isMeasured = (language: string): boolean => MEASURED.has(language)
const MEASURED: ReadonlySet<string> = new Set(['en'])
