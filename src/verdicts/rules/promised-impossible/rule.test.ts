import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { changed, DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D32] promised what no tool and no sentence of the SOP knows', () => {
  check(
    changed(
      DECLINED,
      'All the best, and have a safe flight!',
      "We'll give you a voucher for your next order. Have a safe flight!  <- promised_impossible",
    ),
  )
  check(
    changed(
      REPLACED,
      'You are welcome, have a good trip!',
      'You are welcome. I will send the replacement today!',
    ).concat('\n pass: promised_impossible'),
  )
  check(
    changed(
      DECLINED,
      'All the best, and have a safe flight!',
      'I am afraid I will not be able to give you a voucher. All the best!',
    ).concat('\n n/a: promised_impossible'),
  )
})
