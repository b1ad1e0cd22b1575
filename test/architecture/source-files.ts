import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/files/package-root.ts'

export const ROOT = packageRoot()

export type SourceFile = { readonly path: string; readonly text: string }

/** Files under a folder of the repository whose path meets `keep`, with forward slashes. */
export function filesUnder(folder: string, keep: (path: string) => boolean): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.includes('node_modules/') && keep(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
/** What ships: everything in src but its tests. */
export const shippedSources = (): readonly SourceFile[] =>
  filesUnder('src', (path) => path.endsWith('.ts') && !isTest(path))
