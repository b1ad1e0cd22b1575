import type { en, sayings } from './en.ts'

export type Words = readonly [string, ...string[]]
export type WordsFor = keyof typeof sayings
export type PhraseBook = Readonly<Record<keyof typeof en, Words>>
