import { basename } from 'node:path'
import { usageError } from '../../../base/error.ts'
import type { Problem } from '../../../base/files/problem.ts'
import { ProblemsError } from '../../../base/files/problems-error.ts'
import type { ToolRole } from '../../../base/values/desk-facts.ts'
import type { RunId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import { mapped, type RecordingMapping } from '../../../recordings/mapping-file.ts'
import type { Recording } from '../../../recordings/model/recording.ts'
import { RECORDED } from '../../../recordings/recorded-pack.ts'
import type { Replaced } from '../../../scrub/scrub-json.ts'
import type { NewRun, Store, StoredReview, StoredTrial } from '../../../storage/store.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import { readerVersion } from '../../agents/party-settings.ts'
import { customKind } from '../../agents/shared/agent-request.ts'
import { dropHalfImports, IMPORT_SUITE } from '../../runs/half-import.ts'
import { recordedRequest } from '../../runs/recorded-request.ts'
import { writeRunHeader } from '../../runs/run-header.ts'
import { leaseRun } from '../../runs/run-lease.ts'
import { type Checked, isConversation, openCheck } from './check-recordings.ts'
import { importedTrial, openNames } from './imported-trial.ts'
import { type ReadWith, recordingsIn } from './recordings-in.ts'
import { scrubRecording } from './scrub-recording.ts'

export type ImportWishes = Omit<ReadWith, 'columns'> & {
  readonly files: readonly { readonly path: string; readonly named: string }[]
  readonly mapping: RecordingMapping
  /** null: the recordings' own desk */
  readonly pack: Pack | null
  /** what the agent is called; null: as the recordings call it */
  readonly agent: string | null
  /** seed of the stand-ins for personal data; null: nothing is replaced */
  readonly scrub: number | null
}

export type ImportOutside = {
  /** those of a project's plugins */
  readonly rules: readonly Rule[]
  readonly id: RunId
  /** when it is imported */
  readonly at: string
  readonly clock: () => number
  /** each transcript, before the run is stored as a whole */
  readonly onTranscript?: (name: string, events: Transcript, published: boolean | null) => void
}

export type Imported = Checked & {
  readonly run: RunId
  readonly formats: readonly string[]
  /** how often personal data of each kind was replaced; null: nobody asked for it */
  readonly scrubbed: Readonly<Record<string, number>> | null
}

const BATCH = 100

/**
 * Takes conversations that other systems recorded into a store, as a run. The files are read twice: first as a whole, so that
 * a file that cannot be used leaves nothing behind, then one conversation at a time, so that memory does not grow with them.
 */
export async function importRecordings(
  store: Store,
  wishes: ImportWishes,
  outside: ImportOutside,
): Promise<Imported> {
  const { checked, formats, agents, scrubbed } = await checkAll(wishes)
  const { id, at } = outside
  const about = { id, at, format: formats.join(', '), agents, trials: checked.conversations }
  await dropHalfImports(store, outside.clock())
  await store.createRun(importedRun({ ...about, pack: wishes.pack }))
  // Held while it is written: another import must not take it for one that was killed.
  const lease = await leaseRun(store, { id, writer: null, heartbeat: null }, outside.clock)
  try {
    await storeAll(store, wishes, outside, checked.desk)
    await store.finishRun(id, at)
  } catch (cause) {
    await store.deleteRun(id)
    throw cause
  } finally {
    await lease.release()
  }
  return { ...checked, run: id, formats, scrubbed: wishes.scrub === null ? null : scrubbed }
}

/** What an import would find; nothing is stored. Errors are thrown, all at once. */
export async function checkAll(wishes: ImportWishes): Promise<{
  readonly checked: Checked
  readonly formats: readonly string[]
  readonly agents: readonly string[]
  readonly scrubbed: Readonly<Record<string, number>>
}> {
  const check = openCheck(rolesOf(wishes))
  const formats = new Set<string>()
  const agents = new Set<string>()
  const scrubbed: Record<string, number> = {}
  for await (const one of allIn(wishes)) {
    if (one.is === 'problem') {
      check.wrong(one.problem)
      continue
    }
    formats.add(one.format.name)
    check.add(one.recording)
    for (const { kind, times } of one.replaced) scrubbed[kind] = (scrubbed[kind] ?? 0) + times
    if (isConversation(one.recording)) agents.add(agentOf(one.recording, wishes))
  }
  const checked = check.done()
  const errors = checked.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new ProblemsError('Nothing was imported.', errors)
  if (checked.conversations === 0)
    throw usageError('no-transcripts', 'The files hold no conversation.', 'Check the files and the format.')
  return { checked, formats: [...formats], agents: [...agents], scrubbed }
}

type FromAny =
  | { readonly is: 'problem'; readonly problem: Problem }
  | {
      readonly is: 'recording'
      readonly recording: Recording
      readonly format: { readonly name: string }
      readonly replaced: readonly Replaced[]
    }

async function* allIn(wishes: ImportWishes): AsyncGenerator<FromAny> {
  const how = { ...wishes, columns: columnsOf(wishes.mapping) }
  for (const { path, named } of wishes.files)
    for await (const one of recordingsIn(path, named, how))
      if (one.is === 'problem') yield one
      else {
        const recording = mapped(one.recording, wishes.mapping)
        const { scrub } = wishes
        yield scrub === null
          ? { ...one, recording, replaced: [] }
          : { ...one, ...scrubRecording(recording, scrub) }
      }
}

function columnsOf({ columns = {} }: RecordingMapping): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined))
}

