import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchResult } from './bench-result.ts'

/** A gigabyte unless SAGE_BENCH_MB says otherwise. */
const MEGABYTES = Number(process.env['SAGE_BENCH_MB'] ?? 1000)

/**
 * Importing a large log without reading its words, scoring or storing: both passes over the file, in a process of its own, so
 * that its memory can be seen. `ratio` is its speed as a share of the speed of reading the same file line by line and giving each
 * line to `JSON.parse`: some 20 MB a second, beside which reading the words takes minutes. Target: peak_memory_mb under 300.
 */
export async function benchImport(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'sage-bench-import-'))
  try {
    const file = join(folder, 'chats.jsonl')
    const conversations = writeLog(file)
    const main = fileURLToPath(new URL('./import-main.js', import.meta.url))
    const said = execFileSync(process.execPath, [main, file], { encoding: 'utf8', maxBuffer: 1e6 })
    const measured: BenchResult = BenchResult.parse(JSON.parse(said))
    return { ...measured, megabytes: MEGABYTES, conversations }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeLog(file: string): number {
  const handle = openSync(file, 'w')
  let bytes = 0
  let conversations = 0
  while (bytes < MEGABYTES * 1e6) {
    const lines = Array.from({ length: 500 }, () => {
      conversations += 1
      return `${JSON.stringify(conversation(conversations))}\n`
    }).join('')
    bytes += writeSync(handle, lines)
  }
  closeSync(handle)
  return conversations
}

/** A support chat of usual length: eight exchanges, three look-ups, one write. */
function conversation(number: number) {
  const call = (id: number, name: string, input: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: `call_${number}_${id}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
    ],
  })
  const result = (id: number, output: object) => ({
    role: 'tool',
    tool_call_id: `call_${number}_${id}`,
    content: JSON.stringify(output),
  })
  const order = { id: `W${number}`, status: 'delivered', items: [{ sku: 'A-1', price: 12.5 }], note: TALK }
  const exchanges = Array.from({ length: 8 }, (_, turn) => [
    { role: 'user', content: `${TALK} Turn ${turn} of "chat" ${number}.\nThanks!` },
    { role: 'assistant', content: `${TALK} I have looked at it: answer ${turn}.` },
  ])
  return {
    conversation_id: `c${number}`,
    model: 'some-model',
    messages: [
      { role: 'system', content: `You are a support agent. ${TALK}` },
      ...exchanges.slice(0, 4).flat(),
      ...[1, 2, 3].flatMap((id) => [call(id, 'get_order', { order: `W${number}` }), result(id, order)]),
      call(4, 'cancel_order', { order: `W${number}`, reason: TALK }),
      result(4, { ...order, status: 'cancelled' }),
      ...exchanges.slice(4).flat(),
    ],
  }
}

const TALK =
  'The parcel has arrived on Tuesday and one of the cups is broken; I would like to know what can be done.'
