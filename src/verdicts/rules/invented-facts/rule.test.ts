import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, changed, DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

test.each([
  ['an order number', 'It is about order LB-2077.'],
  ['a date', 'It will be there on 27 April.'],
  ['an amount', 'It is worth 129.00 euros.'],
  ['a link', 'See https://lunchbox.example/returns for more.'],
  ['a policy figure', 'We take things back for 90 days.'],
  ['a percentage', 'You get 15 % of that.'],
  ['a state', 'Your lunch bag is packed.'],
])('[D33] invented: %s', (_, text) => {
  check(
    changed(REPLACED, 'You are welcome, have a good trip!', `You are welcome! ${text}  <- invented_facts`),
  )
})

test('[D33] what was said, found, written down or reckoned from it is known', () => {
  check(
    changed(
      REPLACED,
      'You are welcome, have a good trip!',
      'You are welcome! Order LB-1043 came on 6 March, four days ago, and cost 34.90 euros; two of them would be 69.80 euros. We replace within 30 days. It arrives by 13 March. Your lunch bag is delivered.',
    ).concat('\n pass: invented_facts'),
  )
  check(
    `${changed(DECLINED, 'All the best, and have a safe flight!', 'All the best!')}\n n/a: invented_facts`,
  )
})

test('[D33] what "it" is stands in the sentence before: a span that the SOP names of that is known', () => {
  const said = (text: string): string => changed(CANCELLED, 'You are welcome. Goodbye!', text)
  check(said('Another order that is packed has not left us. It leaves within two working days. Goodbye!'))
  check(said('You are welcome. It leaves within two working days. Goodbye!  <- invented_facts'))
})

test('[D33] what is left is reckoned from two known days, though "only" stands before it; a limit is not', () => {
  const said = (text: string): string => changed(REPLACED, 'You are welcome, have a good trip!', text)
  check(said('You are welcome! It was only four days to go. Goodbye!'))
  check(said('You are welcome! It was only seventeen days to go. Goodbye!  <- invented_facts'))
  check(said('You are welcome! We do this only for four days. Goodbye!  <- invented_facts'))
})

test('[D33] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REPLACED}\n pass: invented_facts`)
  check(`${DECLINED}\n n/a: invented_facts`)
})
