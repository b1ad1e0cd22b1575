import { describe, expect, test } from 'vitest'
import { fold } from '../../../text/fold.ts'
import { languageOf } from '../../../text/languages.ts'
import { SIGNALS as signals } from '../signals.ts'
import type { PhraseBook } from './book.ts'
import { en as book } from './en.ts'

const SHOWS = {
  agree: 'yes',
  choose: 'yes',
  agreeReluctantly: 'yes',
  refuse: 'no',
  thank: 'thanks',
  thankEarly: 'thanks',
  byeSatisfied: 'bye',
  byeCoolly: 'bye',
  byeDeclined: 'bye',
  byePatience: 'bye',
  byeUnresolved: 'bye',
  unavailable: 'lack',
  refused: 'lack',
  demand: 'human',
} as const satisfies Partial<Record<keyof PhraseBook, string>>

/** A courtesy that is no thanks. */
const NO_THANKS = /\bno,? (?:thank you|thanks)\b/

describe('the book of en', () => {
  test.each(Object.entries(SHOWS))('every wording of %s shows it', (key, signal) => {
    for (const wording of book[key as keyof typeof SHOWS])
      expect(fold(wording), wording).toMatch(signals[signal])
  })

  test('no other wording thanks, says goodbye, demands a human or speaks as the desk', () => {
    for (const [key, wordings] of Object.entries(book)) {
      for (const wording of wordings) {
        const folded = fold(wording).replace(NO_THANKS, '')
        if (!/^(thank|bye)/.test(key)) expect(folded, `${key}: ${wording}`).not.toMatch(signals.thanks)
        if (!/^bye/.test(key)) expect(folded, `${key}: ${wording}`).not.toMatch(signals.bye)
        if (key !== 'demand') expect(folded, `${key}: ${wording}`).not.toMatch(signals.demandsHuman)
        expect(folded, `${key}: ${wording}`).not.toMatch(signals.outOfRole)
        expect(wording, key).not.toMatch(/\d/)
      }
    }
  })

  test('no list repeats itself, and every answer has a place for the value', () => {
    for (const [key, wordings] of Object.entries(book))
      expect(new Set(wordings).size, key).toBe(wordings.length)
    for (const frame of [...book.plain, ...book.onlyOne, ...book.asSaid]) expect(frame).toContain('{value}')
  })

  test('no wording is taken for another language by the gate', () => {
    for (const [key, wordings] of Object.entries(book))
      for (const wording of wordings)
        expect([null, 'en'], `${key}: ${wording}`).toContain(
          languageOf(fold(wording.replace(/\{\w+\}|\.$/g, ''))),
        )
  })
})
