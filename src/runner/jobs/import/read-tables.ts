import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { type Json, readJson } from '../../../base/values/json.ts'
import { unpackedText } from '../../files/unpacked-text.ts'

/** The tables of a published database: every `<table>.json` or `.json.gz` of a folder. */
export async function readTables(folder: string): Promise<Readonly<Record<string, Json>>> {
  const files = namesIn(folder).filter((name) => /\.json(?:\.gz)?$/.test(name))
  if (files.length === 0)
    throw usageError(
      'no-folder',
      `There is no table (*.json, *.json.gz) in ${folder}.`,
      'Give the folder that holds the published database.',
    )
  const tables: [string, Json][] = []
  for (const file of files.sort()) {
    let text = ''
    for await (const piece of unpackedText(join(folder, file))) text += piece
    const value = readJson(text)
    if (value === undefined)
      throw usageError('wrong-file', `${join(folder, file)} is not JSON.`, 'Copy the database again.')
    tables.push([file.replace(/\.json(?:\.gz)?$/, ''), value as Json])
  }
  return Object.fromEntries(tables)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw usageError('no-folder', `There is no folder ${folder}.`, 'Check the path and its spelling.', cause)
  }
}
