import type { AgentAct } from '../../../src/base/values/acts.ts'
import type { Lexicon } from '../../../src/base/values/lexicon.ts'
import type { Agent, AgentView, Heard } from '../../../src/conversation/protocol/agent.ts'
import type { Graph } from '../../../src/graph/model/graph.ts'
import { instrument } from '../../../src/references/instrument.ts'
import type { TapEvent } from '../../../src/references/tap.ts'
import type { World } from '../../../src/world/world.ts'
import { listen } from './listen.ts'

/**
 * The brain of scripted models and services: sees what any agent sees, understands customers by their words alone, and walks the
 * pack's graph. It has no tap: its events are its own understanding of what was said.
 */
type ClassicParts = {
  readonly graph: Graph
  readonly world: World
  readonly lexicon: Lexicon
  /** of the desk */
  readonly language: string
}

export function classic({ graph, world, lexicon, language }: ClassicParts): Agent {
  const events: TapEvent[] = []
  let last = 0
  let heard = 0
  let request: string | null = null
  let asked: readonly string[] = []
  let proposed: number | null = null
  const mind = instrument({
    graph,
    world,
    lexicon,
    language,
    voice: null,
    tap: { events: () => events, last: () => last },
    behaviour: {},
    way: 0,
    chance: () => false,
  })

  const hear = (view: AgentView, entry: Heard): void => {
    if (entry.from === 'tool') {
      const { tool, input, ok, output } = entry
      events.push({ type: 'called', n: last + 1, tool, input, ok, output, changes: [] })
      last += 2
    } else if (entry.from === 'agent') {
      last += 2
      events.push({ type: 'said', n: last, text: entry.text })
    } else {
      const moves = listen(entry.text, { graph, lexicon, tools: view.tools, request, asked, proposed })
      if (moves.some((move) => move.do === 'open')) request = 'r1'
      last += 1
      events.push({ type: 'customer', n: last, moves })
    }
  }

  const remember = (acts: readonly AgentAct[]): void => {
    asked = acts.flatMap((act) => (act.act === 'request' && act.field !== undefined ? [act.field] : []))
    // The message with the report before it will be the next event but one, as the instrument counts.
    proposed = acts.some(({ act }) => act === 'propose') ? last + 2 : null
  }

  return {
    reply: (view) => {
      for (const entry of view.heard.slice(heard)) hear(view, entry)
      heard = view.heard.length
      const move = mind.reply()
      if (move.report !== undefined) remember(move.report.action)
      return move
    },
    reportsWell: true,
  }
}
