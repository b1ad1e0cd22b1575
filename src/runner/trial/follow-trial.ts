import type { AgentAct } from '../../base/values/acts.ts'
import type { Read, RowChange } from '../../base/values/desk-facts.ts'
import { isJsonObject } from '../../base/values/json.ts'
import { agentActsOf } from '../../base/values/reading-acts.ts'
import type { Row, Scalar } from '../../base/values/value.ts'
import type { Pack } from '../../cases/case.ts'
import { startWalk } from '../../graph/walk/walk.ts'
import type { Walk } from '../../graph/walk/walk-types.ts'
import { lexicalReader } from '../../reading/trial-reader.ts'
import { saidIn } from '../../text/said/said.ts'
import type { EventOf, TranscriptEvent } from '../../transcript/event.ts'
import { readsOf } from '../../world/reads.ts'

/**
 * Walks a graph beside a trial. In: its events, one by one, as they happen or as they are stored. Out: the state
 * of the walk. It judges nothing, and of the records it knows only what the agent's own look-ups showed.
 */
export type Following = {
  readonly feed: (event: TranscriptEvent) => void
  /** the walk, with everything fed so far taken in */
  readonly walk: () => Walk
}

export function followTrial(pack: Pack, protocol: 'declared' | 'observed'): Following {
  const rows = seenRows((table) => pack.world.tables.get(table)?.key ?? '')
  const walk = startWalk(pack.graph, {
    today: pack.world.today,
    role: (tool) => pack.world.tools.get(tool)?.role,
    keyOf: (table) => pack.world.tables.get(table)?.key ?? '',
    row: rows.find,
    possible: () => undefined,
  })
  const reader = lexicalReader(pack.lists)
  let reported: readonly AgentAct[] | null = null
  let open: FollowedCall | null = null
  let unread: readonly Said[] = []

  const settle = (): void => {
    if (open === null || open.returned === null) return
    const { called, returned, changes } = open
    const tool = pack.world.tools.get(called.tool)
    const input = isJsonObject(called.input) ? called.input : {}
    const reads = tool === undefined ? [] : readsOf(tool, input, returned.output)
    for (const read of reads) rows.remember(read)
    walk.take({ type: 'called', n: called.n, tool: called.tool, input, ok: returned.ok, reads, changes })
    open = null
  }

  /** A message's reading follows it; transcripts of 0.1 have none, and are read now. */
  const takeSaid = (until: EventOf<'message.read'> | null): void => {
    for (const { n, text, acts } of unread) {
      if (until !== null && n > until.of) continue
      const reading = until?.of === n ? until.reading : null
      walk.take({ type: 'said', n, said: saidIn(text), acts: acts ?? agentActsOf(reading ?? reader.read(n)) })
    }
    unread = until === null ? [] : unread.filter(({ n }) => n > until.of)
  }

  const hearAgent = ({ n, text }: { readonly n: number; readonly text: string }): void => {
    const acts = protocol === 'declared' ? reported : null
    // A report's acts are done by the first message after it.
    if (reported !== null) reported = []
    unread = [...unread, { n, text, acts }]
  }

  const feed = (event: TranscriptEvent): void => {
    reader.feed(event)
    // A call's changes follow its result: it is complete when any other event comes, or when the walk is asked for.
    if (event.type === 'world.changed') {
      if (event.call === open?.called.call) open?.changes.push(changeOf(event))
      return
    }
    if (event.type === 'tool.returned') {
      if (open !== null) open.returned = event
      return
    }
    settle()
    if (event.type === 'message.read') takeSaid(event)
    if (event.type === 'tool.called') open = { called: event, returned: null, changes: [] }
    if (event.type === 'step.reported') reported = event.report.action
    if (event.type !== 'message.sent') return
    if (event.from === 'agent') hearAgent(event)
    else {
      takeSaid(null)
      reported = null
      walk.take({ type: 'customer', n: event.n, moves: event.act.moves })
    }
  }

  return {
    feed,
    walk: () => {
      settle()
      takeSaid(null)
      return walk
    },
  }
}

/** An agent message that has not been walked yet. `acts`: as reported; null: as read */
type Said = { readonly n: number; readonly text: string; readonly acts: readonly AgentAct[] | null }

type FollowedCall = {
  readonly called: EventOf<'tool.called'>
  returned: EventOf<'tool.returned'> | null
  readonly changes: RowChange[]
}

const changeOf = ({ table, key, before, after }: EventOf<'world.changed'>): RowChange => ({
  table,
  key,
  before,
  after,
})

/** Rows the agent's own look-ups have shown, the latest state of each. */
function seenRows(keyOf: (table: string) => string): {
  readonly find: (table: string, column: string, value: Scalar) => Row | null
  readonly remember: (read: Read) => void
} {
  const seen = new Map<string, Row[]>()
  return {
    find: (table, column, value) => seen.get(table)?.find((row) => row[column] === value) ?? null,
    remember: ({ table, rows }) => {
      const known = seen.get(table) ?? []
      const key = keyOf(table)
      for (const row of rows) {
        const at = known.findIndex((one) => one[key] === row[key])
        if (at < 0) known.push(row)
        else known[at] = { ...known[at], ...row }
      }
      seen.set(table, known)
    },
  }
}
