import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { declared, metricsTable, rulesTable, withTable } from '../src/report/result/declared.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'

/** `npm run words`: writes what pages and documents say of rules and metrics from their declarations. */
const place = (file: string): string => join(packageRoot(), file)

writeFileSync(
  place('studio/src/declared.ts'),
  `import type { Declared } from '../../src/report/result/declared.ts'

/** Written by \`npm run words\` from the rules and metrics: the page must not load the code that judges. */
export const DECLARED: Declared = ${JSON.stringify(declared(), null, 2)}
`,
)
const pages = [
  ['docs/spec/verdicts.md', 'rules', rulesTable()],
  ['docs/spec/metrics.md', 'metrics', metricsTable()],
] as const
for (const [file, name, text] of pages)
  writeFileSync(place(file), withTable(readFileSync(place(file), 'utf8'), name, text))
