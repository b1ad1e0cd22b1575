import { expect, test } from 'vitest'
import { languageOf, likelyLanguage } from './languages.ts'

test.each([
  ['could you please tell me your order number?', 'en'],
  ['¿me puede dar el numero de su pedido?', 'es'],
  ['pouvez-vous me donner votre numero de commande?', 'fr'],
  ['konnen sie mir bitte ihre bestellnummer nennen?', 'de'],
] as const)('%s is %s', (text, language) => {
  expect([languageOf(text), likelyLanguage(text)]).toEqual([language, language])
})

test('two words are too few to be sure', () => {
  expect([languageOf('ok 123'), likelyLanguage('ok 123')]).toEqual([undefined, 'en'])
})
