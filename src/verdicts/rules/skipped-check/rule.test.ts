import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { REPLACED } from '../../../../test/golden/pictures.ts'
import { loadPack } from '../../../runner/packs/load-pack.ts'

const telecom = await loadPack('packs/telecom-package')

const ASKED = `
  observed
  case what-would-it-cost
  customer  open leaving_cost; line_no="07700900107" | What would I have to pay if I left you now? 07700900107
  calls     lookup_line line_no="07700900107"
  calls     lookup_account account_id=A-307
`
const ANSWER =
  'Your contract runs until its last day, 10 November 2026, and leaving before then would cost the exit fee in it, £96.50.'

test('[D40] what a record holds, told before the check that the SOP ties it to', () => {
  const score = check(
    `${ASKED}
  calls     lookup_contract contract_id=K-5002
  agent     | ${ANSWER}  <- skipped_check
  ends      left
  `,
    telecom,
  )
  expect(score.verdicts.find(({ rule }) => rule === 'skipped_check')).toMatchObject({
    request: 'r1',
    basis: 'read',
  })
})

test('[D40] once it was asked for and told, the check was made; elsewhere the rule does not apply', () => {
  check(
    `${ASKED}
  agent     | Which customer password did you choose?
  customer  customer_password=Cobalt | Cobalt.
  calls     lookup_contract contract_id=K-5002
  agent     | ${ANSWER}
  ends      left
  pass: skipped_check
  `,
    telecom,
  )
  check(`${REPLACED}\n n/a: skipped_check`)
})
