// `npm run test:examples`: the examples with dependencies of their own, each installed from its own lock. Needs a build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const EXAMPLES = ['duckdb', 'langgraph', 'openai-agents']
for (const example of EXAMPLES)
  for (const words of [['ci'], ['test', '--silent']]) {
    const { status } = spawnSync('npm', words, { cwd: join(import.meta.dirname, example), stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
