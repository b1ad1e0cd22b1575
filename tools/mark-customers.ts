import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { assert } from '../src/base/assert.ts'
import { type Chance, seededChance } from '../src/base/chance.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'

/**
 * Customers of several sources in one shuffled pile, so that whoever marks them by the list of docs/customers.md does not know
 * whose they are. People and other simulations in the pile show how much of a mark is the marker.
 *
 *   npm run mark-customers -- pile <folder> <seed> ours=<transcripts>:<count> people=<transcripts>:<count> ...
 *   npm run mark-customers -- tally <folder> <marks.tsv>
 *
 * `sage import` makes transcripts of recordings. The key lies beside the folder, not in it: a marker gets the folder alone.
 */
type Turn = { readonly from: string; readonly text: string }
type Talk = { readonly source: string; readonly id: string; readonly turns: readonly Turn[] }

function writePile(out: string, [seed = '1', ...sources]: readonly string[]): void {
  const chance = seededChance(Number(seed))
  const talks = shuffled(
    sources.flatMap((source) => talksOf(source, chance)),
    chance,
  )
  mkdirSync(out, { recursive: true })
  const rows = talks.map((talk, index) => ({ name: `c${String(index + 1).padStart(3, '0')}`, talk }))
  writeFileSync(join(out, 'conversations.txt'), rows.map(({ name, talk }) => readable(name, talk)).join('\n'))
  writeFileSync(
    keyOf(out),
    rows
      .map(({ name, talk }) => `${[name, talk.source, talk.id, customerTurns(talk)].join('\t')}\n`)
      .join(''),
  )
}

const keyOf = (out: string): string => `${out.replace(/\/+$/, '')}.key.tsv`
const customerTurns = ({ turns }: Talk): number => turns.filter(({ from }) => from === 'customer').length

function talksOf(source: string, chance: Chance): readonly Talk[] {
  const parts = /^(\w+)=(.+):(\d+)$/.exec(source)
  assert(parts !== null, `A source is written name=folder:count, not "${source}".`)
  const [, name = '', from = '', count = ''] = parts
  const files = readdirSync(from).filter((file) => file.endsWith('.jsonl'))
  return shuffled(files, chance)
    .map((file) => ({ source: name, id: basename(file, '.jsonl'), turns: turnsOf(join(from, file)) }))
    .filter((talk) => customerTurns(talk) > 1)
    .slice(0, Number(count))
}

/** What was said. Tools and results are left out: people and simulations call different ones. */
function turnsOf(file: string): readonly Turn[] {
  return readTranscript(readFileSync(file, 'utf8'), file).events.flatMap((event) =>
    event.type === 'message.sent'
      ? [{ from: event.from, text: event.text.replace(/###\w+###/g, '').trim() }]
      : [],
  )
}

function readable(name: string, { turns }: Talk): string {
  let turn = 0
  const lines = turns.map(({ from, text }) =>
    from === 'customer' ? `CUSTOMER ${++turn}: ${text}` : `AGENT: ${text}`,
  )
  return [`===== conversation ${name} =====`, ...lines, ''].join('\n')
}

function shuffled<Item>(items: readonly Item[], chance: Chance): readonly Item[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** A marks file: conversation, turn, words, why, strong or mild. */
function printTally(out: string, [marks = '']: readonly string[]): void {
  const rows = linesOf(keyOf(out)).map(([name = '', source = '', , turns = '0']) => ({
    name,
    source,
    turns: Number(turns),
  }))
  const marked = linesOf(marks)
  for (const source of new Set(rows.map((row) => row.source))) {
    const of = rows.filter((row) => row.source === source)
    const names = new Set(of.map(({ name }) => name))
    const turns = of.reduce((sum, row) => sum + row.turns, 0)
    const found = marked.filter(([name = '']) => names.has(name))
    const strong = found.filter(([, , , , weight]) => weight === 'strong').length
    const share = ((100 * found.length) / turns).toFixed(1)
    process.stdout.write(
      `${source}: ${found.length} of ${turns} turns marked (${share} %), ${strong} strong\n`,
    )
  }
}

const linesOf = (file: string): readonly (readonly string[])[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'))

const [verb, folder, ...rest] = process.argv.slice(2)
if (verb === 'pile' && folder !== undefined) writePile(folder, rest)
else if (verb === 'tally' && folder !== undefined) printTally(folder, rest)
else process.stderr.write('The head of tools/mark-customers.ts says how it is called.\n')
