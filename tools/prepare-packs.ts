import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../src/base/hash.ts'
import { contentHash } from '../src/cases/pack-hash.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { clearShipped, shipBuild, shipPrepared } from '../src/runner/files/prepared.ts'
import { planKey, planPack } from '../src/runner/packs/load-cases.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { factsKey, findFacts } from '../src/runner/packs/pack-facts.ts'
import { writeLicences } from './third-party-licences.ts'
import { writeGenerated } from './write-generated.ts'

/** The last step of the build: works out for the packs we ship, and for `sage --help`, what every start would work out again. */
const PLAN = { size: 'small', seed: 1 } as const

const root = packageRoot()
const texts = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .sort()
    .map((file) =>
      /\.(js|yaml)$/.test(file) ? sha256(readFileSync(join(root, folder, file), 'utf8')) : file,
    )
writeLicences(root)
await writeGenerated(root)
clearShipped()
for (const { dir } of knownPacks(join(root, 'dist'))) {
  const pack = await loadPack(dir)
  const files = await readPackFiles(dir)
  const facts = await findFacts(dir)
  shipPrepared(factsKey(contentHash(files)), facts)
  shipPrepared(planKey(pack.hash, PLAN), planPack(pack, PLAN).cases)
}
// Asked through a pipe, which has 80 columns wherever we are built.
const help = execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'help'])
writeFileSync(join(root, 'dist/cli/help.txt'), help)
shipBuild(sha256([...texts('dist'), ...texts('tactics')].join('\n')).slice(0, 16))
