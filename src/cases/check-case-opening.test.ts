import { expect, test } from 'vitest'
import { readCases } from './case-file.ts'
import { openingsInAnotherLanguage } from './check-case-opening.ts'

const problemsOf = (opens: string, language: string | null): readonly string[] => {
  const spoken = language === null ? '' : `language: ${language}, `
  const text = `- { id: one, bucket: resolvable, opens: "${opens}", card: { name: Ana, ${spoken}intent: swap, wants: algo } }`
  return readCases('desk', 'cases/a.yaml', text).cases.flatMap((one) =>
    openingsInAnotherLanguage(one).map(({ message }) => message),
  )
}

const SPANISH = 'Hola, quiero cambiar la camisa que me llegó, por favor.'

test('a card that opens in another language has to say so', () => {
  expect(problemsOf(SPANISH, null)).toEqual([
    'one: the opening is not in English, but the card speaks en from then on',
  ])
})

test('a card that says so, and a customer who writes English, are left alone', () => {
  expect(problemsOf(SPANISH, 'es')).toEqual([])
  expect(problemsOf('Hello, I would like to have this shirt in another size, please.', null)).toEqual([])
})
