/**
 * Which pieces of a customer's messages draw complaints? Reads the plays with their marks (test/plays-N/*-customers.tsv) and
 * prints for each piece (a move, or a list of today's books) the turns that have it, and how many of them were marked, and
 * strongly: `npx tsdown --filter tools && node build/customer-pieces.js [first set]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { bookOf } from '../src/conversation/customer/phrases/books.ts'

const SETS_FROM = Number(process.argv[2] ?? 5)

const Sent = z.object({
  type: z.literal('message.sent'),
  from: z.literal('customer'),
  text: z.string(),
  act: z.object({
    moves: z.array(z.object({ do: z.string(), because: z.string().optional() })),
    language: z.string(),
    tactic: z.string().optional(),
  }),
})
type Sent = z.infer<typeof Sent>

const ANSWERS: ReadonlySet<string> = new Set(['tell', 'lack'])

/** The moves of a message, and the wordings of the books that it holds. */
function piecesOf({ text, act }: Sent, isFirst: boolean): readonly string[] {
  if (isFirst) return ['first message']
  const kinds = act.moves.map(({ do: does }) => does)
  const answers = kinds.filter((kind) => ANSWERS.has(kind)).length
  const beside = answers > 0 ? ' beside an answer' : ''
  return [
    ...(answers === 1 ? ['one answer'] : answers > 1 ? ['several answers'] : []),
    ...act.moves
      .filter(({ do: does }) => !ANSWERS.has(does))
      .map(({ do: does, because }) => `${does}${because === undefined ? '' : ` ${because}`}${beside}`),
    ...(kinds.includes('push') ? [`push${beside}: ${act.tactic ?? 'none'}`] : []),
    ...(kinds.length === 0 ? ['no move'] : []),
    ...wordsIn(text, act.language),
  ]
}

const wordsIn = (text: string, language: string): readonly string[] =>
  Object.entries(bookOf(language)).flatMap(([key, wordings]) =>
    wordings.some((wording) => wording.length > 3 && !wording.includes('{') && holds(text, wording))
      ? [`words: ${key}`]
      : [],
  )

const holds = (text: string, wording: string): boolean =>
  ` ${text.toLowerCase()} `.includes(` ${wording.toLowerCase().replace(/[.!]$/, '')}`)

const counts = new Map<string, { turns: number; marked: number; strong: number }>()
for (const set of readdirSync('test').filter((name) => /^plays-\d+$/.test(name))) {
  if (Number(set.slice('plays-'.length)) < SETS_FROM) continue
  const marks = readdirSync(`test/${set}`)
    .filter((name) => name.endsWith('-customers.tsv'))
    .flatMap((name) => readFileSync(`test/${set}/${name}`, 'utf8').split('\n'))
    .map((row) => row.split('\t'))
  for (const talk of new Set(
    readdirSync(`test/${set}/transcripts`).map((name) => name.split('.')[0] ?? ''),
  )) {
    const path = `test/${set}/transcripts/${talk}.jsonl`
    if (!existsSync(path)) continue
    const sent = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => Sent.safeParse(JSON.parse(line)).data ?? [])
    for (const [at, message] of sent.entries()) {
      const mark = marks.find(([id, quote]) => id === talk && plain(quote ?? '') === plain(message.text))
      for (const piece of new Set(['all', ...piecesOf(message, at === 0)])) {
        const row = counts.get(piece) ?? { turns: 0, marked: 0, strong: 0 }
        row.turns += 1
        if (mark !== undefined) row.marked += 1
        if (mark?.[3] === 'strong') row.strong += 1
        counts.set(piece, row)
      }
    }
  }
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

const rows = [...counts].sort(([, a], [, b]) => b.marked / b.turns - a.marked / a.turns)
for (const [piece, { turns, marked, strong }] of rows)
  console.log(`${piece.padEnd(46)} ${turns} ${marked} ${strong} ${((100 * marked) / turns).toFixed(0)} %`)
