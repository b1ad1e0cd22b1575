import { expect, test, vi } from 'vitest'
import { leaksIn } from '../../test/fuzz/secrets.ts'
import { seededChance } from './chance.ts'
import { hideSecrets, isHeaderValue, secretsIn } from './secrets.ts'

const KEY = 'sk-test+/Zz0123456789abcdef'
const hide = hideSecrets([KEY, 'short'])

test.each([
  KEY,
  KEY.toUpperCase(),
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  btoa(KEY),
  btoa(`Bearer ${KEY}`),
  btoa(`user:${KEY}:x`),
  btoa(`ab${KEY}`).replaceAll('+', '-').replaceAll('/', '_'),
  `${KEY.slice(0, 9)}\n${KEY.slice(9)}`,
  `${KEY.slice(0, 9)}\\n  ${KEY.slice(9)}`,
])('hides %s', (form) => {
  const hidden = hide(`before ${form} after`)
  expect(hidden).toMatch(/^before .*\*\*\*.* after$/)
  // What may be left of an encoded key are the few characters that it shares with its surroundings.
  expect(hidden.length).toBeLessThan('before  after'.length + 25)
})

test('a key with a line break inside is found where the break became a space', () => {
  const broken = hideSecrets(['sk-mid\nnewline0123456789'])
  expect(broken('Headers.append: "Bearer sk-mid newline0123456789" is invalid')).not.toContain('newline')
})

/** Letters, digits, + and /, as a key of so many characters. */
function keyOf(characters: number, seed = 1): string {
  const chance = seededChance(seed)
  const byte = () => String.fromCharCode(chance.below(256))
  return btoa(Array.from({ length: characters }, byte).join('')).slice(0, characters)
}

const piecesLeft = (secret: string, shown: string): readonly string[] =>
  Array.from({ length: shown.length }, (_, at) => shown.slice(at, at + 16)).filter(
    (piece) => piece.length === 16 && secret.includes(piece),
  )

test.each([5_400, 5_800, 9_000, 60_000])(
  'a secret of %i characters is hidden, whole and in pieces',
  (characters) => {
    const long = keyOf(characters)
    const hideLong = hideSecrets([long, KEY])
    expect(hideLong(`wrong key ${long}, not ${KEY}!`)).toBe('wrong key ***, not ***!')
    expect(hideLong(`cut: ${long.slice(0, 400)}`)).toBe('cut: ***')
    expect(hideLong(`cut: ${long.slice(-400)}...`)).toBe('cut: ***...')
    expect(piecesLeft(long, hideLong(long.replace(/.{64}/g, '$&\n')))).toEqual([])
    expect(piecesLeft(btoa(long), hideLong(`in base64: ${btoa(long)}`))).toEqual([])
    expect(hideLong(`{"key":"${encodeURIComponent(long)}"}`)).toBe('{"key":"***"}')
  },
)

test('thousands of secrets that overlap, in a text that holds them all', () => {
  const long = keyOf(120_000)
  const secrets = Array.from({ length: 4_000 }, (_, at) => long.slice(at * 20, at * 20 + 40))
  expect(hideSecrets(secrets)(`all: ${long.slice(0, 80_020)}!`)).toBe('all: ***!')
  expect(hideSecrets([...secrets, 'a'.repeat(20_000)])('a'.repeat(200_000))).toBe('***')
})

test('of keys that begin alike each is hidden to its end', () => {
  const keys = ['AAAA', 'BBBB', 'CCCC/more'].map((end) => `ghp_0123456789abcdef0123${end}`)
  expect(hideSecrets(keys)(`not ${keys.join(', ')}!`)).toBe('not ***, ***, ***!')
})

test("a key in JSON's escapes is found, and one behind an escape", () => {
  const odd = 'nk-"0123\\456789+=abc'
  const hideOdd = hideSecrets([odd])
  expect(hideOdd(JSON.stringify({ error: `key ${odd}.` }))).toBe('{"error":"key ***."}')
  expect(hideOdd(JSON.stringify(`key ${odd.slice(0, 9)}\r\n\t${odd.slice(9)}.`))).toBe('"key ***."')
  expect(hideOdd(`\\${odd}, \\\\${odd}`)).toBe('***, \\\\***')
  const quoted = hideSecrets(['"0123456789'])(JSON.stringify({ said: '"0123456789' }))
  expect(JSON.parse(quoted)).toEqual({ said: '***' })
  const unicode = odd.replace(/[^a-z0-9]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
  expect(hideOdd(`key ${unicode}.`)).toBe('key ***.')
  expect(hideOdd(`key ${encodeURIComponent(encodeURIComponent(odd))}.`)).toBe('key ***.')
})

test('nothing of a text is shown whose secrets cannot be hidden', () => {
  vi.spyOn(TextEncoder.prototype, 'encode').mockImplementation(() => {
    throw new SyntaxError(KEY)
  })
  expect(hideSecrets([KEY])(`wrong key ${KEY}`)).toBe(
    '(Not shown: the secrets in this text could not be hidden.)',
  )
  vi.restoreAllMocks()
})

test('other texts stay, and short values are no secrets', () => {
  expect(hide('short words stay')).toBe('short words stay')
  expect(hideSecrets([])('x')).toBe('x')
})

test('header values and names of secrets', () => {
  expect(['sk-1', 'ä', 'a\tb'].every(isHeaderValue)).toBe(true)
  expect(['a\nb', 'a\r', '\u0000', 'ключ'].some(isHeaderValue)).toBe(false)
  expect(secretsIn({ OPENAI_API_KEY: 'a', HOME: 'b', MY_TOKEN: 'c', PASSWORD: undefined })).toEqual([
    'a',
    'c',
  ])
})

test('whatever a key is made of and however it is written, whole or cut off: nothing of it is left', () => {
  expect(leaksIn(1_000, 1)).toEqual([])
})
