import type { CustomerAct, CustomerMove } from '../../../base/values/acts.ts'
import type { Card } from '../../../cards/card.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import type { Customer, CustomerTurn, HeardMessage } from '../../../conversation/customer/customer.ts'
import { customerActToText } from '../../../transcript/transcript-text.ts'
import { readPlayLine } from './play-line.ts'
import { askWhole, type PlayScreen } from './play-screen.ts'
import { REQUEST, typedMoves } from './typed-moves.ts'

/**
 * A person as the customer, with a case's card in hand. What the card opens is known, and so are its values where they
 * are written out; everything else a line means is read from its words, and all of it is shown, since
 * nobody else can say what a person meant.
 */
export function personCustomer(
  { pack, case: theCase }: { pack: Pack; case: Case },
  screen: PlayScreen,
): Customer {
  const { card } = theCase
  const answerTo = async (heard: readonly HeardMessage[], opens: boolean): Promise<CustomerTurn> => {
    for (const { text } of heard) screen.show(`\nagent: ${text}\n`)
    const typed = await nextWords(screen, card)
    if (typed === undefined) {
      const act = actOf(card, [...(opens ? [opening(card)] : []), { do: 'leave', because: 'unresolved' }])
      return { text: 'Goodbye.', act, leaves: true }
    }
    const read = typedMoves(typed, { pack, card, heard: opens ? null : heard })
    const act = actOf(card, opens ? [opening(card), ...read] : read)
    screen.show(
      `  (taken as: ${act.moves.length === 0 ? 'nothing in particular' : customerActToText(act)})\n`,
    )
    return { text: typed, act, leaves: act.moves.some((move) => move.do === 'leave') }
  }
  return { open: () => answerTo([], true), answer: (heard) => answerTo(heard, false) }
}

const COMMANDS = ['card', 'help', 'done'] as const

export const CUSTOMER_HELP = `Type what you say as this customer; a line that ends in \\ continues on the next.
  /card  your card       /help  this       /done  say goodbye
`

async function nextWords(screen: PlayScreen, card: Card): Promise<string | undefined> {
  for (;;) {
    const typed = await askWhole(screen, 'customer> ')
    const line = readPlayLine(typed ?? '/done', { commands: COMMANDS, tools: [] })
    if (line.is === 'words') return line.text
    if (line.is === 'slip') screen.show(`${line.because}\n`)
    if (line.is !== 'command') continue
    if (line.command === 'done') return undefined
    screen.show(line.command === 'card' ? cardPage(card) : CUSTOMER_HELP)
  }
}

const opening = ({ requests: [first] }: Card): CustomerMove => ({
  do: 'open',
  request: REQUEST,
  intent: first?.intent ?? '',
})

const actOf = ({ tone, language }: Card, moves: readonly CustomerMove[]): CustomerAct => ({
  moves: [...moves],
  tone,
  language,
})

export function cardPage(card: Card): string {
  const rows = card.requests.flatMap(({ wants, knows, cannot, refuses, says_no_to }) => [
    `You want ${wants}.`,
    ...Object.entries(knows).map(([field, value]) => `  ${field}: ${value}`),
    ...cannot.map((field) => `  ${field}: you cannot give it`),
    ...refuses.map((field) => `  ${field}: you will not give it`),
    ...says_no_to.map((tool) => `  you say no to ${tool}`),
  ])
  const secrets = [
    ...(card.lies === undefined ? [] : [`You claim: ${card.lies}.`]),
    ...(card.hides === undefined ? [] : [`You keep to yourself: ${card.hides}.`]),
  ]
  return `You are ${card.name}, ${card.tone}.\n${[...rows, ...secrets].join('\n')}\n`
}
