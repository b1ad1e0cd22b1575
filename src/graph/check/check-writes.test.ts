import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factsOf } from '../../cases/read-pack.ts'
import { readWorld } from '../../world/load-world.ts'
import { loadGraph } from '../load.ts'

const at = (name: string): string =>
  readFileSync(new URL(`../../../packs/lunchbox/${name}`, import.meta.url), 'utf8')
const world = readWorld(new Map(['world.yaml', 'tools.yaml'].map((name) => [name, at(name)]))).draft

function codesWith(from: string, to: string): readonly string[] {
  const graph = at('graph.yaml')
  expect(graph).toContain(from)
  if (world === undefined) return []
  const files = {
    graph: { file: 'graph.yaml', text: graph.replace(from, to) },
    sop: { file: 'sop.md', text: at('sop.md') },
  }
  return loadGraph(files, factsOf(world)).problems.map(({ code }) => code)
}

test('[C11] a write that is confirmed on one way is confirmed on every way', () => {
  expect(codesWith('to: address, cites: "4#6"', 'to: replace, cites: "4#6"')).toContain('write-unconfirmed')
})

test('[C12] a no does not lead to the write', () => {
  expect(codesWith('next: change, if_refused: stays', 'next: change, if_refused: change')).toContain(
    'write-after-no',
  )
})

test('[C13] no way does the same write twice', () => {
  const again =
    'again: { act: cancel_order, with: { order_id: "== fields.order_id" }, cites: "5#2", next: told }\n      told:'
  expect(
    codesWith('cites: "5#2", next: told }\n      told:', `cites: "5#2", next: again }\n      ${again}`),
  ).toContain('write-twice')
})
