import { expect, test } from 'vitest'
import { foldMessage } from '../fold.ts'
import { languageOf } from './languages.ts'

test.each([
  ['Pay 260 by direct debit now, yes or no?', 'en'],
  ['Safe travels on Thursday!', 'en'],
  ['No home, no help, I’m afraid.', 'en'],
  ['No se ha cambiado nada.', 'es'],
  ['On vous envoie un nouveau sac.', 'fr'],
  ['Das geht leider nicht.', 'de'],
])('%s is %s', (text, language) => {
  expect(languageOf(foldMessage(text))).toBe(language)
})
