import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import type { SgdMessage } from './sgd.ts'
import { createTally } from './tally.ts'

const PROPOSALS: ReadonlySet<string> = new Set(['CONFIRM', 'OFFER_INTENT'])
/** "How about the second one?" offers a row to choose, and is read as a proposal as often as not. */
const LIKE_PROPOSALS: ReadonlySet<string> = new Set([...PROPOSALS, 'OFFER'])

/** What is measured on one desk a service: places of questions, kinds of the rest. */
export function measureSgd(messages: readonly SgdMessage[], deskOf: (service: string) => DeskLists) {
  const [request, propose, claim] = [createTally(), createTally(), createTally()]
  let [failuresReadAsDone, others, falseGoodbyes] = [0, 0, 0]
  for (const { text, service, acts: labels } of messages) {
    const acts = actsOf(readMessage(text, deskOf(service), { seen: [] }))
    const has = (names: ReadonlySet<string>): boolean => labels.some(({ act }) => names.has(act))
    const is = (name: string): boolean => labels.some(({ act }) => act === name)
    const asked = new Set(labels.flatMap(({ act, slot }) => (act === 'REQUEST' ? [slot] : [])))
    const placed = acts.filter(({ kind, sure }) => kind === 'request' && sure)
    for (const { place } of placed) if (place?.in === 'field') request.found(asked.has(place.name))
    for (const slot of asked) request.wanted(placed.some(({ place }) => place?.name === slot))
    const says = (what: 'propose' | 'claim-done'): boolean =>
      acts.some(({ kind, polarity }) => kind === what && polarity === 'positive')
    if (says('propose')) propose.found(has(LIKE_PROPOSALS))
    if (has(PROPOSALS)) propose.wanted(says('propose'))
    if (says('claim-done')) claim.found(is('NOTIFY_SUCCESS'))
    if (is('NOTIFY_SUCCESS')) claim.wanted(says('claim-done'))
    if (is('NOTIFY_FAILURE') && says('claim-done')) failuresReadAsDone += 1
    if (is('GOODBYE')) continue
    others += 1
    if (acts.some(({ kind }) => kind === 'sign-off')) falseGoodbyes += 1
  }
  return { request, propose, claim, failuresReadAsDone, others, falseGoodbyes }
}
