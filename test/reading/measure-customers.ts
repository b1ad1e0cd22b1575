import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import type { Reading } from '../../src/base/values/reading.ts'
import { readCustomerMessage } from '../../src/reading/lexical/customer/read-customer-message.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { PROJECT } from './project.ts'
import { createTally, type Tally } from './tally.ts'

/** Kinds of customer acts whose truth is known by construction: the moves from which the message was made. */
export const CUSTOMER_KINDS = ['open', 'tell', 'agree', 'refuse', 'press', 'thank', 'leave'] as const
type Kind = (typeof CUSTOMER_KINDS)[number]

type Move = { readonly do: string; readonly field?: string; readonly value?: unknown }
const KIND_OF: Readonly<Record<string, Kind>> = {
  open: 'open',
  tell: 'tell',
  agree: 'agree',
  refuse: 'refuse',
  lack: 'refuse',
  push: 'press',
  demand_human: 'press',
  thank: 'thank',
  leave: 'leave',
}

export type CustomerFigures = {
  readonly messages: number
  readonly kinds: Readonly<Record<Kind, Tally>>
  /** told values with the field they belong to */
  readonly placed: Tally
  readonly lines: readonly string[]
}

/** Customer messages of test/talks: talks by turns in one half and the other. */
export function measureCustomers(
  listsOf: (desk: string) => DeskLists,
  half: 'building' | 'kept apart',
): CustomerFigures {
  const kinds = Object.fromEntries(CUSTOMER_KINDS.map((kind) => [kind, createTally()])) as Record<Kind, Tally>
  const placed = createTally()
  const lines: string[] = []
  let messages = 0
  const folder = join(PROJECT, 'test/talks/transcripts')
  for (const [at, file] of readdirSync(folder).sort().entries()) {
    if ((at % 2 === 0) !== (half === 'building')) continue
    const events = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const lists = listsOf(events[0].pack.id)
    let before: Reading | null = null
    for (const event of events) {
      if (event.type !== 'message.sent') continue
      if (event.from === 'agent') {
        before = readMessage(event.text, lists, { seen: [] })
        continue
      }
      // Every kind of customer but a scripted one says more than its moves.
      if (event.act === undefined || event.act.language !== 'en') continue
      messages += 1
      const moves: readonly Move[] = event.act.moves
      const truth = new Set(moves.flatMap((move) => KIND_OF[move.do] ?? []))
      const acts = readCustomerMessage(event.text, lists, before).sentences.flatMap(
        (sentence) => sentence.acts,
      )
      const found = new Set(
        acts.flatMap(({ kind, sure }) => (sure ? [kind === 'correct' ? 'tell' : kind] : [])),
      )
      for (const kind of CUSTOMER_KINDS) {
        if (found.has(kind)) kinds[kind].found(truth.has(kind))
        if (truth.has(kind)) kinds[kind].wanted(found.has(kind))
        if (found.has(kind) !== truth.has(kind))
          lines.push(
            `${found.has(kind) ? '+' : '-'}${kind} | ${event.text.replaceAll('\n', ' ')} | before: ${before?.sentences.flatMap((one) => one.acts.map((act) => `${act.kind}:${act.place?.name ?? ''}`)).join(' ')}`,
          )
      }
      const told = new Map(
        moves.flatMap((move) =>
          move.do === 'tell' && move.field !== undefined ? [[move.field, move.value] as const] : [],
        ),
      )
      for (const { kind, field, sure } of acts)
        if ((kind === 'tell' || kind === 'correct') && sure && field !== null) {
          placed.found(told.has(field))
          if (!told.has(field))
            lines.push(`+tell ${field} | ${event.text.replaceAll('\n', ' ')} | ${[...told.keys()].join(' ')}`)
        }
      for (const [field, value] of told) {
        const isFound = acts.some(
          (act) => act.sure && act.field === field && (act.kind === 'tell' || act.kind === 'correct'),
        )
        placed.wanted(isFound)
        if (!isFound) lines.push(`-tell ${field}=${String(value)} | ${event.text.replaceAll('\n', ' ')}`)
      }
    }
  }
  return { messages, kinds, placed, lines }
}
