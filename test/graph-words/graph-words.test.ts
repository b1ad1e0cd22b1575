import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Lexicon } from '../../src/base/values/lexicon.ts'
import { type GraphFile, GraphFileReader } from '../../src/graph/file/graph-file.ts'
import { type Glosses, glossesOf, glossText } from '../../src/graph/words/by-clause.ts'
import { flowText } from '../../src/graph/words/flow.ts'
import { between, type Dice, dice, pick } from '../random-graphs/dice.ts'
import { EDIT_KINDS, type EditKind, makeEdit } from './edits.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const PACKS = readdirSync(new URL('../../packs', import.meta.url))
const graphOf = (pack: string): GraphFile => GraphFileReader.parse(parse(read(`packs/${pack}/graph.yaml`)))
const lexiconOf = (pack: string): Lexicon => Lexicon.parse(parse(read(`packs/${pack}/lexicon.yaml`)))

const clauseText = (glosses: Glosses): string =>
  [...glosses]
    .map(([clause, lines]) => `${clause}\n${glossText(lines)}`)
    .sort()
    .join('\n')

/** Changes where the walk leads only: by-clause glosses do not show the order of steps, nor where a sub-procedure is left to. */
const ORDER: readonly EditKind[] = ['order', 'next', 'exit']
/** Declarations: they are said where the flow is. */
const SETTINGS: readonly EditKind[] = ['field', 'record', 'derived']

type Edited = { readonly kind: EditKind; readonly what: string; readonly file: GraphFile }

function edited(file: GraphFile, rng: Dice): Edited | null {
  const copy = structuredClone(file)
  const kind = pick(rng, EDIT_KINDS)
  const what = makeEdit(copy, kind, rng)
  return what === null ? null : { kind, what, file: copy }
}

function* editsOf(
  seed: number,
  count: number,
  files: readonly GraphFile[],
): Generator<Edited & { before: GraphFile }> {
  const rng = dice(seed)
  for (let made = 0; made < count; ) {
    const before = files[between(rng, 0, files.length - 1)]
    const one = before === undefined ? null : edited(before, rng)
    if (one === null || before === undefined) continue
    made += 1
    yield { ...one, before }
  }
}

describe('a graph in words hides nothing', () => {
  const shipped = PACKS.map((pack) => ({ file: graphOf(pack), lexicon: lexiconOf(pack) }))

  test('[L2c] 300 seeded edits of all packs: each changes the flow text, all but order the text at some clause', () => {
    const lexicons = new Map(shipped.map(({ file, lexicon }) => [file, lexicon]))
    const were = new Map(
      shipped.map(({ file, lexicon }) => [
        file,
        { flow: flowText(file, lexicon), clauses: clauseText(glossesOf(file, lexicon)) },
      ]),
    )
    const hidden: string[] = []
    const unseen: string[] = []
    const made = new Set<EditKind>()
    for (const { kind, what, file, before } of editsOf(
      20261115,
      300,
      shipped.map(({ file }) => file),
    )) {
      made.add(kind)
      const lexicon = lexicons.get(before) ?? null
      if (flowText(file, lexicon) === were.get(before)?.flow) hidden.push(`${kind}: ${what}`)
      if (clauseText(glossesOf(file, lexicon)) === were.get(before)?.clauses) unseen.push(`${kind}: ${what}`)
    }
    expect([...made].sort()).toEqual([...EDIT_KINDS].sort())
    expect(hidden).toEqual([])
    expect(
      unseen.filter((line) => ![...ORDER, ...SETTINGS].some((kind) => line.startsWith(`${kind}:`))),
    ).toEqual([])
  })

  test('[L2b, L2c] printing twice gives the same text, and a file that was read again prints alike', () => {
    for (const { file, lexicon } of shipped) {
      expect(flowText(file, lexicon)).toBe(flowText(structuredClone(file), lexicon))
      expect(clauseText(glossesOf(file, lexicon))).toBe(clauseText(glossesOf(structuredClone(file), lexicon)))
    }
  })

  test('[L2c] nine edits of one step in ten change at most 6 lines', () => {
    const files = shipped.map(({ file }) => file)
    const were = new Map(files.map((file) => [file, flowText(file, null).split('\n')]))
    let small = 0
    let all = 0
    for (const { kind, file, before } of editsOf(99, 150, files)) {
      if (kind === 'derived' || kind === 'record' || kind === 'field') continue
      const was = were.get(before) ?? []
      const now = flowText(file, null).split('\n')
      const left = new Map<string, number>()
      for (const line of was) left.set(line, (left.get(line) ?? 0) + 1)
      const added = now.filter((line) => {
        const count = left.get(line) ?? 0
        left.set(line, count - 1)
        return count <= 0
      }).length
      all += 1
      if (added <= 6) small += 1
    }
    expect(small / all).toBeGreaterThanOrEqual(0.9)
  })

  test('[L1, L2, L2a] every clause that a step, forbid, interrupt or waiver names has a gloss', () => {
    for (const pack of PACKS) {
      const glosses = glossesOf(graphOf(pack), lexiconOf(pack))
      const cited = [...read(`packs/${pack}/graph.yaml`).matchAll(/(?:cites|clause): "([^"]+)"/g)].flatMap(
        ([, clauses = '']) => clauses.split(',').map((clause) => clause.trim()),
      )
      expect(cited.filter((clause) => !glosses.has(clause))).toEqual([])
    }
  })
})
