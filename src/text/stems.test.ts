import { expect, test } from 'vitest'
import type { KnownLanguage } from './languages.ts'
import { stemOf } from './stems.ts'

/** Words of one line meet. */
test.each<readonly [KnownLanguage | 'any', string]>([
  ['en', 'refund refunds refunded refunding'],
  ['en', 'cancel cancels cancelled cancelling cancellation'],
  ['en', 'delivery deliveries deliver delivered'],
  ['en', 'policy policies'],
  ['en', 'pay pays paid paying'],
  ['en', 'break breaks broken'],
  ['en', "customer customers customer's"],
  ['en', 'replace replaced replacement replacing'],
  ['es', 'pedido pedidos'],
  ['es', 'cancelar cancelado cancelada cancelación cancelaciones cancelo'],
  ['es', 'luz luces'],
  ['es', 'envío envios envié'],
  ['fr', 'commande commandes commander commandé commandée'],
  ['fr', "annuler annulé annulée annulation l'annulation"],
  ['fr', 'remboursement remboursements rembourser remboursé'],
  ['fr', 'journal journaux'],
  ['de', 'kündigen kündigt gekündigt kündigung kündigungen'],
  ['de', 'paket pakete paketen pakets'],
  ['de', 'lieferung lieferungen liefern liefert lieferte geliefert'],
  ['de', 'straße strassen'],
  ['any', 'cancel cancelled cancelar'],
])('%s: %s', (language, words) => {
  expect([...new Set(words.split(' ').map((word) => stemOf(word, language)))]).toHaveLength(1)
})

/** Words of one line do not. */
test.each<readonly [KnownLanguage, string]>([
  ['en', 'order other'],
  ['en', 'business busy'],
  ['en', 'address dress'],
  ['es', 'pedido pena'],
  ['fr', 'colis colle'],
  ['de', 'bestellung bestand'],
  ['de', 'geld gelb'],
])('%s, apart: %s', (language, words) => {
  const list = words.split(' ')
  expect(new Set(list.map((word) => stemOf(word, language))).size).toBe(list.length)
})

test('numbers, names of object members and short words are left alone', () => {
  expect(['2nd', 'constructor', '__proto__', 'is', ''].map((word) => stemOf(word, 'en'))).toEqual([
    '2nd',
    'constructor',
    '__proto__',
    'is',
    '',
  ])
})
