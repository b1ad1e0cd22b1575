import { expect, test } from 'vitest'
import type { DeskLists } from '../base/values/desk-lists.ts'
import type { ActKind } from '../base/values/reading.ts'
import { lexicalReader } from '../reading/trial-reader.ts'
import { variedWords } from './varied-words.ts'

const BARE: DeskLists = { fields: [], tools: [], topics: [] }

/** What a reader is sure of, and whether it left something unread. */
function kindsIn(text: string): { readonly sure: readonly ActKind[]; readonly unread: boolean } {
  const reader = lexicalReader(BARE)
  reader.feed({ n: 1, type: 'message.sent', from: 'agent', text })
  const { sentences } = reader.read(1)
  return {
    sure: sentences.flatMap(({ acts }) => acts.filter(({ sure }) => sure).map(({ kind }) => kind)),
    unread: sentences.some(({ unread }) => unread),
  }
}

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed)
const all = (of: 'goodbye' | 'anythingElse' | 'letMeSee' | 'heard'): readonly string[] => [
  ...new Set(SEEDS.map((seed) => variedWords(seed)[of])),
]

test('every goodbye is read as one, and asks nothing', () => {
  const wrong = all('goodbye').filter((text) => {
    const { sure, unread } = kindsIn(text)
    return unread || !sure.includes('sign-off') || sure.some((kind) => kind === 'request')
  })
  expect(wrong).toEqual([])
})

test('every offer of more help is read as one', () => {
  const wrong = all('anythingElse').filter((text) => !kindsIn(text).sure.includes('anything-else'))
  expect(wrong).toEqual([])
})

test('what is said to a customer who presses asks and claims nothing', () => {
  const wrong = [...all('letMeSee'), ...all('heard')].filter((text) =>
    kindsIn(text).sure.some((kind) => !['comfort', 'courtesy', 'promise', 'explain'].includes(kind)),
  )
  expect(wrong).toEqual([])
})

test('the same seed says the same, and there are many ways', () => {
  expect(variedWords(7)).toMatchObject({ goodbye: variedWords(7).goodbye })
  expect(all('goodbye').length).toBeGreaterThan(60)
})
