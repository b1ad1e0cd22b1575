import type { Transcript } from '../../src/transcript/event.ts'

/** Words of desks and other words for them. Forms that differ only by their ending stand apart: "refunded" is no "refund". */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bcancelled\b/gi, 'called off'],
  [/\bcancel\b/gi, 'call off'],
  [/\bcancellation\b/gi, 'calling-off'],
  [/\brefunded\b/gi, 'reimbursed'],
  [/\brefund\b/gi, 'reimbursement'],
  [/\bparcels\b/gi, 'packages'],
  [/\bparcel\b/gi, 'package'],
  [/\bcollected\b/gi, 'picked up'],
  [/\bcollect\b/gi, 'pick up'],
  [/\be-mail\b/gi, 'mail'],
  [/\bphotos\b/gi, 'pictures'],
  [/\bphoto\b/gi, 'picture'],
  [/\bdelivered\b/gi, 'dropped off'],
  [/\bcarrier\b/gi, 'courier'],
  [/\bsurname\b/gi, 'last name'],
  [/\bcolleagues\b/gi, 'co-workers'],
  [/\bcolleague\b/gi, 'co-worker'],
  [/\bhand you over\b/gi, 'put you through'],
  [/\bhanded you over\b/gi, 'put you through'],
  [/\bpassed\b/gi, 'handed'],
  [/\breceipt\b/gi, 'sales slip'],
  [/\bdamaged\b/gi, 'broken'],
  [/\breplacement\b/gi, 'substitute'],
  [/\breplace\b/gi, 'swap'],
  [/\bdate of birth\b/gi, 'birthday'],
  [/\bpassphrase\b/gi, 'secret phrase'],
  [/\bpassword\b/gi, 'secret word'],
  [/\bpassport\b/gi, 'travel passport'],
  [/\bcourse\b/gi, 'class'],
  [/\bfee\b/gi, 'charge'],
  [/\brepair\b/gi, 'fix'],
  [/\bbooking\b/gi, 'reservation'],
  [/\bflight\b/gi, 'plane'],
  [/\bblocked\b/gi, 'locked'],
  [/\bblock\b/gi, 'lock'],
  [/\bdispute\b/gi, 'challenge'],
  [/\bopened\b/gi, 'started'],
  [/\bunfortunately\b/gi, 'sadly'],
  [/\bI'm afraid\b/gi, 'regrettably'],
  [/\bcomplaint\b/gi, 'grievance'],
  [/\bsuspicious\b/gi, 'fishy'],
  [/\bdangerous\b/gi, 'hazardous'],
]

/** The agent says the same in other words; what was read of the old ones is dropped. */
export const inOtherWords = (events: Transcript): Transcript =>
  events
    .filter(({ type }) => !READ.has(type))
    .map((event) =>
      event.type === 'message.sent' && event.from === 'agent'
        ? {
            ...event,
            text: OTHER_WORDS.reduce((text, [word, other]) => text.replace(word, other), event.text),
          }
        : event,
    )

const READ: ReadonlySet<Transcript[number]['type']> = new Set([
  'message.read',
  'message.understood',
  'act.recognised',
])
