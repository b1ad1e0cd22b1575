import { expect, test } from 'vitest'
import { foldMessage } from '../../src/reading/lexical/fold.ts'
import { en } from '../../src/reading/lexical/frames/en.ts'
import { es } from '../../src/reading/lexical/frames/es.ts'
import { screened } from '../../src/text/screen.ts'
import { talkMessages } from '../plays/plays.ts'
import { loadList } from './measure-lists.ts'

/** Texts of every kind and length: whole messages and the pieces between their marks. */
const piecesOf = (text: string): readonly string[] => [text, ...text.split(/[.,:;!?\n]+ ?/)].map(foldMessage)

const TEXTS = {
  en: talkMessages('talks').flatMap(({ text }) => piecesOf(text)),
  es: loadList('es').flatMap(({ text }) => piecesOf(text)),
}

test.each(Object.entries({ en, es }))(
  '%s: screening a text never hides a match',
  (language, { clauseBreak: _, ...wordings }) => {
    const patterns = screened(wordings)
    const names = Object.keys(wordings) as (keyof typeof wordings)[]
    for (const text of TEXTS[language as keyof typeof TEXTS])
      for (const name of names) {
        const match = wordings[name].exec(text)
        const found = patterns[name].exec(text)
        expect(found === null ? null : [found.index, found[0]], `${name}: ${text}`).toEqual(
          match === null ? null : [match.index, match[0]],
        )
      }
  },
)
