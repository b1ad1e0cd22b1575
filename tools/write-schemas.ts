import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { publishedSchemas } from '../src/runner/jobs/schemas/published-schemas.ts'

/** `npm run schemas`: writes schemas/*.json from the zod schemas and removes those that are no longer published. */
const folder = join(packageRoot(), 'schemas')
mkdirSync(folder, { recursive: true })
const schemas = publishedSchemas()
for (const file of readdirSync(folder)) if (!schemas.has(file)) rmSync(join(folder, file))
for (const [file, text] of schemas) writeFileSync(join(folder, file), text)
process.stdout.write(`wrote ${schemas.size} schemas to ${folder}\n`)
