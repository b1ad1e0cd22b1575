import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Frames } from './frames.ts'

const FRAMES: Readonly<Record<string, Frames>> = { de, en, es, fr }

const MARKS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|and|you|your|is|are|for|with|have|that|this|please|can|will|of|to|it|we)\b/g,
  es: /\b(?:el|la|los|las|que|para|por|con|su|una|un|del|usted|se|es|ha|gracias|puede|esta|le|lo|nos|no|y|en|al|te|tu|ya|hemos|he|si|de)\b/g,
  fr: /\b(?:le|la|les|vous|votre|est|pour|avec|une|un|des|nous|je|que|dans|sur|merci|pas|du|et|au|ce|tu|ton|ta|en|ou|elle|il|on|chez|de)\b|\b(?:c'|l'|d'|j'|qu'|n'|s')/g,
  de: /\b(?:der|die|das|und|sie|ihr|ihre|ihren|ist|fur|mit|nicht|ich|wir|eine|den|bitte|zu|es|haben|auf|kann|dass|noch|im|du|dein|deine|mir|uns|an|fur|ein|wird|ihnen|dem|des|von|bei|wenn|auch|nur|aber)\b/g,
}

/** The language of a message by its small words; a language without frames of its own is read as English. */
export function framesFor(folded: string): { readonly language: string; readonly frames: Frames } {
  let language = 'en'
  let most = 0
  for (const [name, marks] of Object.entries(MARKS)) {
    const count = folded.match(marks)?.length ?? 0
    if (count > most) {
      most = count
      language = name
    }
  }
  return { language, frames: FRAMES[language] ?? en }
}

/** Languages that meet the bars of docs/understanding.md; all others are read with more care and marked untested. */
export const TESTED_LANGUAGES: ReadonlySet<string> = new Set(['en'])
