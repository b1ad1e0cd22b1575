import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { type Frames, type FrameWordings, framesOf } from './frames.ts'

const WORDINGS: Readonly<Record<string, FrameWordings>> = { de, en, es, fr }
const ready = new Map<string, Frames>()

/** Made at the first message of a language: most runs need one. */
function framesIn(language: string): Frames {
  const known = ready.get(language)
  if (known !== undefined) return known
  const frames = framesOf(WORDINGS[language] ?? en)
  ready.set(language, frames)
  return frames
}

/** Small words that tell a language, with their language. */
const MARKS: Readonly<Record<string, string>> = {
  en: 'the and you your is are for with have that this please can will of to it we i our my not no do does be been were has had would could should there here what which who how but or from they them their any at by if on its',
  es: 'el la los las que para por con su una un del usted se es ha gracias puede esta le lo nos no y en al te tu ya hemos he si de',
  fr: "le la les vous votre est pour avec une un des nous je que dans sur merci pas du et au ce tu ton ta en ou elle il on chez de c' l' d' j' qu' n' s'",
  de: 'der die das und sie ihr ihre ihren ist fur mit nicht ich wir eine den bitte zu es haben auf kann dass noch im du dein deine mir uns an ein wird ihnen dem des von bei wenn auch nur aber',
}
const NAMES = Object.keys(MARKS)
const languagesOf = new Map<string, number[]>()
for (const [at, name] of NAMES.entries())
  for (const word of (MARKS[name] ?? '').split(' '))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), at])

export function framesFor(folded: string): { readonly language: string; readonly frames: Frames } {
  const language = languageOf(folded)
  return { language, frames: framesIn(language) }
}

/** The language of a message by its small words; a language without frames of its own is read as English. */
export function languageOf(folded: string): string {
  const counts = NAMES.map(() => 0)
  for (const word of folded.match(/\w+'?/g) ?? []) {
    const marked =
      languagesOf.get(word) ?? (word.endsWith("'") ? languagesOf.get(word.slice(0, -1)) : undefined)
    for (const at of marked ?? []) counts[at] = (counts[at] ?? 0) + 1
  }
  const most = Math.max(...counts)
  return most === 0 ? 'en' : (NAMES[counts.indexOf(most)] ?? 'en')
}

/** Is the reader measured in this language (docs/validity.md)? All others are read with more care and marked untested. */
export const isMeasured = (language: string): boolean => MEASURED.has(language)
const MEASURED: ReadonlySet<string> = new Set(['en'])
