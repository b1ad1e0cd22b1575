import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { referencePage } from './reference-page.ts'

/** `npm run reference`: writes docs/reference.md from the code. */
writeFileSync(join(packageRoot(), 'docs/reference.md'), await referencePage())
