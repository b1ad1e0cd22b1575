import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { declared } from './declared.ts'
import { publishedSchemas } from './published-schemas.ts'
import { referencePage } from './reference-page.ts'
import { tacticTable } from './tactic-table.ts'

/** What the code says of itself, for editors, readers and the studio. No copy of it is kept in git: the build writes it. */
export async function writeGenerated(root: string): Promise<void> {
  const write = (path: string, text: string): void => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  rmSync(join(root, 'schemas'), { recursive: true, force: true })
  for (const [name, text] of publishedSchemas()) write(`schemas/${name}`, text)
  write('docs/reference.md', await referencePage())
  write('docs/tactics.md', tacticTable([...(await productTactics()).values()]))
  write('studio/.generated/declared.json', JSON.stringify(declared()))
}
