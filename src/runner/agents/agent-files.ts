import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { hashOf, sha256 } from '../../base/hash.ts'
import { type AgentKinds, type AgentRequest, kindOf } from './kinds.ts'

/**
 * Agents that are files: agent -> hash of its file and of the files it imports by a relative path. A worker plays a run only
 * with the same ones; packages from node_modules are not looked at. A file that is not there has an empty hash.
 */
export async function agentFiles(
  agents: readonly AgentRequest[],
  own?: AgentKinds,
): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {}
  for (const agent of agents) {
    const file = kindOf(agent, own).file?.(agent)
    if (file !== undefined) hashes[agent.id] = await hashFrom(file)
  }
  return hashes
}

async function hashFrom(entry: string): Promise<string> {
  if (!isFile(entry)) return ''
  const hashes: Record<string, string> = {}
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(dirname(entry), file)
    if (name in hashes) continue
    const text = await readFile(file, 'utf8')
    hashes[name] = sha256(text)
    waiting.push(...importsOf(text, dirname(file)))
  }
  return hashOf(hashes)
}

/** Also those in comments and texts: a file too many does no harm. */
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

const importsOf = (text: string, folder: string): readonly string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, named = '']) => {
    const base = join(folder, named)
    const found = [...ENDINGS.map((ending) => `${base}${ending}`), base.replace(/js$/, 'ts')].find(isFile)
    return found === undefined ? [] : [found]
  })

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
