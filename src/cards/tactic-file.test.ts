import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAMILIES, needsOf, wordsOf } from './tactic.ts'
import { readTactic, readTactics } from './tactic-file.ts'

const folder = new URL('../../tactics/', import.meta.url)
const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]))

test('the product ships at least thirty tactics in five families, every file sound', () => {
  const { value, problems } = readTactics(files)
  expect(problems).toEqual([])
  const tactics = [...(value?.values() ?? [])]
  expect(tactics.length).toBeGreaterThanOrEqual(30)
  expect(new Set(tactics.map(({ family }) => family))).toEqual(new Set(FAMILIES))
})

test('no wording of the product names a number, begins in mid-sentence or stands twice', () => {
  for (const [file, text] of files) {
    const { value } = readTactic(file, text)
    for (const [language, phrases] of Object.entries(value?.phrases ?? {})) {
      for (const [kind, wordings] of Object.entries(phrases)) {
        const said = (wordings ?? []).map(wordsOf)
        expect(new Set(said).size, `${file} ${language} ${kind}`).toBe(said.length)
        for (const wording of said) expect(wording, file).toMatch(/^[^\d\p{Ll}][^\d]*$/u)
      }
    }
  }
})

test('a tactic that presses beside answers has as many lines that presuppose nothing', () => {
  for (const [file, text] of files) {
    const { value } = readTactic(file, text)
    const most = Math.max(...(value?.levels ?? []).map(({ with_answers }) => with_answers))
    // A tactic about a day is for cards that name one.
    const free = (value?.phrases.en?.press ?? []).filter((wording) =>
      needsOf(wording).every((need) => need === 'dated'),
    )
    if (most > 0) expect(free.length, file).toBeGreaterThanOrEqual(most)
  }
})

const sound = files.get('urgency.yaml') ?? ''
const problemsOf = (text: string, file = 'urgency.yaml') =>
  readTactic(file, text).problems.map(({ line, code, message }) => `${line} ${code} ${message}`)

test('a tactic that preserves truth says what rises, and it does', () => {
  expect(problemsOf(sound.replace('raises: pushes\n', ''))).toEqual([
    expect.stringMatching(/raises: says which count rises from 0 to 3/),
  ])
  expect(problemsOf(sound.replace('with_answers: 2', 'with_answers: 1'))).toEqual([
    expect.stringMatching(/pushes must be more than at 2/),
  ])
})

test('a tactic that preserves truth triggers no interrupt and promises never to set a field', () => {
  expect(problemsOf(sound.replace('with_answers: 1,', 'with_answers: 1, demands: 1,'))).toEqual([
    expect.stringMatching(/they change the truth/),
  ])
  expect(problemsOf(sound.replace('set_field, ', ''))).toEqual([
    expect.stringMatching(/never does set_field/),
  ])
})

test('a tactic that changes truth says it openly at 0 and is one case at 1, 2, 3', () => {
  const human = files.get('demand-human.yaml') ?? ''
  expect(problemsOf(human.replace('openly: true, ', ''), 'demand-human.yaml')).toEqual([
    expect.stringMatching(/level 0 says the same openly/),
  ])
  expect(
    problemsOf(
      human.replace('demands: 2, per_decline: 1', 'demands: 3, per_decline: 1'),
      'demand-human.yaml',
    ),
  ).toEqual([expect.stringMatching(/the same at 1, 2 and 3/)])
})

test('a file that is named otherwise, says both, or misspells a key is refused with its place', () => {
  expect(problemsOf(sound, 'haste.yaml')[0]).toMatch(/wrong-name/)
  expect(
    problemsOf(sound.replace('preserves: truth', 'preserves: truth\nchanges: [request]')),
  ).toContainEqual(expect.stringMatching(/either preserves truth or says what it changes/))
  expect(problemsOf(sound.replace('about:', 'abuot:'))).toContainEqual(
    expect.stringMatching(/unknown-key "abuot"/),
  )
})
