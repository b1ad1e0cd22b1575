import type { DeskLists, ListedField, ListedTool } from '../../../src/base/values/desk-lists.ts'

const field = (name: string, type: ListedField['type'], gloss: string): ListedField => ({
  name,
  type,
  gloss,
  of: [],
  asks: {},
  cues: {},
})
const tool = (
  name: string,
  role: ListedTool['role'],
  gloss: string,
  parameters: readonly string[],
): ListedTool => ({ name, role, gloss, parameters, proposes: {}, claims: {}, cues: {} })
const topic = (name: string, gloss: string, says: string, cue: string) => ({
  name,
  gloss,
  says: { en: [says] },
  cues: { en: [cue] },
})

/** A bicycle workshop: a desk that no pack has, with names and glosses and few wordings. */
export const WORKSHOP: DeskLists = {
  fields: [
    field('job_no', 'string', 'number of the repair job'),
    field('email', 'string', 'e-mail address of the customer'),
    field('pickup_day', 'date', 'day on which the bike is picked up'),
    field('has_photo', 'boolean', 'photo of the damage'),
  ],
  tools: [
    tool('find_job', 'read', 'Find a repair job.', ['job_no']),
    tool('cancel_job', 'write', 'Cancel a repair job.', ['job_no']),
    tool('refund_deposit', 'write', 'Pay the deposit back.', ['job_no', 'amount']),
    tool('book_pickup', 'write', 'Book a day on which the bike is picked up.', ['job_no', 'day']),
    tool('hand_over', 'handover', 'Pass the conversation to a colleague.', ['note']),
  ],
  topics: [
    topic(
      'deposit_back',
      'the deposit is paid back within 5 working days',
      'Your deposit comes back within 5 working days.',
      'deposit comes back',
    ),
    topic(
      'too_old',
      'decline: we do not repair frames older than 20 years',
      "I am sorry, we don't repair frames that are older than 20 years.",
      'older than 20 years',
    ),
    topic('parts_late', 'the parts arrive next week', 'The parts arrive next week.', 'parts arrive'),
  ],
}
