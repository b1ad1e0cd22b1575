import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasGap, matchTools, type Unit } from './match-tool.ts'

const unit = (words: string, block = words): Unit => ({ words, block, around: words, aside: false })
const match = (texts: readonly string[], tools: readonly string[], every = false) =>
  matchTools(
    texts.map((text) => unit(text)),
    tools,
    { every },
  )

test('a tool goes where its words stand', () => {
  expect(
    match(['Tell them the day', 'Refund the order', 'Look the order up'], ['look-up-order', 'refund_order']),
  ).toEqual([null, 'refund_order', 'look-up-order'])
})

test('words of one meaning count, a deed without any finds no tool', () => {
  expect(match(['Find out why they want it back', 'Sing a song'], ['record-reason'], true)).toEqual([
    'record-reason',
    null,
  ])
  expect(match(['Sing a song'], ['refund_order'])).toEqual([null])
})

test('where a name is missing a tool is used', () => {
  expect(hasGap('Enter it into the input box and')).toBe(true)
  expect(hasGap('Look it up with :')).toBe(true)
  expect(hasGap('Then click the button')).toBe(true)
  expect(hasGap('Ask for the number')).toBe(false)
})

test('every tool is used once at most, however many there are', () => {
  const word = fc.constantFrom(
    'refund',
    'order',
    'account',
    'look',
    'update',
    'send',
    'link',
    'ask',
    'into',
    'click the button',
  )
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const name = fc
    .array(fc.constantFrom('refund', 'order', 'account', 'update', 'send', 'link'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join('-'))
  fc.assert(
    fc.property(
      fc.array(phrase, { maxLength: 12 }),
      fc.uniqueArray(name, { maxLength: 20 }),
      fc.boolean(),
      (texts, tools, every) => {
        const found = match(texts, tools, every)
        expect(found).toHaveLength(texts.length)
        const used = found.filter((tool) => tool !== null)
        expect(new Set(used).size).toBe(used.length)
        expect(used.every((tool) => tools.includes(tool))).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})
