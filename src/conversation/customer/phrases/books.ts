import type { PhraseBook } from './book.ts'
import { en } from './en.ts'

const BOOKS: ReadonlyMap<string, PhraseBook> = new Map([['en', en]])

/** A language nobody wrote a book for is spoken in English frames around the pack's own words. */
export const bookOf = (language: string): PhraseBook => BOOKS.get(language) ?? en
