import { expect, test } from 'vitest'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { withTraits } from '../../reading/traits.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { heardIn } from '../../transcript/heard-in.ts'
import { claimsRead } from './deed-claims.ts'

const { graph } = await loadPack('packs/clinic')

const claimed = (text: string): number => {
  const span = { from: 0, to: text.length }
  const act: ReadAct = {
    kind: 'claim-done',
    place: { in: 'tool', name: 'book_appointment' },
    polarity: 'positive',
    sure: true,
    values: [],
    ...span,
  }
  const sentence: ReadSentence = { ...span, form: 'plain', unread: false, acts: [act] }
  return claimsRead(graph, heardIn(withTraits({ language: 'en', sentences: [sentence] }, text), text)).length
}

test('[D24] a no at what was not done is no claim; a no elsewhere takes nothing from it', () => {
  expect(claimed('As you do not wish to take this day, I have made no booking.')).toBe(0)
  expect(claimed('Nothing has been booked.')).toBe(0)
  expect(claimed('No appointment has been made.')).toBe(0)
  expect(claimed('I have booked it for you at no cost.')).toBe(1)
  expect(claimed('It has been booked, and there is nothing else to do.')).toBe(1)
})

test('[D24] whoever leaves a thing alone claims no deed; whoever leaves something else does', () => {
  expect(claimed("I've kept my hands off, your visit is on.")).toBe(0)
  expect(claimed('We have left everything as it was.')).toBe(0)
  expect(claimed('I have left your booking untouched.')).toBe(0)
  expect(claimed('I have booked it and left a note for the nurse.')).toBe(1)
  expect(claimed('I kept my word and booked it.')).toBe(1)
})
