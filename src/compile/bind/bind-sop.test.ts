import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { readWorld } from '../../world/load-world.ts'
import { compile } from '../compile.ts'

/** A small desk that lends out boats: nobody's pack, so that a rule made for one of ours shows here. */
const WORLD = `
format: 1
today: 2026-07-01
currency: EUR
tables:
  members:
    key: member_no
    columns: { member_no: string, name: string, phrase: string, banned: boolean }
    rows: [ { member_no: M-1, name: Ann Berg, phrase: heron, banned: false } ]
  loans:
    key: loan_no
    columns:
      loan_no: string
      member_no: { type: string, refers: members }
      state: { type: enum, of: [booked, afloat, returned] }
      due_on: date
      deposit: number
    rows: [ { loan_no: L-1, member_no: M-1, state: booked, due_on: 2026-07-03, deposit: 40 } ]
`
const TOOLS = `
lookup_loan: { description: Show a loan., role: read, parameters: { loan_no: { type: string } }, finds: { loan: { from: loans, by: loan_no } }, not_found: none }
lookup_member: { description: Show a member., role: read, parameters: { member_no: { type: string } }, finds: { member: { from: members, by: member_no } }, not_found: none }
return_deposit: { description: Give a deposit back., role: write, parameters: { loan_no: { type: string }, amount: { type: number } }, effects: [] }
hand_over: { description: Pass it on., role: handover, parameters: { reason: { type: string, enum: [harbour_office, asked_for_human] }, note: { type: string } } }
`
const LEXICON = `
intents:
  deposit: { name: the deposit, utterances: { en: ["I want my deposit back."] } }
fields:
  loan_no: { name: loan number, asks: { en: ["What is your loan number?"] }, cues: { en: [loan number] }, answers: { en: ["{value}"] }, refused: { en: ["No."] }, unavailable: { en: ["I lost it."] } }
  phrase: { name: pass phrase, asks: { en: ["What is your pass phrase?"] }, cues: { en: [pass phrase] }, answers: { en: ["{value}"] }, refused: { en: ["No."] } }
topics:
  no_loan: { says: { en: ["Without a loan number we find nothing."] }, cues: { en: [without a loan number] } }
  not_member: { says: { en: ["We deal only with the member."] }, cues: { en: [only with the member] } }
  still_out: { says: { en: ["I am sorry, the boat is still afloat."] }, cues: { en: [still afloat] } }
  deposit_sent: { says: { en: ["The deposit arrives within 3 days."] }, cues: { en: [deposit arrives] } }
  stays: { says: { en: ["Then the deposit stays with us."] }, cues: { en: [deposit stays] } }
tools:
  lookup_loan: { name: the loan, cues: { en: [look up the loan] } }
  lookup_member: { name: the member, cues: { en: [look up the member] } }
  return_deposit: { name: the deposit, proposes: { en: ["Shall I return {amount} euros?"] }, cues: { en: [deposit] } }
  hand_over: { name: a colleague, cues: { en: [colleague] } }
`
const SOP = `# Boats

## 1. Who it is

Ask for the loan number and look the loan up. If they have no loan number, or we find no such loan, explain that we find
nothing without a loan number. Then look up the member of the loan and ask for the pass phrase. If it is not the one in
our records, ask once more. If it still does not match, or they give none, decline and say that we deal only with the
member.

## 2. The deposit

If the boat is still afloat, decline and say so. If the deposit is more than 100 euros, hand over to the harbour office.
Otherwise name the deposit, wait for a yes, return it, and tell them that the deposit arrives within 3 days. If they say
no, explain that the deposit stays with us. Never return the deposit of a loan that is afloat.
`

const files = new Map([
  ['world.yaml', WORLD],
  ['tools.yaml', TOOLS],
])
const world = readWorld(files).draft
const lexicon = readYaml('lexicon.yaml', LEXICON, Lexicon).value

function compiled(text: string) {
  if (world === undefined || lexicon === undefined) return expect.unreachable('the small desk loads')
  return compile({ file: 'sop.md', text }, { world, lexicon })
}

test('ties every sentence of a desk it has never seen', () => {
  const { graph, unresolved, problems } = compiled(SOP)
  expect({ unresolved, problems }).toEqual({ unresolved: [], problems: [] })
  expect(graph).toContain('ask_phrase: { learn: phrase, attempts_max: 2, cites: "1#3"')
  expect(graph).toContain('- { otherwise: ask_phrase, loop: { max: 1, then: tell_not_member } }')
  expect(graph).toContain(`- { when: "records.loan.state == 'afloat'", to: tell_still_out }`)
  expect(graph).toContain('- { when: "records.loan.deposit > 100", to: handover_harbour_office }')
  expect(graph).toContain('with: { loan_no: "== fields.loan_no", amount: "== records.loan.deposit" }')
  expect(graph).toContain('holds: [{ days: "3 days" }]')
  expect(graph).toContain(
    `tool: return_deposit, kind: forbidden_action, cites: "2#5", when: "records.loan.state == 'afloat'"`,
  )
})

test('a sentence about something the desk does not have is listed with its line, not guessed at', () => {
  const { unresolved, graph } = compiled(`${SOP}If the weather is bad, close the harbour gates.\n`)
  expect(unresolved).toMatchObject([
    { line: 15, of: 'flow', text: 'close the harbour gates' },
    { line: 15, of: 'flow', text: 'If the weather is bad, close the harbour gates.' },
  ])
  expect(graph).toContain('not compiled:')
})

test('a prohibition that would forbid what the flow demands is listed, never emitted', () => {
  const { unresolved, graph } = compiled(SOP.replace('a loan that is afloat', 'a loan that is booked'))
  expect(unresolved).toMatchObject([{ of: 'prohibition' }])
  expect(graph).not.toContain('forbid:')
})

test('a text with no procedure is none', () => {
  expect(compiled('# Boats\n\nWe like boats. The lake is deep.\n').graph).toBeNull()
})

test('any sentences in any order compile without a crash, and none is dropped: cited, waived or listed', () => {
  const sentences = SOP.replaceAll(/^#.*$/gm, '')
    .split(/(?<=\.)\s+/)
    .map((one) => one.trim())
    .filter(Boolean)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...sentences, '| a | b |', '- ', '"', 'Otherwise.'), { maxLength: 14 }),
      (some) => {
        const { problems } = compiled(
          `# A\n\n## 1. B\n\n${some.join(' ')}\n\n## 2. The deposit\n\n${[...some].reverse().join('\n')}\n`,
        )
        expect(problems.filter(({ code }) => code === 'clause-uncited')).toEqual([])
      },
    ),
    { numRuns: 60, seed: 11 },
  )
})
