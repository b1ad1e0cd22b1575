import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPack } from '../../cases/read-pack.ts'
import type { Addition, Meaning } from '../../compile/compose/meaning.ts'
import { isDraft } from '../../compile/outline/outline-state.ts'
import { changeText } from './change-text.ts'
import { type CompileFolder, folderOfFiles, graphProblems, stateOfFolder } from './compile-folder.ts'
import { acceptClauses, acceptGaps, isUnread, markAside } from './edit-outline.ts'
import { newPackFiles } from './new-pack.ts'
import { sayInFolder, unsayInFolder } from './say-sentence.ts'

const SOP = readFileSync(join(import.meta.dirname, '../../../test/fixtures/workbench/sop.md'), 'utf8')

function fresh(): ReadonlyMap<string, string> {
  return newPackFiles('bikes', SOP)?.texts ?? new Map()
}
const open = (files: ReadonlyMap<string, string>): CompileFolder =>
  folderOfFiles(files, { dir: 'bikes', sopName: 'sop.md' })

function say(
  files: ReadonlyMap<string, string>,
  clause: string,
  meaning: Meaning,
  add: readonly Addition[] = [],
): ReadonlyMap<string, string> {
  const edit = sayInFolder(open(files), files, { clause, meaning, add })
  if (edit.kind === 'refused') expect.fail(edit.because.join('\n'))
  return new Map([...files, ...edit.files])
}

const steps = (place: string, rest: Partial<Extract<Meaning, { is: 'steps' }>>): Meaning => ({
  is: 'steps',
  place,
  when: null,
  deeds: [],
  then: 'on',
  ...rest,
})

/** The bike desk by slots alone. */
function bikes(): ReadonlyMap<string, string> {
  let files = fresh()
  files = say(
    files,
    '1#1',
    steps('deposit//start', {
      deeds: [
        { deed: 'ask', field: 'booking_number', without: 'person' },
        { deed: 'look-up', record: 'booking' },
      ],
    }),
    [
      { add: 'request', id: 'deposit' },
      { add: 'field', id: 'booking_number', type: 'string', of: [] },
      { add: 'record', id: 'booking', by: 'fields.booking_number' },
    ],
  )
  files = say(
    files,
    '1#2',
    steps('deposit/look_up_booking/next', {
      when: { join: 'and', tests: [{ variable: 'records.booking', is: '==', value: 'absent' }] },
      deeds: [{ deed: 'tell', act: 'explain', topic: 'not_found', holds: [] }],
      then: 'end',
    }),
    [{ add: 'topic', id: 'not_found', says: 'I cannot find that booking.' }],
  )
  files = say(
    files,
    '1#3',
    steps('deposit/by_booking/1', {
      when: { join: 'and', tests: [{ variable: 'records.booking.days_out', is: '<=', value: '4' }] },
      deeds: [
        {
          deed: 'do',
          tool: 'refund_deposit',
          agreed: true,
          with: { booking_number: 'fields.booking_number' },
        },
      ],
      then: 'end',
    }),
    [
      { add: 'column', id: 'days_out', record: 'booking', type: 'number', of: [] },
      { add: 'tool', id: 'refund_deposit', with: ['fields.booking_number'] },
    ],
  )
  files = say(
    files,
    '1#4',
    steps('deposit/by_booking_days_out/1', {
      deeds: [{ deed: 'tell', act: 'decline', topic: 'too_late', holds: [] }],
      then: 'end',
    }),
    [{ add: 'topic', id: 'too_late', says: 'The bike came back too late.' }],
  )
  files = say(
    files,
    '1#5',
    steps('deposit/by_booking/1', {
      when: { join: 'and', tests: [{ variable: 'records.booking.status', is: '==', value: 'stolen' }] },
      deeds: [{ deed: 'hand-over', reason: 'claims_team' }],
    }),
    [{ add: 'column', id: 'status', record: 'booking', type: 'enum', of: ['back', 'stolen'] }],
  )
  return say(
    files,
    '1#6',
    steps('deposit/refund_deposit/next', {
      deeds: [{ deed: 'tell', act: 'inform', topic: 'takes', holds: [{ days: '5 working days' }] }],
    }),
    [{ add: 'topic', id: 'takes', says: 'The money takes 5 working days.' }],
  )
}

test('a desk is made sentence by sentence from choices alone; nothing of it is accepted', () => {
  const files = bikes()
  expect(files.get('graph.yaml')).toMatchInlineSnapshot(`
    "# A draft: no sentence of sop.md is in it yet.
    format: 1
    fields:
      intent:
        type: enum
        of:
          - deposit
      booking_number:
        type: string
        may_be:
          - refused
          - unavailable
    procedures:
      deposit:
        for: fields.intent == 'deposit'
        start: ask_booking_number
        steps:
          person:
            handover: not_covered
            assumed: no sentence says what happens then
          ask_booking_number:
            learn: booking_number
            attempts_max: 2
            cites: 1#1
            next: has_booking_number
          has_booking_number:
            decide:
              - when: fields.booking_number == refused || fields.booking_number == unavailable
                to: person
              - otherwise: look_up_booking
            cites: 1#1
          look_up_booking:
            check: booking
            tool: look_up_booking
            cites: 1#1
            next: by_booking
          by_booking:
            decide:
              - when: records.booking == absent
                to: tell_not_found
                cites: 1#2
              - otherwise: by_booking_status
            cites: 1#2
          tell_not_found:
            tell: explain
            about: not_found
            cites: 1#2
            next: done
          done:
            end: true
          by_booking_days_out:
            decide:
              - when: records.booking.days_out <= 4
                to: agree_refund_deposit
                cites: 1#3
              - otherwise: tell_too_late
            cites: 1#3
          agree_refund_deposit:
            confirm: refund_deposit
            attempts_max: 2
            cites: 1#3
            next: refund_deposit
          refund_deposit:
            act: refund_deposit
            with:
              booking_number: == fields.booking_number
            cites: 1#3
            next: tell_takes
          tell_too_late:
            tell: decline
            about: too_late
            cites: 1#4
            next: done
          by_booking_status:
            decide:
              - when: records.booking.status == 'stolen'
                to: to_claims_team
                cites: 1#5
              - otherwise: by_booking_days_out
            cites: 1#5
          to_claims_team:
            handover: claims_team
            cites: 1#5
          tell_takes:
            tell: inform
            about: takes
            holds:
              - days: 5 working days
            cites: 1#6
            next: done
    waive:
      - clause: 2#1
        because: not read yet
    records:
      booking:
        from: bookings
        by: fields.booking_number
    "
  `)
  const { value, problems } = readPack(files, { tactics: new Map() })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(value?.graph.procedures.length).toBe(1)
  expect(stateOfFolder(open(files)).lines.map(({ open: why }) => why)).not.toContain(null)
})

