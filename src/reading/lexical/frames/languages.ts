import { en } from './en.ts'
import type { Frames } from './frames.ts'

const FRAMES: Readonly<Record<string, Frames>> = { en }

const MARKS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|and|you|your|is|are|for|with|have|that|this|please|can|will|of|to|it|we)\b/g,
  es: /\b(?:el|la|los|las|que|para|por|con|su|una|del|usted|se|es|ha|pedido|gracias|puede|esta|le|lo|nos)\b/g,
  fr: /\b(?:le|la|les|vous|votre|est|pour|avec|une|des|nous|je|que|dans|sur|merci|pas|du|et|au|ce)\b/g,
  de: /\b(?:der|die|das|und|sie|ihr|ihre|ihren|ist|fur|mit|nicht|ich|wir|eine|den|bitte|zu|es|haben|auf|kann|dass|noch|im)\b/g,
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
