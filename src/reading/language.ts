import { foldMessage } from './lexical/fold.ts'
import { framesFor } from './lexical/frames/languages.ts'

/** The language of a text by its small words. */
export const languageOf = (text: string): string => framesFor(foldMessage(text)).language
