import type { Chance } from '../../src/base/chance.ts'

/** Words that have broken readers before: ends, escapes, paths, numbers, markup, bombs. */
const TOKENS: readonly [string, ...string[]] = [
  '\u0000',
  '\u001b]0;owned\u0007',
  '\ufeff',
  '\ud800',
  '\u202e',
  '../../../../tmp/sage-fuzz-escape',
  '/etc/passwd',
  '--md=escape',
  '__proto__',
  'constructor',
  '1e999',
  '-1',
  '9007199254740993',
  'NaN',
  'null',
  '""',
  '[]',
  '{}',
  '{',
  '"',
  "'",
  '\\',
  '\r\n',
  '\t',
  '&a [*a, *a]',
  '<<: *a',
  '!!js/function "x"',
  '%YAML 9.9',
  '<script>alert(1)</script>',
  '=cmd()',
  '(a+)+$',
  '{{}}',
  '😀',
  '['.repeat(3000),
  'x'.repeat(100_000),
]

/** Something else than what was there, in one to four places. */
export function mutate(original: Buffer, chance: Chance): Buffer {
  let bytes = original
  for (let left = 1 + chance.below(4); left > 0; left -= 1)
    bytes = MUTATIONS[chance.below(MUTATIONS.length)]?.(bytes, chance) ?? bytes
  return bytes
}

type Mutation = (bytes: Buffer, chance: Chance) => Buffer

const MUTATIONS: readonly Mutation[] = [
  // a byte
  (bytes, chance) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[chance.below(copy.length)] = chance.below(256)
    return copy
  },
  // a word in between
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(chance.pick(TOKENS)), bytes.subarray(at)])
  },
  // a value for a value
  (bytes, chance) => {
    const text = bytes.toString('utf8')
    const values = [
      ...text.matchAll(/(?<=[:,[{-] ?)("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|[a-z][\w-]*)/g),
    ]
    const hit = values[chance.below(Math.max(1, values.length))]
    if (hit === undefined) return bytes
    const token = chance.pick(TOKENS)
    const shown = chance.hits(0.5) ? JSON.stringify(token) : token
    return Buffer.from(`${text.slice(0, hit.index)}${shown}${text.slice(hit.index + hit[0].length)}`)
  },
  // a piece is gone, or there twice
  (bytes, chance) => {
    const from = chance.below(bytes.length + 1)
    const to = Math.min(bytes.length, from + chance.below(200))
    return chance.hits(0.5)
      ? Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
      : Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  // a line is gone, there twice, or elsewhere
  (bytes, chance) => {
    const lines = bytes.toString('utf8').split('\n')
    const [line = ''] = lines.splice(chance.below(lines.length), 1)
    const kept = chance.hits(0.5) ? [line] : chance.hits(0.5) ? [line, line] : []
    lines.splice(chance.below(lines.length + 1), 0, ...kept)
    return Buffer.from(lines.join('\n'))
  },
  // cut off
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
]
