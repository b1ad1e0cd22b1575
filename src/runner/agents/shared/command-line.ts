import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'
import type { Command } from '../../../conversation/agent/command-process.ts'

/**
 * A command as a person writes it, found on this machine before the first trial: a list as it is, a single text split at
 * blanks outside quotes. No shell: what stands in quotes is one argument and nothing is expanded.
 */
export function commandOf(
  agent: string,
  target: readonly [string, ...string[]],
  place: Pick<Command, 'folder' | 'environment'>,
): Command {
  const [program = '', ...rest] = target.length === 1 ? splitWords(target[0]) : target
  const found = findProgram(program, place)
  if (found === null) {
    throw usageError(
      'unknown-command',
      `Agent "${agent}" is the command "${program}", and there is no such program.`,
      program.includes('/')
        ? 'Check the path and its execute permission.'
        : 'Install it, or use the full path.',
    )
  }
  return { ...place, program: found, arguments: rest }
}

export const splitWords = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )

function findProgram(
  program: string,
  { folder, environment }: Pick<Command, 'folder' | 'environment'>,
): string | null {
  if (program === '') return null
  const places = program.includes('/')
    ? [resolve(folder, program)]
    : (environment['PATH'] ?? '').split(delimiter).map((part) => join(part, program))
  return places.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
