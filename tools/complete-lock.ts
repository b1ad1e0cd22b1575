import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../src/runner/files/package-root.ts'

/**
 * `npm run tool -- complete-lock`: names in every package-lock.json the builds of native packages for platforms other than this one. A registry
 * mirror that holds only this platform's builds makes npm leave the others out, and `npm ci` then refuses the lock
 * everywhere. An entry has a name, the exact version its parent asks for, and its platform; nothing is downloaded here.
 */
const Entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })
type Packages = Record<string, z.infer<typeof Entry>>

const OSES = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32']
const CPUS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** `@x/binding-linux-arm64-musl` -> its os, cpu and libc; a name that says none of them is left alone. */
function platformOf(name: string): Readonly<Record<string, readonly string[]>> | undefined {
  const words = name.split(/[/-]/)
  const os = OSES.filter((one) => words.includes(one))
  const cpu = CPUS.filter((one) => words.includes(one))
  if (os.length === 0 && cpu.length === 0) return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    ...(os.length > 0 ? { os } : {}),
  }
}

/** Where node would find `name` from the package at `path`. */
function found(packages: Packages, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in packages) return place
    if (folder === '') return undefined
  }
}

function missingOf(packages: Packages): Packages {
  const missing: Packages = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name)
      const there = found(packages, path, name)
      if (
        platform === undefined ||
        !/^\d/.test(version) ||
        (there !== undefined && packages[there]?.version === version)
      )
        continue
      const beside = `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`
      const place = beside in packages ? `${path}/node_modules/${name}` : beside
      missing[place] = { version, ...platform, ...(dev === true ? { dev } : {}), optional: true }
    }
  }
  return missing
}

/** Folders with a lock of their own. */
const FOLDERS = ['.', 'site', 'examples/duckdb', 'examples/langgraph', 'examples/openai-agents']
for (const folder of FOLDERS) {
  const file = join(packageRoot(), folder, 'package-lock.json')
  const lock = Lock.parse(JSON.parse(readFileSync(file, 'utf8')))
  const missing = missingOf(lock.packages)
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  process.stdout.write(`added ${Object.keys(missing).length} builds for other platforms to ${file}\n`)
}
