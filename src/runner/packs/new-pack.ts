import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { usageError } from '../../base/error.ts'
import { draftDesk } from '../../compile/draft/draft-desk.ts'
import { printOfText } from '../../compile/outline/fingerprint.ts'
import { NOT_READ } from '../../compile/outline/not-read.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { likelyLanguage } from '../../text/languages.ts'
import { readText } from '../files/read-text.ts'
import { replaceText } from '../files/replace-text.ts'
import { OUTLINE } from './outline-folder.ts'

/** A new pack from an SOP alone: it loads, as a draft in which every sentence is open. */
export async function newPack(
  named: string,
  { from, workingFolder }: { readonly from: string; readonly workingFolder: string },
): Promise<{ readonly dir: string; readonly files: readonly string[]; readonly sentences: number }> {
  const dir = resolve(workingFolder, named)
  if (existsSync(join(dir, 'pack.yaml')) || existsSync(join(dir, 'graph.yaml')))
    throw usageError('pack-exists', `${named} is a pack already.`, 'Choose another folder.')
  const files = newPackFiles(basename(dir), await readText(resolve(workingFolder, from)))
  if (files === null)
    throw usageError('wrong-file', `${from} holds no sentence.`, 'Give the Markdown file of a procedure.')
  for (const [file, content] of files.texts) await replaceText(join(dir, file), content, dir)
  return { dir, files: [...files.texts.keys()], sentences: files.sentences }
}

/** The files of a new pack by name; null: the text holds no sentence. */
export function newPackFiles(
  name: string,
  text: string,
): { readonly texts: ReadonlyMap<string, string>; readonly sentences: number } | null {
  const sop = parseSop('sop.md', text)
  if (sop.clauses.size === 0) return null
  const graph = emptyGraph(sop)
  const id = idOf(name)
  const language = likelyLanguage([...sop.clauses.values()].map((clause) => clause.text).join(' '))
  const desk = draftDesk(graph.file, { desk: {}, id, title: sop.sections[0]?.title || id, language })
  const outline = writeOutline({
    format: 1,
    lines: [...sop.clauses.values()].map((clause) => ({
      clause: clause.id,
      text: printOfText(clause.text),
      kind: 'unread',
    })),
  })
  const texts = new Map([['sop.md', text], ['graph.yaml', graph.text], ...desk, [OUTLINE, outline]])
  return { texts, sentences: sop.clauses.size }
}

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'desk'

/**
 * The graph of an SOP that nobody has read yet: it hands everything over, and sets every sentence aside as unread. It loads, and
 * stays a draft until each sentence has an accepted line.
 */
function emptyGraph(sop: SopDocument): { readonly text: string; readonly file: GraphFile } {
  const file: GraphFile = {
    format: 1,
    fields: { intent: { type: 'enum', of: ['anything'] } },
    procedures: {
      anything: {
        for: "fields.intent == 'anything'",
        start: 'person',
        steps: { person: { handover: 'not_read_yet', assumed: 'nothing of the SOP is in the graph yet' } },
      },
    },
    waive: [...sop.clauses.values()].map(({ id }) => ({ clause: id, because: NOT_READ })),
  }
  return {
    text: `# A draft: no sentence of sop.md is in it yet.\n${stringify(file, { lineWidth: 0 })}`,
    file,
  }
}
