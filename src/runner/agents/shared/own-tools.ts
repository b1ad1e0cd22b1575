import { readFileSync } from 'node:fs'
import { usageError } from '../../../base/error.ts'
import { ProblemsError } from '../../../base/files/problems-error.ts'
import type { Pack } from '../../../cases/case.ts'
import type { MapCall } from '../../../conversation/protocol/reported.ts'
import { mapCallBy, mappingProblems, readMapping } from './mapping-file.ts'

/** The mapping of an agent with tools of its own: read once a run, checked against its packs before the first trial. */
export type OwnTools = { readonly mapCall: MapCall; readonly check: (packs: readonly Pack[]) => void }

const UNMAPPED: OwnTools = { mapCall: (call) => call, check: () => undefined }

export function openOwnTools({
  id,
  mapping: file,
}: {
  readonly id: string
  readonly mapping: string | null
}): OwnTools {
  if (file === null) return UNMAPPED
  const reading = readMapping(file, textOf(id, file))
  if (reading.value === undefined)
    throw new ProblemsError(`The mapping of agent "${id}" is wrong.`, reading.problems)
  return {
    mapCall: mapCallBy(reading.value),
    check: (packs) => {
      const known = new Set(packs.flatMap(({ world }) => [...world.tools.keys()]))
      const problems = mappingProblems(reading, known)
      if (problems.length > 0) throw new ProblemsError(`The mapping of agent "${id}" is wrong.`, problems)
    },
  }
}

function textOf(id: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw usageError(
      'mapping-missing',
      `The mapping of agent "${id}" cannot be read: ${file}`,
      'Check the path.',
      cause,
    )
  }
}
