import { z } from 'zod'
import { EXIT, SageError } from '../../base/error.ts'
import { readJson } from '../../base/values/json.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { NewRun } from '../../storage/store.ts'
import { casesFor } from '../packs/load-cases.ts'
import { RunRequest } from '../settings/run-request.ts'

export const HEADER_VERSION = 2
const hashes = z.record(z.string(), z.string()).readonly()

/** The header of a run: what was asked for, of which versions. It is enough to resume, score and compare the run. */
const RunHeader = z.object({
  version: z.literal(HEADER_VERSION),
  request: RunRequest.readonly(),
  versions: z
    .object({
      packs: hashes,
      rules: z.int(),
      reader: z.string(),
      /** files of plugins with their hashes; absent: none */
      plugins: hashes.exactOptional(),
    })
    .readonly(),
  /** the packs' own kinds of catastrophe */
  catastrophes: z.array(z.string()).readonly(),
  /** pack -> clauses whose failures were blamed on the SOP; absent: the conversations came from elsewhere */
  contested: z.record(z.string(), z.array(z.string()).readonly()).readonly().exactOptional(),
  /** pack -> file -> hash */
  files: z.record(z.string(), hashes).readonly(),
  /** agent -> hash of the files that are the agent; absent: none is */
  agentFiles: hashes.exactOptional(),
  /** what changed while the run was stopped, if it was resumed all the same */
  mixed: z.array(z.string()).readonly(),
  /** how many trials the run will have */
  planned: z.int(),
})
export type RunHeader = Readonly<z.infer<typeof RunHeader>>

export function readRunHeader(run: Pick<NewRun, 'id' | 'header'>): RunHeader {
  const reading = RunHeader.safeParse(readJson(run.header))
  if (reading.success) return reading.data
  throw new SageError('run-unreadable', `The header of run ${run.id} cannot be read.`, {
    hint: 'Another version of SAGE wrote it. Use that version.',
    exit: EXIT.machinery,
    cause: reading.error,
  })
}

/** Undefined if it cannot be read: a run saved from a damaged store may have nothing but its trials. */
export const runHeaderIfReadable = (run: Pick<NewRun, 'header'>): RunHeader | undefined =>
  RunHeader.safeParse(readJson(run.header)).data

export const writeRunHeader = (header: Omit<RunHeader, 'version'>): string =>
  JSON.stringify({ version: HEADER_VERSION, ...header })

/** The header of a run with more judges; the same text if the run has them already. */
export function headerWithJudges(run: Pick<NewRun, 'id' | 'header'>, judges: readonly string[]): string {
  const header = readRunHeader(run)
  const all = [...new Set([...header.request.judges, ...judges])]
  if (all.length === header.request.judges.length) return run.header
  return writeRunHeader({ ...header, request: { ...header.request, judges: all } })
}

/**
 * Where the packs of a run lay when it ran: id -> folder. Of an imported run nothing: its folders are somebody else's word,
 * and reading a folder that a file names is not what importing it asked for.
 */
export function packFoldersOf(run: Pick<NewRun, 'header' | 'imported'>): ReadonlyMap<string, string> {
  const header = run.imported == null ? runHeaderIfReadable(run) : undefined
  if (header === undefined) return new Map()
  // Both lists were written in the order of the selection.
  const ids = Object.keys(header.versions.packs)
  return new Map(
    header.request.selection.packs.flatMap((dir, index) => {
      const id = ids[index]
      return id === undefined ? [] : [[id, dir] as const]
    }),
  )
}

/** Every case a run may have played: the pack's own, and those it planned, planned again from the same seed. */
export const casesOfRun = (
  pack: Pack,
  { request: { selection, seed } }: Pick<RunHeader, 'request'>,
): readonly Case[] => casesFor(pack, { ...selection, own: true }, seed)

/** What two runs must have in common to be compared. */
export type ComparableHeader = RunHeader['versions'] &
  Pick<RunHeader, 'catastrophes' | 'contested'> &
  ReturnType<typeof comparableOf>

export function readComparable(run: Pick<NewRun, 'id' | 'header'>): ComparableHeader {
  const { request, versions, catastrophes, contested } = readRunHeader(run)
  return {
    ...comparableOf(request),
    ...versions,
    catastrophes,
    ...(contested === undefined ? {} : { contested }),
  }
}

/** The part of it that the request says. */
export const comparableOf = ({
  agents,
  customer,
  seed,
}: Pick<RunRequest, 'agents' | 'customer' | 'seed'>) => ({
  agents: agents.map(({ id, protocol }) => ({ id, protocol })),
  customer: typeof customer === 'string' ? customer : JSON.stringify(customer),
  seed,
})
