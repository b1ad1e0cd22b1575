import { expect, test } from 'vitest'
import { languageOf, likelyLanguage } from './languages.ts'

test.each([
  ['Could you please tell me your order number?', 'en'],
  ['Pay 260 by direct debit now, yes or no?', 'en'],
  ['No home, no help, I’m afraid.', 'en'],
  ['¿Me puede dar el número de su pedido?', 'und'],
  ['No se ha cambiado nada.', 'und'],
  ['Mi correo es ana@correo.example.', 'und'],
  ['Je voudrais renvoyer ma valise et être remboursée, merci.', 'und'],
  ['Können Sie mir bitte Ihre Bestellnummer nennen?', 'und'],
  ['Danke.', 'und'],
  ['Das geht nicht.', 'und'],
  ['Hola, the lamp came with a crack.', 'en'],
  ['Прошу прислать мне новый чемодан на этот адрес.', 'und'],
])('%s is %s', (text, language) => {
  expect([languageOf(text), likelyLanguage(text)]).toEqual([language, language])
})

test.each(['ok 123', 'ana@correo.example', 'Firenze 7', ''])(
  '"%s" tells nothing: English is the guess',
  (text) => {
    expect([languageOf(text), likelyLanguage(text)]).toEqual([null, 'en'])
  },
)
