import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { acceptGap, acceptLine } from '../../src/compile/outline/accept.ts'
import { EMPTY_OUTLINE, OutlineFile, type OutlineLine } from '../../src/compile/outline/outline-file.ts'
import {
  isDraft,
  type LineState,
  type OutlineState,
  outlineState,
} from '../../src/compile/outline/outline-state.ts'
import { renumberCites } from '../../src/compile/outline/renumber.ts'
import { writeOutline } from '../../src/compile/outline/write-outline.ts'
import { type GraphFile, GraphFileReader } from '../../src/graph/file/graph-file.ts'
import { glossesOf } from '../../src/graph/words/by-clause.ts'
import { editSlot } from '../../src/graph/words/edit-slot.ts'
import { slotsOf } from '../../src/graph/words/pieces.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'

const PACKS = readdirSync(new URL('../../packs', import.meta.url))
const read = (pack: string, name: string): string =>
  readFileSync(new URL(`../../packs/${pack}/${name}`, import.meta.url), 'utf8')
const graphIn = (text: string): GraphFile => GraphFileReader.parse(parse(text))
const shipped = (pack: string) => ({
  sop: read(pack, 'sop.md'),
  graph: read(pack, 'graph.yaml'),
  outline: OutlineFile.parse(parse(read(pack, 'outline.yaml'))),
})

function stateOf(files: { sop: string; graph: string; outline: OutlineFile }): OutlineState {
  return outlineState({
    sop: parseSop('sop.md', files.sop),
    graph: graphIn(files.graph),
    outline: files.outline,
  })
}
const open = (state: OutlineState): readonly string[] =>
  state.lines.flatMap(({ clause, open: why }) => (why === null ? [] : [`${clause.id}: ${why}`]))

const LUNCHBOX = shipped('lunchbox')
const accepted = (line: LineState): OutlineLine => acceptLine(line, { by: 'Ann', kind: line.kind })

describe('the outlines we ship', () => {
  test.each(PACKS)(
    '[L1a] %s: every sentence has an accepted line (else: review, then npm run tool -- accept-outlines)',
    (pack) => {
      const files = shipped(pack)
      const state = stateOf(files)
      expect(open(state)).toEqual([])
      expect(isDraft(state)).toBe(false)
      // by whom and when: language models, and nothing that looks like a person
      for (const { accepted: by } of files.outline.lines)
        expect(by).toMatch(/^SAGE team \(language models\), \d{4}-\d{2}-\d{2}$/)
      expect(files.outline.lines.length).toBe(parseSop('sop.md', files.sop).clauses.size)
      expect(OutlineFile.parse(parse(writeOutline(files.outline)))).toEqual(files.outline)
    },
  )
})

describe('items', () => {
  test('[L1b] an edge with clauses of its own is said at those clauses only', () => {
    const glosses = glossesOf(graphIn(LUNCHBOX.graph), null)
    const at = (clause: string): string =>
      (glosses.get(clause) ?? [])
        .flatMap((line) => line.map((piece) => (typeof piece === 'string' ? piece : piece.text)))
        .join('')
    expect(at('5#3')).toContain('packed')
    expect(at('5#3')).not.toContain('shipped or delivered')
    expect(at('5#4')).toContain('shipped or delivered')
  })

  test('[L1c] what is assumed is a gap of its own, open until it is accepted', () => {
    const graph = LUNCHBOX.graph.replace(
      '{ otherwise: gone, cites: "3#6" }',
      '{ otherwise: gone, assumed: "no other state is left" }',
    )
    const state = stateOf({ ...LUNCHBOX, graph })
    expect(state.gaps.map(({ item, open: why }) => `${item}: ${why}`)).toEqual([
      'where_is_it/state>4: assumed, and not accepted yet',
    ])
    const gaps = state.gaps.map((gap) => acceptGap(gap, 'Ann'))
    const outline = { ...LUNCHBOX.outline, lines: state.lines.map(accepted), gaps }
    expect(isDraft(stateOf({ ...LUNCHBOX, graph, outline }))).toBe(false)
  })
})

