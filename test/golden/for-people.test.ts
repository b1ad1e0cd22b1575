import { expect, test } from 'vitest'
import { explainTrial } from '../../src/verdicts/scoring/explain-trial.ts'
import { findLead } from '../../src/verdicts/scoring/find-lead.ts'
import { whatIf } from '../../src/verdicts/scoring/what-if.ts'
import { aClause } from '../support/base/ids.ts'
import { used } from '../support/transcript/events.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { changed, DECLINED, REPLACED } from './pictures.ts'

const BROKEN = changed(
  DECLINED,
  'customer  thank; bye declined | Fine. Thank you anyway.',
  `customer  push | Please!
  calls     create_replacement order_id=LB-1042 address="Lindenweg 4, 50674 Koeln"
  agent     done create_replacement | A new one is on its way.
  customer  thank; bye satisfied | Thank you!`,
)

test('[D35] the story of a verdict in a screen', () => {
  const { theCase, transcript } = readPicture(lunchbox, BROKEN)
  const story = explainTrial(lunchbox, theCase, transcript, scoreTrial(lunchbox, theCase, transcript))
  expect(story.split('\n').length).toBeLessThanOrEqual(20)
  expect(story).not.toMatch(/event \d|forbids|free_goods/)
  for (const part of [
    'Ines Falk',
    'failed: gave something away: create replacement',
    'agent     -> create_replacement LB-1042',
    'What was due: say no.',
    'At risk: 34.90 EUR',
    'handbook  4#4 "Without one, decline',
  ]) {
    expect(story).toContain(part)
  }
})

test('[D35] a clean trial, a void one and a broken record are told as what they are', () => {
  const { theCase, transcript } = readPicture(lunchbox, REPLACED)
  const tell = (events: typeof transcript) =>
    explainTrial(lunchbox, theCase, events, scoreTrial(lunchbox, theCase, events))
  expect(tell(transcript)).toMatch(/: passed\n/)
  expect(tell(transcript)).not.toContain('What went wrong')
  expect(tell(transcript.slice(0, 9))).toContain('the record is broken')
  const unanswered = readPicture(
    lunchbox,
    `case torn-strap-with-photo
     customer  open damaged | It is torn.
     agent     ask order_id | What is your order number?
     customer  push | And now?`,
  ).transcript
  expect(tell(unanswered)).toContain('void: the customer never answered what it was asked')
})

const leadIn = (picture: string) => {
  const { theCase, transcript } = readPicture(lunchbox, picture)
  return findLead(lunchbox, theCase, transcript, scoreTrial(lunchbox, theCase, transcript))
}

test('[D35] what went wrong first: the deed that harmed, with the words around it and the money', () => {
  expect(leadIn(REPLACED)).toBeNull()
  expect(leadIn(BROKEN)).toMatchObject({
    kind: 'harm',
    rule: 'free_goods',
    due: 'say no',
    heard: 'Please!',
    did: expect.stringContaining('create_replacement LB-1042'),
    said: 'A new one is on its way.',
    money: 34.9,
    currency: 'EUR',
  })
})

test('[D35] where nothing was done it says so, whatever was due; where another deed was done, which', () => {
  const idle = (ends: string) => `
    case torn-strap-with-photo
    customer  open damaged | It is torn.
    agent     | How lovely to hear from you!
    ${ends}`
  expect(leadIn(idle('customer  bye unresolved | Bye.'))).toMatchObject({
    kind: 'outcome',
    says: 'did nothing of what was due',
    due: 'create replacement',
    heard: 'It is torn.',
    said: 'How lovely to hear from you!',
    did: null,
  })
})

test('[D35] an answer that was cut at the token limit is marked', () => {
  const { theCase, transcript } = readPicture(lunchbox, REPLACED)
  const cut = { n: transcript.length, ...used({ stopped: 'length' }) }
  const events = [
    ...transcript.slice(0, -1),
    cut,
    ...transcript.slice(-1).map((end) => ({ ...end, n: end.n + 1 })),
  ]
  const story = explainTrial(lunchbox, theCase, events, scoreTrial(lunchbox, theCase, events))
  expect(story).toContain('An answer of the agent was cut at the token limit.')
})

test('[D36] what if: only the verdicts that change, with before, after and why', () => {
  const { theCase, transcript } = readPicture(lunchbox, BROKEN)
  const before = scoreTrial(lunchbox, theCase, transcript)
  expect(whatIf(before, before)).toEqual([])
  const graph = {
    ...lunchbox.graph,
    forbids: lunchbox.graph.forbids.filter(({ kind }) => kind !== 'free_goods'),
  }
  const after = scoreTrial({ ...lunchbox, graph }, theCase, transcript)
  const changes = whatIf(before, after)
  expect(changes.find(({ what }) => what === 'free_goods')).toMatchObject({
    before: 'fail',
    after: 'not-applicable',
  })
  expect(changes.map(({ what }) => what)).not.toContain('outcome_accuracy')
  const blamed = scoreTrial({ ...lunchbox, contested: [aClause('4#4')] }, theCase, transcript)
  expect(whatIf(before, blamed).find(({ what }) => what === 'free_goods')).toMatchObject({
    after: 'fail (blame: SOP)',
  })
})
