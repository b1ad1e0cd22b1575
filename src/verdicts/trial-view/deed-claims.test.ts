import { expect, test } from 'vitest'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { claimsRead } from './deed-claims.ts'

const { graph } = await loadPack('packs/clinic')

const claimed = (text: string): number => {
  const span = { from: 0, to: text.length }
  const act = {
    kind: 'claim-done',
    place: { in: 'tool', name: 'book_appointment' },
    polarity: 'positive',
    sure: true,
    ...span,
  } as const
  const sentence = { ...span, form: 'plain', unread: false, acts: [act] } as const
  return claimsRead(graph, { language: 'en', sentences: [{ ...sentence, acts: [act] }] }, text).length
}

test('[D24] a no at what was not done is no claim; a no elsewhere takes nothing from it', () => {
  expect(claimed('As you do not wish to take this day, I have made no booking.')).toBe(0)
  expect(claimed('Nothing has been booked.')).toBe(0)
  expect(claimed('No appointment has been made.')).toBe(0)
  expect(claimed('I have booked it for you at no cost.')).toBe(1)
  expect(claimed('It has been booked, and there is nothing else to do.')).toBe(1)
})
