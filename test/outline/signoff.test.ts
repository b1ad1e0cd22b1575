import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blindPrompt, letterOf, readBlindAnswers } from '../../src/compile/signoff/blind-answers.ts'
import { boundaryQuestions, untouched } from '../../src/compile/signoff/boundary-questions.ts'
import { GraphFileReader } from '../../src/graph/file/graph-file.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'
import { ROOT } from '../architecture/source-files.ts'
import { sageIn } from '../sage-in.ts'

const at = (name: string): string => readFileSync(join(ROOT, 'packs/lunchbox', name), 'utf8')
const questionsIn = (graph: string) => boundaryQuestions(GraphFileReader.parse(parse(graph)), null)

test('[L7] situations: both sides of each figure, a no to each proposal, each forbid; the riskiest first', () => {
  const questions = questionsIn(at('graph.yaml'))
  const ids = questions.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['damaged/window=29', 'damaged/window=30', 'damaged/window=31']))
  expect(ids).toEqual(expect.arrayContaining(['cancel/sure:no', 'never/no-reroute']))
  expect(questions.every(({ options, ours }) => options.length > 1 && options[ours] !== undefined)).toBe(true)
  const risks = questions.map(({ risk }) => risk)
  expect(risks).toEqual([...risks].sort((a, b) => b - a))
  expect(untouched(['8#3', '5#3'], questions)).toEqual(['8#3'])
})

test('[L7] swapped branches, an act after a no and a lost retry change what the graph answers', () => {
  const before = new Map(questionsIn(at('graph.yaml')).map((one) => [one.id, one.options[one.ours]]))
  const changed = (from: string, to: string): readonly string[] =>
    questionsIn(at('graph.yaml').replace(from, to)).flatMap((one) =>
      before.get(one.id) === one.options[one.ours] ? [] : [one.id],
    )
  expect(changed("'packed'\", to: trolley", "'packed'\", to: sure")).toContain('cancel/state>2')
  expect(changed('next: change, if_refused: stays', 'next: change, if_refused: change')).toContain(
    'change_address/read_back:no',
  )
  expect(
    changed('days_since_delivery <= 30", to: ask_photo', 'days_since_delivery < 30", to: ask_photo'),
  ).toContain('damaged/window=30')
})

test('[L6] a blind answer that differs from the graph is a question at the sentence; "?" is none', () => {
  const questions = questionsIn(at('graph.yaml')).slice(0, 4)
  const sop = parseSop('sop.md', at('sop.md'))
  expect(blindPrompt(sop, questions)).toContain(questions[0]?.situation)
  const ours = questions.map(({ ours: index }) => letterOf(index))
  expect(readBlindAnswers(JSON.stringify({ answers: ours }), questions)).toEqual([])
  expect(readBlindAnswers(`Sure: {"answers": ["?", "?", "?", "?"]}`, questions)).toEqual([])
  const other = questions.map(({ ours: index }) => letterOf(index === 0 ? 1 : 0))
  expect(readBlindAnswers(JSON.stringify({ answers: other }), questions)).toHaveLength(4)
  expect(readBlindAnswers('no json', questions)).toBeNull()
})

test('[L7] the author answers first; a difference names the sentences, and answers are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sage-signoff-'))
  try {
    cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
    const lines = ['b', 'x', '?', 'q']
    const openInput = () => ({ next: async () => lines.shift(), close: () => undefined })
    const { out, exit } = await sageIn(folder, ['signoff', 'desk', '--json'], { openInput })
    const answer = JSON.parse(out) as { asked: number; differ: { clauses: string[] }[]; untouched: string[] }
    expect(exit).toBe(1)
    expect(answer.asked).toBe(3)
    expect(answer.differ.length).toBeGreaterThanOrEqual(2)
    expect(answer.differ.every(({ clauses }) => clauses.length > 0)).toBe(true)
    expect(readFileSync(join(folder, 'desk/signoff.csv'), 'utf8').split('\n')).toHaveLength(5)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
