import { memoText } from '../base/memo.ts'
import type { ToolRole } from '../base/values/desk-facts.ts'
import { deskLists } from '../base/values/desk-lists.ts'
import { type CaseId, isCaseId } from '../base/values/ids.ts'
import type { JsonObject } from '../base/values/json.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Case, Pack } from '../cases/case.ts'
import type { Graph } from '../graph/model/graph.ts'
import { parseSop } from '../sop/parse-sop.ts'
import type { EventOf, Transcript } from '../transcript/event.ts'
import type { Tool, World } from '../world/world.ts'
import { wordsOfTool } from './tool-role.ts'

/**
 * The desk of a conversation that another system recorded, as far as the recording shows it: the tools that were called, with
 * what they do, and the agent's instructions as the only text of a procedure. It has no graph, no records and no cases of its
 * own; what would need them is not judged.
 */
export const RECORDED = 'recorded'

export type RecordedTrial = { readonly pack: Pack; readonly case: Case }

/** With what a recording is scored: the pack it was mapped to, else its own desk. Undefined: this is no recording. */
export function recordedTrial(events: Transcript, mappedTo?: Pack): RecordedTrial | undefined {
  const [started, opened] = events
  if (started?.type !== 'trial.started' || opened?.type !== 'recording.opened') return undefined
  if (!isCaseId(started.case)) return undefined
  const adopted = mappedTo?.cases.find(({ id, adopted: from }) => id === started.case && from !== undefined)
  if (mappedTo !== undefined && adopted !== undefined) return { pack: mappedTo, case: adopted }
  const pack =
    mappedTo ??
    recordedPack(
      JSON.stringify({ desk: opened.desk, instructions: instructionsIn(events), today: started.today }),
    )
  return { pack, case: { ...recordedCase(started.case, opened), pack: pack.id } }
}

/** Desks of one file are alike: each is made once, and the reader's index of its words with it. */
const recordedPack = memoText((asText): Pack => {
  const { desk, instructions, today }: RecordedDesk = JSON.parse(asText)
  return recordedDesk({
    tools: desk.map(({ tool, role }) => ({
      name: tool,
      role,
      description: wordsOfTool(tool).join(' '),
      parameters: {},
    })),
    instructions,
    today,
    lexicon: NO_WORDS,
  })
}, 50)
type RecordedDesk = Pick<EventOf<'recording.opened'>, 'desk'> & {
  readonly instructions: string
  readonly today: string
}

export const instructionsIn = (events: Transcript): string =>
  events
    .flatMap((event) =>
      event.type === 'aside.recorded' && event.kind === 'instructions' ? [event.text] : [],
    )
    .join('\n\n')

const NO_WORDS: Lexicon = { setting: [], intents: {}, fields: {}, topics: {}, tools: {} }

export type RecordedTool = {
  readonly name: string
  readonly role: ToolRole
  readonly description: string
  /** the arguments it was called with, as JSON Schema */
  readonly parameters: Readonly<Record<string, JsonObject>>
}

/** A desk without graph, records and cases: its tools, the words of its fields, and the agent's instructions. */
export function recordedDesk(known: {
  readonly tools: readonly RecordedTool[]
  readonly instructions: string
  readonly today: string
  readonly lexicon: Lexicon
}): Pack {
  const { tools, today, lexicon } = known
  const sop = parseSop('instructions.md', known.instructions)
  const graph: Graph = {
    sop,
    fields: new Map(),
    records: new Map(),
    derived: new Map(),
    procedures: [],
    steps: new Map(),
    forbids: [],
    interrupts: [],
    waived: [],
  }
  const world: World = {
    today,
    currency: '',
    tables: new Map(),
    tools: new Map(tools.map((tool) => [tool.name, recordedTool(tool)])),
  }
  const confirm = [...sop.clauses.values()].find(({ text }) => ASKS_FOR_A_YES.test(text))
  return {
    id: RECORDED,
    title: 'Recorded conversations',
    language: 'en',
    hash: RECORDED,
    dir: '',
    graph,
    world,
    cases: [],
    lexicon,
    lists: deskLists({
      fields: Object.keys(lexicon.fields).map((name) => [name, { type: 'string', of: [] }]),
      tools: tools.map(({ name, role, description, parameters }) => [
        name,
        { role, description, parameters: Object.keys(parameters) },
      ]),
      topics: [],
      lexicon,
    }),
    voices: new Map(),
    tactics: new Map(),
    turnsMax: 1000,
    traffic: {},
    catastrophes: {},
    contested: [],
    recorded: { wantsYes: confirm?.id ?? null },
  }
}

/** "Before taking any actions that update the database, list the details and obtain explicit user confirmation (yes) to proceed." */
const ASKS_FOR_A_YES =
  /\b(?:obtain|get|ask for|require|need|wait for|without|receive)\b[^.]{0,60}\b(?:confirmation|confirm|consent|approval|permission|agreement)\b/i

function recordedTool({ name, role, description, parameters }: RecordedTool): Tool {
  return {
    name,
    description,
    parameters: { type: 'object', properties: parameters },
    role,
    movesMoney: false,
    confirms: false,
    finds: [],
    works: {
      validate: () => [],
      notFound: { text: '', names: [] },
      needs: [],
      refuses: [],
      effects: [],
      returns: [],
      amount: null,
      takesReceipt: false,
      searches: null,
      special: null,
      noise: { unavailable: 0, slowMs: 0 },
    },
  }
}

/** The case of a recording: what its task expects is in the transcript; nothing is known of the customer. */
function recordedCase(id: CaseId, { task, desk }: EventOf<'recording.opened'>): Case {
  const role = (tool: string) => desk.find((one) => one.tool === tool)?.role
  const due = (task?.calls ?? []).map(({ tool }) => role(tool))
  const isHandover = due.includes('handover') && !due.includes('write')
  return {
    id,
    pack: RECORDED,
    bucket: isHandover ? 'must-escalate' : 'resolvable',
    motive: 'recorded: not known',
    disturbance: null,
    trap: null,
    opens: null,
    card: {
      name: '',
      tone: 'calm',
      language: 'en',
      manner: [],
      requests: [],
      yields_after: [1, 1, 2, 3],
      patience: 4,
    },
    records: {},
    sets: {},
    tactic: null,
    intensity: 0,
    intensities: [0],
    acceptable: [],
    decidedBy: null,
    twin: null,
    planned: false,
    at: { file: '', line: 1, column: 1 },
  }
}
