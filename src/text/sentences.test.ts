import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SentenceStyle, sentencesIn } from './sentences.ts'

const split = (text: string, style: SentenceStyle): readonly string[] =>
  sentencesIn(text, { start: 0, end: text.length }, style).map(({ start, end }) => text.slice(start, end))

/** `|` shows where sentences end; the text is what is left without it. */
const check = (style: SentenceStyle, picture: string): void =>
  expect(split(picture.replaceAll('|', ''), style)).toEqual(picture.split('|').map((part) => part.trim()))

test.each([
  'Ask for it, e.g. A-1, i.e. the long one.| Then stop.',
  'Order No. 5 is special.| See Sec. 4.2 and Fig. 3.| One sec.| No. | Wait.',
  'Ask Mr. J. Smith or Mme. Dupont.| Choose option A.| Then go.',
  'We open at 9 a.m. on Jan. 5.| We close at 5 p.m.| Always.',
  'It costs 3.50 or 1.200,00 EUR.| Pay $4.| Now.',
  'Order #W12.5-A is late.| ORD-1.2.3 is not.',
  'See https://x.example/a.b?c=d.| Write to jo.doe@shop.example.| Done.',
  'Wait... or not.| Hmm… maybe.| Wait...| Then go.',
  'Say "We are sorry. It is on us." and close.| Say "No."| Then stop.',
  'Call us (see 4.2. It helps).| Use `a. B` here.| Bye!',
  'Is it?| Yes!| Really?!| Ok.',
  'それは。|はい。',
  'bzw. das Paket, z.B. heute.| Sr. Ruiz paga, p.ej. hoy.',
])('prose: %s', (picture) => check('prose', picture))

test('prose: lines are wrapped, and a question may go on in small letters', () => {
  expect(split('Send it\nagain. Ask why? and wait.', 'prose')).toEqual([
    'Send it\nagain.',
    'Ask why? and wait.',
  ])
})

test.each([
  'ok?| i will.| thanks!| bye',
  'Hmm... let me look.| One sec.| it is AB-1.',
  '1. Open the app.| Then log in.',
  'I am Dr. Who.| G. Novak here, e.g. me.',
  '{"say": "It is done.| No more."}',
  'See www.shop.example/a?b=1.| **Shall I?**| Great 😀',
])('message: %s', (picture) => check('message', picture))

test('message: a line end ends a sentence', () => {
  expect(split('Dear team,\n\n- first\n- second. Third\r\n2. go', 'message')).toEqual([
    'Dear team,',
    '- first',
    '- second.',
    'Third',
    '2. go',
  ])
})

test('only the range is split', () => {
  expect(sentencesIn('One. Two. Three.', { start: 5, end: 9 }, 'prose')).toEqual([{ start: 5, end: 9 }])
})

const written = fc
  .array(fc.constantFrom(...'Ask. |e.g. |5. |"|(|)|`|\n|? |...|… |x|。|J. | |!'.split('|')), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('every character that is no white space lies in exactly one sentence', () => {
  fc.assert(
    fc.property(
      fc.oneof(written, fc.string({ unit: 'binary', maxLength: 100 })),
      fc.constantFrom<SentenceStyle>('prose', 'message'),
      (text, style) => {
        const spans = sentencesIn(text, { start: 0, end: text.length }, style)
        const kept = spans.map(({ start, end }) => text.slice(start, end)).join('')
        expect(kept.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        expect(spans.every(({ start, end }, at) => start < end && start >= (spans[at - 1]?.end ?? 0))).toBe(
          true,
        )
      },
    ),
  )
})

test('hostile texts are split in linear time', () => {
  for (const piece of ['(', '.', '"', '. ', '1. ', '`', 'a.b', '\n.'])
    for (const style of ['prose', 'message'] as const) split(piece.repeat(400_000 / piece.length), style)
})
