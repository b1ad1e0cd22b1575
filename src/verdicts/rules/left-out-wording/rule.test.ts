import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, REPLACED } from '../../../../test/golden/pictures.ts'
import { loadPack } from '../../../runner/packs/load-pack.ts'

const bank = await loadPack('packs/banking-dispute')

const CREDITED = (words: string, mark = '') => `
  observed
  case tapas-after-the-block
  customer  open dispute; customer_no=AB-20426; date_of_birth=1979-04-03; passphrase="silver thimble"; transaction_ref=TX-88110; what_is_wrong=not_mine; secrecy=kept | TX-88110 is a dinner I never ate. AB-20426, born 1979-04-03, silver thimble. Nobody had my card.
  calls     lookup_customer customer_no=AB-20426
  calls     lookup_transaction transaction_ref=TX-88110
  calls     lookup_card customer_no=AB-20426
  agent     propose open_dispute | Shall I open the dispute for TX-88110?
  customer  yes | Yes, please.
  calls     open_dispute transaction_ref=TX-88110
  calls     grant_credit transaction_ref=TX-88110 amount=86.4
  agent     | The dispute is open, we decide within 15 business days, and I have credited 86.40 pounds to your account. ${words} ${mark}
  ends      left
`

test('[D39] fixed words that were due and left out fail; word for word, but for slips, they pass', () => {
  const left = check(CREDITED('', '<- left_out_wording'), bank)
  expect(left.verdicts.find(({ rule }) => rule === 'left_out_wording')).toMatchObject({
    clauses: ['4#14'],
    basis: 'text',
  })
  check(`${CREDITED('This credit is provisionnal and may be taken back.')}\n pass: left_out_wording`, bank)
  check(CREDITED('The credit is not final.', '<- left_out_wording'), bank)
})

test('[D39] a figure that the SOP demands and no message holds is left out, whatever else tells of the deed', () => {
  const bare = 'Your replacement is on its way.'
  const score = check(
    REPLACED.replace(
      'Your replacement is on its way and arrives within 3 working days.',
      `${bare}  <- left_out_wording`,
    ).replace('have a good trip!', 'have a good trip!  <- false_closure'),
  )
  expect(score.verdicts.find(({ rule }) => rule === 'false_closure')).toMatchObject({
    follows: 'left_out_wording',
  })
  check(`${REPLACED}\n pass: left_out_wording`)
  check(
    `${REPLACED.replace('within 3 working days', 'in three working days at most')}\n pass: left_out_wording`,
  )
})

test('[D39] where the SOP fixes neither words nor figures the rule does not apply', () => {
  check(`${CANCELLED}\n n/a: left_out_wording`)
})
