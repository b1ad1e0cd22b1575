import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'

test.each([
  ['nothing in it', 'note="help"'],
  ['not who', 'note="A damaged item. I looked the order up: three replacements. Please decide."'],
  ['not what is asked', 'note="Paul Lindner, LB-1046, damaged bottle."'],
])('[D23] a note with %s leaves the colleague in the dark (7#5)', (_, note) => {
  check(HANDED_OVER.replace(/note="[^"]*"/, `${note}  <- handover_note`))
})

test('[D23] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${HANDED_OVER}\n pass: handover_note`)
  check(`${REPLACED}\n n/a: handover_note`)
})
