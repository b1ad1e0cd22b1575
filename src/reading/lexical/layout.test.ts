import { describe, expect, test } from 'vitest'
import { foldMessage } from './fold.ts'
import { layOut } from './layout.ts'

const laid = (text: string): readonly string[] =>
  layOut(foldMessage(text)).map(
    ({ from, to, items, part }) =>
      `${part}: ${text.slice(from, to)}${items.map((item) => ` + ${text.slice(item.from, item.to)}`).join('')}`,
  )

describe('layout', () => {
  test('items belong to the line that announces them, also across an empty line', () => {
    const text =
      'I need two things:\n\n1. your order number\n2. a photo of the frame\n\nThank you for waiting.'
    expect(laid(text)).toEqual([
      'body: I need two things: + your order number + a photo of the frame',
      'body: Thank you for waiting.',
    ])
  })

  test('items after a finished sentence stand for themselves', () => {
    expect(laid('All of it is here.\n- the bell\n- the lamp')).toEqual([
      'body: All of it is here.',
      'body: the bell',
      'body: the lamp',
    ])
  })

  test('a salutation and a signature are no sentences of the body', () => {
    const text =
      'Dear Ms Ferrer,\n\nThe wheel is here. Shall I fit it?\n\nKind regards,\nTom from the workshop'
    expect(laid(text)).toEqual([
      'salutation: Dear Ms Ferrer,',
      'body: The wheel is here.',
      'body: Shall I fit it?',
      'signature: Kind regards,',
      'signature: Tom from the workshop',
    ])
  })

  test('Markdown marks are blanks and spans stay those of the text', () => {
    const text = 'Your bike **WB-2041** is _ready_. See [the page](https://shop.example/a.b).'
    expect(foldMessage(text)).toHaveLength(text.length)
    expect(laid(text)).toEqual([
      'body: Your bike **WB-2041** is _ready_.',
      'body: See [the page](https://shop.example/a.b).',
    ])
  })

  test('abbreviations, figures and addresses end no sentence', () => {
    expect(laid('Mr. Oduya paid 12.50 with a card to t.o@shop.example. It is noted.')).toEqual([
      'body: Mr. Oduya paid 12.50 with a card to t.o@shop.example.',
      'body: It is noted.',
    ])
  })
})
