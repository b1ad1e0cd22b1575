import { describe, expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { graphOfSteps, LOOPING, RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import type { StepId } from '../../base/values/ids.ts'
import { coverageOf } from '../../graph/coverage/coverage.ts'
import { universeOf } from '../../graph/coverage/coverage-universe.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { DRAW_FORMATS, graphToJson } from './draw-graph.ts'
import { layOut } from './draw-layout.ts'
import { graphToMermaid } from './draw-mermaid.ts'
import { drawingOf } from './draw-model.ts'
import { graphToSvg } from './draw-svg.ts'

const graph = graphOfSteps(RETURNS)
const universe = universeOf(spaceOfSteps(RETURNS))

/** Every tag closed, nothing but tags and text: what an XML reader would accept of our own simple writing. */
function unclosed(svg: string): readonly string[] {
  const open: string[] = []
  for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-z]+)(?:\s[a-zA-Z:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (self === '/') continue
    if (close === '/') open.splice(open.lastIndexOf(name ?? ''), 1)
    else open.push(name ?? '')
  }
  return open
}

describe('drawings', () => {
  test.each(Object.entries(DRAW_FORMATS))(
    '%s names every step, every guard and every sentence',
    (_, draw) => {
      const drawn = draw(graph, {})
      for (const name of ['ask', 'window', 'proof', 'sure', 'late', '1#1'])
        expect(drawn.replaceAll('#35;', '#')).toContain(name)
      expect(drawn).toMatch(/derived\.days/)
      expect(draw(graph, {})).toBe(drawn)
    },
  )

  test.each(Object.entries(DRAW_FORMATS))('%s shows what was never exercised', (_, draw) => {
    const { counts } = coverageOf(universe, [])
    expect(draw(graph, { counts })).not.toBe(draw(graph, {}))
  })

  test('a loop is one circle, and the way it takes in the end is shown', () => {
    const [part] = drawingOf(graphOfSteps(LOOPING)).parts
    expect(part?.nodes.map((node) => node.title)).toEqual([
      'who',
      'gave',
      'look',
      'known',
      'yes',
      'no',
      'done',
    ])
    expect(part?.lines.filter((line) => line.back)).toHaveLength(1)
    expect(part?.lines.map((line) => line.text)).toContain('otherwise, the last time')
  })

  test('true path and taken path are told apart', () => {
    const truePath = ['broken/ask', 'broken/has', 'broken/look'].map(aStep)
    const taken = ['broken/ask', 'broken/has', 'broken/no'].map(aStep)
    const [part] = drawingOf(graph, { truePath, taken }).parts
    const on = new Map(part?.nodes.map((node) => [node.title, node.on]))
    expect([on.get('ask'), on.get('look'), on.get('no'), on.get('late')]).toEqual([
      'both',
      'true',
      'taken',
      'none',
    ])
    expect(graphToSvg(graph, { truePath, taken })).toContain('true path, not taken')
  })

  test('the SVG stands alone and is well-formed', () => {
    const svg = graphToSvg(graph, { counts: coverageOf(universe, []).counts })
    expect(unclosed(svg)).toEqual([])
    expect(svg).not.toMatch(/<script|<style|href|url\(|NaN|Infinity|undefined/)
    expect(svg.match(/https?:\/\/[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  })

  test('hostile names stay text in every format', () => {
    const hostile = '"]; click n1 "javascript:alert(1)" <script>alert(1)</script> \\" -> \n%%{init}%% &'
    const late = aStep('broken/late')
    const tell = { ...requireStep(graph, late), about: hostile }
    const evil = { ...graph, steps: new Map([...graph.steps, [late, tell]]) } as Graph
    const svg = graphToSvg(evil)
    expect(svg).not.toContain('<script')
    expect(unclosed(svg)).toEqual([])
    const mermaid = graphToMermaid(evil)
    expect(mermaid).not.toContain('<script')
    expect(mermaid).not.toMatch(/click n1 "/)
    expect(mermaid).not.toContain('%%')
  })

  test('JSON carries forbids and the sentences themselves', () => {
    expect(graphToJson(graph)).toMatchObject({
      clauses: { '1#2': 'Without a photo we say no.' },
      forbids: [],
    })
  })
})

test('no box of a layout lies on another, and every line runs downwards', () => {
  const boxes = Array.from({ length: 30 }, (_, n) => ({ id: `b${n}`, width: 60 + (n % 4) * 30, height: 40 }))
  const ties = boxes.flatMap((_, n) =>
    [2 * n + 1, 2 * n + 2, n + 7]
      .filter((to) => to < 30 && to > n)
      .map((to) => ({ from: `b${n}`, to: `b${to}`, label: to % 3 === 0 ? { width: 80, height: 18 } : null })),
  )
  const { boxes: at, ties: lines, width, height } = layOut(boxes, ties)
  for (const a of boxes)
    for (const b of boxes) {
      const [one, two] = [at.get(a.id), at.get(b.id)]
      if (a === b || one === undefined || two === undefined || one.y !== two.y) continue
      expect(Math.abs(one.x - two.x)).toBeGreaterThanOrEqual((a.width + b.width) / 2)
    }
  for (const [index, tie] of ties.entries()) {
    const ys = [
      at.get(tie.from)?.y ?? 0,
      ...(lines[index]?.bends ?? []).map((bend) => bend.y),
      at.get(tie.to)?.y ?? 0,
    ]
    expect([...ys].sort((a, b) => a - b)).toEqual(ys)
    expect(lines[index]?.label === null).toBe(tie.label === null)
  }
  for (const { x, y } of at.values()) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true)
})

function requireStep(from: Graph, id: StepId) {
  return from.steps.get(id) ?? expect.unreachable()
}