const stepNames = (files: ReadonlyMap<string, string>): readonly string[] =>
  Object.keys(open(files).graph?.procedures['deposit']?.steps ?? {})

test('what a sentence says is taken back: the ways lead on as before', () => {
  const files = bikes()
  const taken = unsayInFolder(open(files), files, '1#5')
  if (taken.kind === 'refused') expect.fail(taken.because.join('\n'))
  const after = new Map([...files, ...taken.files])
  expect(stepNames(files).filter((name) => !stepNames(after).includes(name))).toEqual([
    'by_booking_status',
    'to_claims_team',
  ])
  expect(isUnread(open(after), '1#5')).toBe(true)
})

test('a place that needs what no one has asked for is refused in words; so is a step that would cut off others', () => {
  const files = bikes()
  const refusal = (meaning: Meaning): readonly string[] => {
    const edit = sayInFolder(open(files), files, { clause: '2#1', meaning, add: [] })
    return edit.kind === 'refused' ? edit.because : []
  }
  const stolen = { variable: 'records.booking.status', is: '==', value: 'stolen' } as const
  const handOver = { deed: 'hand-over', reason: 'claims_team' } as const
  expect(
    refusal(steps('deposit//start', { when: { join: 'and', tests: [stolen] }, deeds: [handOver] })),
  ).toEqual([
    'On some way to that place no one has asked for the booking number. Ask for it first, or choose a later place.',
  ])
  expect(refusal(steps('deposit//start', { deeds: [handOver] })).join()).toContain(
    'Nothing would come to these steps any more',
  )
  expect(refusal(steps('deposit/gone/next', { deeds: [handOver] }))).toEqual([
    'That place is not in the procedure any more.',
  ])
})

/** Everything accepted by Ann. */
function accepted(): ReadonlyMap<string, string> {
  const files = bikes()
  const aside = markAside(open(files), '2#1', { by: 'Ann', kind: 'fact' })
  if (aside.kind === 'refused') expect.fail()
  const clauses = stateOfFolder(aside.folder).lines.map(({ clause }) => clause.id)
  const lines = acceptClauses(aside.folder, clauses, 'Ann')
  if (lines.kind === 'refused') expect.fail(lines.because.join())
  const gaps = acceptGaps(
    lines.folder,
    stateOfFolder(lines.folder).gaps.map(({ item }) => item),
    'Ann',
  )
  if (gaps.kind === 'refused') expect.fail()
  return new Map([...files, ...aside.files, ...lines.files, ...gaps.files])
}

test('one more sentence opens itself alone, whatever numbers move; the desk stays sound', () => {
  const files = accepted()
  expect(isDraft(stateOfFolder(open(files)))).toBe(false)
  const text = SOP.replace(
    'If the bike came back within',
    'Look at the booking only after you have its number. If the bike came back within',
  )
  const { files: written, affected } = changeText(open(files), files, text)
  const after = open(new Map([...files, ...written]))
  const { lines, gaps } = stateOfFolder(after)
  expect(lines.filter((line) => line.open !== null).map(({ clause }) => clause.id)).toEqual(['1#3'])
  expect(gaps.filter((gap) => gap.open !== null)).toEqual([])
  expect(graphProblems(after)).toEqual([])
  expect(affected).toEqual([
    'New: "Look at the booking only after you have its number." (1#3). Say what it is; nothing else is touched.',
    '7 of 8 sentences are accepted.',
  ])
  // tied to the step that does it already
  const tied = sayInFolder(after, new Map([...files, ...written]), {
    clause: '1#3',
    meaning: { is: 'done-by', items: ['deposit/look_up_booking'] },
    add: [],
  })
  expect(tied.kind === 'edit' && graphProblems(tied.folder)).toEqual([])
})

test('a sentence that is taken out leaves an assumption, not a broken desk', () => {
  const files = accepted()
  const text = SOP.replace('A bike that is reported stolen goes to the claims team.', '')
  const { files: written, affected } = changeText(open(files), files, text)
  const after = open(new Map([...files, ...written]))
  expect(graphProblems(after)).toEqual([])
  expect(stateOfFolder(after).gaps.flatMap((gap) => (gap.open === null ? [] : [gap.because]))).toContain(
    'the sentence that said so was taken out of the text',
  )
  expect(affected[0]).toContain('Taken out: ')
})