/** What a mapping or a pack says of a tool goes before what its name says. */
function rolesOf({ mapping, pack }: Pick<ImportWishes, 'mapping' | 'pack'>): ReadonlyMap<string, ToolRole> {
  const said = Object.entries(mapping.tools).flatMap(([name, { role }]) =>
    role === undefined ? [] : [[name, role] as const],
  )
  const own = [...(pack?.world.tools ?? [])].map(([name, { role }]) => [name, role] as const)
  return new Map([...said, ...own])
}

const agentOf = ({ agent, file }: Recording, wishes: Pick<ImportWishes, 'agent'>): string =>
  (wishes.agent ?? agent ?? basename(file).replace(/(?:\.(?:jsonl?|csv|gz))+$/i, '')).replaceAll(
    /[^\w.:+-]+/g,
    '-',
  )

async function storeAll(
  store: Store,
  wishes: ImportWishes,
  outside: ImportOutside,
  desk: ReadonlyMap<string, ToolRole>,
): Promise<void> {
  const names = openNames()
  let trials: StoredTrial[] = []
  let reviews: StoredReview[] = []
  const flush = async (): Promise<void> => {
    await store.saveTrials(trials)
    for (const review of reviews) await store.addReview(review)
    trials = []
    reviews = []
  }
  for await (const one of allIn(wishes)) {
    // The files were whole a moment ago: whatever is wrong now was changed meanwhile.
    if (one.is === 'problem') throw new ProblemsError('A file changed while it was imported.', [one.problem])
    if (!isConversation(one.recording)) continue
    const agent = agentOf(one.recording, wishes)
    const made = importedTrial(one.recording, {
      run: outside.id,
      at: outside.at,
      agent,
      format: one.format.name,
      pack: wishes.pack,
      desk,
      name: names.nameOf(one.recording),
      rules: outside.rules,
    })
    outside.onTranscript?.(made.name, made.events, one.recording.published?.passed ?? null)
    trials.push(made.trial)
    if (made.review !== null) reviews.push(made.review)
    if (trials.length >= BATCH) await flush()
  }
  await flush()
}

/** A run of conversations that were recorded elsewhere. */
function importedRun(about: {
  readonly id: RunId
  readonly at: string
  readonly format: string
  readonly agents: readonly string[]
  readonly pack: { readonly id: string; readonly hash: string; readonly dir: string } | null
  readonly trials: number
}): NewRun {
  const { id, at, format, trials } = about
  const pack = about.pack ?? { id: RECORDED, hash: RECORDED, dir: RECORDED }
  const header = writeRunHeader({
    request: recordedRequest({
      suite: `${IMPORT_SUITE}${format}`,
      agents: about.agents.map((agent) => ({
        id: agent,
        kind: customKind(RECORDED),
        protocol: 'observed',
        target: [format],
        sop: 'prompt',
        tools: 'own',
      })),
      packs: [pack.dir],
    }),
    versions: { packs: { [pack.id]: pack.hash }, rules: RULES_VERSION, reader: readerVersion('lexical') },
    catastrophes: [],
    files: {},
    mixed: [],
    planned: trials,
  })
  return { id, startedAt: at, finishedAt: null, header, imported: at }
}
