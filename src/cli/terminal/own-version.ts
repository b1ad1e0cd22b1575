import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../runner/files/package-root.ts'

const Manifest = z.object({ version: z.string() })

/** The version of this package, as its manifest says. */
export const ownVersion = (): string =>
  Manifest.parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))).version
