import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf, type ReadAct } from '../../src/base/values/reading.ts'
import { type ReaderModel, shippedModel } from '../../src/reading/lexical/model.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { type SgdMessage, sgdDesk } from './sgd.ts'
import { createTally, type Tally } from './tally.ts'

/** What is measured on one desk a service: places of questions, kinds of the rest. */
export type SgdFigures = {
  readonly request: Tally
  readonly propose: Tally
  readonly claim: Tally
  readonly goodbye: Tally
  readonly failures: number
  readonly failuresReadAsDone: number
  readonly others: number
  readonly falseGoodbyes: number
  readonly lines: readonly string[]
}

const PROPOSALS: ReadonlySet<string> = new Set(['CONFIRM', 'OFFER_INTENT'])
/** "How about the second one?" offers a row to choose, and is read as a proposal as often as not. */
const LIKE_PROPOSALS: ReadonlySet<string> = new Set([...PROPOSALS, 'OFFER'])

export function measureSgd(messages: readonly SgdMessage[], model: ReaderModel = shippedModel()): SgdFigures {
  const figures = {
    request: createTally(),
    propose: createTally(),
    claim: createTally(),
    goodbye: createTally(),
    failures: 0,
    failuresReadAsDone: 0,
    others: 0,
    falseGoodbyes: 0,
    lines: [] as string[],
  }
  const desks = new Map<string, DeskLists>()
  for (const message of messages) {
    const desk = desks.get(message.service) ?? sgdDesk(message.service)
    desks.set(message.service, desk)
    const acts = actsOf(readMessage(message.text, desk, { seen: [] }, model))
    const has = (names: ReadonlySet<string>): boolean => message.acts.some(({ act }) => names.has(act))
    const is = (name: string): boolean => message.acts.some(({ act }) => act === name)
    const asked = new Set(message.acts.flatMap(({ act, slot }) => (act === 'REQUEST' ? [slot] : [])))
    const note = (what: string): void => {
      figures.lines.push(
        `${what} | ${message.text} | ${message.acts.map(({ act, slot }) => `${act}:${slot}`).join(' ')} | ${acts.map(describe).join(' ')}`,
      )
    }
    for (const act of acts)
      if (act.kind === 'request' && act.sure && act.place?.in === 'field') {
        figures.request.found(asked.has(act.place.name))
        if (!asked.has(act.place.name)) note('request+')
      }
    for (const slot of asked) {
      const isFound = acts.some(({ kind, sure, place }) => kind === 'request' && sure && place?.name === slot)
      figures.request.wanted(isFound)
      if (!isFound) note(`request ${slot}`)
    }
    const proposes = acts.some(({ kind, polarity }) => kind === 'propose' && polarity === 'positive')
    if (proposes) figures.propose.found(has(LIKE_PROPOSALS))
    if (proposes && !has(LIKE_PROPOSALS)) note('propose+')
    if (has(PROPOSALS)) figures.propose.wanted(proposes)
    if (has(PROPOSALS) && !proposes) note('propose')
    const claims = acts.some(({ kind, polarity }) => kind === 'claim-done' && polarity === 'positive')
    if (claims) figures.claim.found(is('NOTIFY_SUCCESS'))
    if (claims && !is('NOTIFY_SUCCESS')) note('claim+')
    if (is('NOTIFY_SUCCESS')) figures.claim.wanted(claims)
    if (is('NOTIFY_SUCCESS') && !claims) note('claim')
    const leaves = acts.some(({ kind }) => kind === 'sign-off')
    if (leaves) figures.goodbye.found(is('GOODBYE'))
    if (is('GOODBYE')) figures.goodbye.wanted(leaves)
    else {
      figures.others += 1
      if (leaves) {
        figures.falseGoodbyes += 1
        note('goodbye+')
      }
    }
    if (is('NOTIFY_FAILURE')) {
      figures.failures += 1
      if (claims) {
        figures.failuresReadAsDone += 1
        note('failure')
      }
    }
  }
  return figures
}

const describe = ({ kind, place, sure }: ReadAct): string => `${kind}:${place?.name ?? '-'}${sure ? '!' : ''}`

export type MergedFigures = {
  readonly confirm: Tally
  readonly offer: Tally
  readonly claim: Tally
  readonly lines: readonly string[]
}

/** Four services as one desk: only there can a deed be placed wrongly. A claim that names no deed stays unplaced. */
export function measureMerged(
  messages: readonly SgdMessage[],
  services: readonly string[],
  model: ReaderModel = shippedModel(),
): MergedFigures {
  const figures = {
    confirm: createTally(),
    offer: createTally(),
    claim: createTally(),
    lines: [] as string[],
  }
  const desk = sgdDesk(...services)
  for (const message of messages) {
    const acts = actsOf(readMessage(message.text, desk, { seen: [] }, model))
    const deeds = (kind: string): readonly string[] =>
      acts.flatMap((act) =>
        act.kind === kind && act.sure && act.polarity === 'positive' && act.place?.in === 'tool'
          ? [act.place.name]
          : [],
      )
    const offered = message.acts.flatMap(({ act, values }) => (act === 'OFFER_INTENT' ? values : []))
    const count = (tally: Tally, found: readonly string[], right: readonly string[], what: string): void => {
      const names = new Set(right.map((intent) => `${message.service}.${intent}`))
      for (const name of found) {
        tally.found(names.has(name))
        if (!names.has(name)) figures.lines.push(`${what}+ ${name} not ${[...names]} | ${message.text}`)
      }
      tally.wanted(found.some((name) => names.has(name)))
      if (!found.some((name) => names.has(name)))
        figures.lines.push(`${what} ${[...names]} | ${message.text} | ${acts.map(describe).join(' ')}`)
    }
    const is = (name: string): boolean => message.acts.some(({ act }) => act === name)
    if (is('CONFIRM')) count(figures.confirm, deeds('propose'), [message.intent], 'confirm')
    if (is('OFFER_INTENT')) count(figures.offer, deeds('propose'), offered, 'offer')
    if (is('NOTIFY_SUCCESS')) count(figures.claim, deeds('claim-done'), [message.intent], 'claim')
  }
  return figures
}
