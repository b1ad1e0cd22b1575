import { expect, test } from 'vitest'
import { stemOf } from './stems.ts'

/** Words of one line meet. */
test.each<readonly ['en' | 'any', string]>([
  ['en', 'refund refunds refunded refunding'],
  ['en', 'cancel cancels cancelled cancelling cancellation'],
  ['en', 'delivery deliveries deliver delivered'],
  ['en', 'policy policies'],
  ['en', 'pay pays paid paying'],
  ['en', 'break breaks broken'],
  ['en', "customer customers customer's"],
  ['en', 'replace replaced replacement replacing'],
  ['any', 'cancel cancelled cancelar'],
])('%s: %s', (language, words) => {
  expect([...new Set(words.split(' ').map((word) => stemOf(word, language)))]).toHaveLength(1)
})

/** Words of one line do not. */
test.each<readonly ['en', string]>([
  ['en', 'order other'],
  ['en', 'business busy'],
  ['en', 'address dress'],
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
