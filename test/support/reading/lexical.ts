import type { DeskLists } from '../../../src/base/values/desk-lists.ts'

/** A bicycle workshop: a desk that no pack has, with names and glosses and few wordings. */
export const WORKSHOP: DeskLists = {
  fields: [
    { name: 'job_no', type: 'string', gloss: 'number of the repair job', of: [], asks: {}, cues: {} },
    { name: 'email', type: 'string', gloss: 'e-mail address of the customer', of: [], asks: {}, cues: {} },
    {
      name: 'pickup_day',
      type: 'date',
      gloss: 'day on which the bike is picked up',
      of: [],
      asks: {},
      cues: {},
    },
    { name: 'has_photo', type: 'boolean', gloss: 'photo of the damage', of: [], asks: {}, cues: {} },
  ],
  tools: [
    {
      name: 'find_job',
      role: 'read',
      gloss: 'Find a repair job.',
      parameters: ['job_no'],
      proposes: {},
      claims: {},
      cues: {},
    },
    {
      name: 'cancel_job',
      role: 'write',
      gloss: 'Cancel a repair job.',
      parameters: ['job_no'],
      proposes: {},
      claims: {},
      cues: {},
    },
    {
      name: 'refund_deposit',
      role: 'write',
      gloss: 'Pay the deposit back.',
      parameters: ['job_no', 'amount'],
      proposes: {},
      claims: {},
      cues: {},
    },
    {
      name: 'book_pickup',
      role: 'write',
      gloss: 'Book a day on which the bike is picked up.',
      parameters: ['job_no', 'day'],
      proposes: {},
      claims: {},
      cues: {},
    },
    {
      name: 'hand_over',
      role: 'handover',
      gloss: 'Pass the conversation to a colleague.',
      parameters: ['note'],
      proposes: {},
      claims: {},
      cues: {},
    },
  ],
  topics: [
    {
      name: 'deposit_back',
      gloss: 'the deposit is paid back within 5 working days',
      says: { en: ['Your deposit comes back within 5 working days.'] },
      cues: { en: ['deposit comes back'] },
    },
    {
      name: 'too_old',
      gloss: 'decline: we do not repair frames older than 20 years',
      says: { en: ["I am sorry, we don't repair frames that are older than 20 years."] },
      cues: { en: ['older than 20 years'] },
    },
    {
      name: 'parts_late',
      gloss: 'the parts arrive next week',
      says: { en: ['The parts arrive next week.'] },
      cues: { en: ['parts arrive'] },
    },
  ],
}
