import { isJsonObject, type Json, type JsonObject } from '../../base/values/json.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { isSameInput } from '../../base/values/same-input.ts'
import type { AdoptedEntry, AdoptedOutcome } from '../../cases/adopted.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'
import { instructionsIn, type RecordedTool } from '../recorded-pack.ts'
import { wordsOfTool } from '../tool-role.ts'
import { entriesBefore, entriesIn, type PlacedEntry } from './adopted-entries.ts'
import type { AdoptedCaseFile } from './adopted-file.ts'
import { draftCard, fieldWords, INTENT } from './draft-card.ts'

/** What `sage adopt` writes: a case, and what its desk has to know of it. Everything in it is for a person to review. */
export type Adoption = {
  readonly case: Omit<AdoptedCaseFile, 'card' | 'acceptable' | 'history' | 'later'> & {
    readonly card: ReturnType<typeof draftCard>
    readonly acceptable: AdoptedOutcome
    readonly history: readonly AdoptedEntry[]
    readonly later: readonly AdoptedEntry[]
  }
  readonly tools: readonly RecordedTool[]
  readonly lexicon: Lexicon
  /** the agent's instructions, if they were recorded */
  readonly instructions: string
  readonly today: string
}

/** Drafts a case from a recorded conversation that an agent takes over at an event; or says why there is none. */
export function draftAdoption(events: Transcript, at: number): Adoption | string {
  const [started, opened] = events
  if (started?.type !== 'trial.started' || opened?.type !== 'recording.opened')
    return 'it was not recorded elsewhere; a conversation of ours is forked: sage fork <trial> --at <event>'
  const history = entriesBefore(events, at)
  if (typeof history === 'string') return history
  const entries = entriesIn(events)
  const later = entries.slice(history.length)
  const from = later[0]?.n ?? Number.POSITIVE_INFINITY
  const acceptable = resolutionIn(entries, opened)
  if (typeof acceptable === 'string') return acceptable
  const card = draftCard(entries, from)
  return {
    case: {
      id: idOf(started.case, at),
      recorded: { format: opened.format, source: opened.source, at },
      card,
      intensity: 0,
      intensities: [0, 1, 2, 3],
      acceptable,
      history: history.map(({ entry }) => entry),
      later: later.flatMap(({ entry }) => ('tool' in entry ? [entry] : [])),
    },
    tools: toolsOf(entries, opened),
    lexicon: {
      setting: [],
      intents: {
        [INTENT]: { name: 'help', utterances: { [card.language]: [card.wants || 'I need help.'] } },
      },
      fields: Object.fromEntries(Object.keys(card.knows).map((field) => [field, fieldWords(field)])),
      topics: {},
      tools: {},
    },
    instructions: instructionsIn(events),
    today: started.today,
  }
}

const ID_CHARACTERS_MAX = 60

const idOf = (caseId: string, at: number): string => {
  const name = caseId
    .slice(caseId.indexOf('/') + 1)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${name.slice(0, ID_CHARACTERS_MAX) || 'conversation'}-at-${at}`
}

/**
 * What was done for the customer in the end; where the recording names its task, what was due. A string: what was due was
 * never done, so that the recorded desk has no answer to it.
 */
function resolutionIn(
  entries: readonly PlacedEntry[],
  { desk, task }: EventOf<'recording.opened'>,
): AdoptedOutcome | string {
  const role = (tool: string) => desk.find((one) => one.tool === tool)?.role
  const made = entries.flatMap(({ entry }) => ('tool' in entry && entry.ok ? [entry] : []))
  const done = task === null || task.kind === 'nothing' ? made : task.calls
  const writes = done.filter(({ tool }) => role(tool) === 'write')
  const unmade = writes.find(
    ({ tool, input }) => !made.some((call) => call.tool === tool && isSameInput(call.input, input)),
  )
  if (unmade !== undefined)
    return `its task expects a call of ${unmade.tool} that was not made, so that no answer to it is recorded`
  return {
    writes: writes.map(({ tool, input }) => ({ tool, input })),
    handover: done.some(({ tool }) => role(tool) === 'handover'),
  }
}

function toolsOf(
  entries: readonly PlacedEntry[],
  { desk }: EventOf<'recording.opened'>,
): readonly RecordedTool[] {
  const inputs = new Map<string, Json[]>()
  for (const { entry } of entries)
    if ('tool' in entry) inputs.set(entry.tool, [...(inputs.get(entry.tool) ?? []), entry.input])
  // What was never called here has no answer here; whoever gives up still needs a way out.
  return desk
    .filter(({ tool, role }) => inputs.has(tool) || role === 'handover' || role === 'close')
    .map(({ tool, role }) => ({
      name: tool,
      role,
      description: wordsOfTool(tool).join(' ') || tool,
      parameters: parametersOf(inputs.get(tool) ?? []),
    }))
}

/** The arguments a tool was called with, by the types they had. */
function parametersOf(inputs: readonly Json[]): Readonly<Record<string, JsonObject>> {
  const pairs = inputs.flatMap((input) => (isJsonObject(input) ? Object.entries(input) : []))
  return Object.fromEntries(pairs.map(([name, value]) => [name, { type: typeOf(value) }]))
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (value === null || typeof value === 'object') return 'object'
  return typeof value
}
