import { openModelServer } from '../test/model-server/model-server.ts'

/** A model server as a process of its own, so that its processor time is not counted as the client's. Prints its address. */
const [latencyMs = '0', text = 'Thank you, I have noted that. What is your order number?'] =
  process.argv.slice(2)
const afterMs = Number(latencyMs)
const server = await openModelServer(() => ({ text, ...(afterMs > 0 ? { afterMs } : {}) }), { keep: false })
process.stdout.write(`${server.url}\n`)
// Its parent's end is its end.
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
