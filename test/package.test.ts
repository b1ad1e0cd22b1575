import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bundledIn, LICENCES_FILE } from '../tools/third-party-licences.ts'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'

/** What people install: nothing too much, nothing missing, nothing they may not use. */
beforeAll(ensureBuilt)

const Packed = z.array(
  z.object({
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string() })),
  }),
)
const MEGABYTE = 1_000_000
/** A budget. The weights of the encoder are 23 MB of it, and thirteen desks, each also as the build read it. Raising it is a decision. */
const BUDGET = { packed: 26 * MEGABYTE, unpacked: 37 * MEGABYTE }

describe('the package', () => {
  const packed = () => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    const [only] = Packed.parse(JSON.parse(stdout))
    if (only === undefined) throw new TypeError('npm packed nothing')
    return only
  }

  test('keeps its size budget, holds what its pages name, and nothing of our workshop', () => {
    const { size, unpackedSize, files } = packed()
    expect(
      [size < BUDGET.packed, unpackedSize < BUDGET.unpacked],
      `${size} and ${unpackedSize} bytes`,
    ).toEqual([true, true])
    const paths = files.map(({ path }) => path)
    for (const needed of [
      'bin/sage.js',
      'dist/index.js',
      'dist/index.d.ts',
      LICENCES_FILE,
      'encoder/minilm-l6-int8.bin',
      'encoder/kernel.wasm',
      'encoder/LICENSE',
      'encoder/NOTICE',
      'docs/start.md',
      'docs/reference.md',
      'examples/plugin/my-plugin.ts',
      'templates/typescript/agent.ts',
      'action/action.yml',
      'schemas/sage.schema.json',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
    ])
      expect(paths).toContain(needed)
    expect(
      paths.filter((path) => /^(src|test|studio|site|bench|tools|\.)|\.test\.|node_modules/.test(path)),
    ).toEqual(['examples/vitest/agent.test.ts'])
  })
})

/** Licences that ask for no more than the notice they come with. */
const FREE = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  // argparse, under markdown-it: Python's own licence, permissive
  'PSF-2.0',
  'CC0-1.0',
])
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})
const Manifest = z.looseObject({
  name: z.string().optional(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
})

test('every dependency that is installed with the package has a free licence', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const shipped = Object.entries(packages).flatMap(([path, { dev, link }]) =>
    path.startsWith('node_modules/') && dev !== true && link !== true ? [path] : [],
  )
  expect(shipped.length).toBeGreaterThan(50)
  const wrong = shipped.flatMap((path) => {
    const file = join(ROOT, path, 'package.json')
    // Builds for other platforms are not here; they have the licence of their parent.
    if (!existsSync(file)) return []
    const { license } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
    const said = typeof license === 'object' ? license.type : (license ?? 'none')
    const isFree = said
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((one) => one.split(' AND ').every((each) => FREE.has(each)))
    return isFree ? [] : [`${path}: ${said}`]
  })
  expect(wrong).toEqual([])
})

test('the weights of the encoder are those that its page names and make.py makes', () => {
  const found = createHash('sha256')
    .update(readFileSync(join(ROOT, 'encoder/minilm-l6-int8.bin')))
    .digest('hex')
  for (const page of ['encoder/README.md', 'encoder/make.py'])
    expect(readFileSync(join(ROOT, page), 'utf8')).toContain(found)
  expect(readFileSync(join(ROOT, 'encoder/LICENSE'), 'utf8')).toContain('Apache License')
})

/** `npm audit` and `npm sbom` read package.json: what they say of a library holds for the copy in dist too. */
test('every library in the built files comes with its licence and is installed in that version', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const licences = readFileSync(join(ROOT, LICENCES_FILE), 'utf8')
  const bundled = bundledIn(ROOT)
  expect(bundled).toContain('zod')
  for (const name of bundled) {
    const installed = packages[`node_modules/${name}`]
    expect(installed, name).toEqual(expect.not.objectContaining({ dev: true }))
    expect(licences).toContain(`\n${name} ${installed?.['version']} (`)
  }
})

test('npm publish would accept it', () => {
  const { status, stderr } = spawnSync(
    'npm',
    ['publish', '--dry-run', '--ignore-scripts', '--provenance=false'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
  expect(stderr).not.toContain('auto-corrected')
})
