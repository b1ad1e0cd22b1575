import { expect, test } from 'vitest'
import { lunchbox } from '../../../test/golden/check.ts'
import { readPicture } from '../../../test/golden/picture.ts'
import {
  CANCELLED,
  changed,
  DECLINED,
  HANDED_OVER,
  REPLACED,
  TWO_REQUESTS,
} from '../../../test/golden/pictures.ts'
import { scoreTrial } from '../../../test/support/verdicts/score.ts'
import { atOurDesk } from '../model/score.ts'

/** The picture without the expectations of its verdicts. */
function understood(picture: string): unknown {
  const { theCase, transcript } = readPicture(lunchbox, picture)
  return atOurDesk(scoreTrial(lunchbox, theCase, transcript))?.understood
}

/** Up to the first line with these words, then goodbye. */
const leftAt = (picture: string, words: string): string =>
  `${picture.slice(0, picture.lastIndexOf('\n', picture.indexOf(words)))}\n  customer  thank | Thanks.\n  agent     bye | Goodbye!\n`

test('[D60] whoever did what is due understood it', () => {
  for (const picture of [REPLACED, DECLINED, CANCELLED, HANDED_OVER, TWO_REQUESTS])
    expect(understood(picture)).toBe(true)
})

test('[D60] asking what only this matter needs shows it, also where nothing is done then', () => {
  expect(understood(leftAt(REPLACED, 'propose create_replacement'))).toBe(true)
  expect(understood(leftAt(REPLACED, 'ask has_photo'))).toBe(false)
})

test('[D60] the first call that belongs to another matter decides against it', () => {
  const mistaken = leftAt(CANCELLED, 'propose cancel_order').replace(
    '  customer  thank',
    '  calls     change_address order_id=LB-1047 address="1 Low Road, York"\n  customer  thank',
  )
  expect(understood(mistaken)).toBe(false)
  // A word that may have been read amiss does not outweigh a call.
  const worded = changed(REPLACED, 'ask order_id | Hello!', 'ask order_id; inform order_cancelled | Hello!')
  expect(understood(worded)).toBe(true)
})

test('[D60] each of several requests has to be understood; deeds for one say nothing of the other', () => {
  expect(understood(leftAt(TWO_REQUESTS, 'propose cancel_order'))).toBe(false)
})

test('[D60] where the true path holds nothing that only its procedure contains, nothing can show it', () => {
  const noOrder = `
    case cancel-in-time
    customer  open cancel | Please cancel my order.
    agent     ask order_id | What is your order number?
    customer  cannot order_id | I have lost it.
    agent     bye | Goodbye!`
  expect(understood(noOrder)).toBe(null)
})
