import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { playOf, shippedDesks } from '../plays/plays.ts'
import { replayed } from './replayed.ts'
const desks = await shippedDesks()
test('dump', async () => {
  const rows = readFileSync('test/reactions/complaints.jsonl', 'utf8').trim().split('\n').map((l) => JSON.parse(l))
  let out = ''
  for (const c of rows) {
    const { said, does } = await replayed(c, desks)
    const bad = JSON.stringify(does) !== JSON.stringify(c.does) || (c.never !== undefined && new RegExp(c.never, 'i').test(said))
    if (!bad) continue
    out += `=== ${c.set} ${c.talk} turn ${c.turn}: want ${JSON.stringify(c.does)} never ${c.never}; got ${JSON.stringify(does)}: ${said}\n`
    let t = 0
    for (const e of playOf(c.set, c.talk).events) {
      if (e.type === 'message.sent') {
        if (e.from === 'agent') t += 1
        out += `   ${e.from}: ${e.text.replaceAll('\n', ' / ').slice(0, 400)}${e.from === 'customer' ? '   ' + JSON.stringify(e.act.moves.map((m) => m.do)) : ''}\n`
      }
      if (e.type === 'tool.called') out += `      [${e.tool}]\n`
      if (t > c.turn) break
    }
  }
  writeFileSync('/tmp/dump.txt', out)
}, 100000)
