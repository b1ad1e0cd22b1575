import { type Chance, seededChance } from '../../src/base/chance.ts'
import { hideSecrets } from '../../src/base/secrets.ts'

/** Ways in which programs write a text that they repeat. */
const WRITTEN: Readonly<Record<string, (key: string, chance: Chance) => string>> = {
  plain: (key) => key,
  capitals: (key) => key.replace(/[a-z]/g, (char) => char.toUpperCase()),
  json: (key) => JSON.stringify(key).slice(1, -1),
  'json in json': (key) => JSON.stringify(JSON.stringify(key)),
  unicode: (key) => [...units(key)].map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join(''),
  hex: (key) => Buffer.from(key).toString('hex'),
  'hex of latin': (key) => Buffer.from(key, 'latin1').toString('hex').toUpperCase(),
  'hex escapes': (key) => [...Buffer.from(key, 'latin1')].map((byte) => `\\x${hex(byte)}`).join(''),
  address: (key) => encodeURIComponent(key),
  'address twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'address by byte': (key) => [...Buffer.from(key)].map((byte) => `%${hex(byte)}`).join(''),
  'address in capitals': (key) => [...Buffer.from(key)].map((byte) => `%${hex(byte).toUpperCase()}`).join(''),
  html: (key) => key.replace(/[&<>"']/g, (char) => HTML[char] ?? char),
  'html numbers': (key) => [...units(key)].map((unit) => `&#${unit};`).join(''),
  'html hex': (key) => [...units(key)].map((unit) => `&#x${unit.toString(16).toUpperCase()};`).join(''),
  base64: (key, chance) => Buffer.from(`${'user:'.slice(chance.below(5))}${key}`).toString('base64'),
  'base64 for addresses': (key) => Buffer.from(key).toString('base64url'),
  octal: (key) =>
    units(key)
      .map((unit) => `\\${unit.toString(8).padStart(3, '0')}`)
      .join(''),
  braces: (key) =>
    units(key)
      .map((unit) => `\\u{${unit.toString(16)}}`)
      .join(''),
  'quoted-printable': (key) =>
    key.replace(/[^a-z\x80-\xff]/g, (char) => `=${hex(char.charCodeAt(0)).toUpperCase()}`),
  'hex with colons': (key) => [...Buffer.from(key)].map(hex).join(':'),
  'hex in a list': (key) => [...Buffer.from(key)].map((byte) => `0x${hex(byte)}`).join(', '),
  lines: (key) => key.replace(/.{7}/gs, '$&\n  '),
}
/** An escaped text may be escaped again. */
const TWICE = ['json', 'unicode', 'address', 'address by byte', 'html', 'html numbers', 'octal', 'braces']
const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const units = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0))

/** What an encoded key may share with its surroundings, or loses where it is cut: too little to guess from. */
const LEFT_CHARS_MAX = 40
const VARIABLES = 500
const TEXTS_WITH_ONE_ENVIRONMENT = 2_000

/** Texts in which a key stands, written in some way, perhaps cut off behind 70 % of it. Gives those that show more of it than they may. */
export function leaksIn(texts: number, seed: number, surroundingsMax = 2_000): readonly string[] {
  const chance = seededChance(seed)
  const leaks: string[] = []
  let [keys, hide] = environment(chance)
  for (let nth = 0; nth < texts; nth += 1) {
    if (nth % TEXTS_WITH_ONE_ENVIRONMENT === TEXTS_WITH_ONE_ENVIRONMENT - 1)
      [keys, hide] = environment(chance)
    const key = keys[chance.below(keys.length)] ?? ''
    const trimmed = key.trim()
    const cut = trimmed.length >= 16 && chance.below(2) === 0
    const said = cut ? trimmed.slice(0, Math.ceil(trimmed.length * (0.7 + chance.below(30) / 100))) : key
    const ways = Object.entries(WRITTEN)
    const [way, write] = ways[chance.below(ways.length)] ?? ['plain', (text: string) => text]
    const [before, after] = [surroundings(chance, surroundingsMax), surroundings(chance, surroundingsMax)]
    const outer = WRITTEN[TWICE[chance.below(2 * TWICE.length)] ?? '']
    const once = write(said, chance)
    const written = outer === undefined || /list|colons|lines/.test(way) ? once : outer(once, chance)
    const shown = hide(`${before}|${written}|${after}`)
    const left = shown.length - before.length - after.length
    const free = Math.max((LEFT_CHARS_MAX * written.length) / once.length, 0.3 * written.length)
    if (!shown.includes('***') || left > free + '***'.length)
      leaks.push(`${way} ${JSON.stringify(said)}: ${left} of ${written.length}`)
  }
  return leaks
}

function environment(chance: Chance): readonly [readonly string[], (text: string) => string] {
  const keys = Array.from({ length: VARIABLES }, () => {
    // Mostly as keys are, some with every byte there is.
    const odd = chance.below(4) === 0
    const char = () => String.fromCharCode(odd ? 1 + chance.below(255) : 33 + chance.below(94))
    return Array.from({ length: 12 + chance.below(chance.below(20) === 0 ? 400 : 50) }, char).join('')
  })
  return [keys, hideSecrets(keys)]
}

const surroundings = (chance: Chance, max: number): string =>
  Array.from({ length: chance.below(max) }, () => String.fromCharCode(chance.below(256))).join('')
