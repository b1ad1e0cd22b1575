import type { AgentAct } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import type { EventOf } from '../../transcript/event.ts'
import type { Raw } from './split-turns.ts'

/**
 * A yes belongs to the message it answers (DESIGN.md E3): "Shall I go ahead?" proposes what the message around it names,
 * and what was then called shows what was meant. A yes that follows covers the writes of the turn that answers it, if the
 * message names the deed or a value of the call, and no other sum in its place.
 */
export function proposalsByYes(
  pack: Pack,
  raw: Raw,
  message: { readonly n: number; readonly text: string },
  known: readonly AgentAct[],
): readonly AgentAct[] {
  const proposed = new Set(known.flatMap((act) => (act.act === 'propose' ? [act.tool] : [])))
  const found = new Map<string, AgentAct>()
  for (const { tool, input } of writesAfterYes(pack, raw, message.n)) {
    if (proposed.has(tool) || found.has(tool) || !couldPropose(pack, message.text, { tool, input })) continue
    found.set(tool, { act: 'propose', tool })
  }
  return [...found.values()]
}

type Called = Pick<EventOf<'tool.called'>, 'tool' | 'input'>

function writesAfterYes(pack: Pack, raw: Raw, n: number): readonly Called[] {
  const yes = raw.heard.filter(({ act }) =>
    act.moves.some((move) => move.do === 'agree' && move.proposal === n),
  )
  return yes.flatMap((heard) =>
    (raw.turns.find(({ answers }) => answers.n === heard.n)?.events ?? []).filter(
      (event): event is EventOf<'tool.called'> =>
        event.type === 'tool.called' && pack.world.tools.get(event.tool)?.role === 'write',
    ),
  )
}

/** Do these words name the deed or a value of the call, and no other sum where the call has one? */
export function couldPropose(pack: Pack, text: string, { tool, input }: Called): boolean {
  const values = valuesOf(input)
  const sums = values.filter((value) => typeof value === 'number')
  const named = sumsIn(text)
  if (sums.length > 0 && named.length > 0 && !sums.some((sum) => named.includes(sum))) return false
  const squeezedText = squeezed(text)
  const namesValue = values.some((value) => {
    const plain = squeezed(String(value))
    return plain.length > 2 && squeezedText.includes(plain)
  })
  return namesValue || sums.some((sum) => named.includes(sum)) || namesDeed(pack, text, tool)
}

const valuesOf = (input: Json): readonly (string | number)[] =>
  typeof input !== 'object' || input === null || Array.isArray(input)
    ? []
    : Object.values(input).flatMap((value) =>
        typeof value === 'string' || typeof value === 'number' ? [value] : [],
      )

/** Ids and addresses are compared by letters and digits alone: "07700 900109" is 07700900109. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const SUM =
  /(?:[$€£]|\b(?:EUR|USD|GBP|CAD)\b)\s?(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s?(?:[$€£]|(?:euros?|dollars?|pounds?|EUR|USD|GBP)\b)/gi

const sumsIn = (text: string): readonly number[] =>
  [...text.matchAll(SUM)].map(([, before, after]) => Number((before ?? after ?? '').replaceAll(',', '')))

/** A word of the tool's name or cues stands in the text. */
function namesDeed(pack: Pack, text: string, tool: string): boolean {
  const folded = text.toLowerCase()
  const cues = Object.values(pack.lexicon.tools[tool]?.cues ?? {}).flat()
  const words = tool.split('_').filter((word) => word.length > 3)
  return [...cues, ...words].some((cue) => folded.includes(cue.toLowerCase()))
}