describe('closed world', () => {
  test('[L3, L3a] whatever text and graph are, every sentence is accepted or open, and nothing is accepted that has no line', () => {
    const sentences = PACKS.flatMap((pack) => read(pack, 'sop.md').split(/(?<=\.)\s+/))
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(...sentences),
          fc.string({ maxLength: 40 }),
          fc.constant('\n\n## 4. New\n\n'),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(' '))
    const graph = graphIn(LUNCHBOX.graph)
    fc.assert(
      fc.property(text, fc.constantFrom(LUNCHBOX.outline, EMPTY_OUTLINE), (sopText, outline) => {
        const sop = parseSop('sop.md', sopText)
        const state = outlineState({ sop, graph, outline })
        expect(state.lines.map(({ clause }) => clause.id)).toEqual([...sop.clauses.keys()])
        for (const line of state.lines) if (line.open === null) expect(line.line?.accepted).toBeDefined()
        if (outline === EMPTY_OUTLINE) expect(state.lines.every((line) => line.open !== null)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('[L3b] an item is a draft while a sentence it cites is open', () => {
    const lines = LUNCHBOX.outline.lines.map((line) => {
      const { accepted: _, ...rest } = line
      return line.clause === '5#3' ? rest : line
    })
    const state = stateOf({ ...LUNCHBOX, outline: { ...LUNCHBOX.outline, lines } })
    expect(open(state)).toEqual(['5#3: not accepted yet'])
    expect(state.drafts).toEqual(['cancel/state', 'cancel/state>2', 'cancel/trolley'])
  })
})

describe('changes', () => {
  test('[L8, L8a] a changed sentence opens its line', () => {
    const sop = LUNCHBOX.sop.replace('more than 7 days', 'more than 9 days')
    expect(open(stateOf({ ...LUNCHBOX, sop }))).toEqual(['3#3: the sentence has changed'])
  })

  test('[L8a, L8c] a changed gloss opens the lines of the sentences it stands at', () => {
    const graph = LUNCHBOX.graph.replace('derived.days_without_scan > 7', 'derived.days_without_scan > 70')
    expect(open(stateOf({ ...LUNCHBOX, graph }))).toEqual([
      '3#2: what the graph makes of it has changed',
      '3#3: what the graph makes of it has changed',
      '3#4: what the graph makes of it has changed',
    ])
  })

  test('[L8b] a sentence put in front moves the others; lines stay, cites of all steps are renumbered', () => {
    const sop = LUNCHBOX.sop.replace(
      'An order that is paid and not yet',
      'We are sorry to see it go. An order that is paid and not yet',
    )
    const moved = stateOf({ ...LUNCHBOX, sop })
    expect(moved.moved.get('5#3')).toBe('5#4')
    const graph = renumberCites(LUNCHBOX.graph, moved.moved)
    expect(graph).toContain('to: trolley, cites: "5#4"')
    expect(graph.split('\n').length).toBe(LUNCHBOX.graph.split('\n').length)
    expect(open(stateOf({ ...LUNCHBOX, sop, graph }))).toEqual([
      '5#1: a new sentence: no one has said what it means',
    ])
  })
})

describe('slots', () => {
  test('[L2d] every slot is a place: replacing it changes exactly that text of graph.yaml', () => {
    const graph = graphIn(LUNCHBOX.graph)
    const slots = [...glossesOf(graph, null).values()].flat().flatMap(slotsOf)
    expect(slots.length).toBeGreaterThan(250)
    for (const slot of slots) {
      const edited = editSlot(LUNCHBOX.graph, slot, "'other'")
      expect(edited).not.toBeNull()
      expect(edited).not.toBe(LUNCHBOX.graph)
    }
    const figure = slots.find((slot) => slot.slot === 'figure' && slot.text === '7')
    if (figure === undefined) throw new TypeError('no figure 7')
    expect(editSlot(LUNCHBOX.graph, figure, '14')).toBe(
      LUNCHBOX.graph.replace('derived.days_without_scan > 7', 'derived.days_without_scan > 14'),
    )
  })
})
