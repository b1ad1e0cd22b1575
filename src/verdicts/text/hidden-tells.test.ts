import { expect, test } from 'vitest'
import type { ReadSentence } from '../../base/values/reading.ts'
import { asksForManners, mayHideTell, onlyAnnounces, onlyComforts, speaksOfManners } from './hidden-tells.ts'

const inForm = (
  text: string,
  form: ReadSentence['form'],
  act: 'inform' | 'comfort',
  language = 'en',
): boolean =>
  mayHideTell(
    { text, reading: { language, sentences: [] } },
    { from: 0, to: text.length, form, unread: false, acts: [] },
    { act },
  )

test('[D43] a statement that was read as a question may tell; a question does not', () => {
  expect(inForm('I need the passport that is in the booking.', 'question', 'inform')).toBe(true)
  expect(inForm('Which passport is in the booking?', 'question', 'inform')).toBe(false)
})

test('[D43] a compliment without a word of courtesy may tell; thanks do not', () => {
  expect(inForm('The rest of your order travels in a second parcel.', 'courtesy', 'inform')).toBe(true)
  expect(inForm('Thank you for writing to us about it.', 'courtesy', 'inform')).toBe(false)
})

test('[D43] a comfort is known by its words', () => {
  expect(inForm('Please accept our apologies.', 'plain', 'comfort')).toBe(true)
  expect(inForm('Your order leaves on Monday.', 'plain', 'comfort')).toBe(false)
  expect(inForm('Please accept our apologies.', 'plain', 'inform')).toBe(false)
})

test('[D43] feeling alone tells of no matter', () => {
  expect(onlyComforts('That’s a real shame.')).toBe(true)
  expect(onlyComforts('Please accept our sincere apologies.')).toBe(true)
  expect(onlyComforts('I’m sorry, the parcel was not insured.')).toBe(false)
  expect(onlyComforts('Then it keeps going.')).toBe(false)
})

test('[D43] whoever asks to be understood comforts nobody', () => {
  expect(inForm('Please understand that we need a picture.', 'denial', 'comfort')).toBe(false)
  expect(inForm('I do understand how you feel.', 'plain', 'comfort')).toBe(true)
})

test('[D43] to announce something tells nothing', () => {
  expect(onlyAnnounces('Oh, good news, in a way!')).toBe(true)
  expect(onlyAnnounces('Here’s what happens next:')).toBe(true)
  expect(onlyAnnounces('Just so you’re not wondering!')).toBe(true)
  expect(onlyAnnounces('Good news, the parcel is insured.')).toBe(false)
  expect(onlyAnnounces('Then get back to us.')).toBe(false)
})

test('[D43] what an SOP wants said about manners speaks of them', () => {
  expect(asksForManners('Say once that you would like to help and ask for a friendly tone.')).toBe(true)
  expect(asksForManners('If they are calm, comfort them.')).toBe(false)
  expect(speaksOfManners('Happy to sort this, but without the insults, please.')).toBe(true)
  expect(speaksOfManners('Please be so kind as to state it in full. Kind regards')).toBe(false)
})
