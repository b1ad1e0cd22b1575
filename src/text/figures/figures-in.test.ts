import { describe, expect, test } from 'vitest'
import { figuresIn } from './figures-in.ts'

/** Kind, value and unit of each figure. */
const read = (text: string): readonly string[] =>
  figuresIn(text).map((figure) => {
    switch (figure.kind) {
      case 'span':
        return `${figure.from} to ${figure.to} ${figure.days} ${figure.unit}`
      case 'day':
        return figure.days.map((day) => Object.values(day).join('/')).join(' or ')
      default:
        return [figure.kind, figure.value, 'unit' in figure ? figure.unit : ''].join(' ').trim()
    }
  })

describe('each kind of figure, in digits and in words', () => {
  test.each([
    ['€12,50', ['money 12.5 EUR']],
    ['12.50 euros', ['money 12.5 EUR']],
    ['EUR 800', ['money 800 EUR']],
    ['$1,234.50', ['money 1234.5 USD']],
    ['1.234,50 €', ['money 1234.5 EUR']],
    ['three hundred and ten pounds', ['money 310 GBP']],
    ['20 % off', ['percentage 20']],
    ['ten kilograms or 10 kg', ['number 10', 'quantity 10 kg']],
    ['at 3:30 p.m.', ['clock 3:30pm']],
    ['on the 24th', ['ordinal 24']],
    ['forty-five days', ['45 to 45 open day']],
    ['24h', ['24 to 24 open hour']],
    ['3–5 business days', ['3 to 5 working day']],
    ['**5** días hábiles', ['5 to 5 working day']],
    ['7 March', ['/3/7']],
    ['7 de marzo de 2026', ['2026/3/7']],
    ['March 7th, 2026', ['2026/3/7']],
    ['03/04/26', ['2026/4/3 or 2026/3/4']],
    ['once more', []],
    ['the order LB-1024', ['number 1024']],
    ['half of it', []],
  ])('%s', (text, figures) => expect(read(text)).toEqual(figures))
})

test('where a figure stands and what it was written as, letter for letter', () => {
  const text = 'Até **Seven** days, until 1 März 2026.'
  const [first] = figuresIn(text)
  expect(first).toMatchObject({ said: 'Seven** days', written: 'words', kind: 'span' })
  expect(text.slice(first?.start, first?.end)).toBe(first?.said)
  expect(first?.numbers).toEqual([{ said: 'seven', value: 7, start: 6, end: 11 }])
})

test('the number of an order, a clause or a path stands not alone', () => {
  const alone = figuresIn('5 of LB-1024, 1024/7, #3, 12_7').map((one) => one.kind === 'number' && one.isAlone)
  expect(alone).toEqual([true, false, false, false])
})

test('what a longer figure holds is no figure of its own', () => {
  expect(read('on 28 February 2026 within 24 hours')).toEqual(['2026/2/28', '24 to 24 open hour'])
})
