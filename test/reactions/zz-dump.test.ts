import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { shippedDesks } from '../plays/plays.ts'
import { reactionsIn } from './reactions.ts'
const desks = await shippedDesks()
test('dump', async () => {
  let out = ''
  for (const set of ['talks']) {
    const all = await reactionsIn(set, desks)
    out += `${set} ${all.length} wrong ${all.filter((r) => r.wrong.length).length}\n`
    for (const r of all) if (r.wrong.length) out += `${r.talk} ${r.n} ${r.wrong}\n   heard: ${r.heard.join(' // ').replaceAll('\n', ' / ').slice(0, 500)}\n   said: ${r.said} ${JSON.stringify(r.moves.map((m: any) => m.do + ' ' + (m.field ?? '')))}\n`
  }
  writeFileSync('/tmp/dump.txt', out)
}, 100000)
