import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `npm run tool -- try-examples`: the examples with dependencies of their own, each installed from its own lock. Needs a build. */
const EXAMPLES = ['duckdb', 'langgraph', 'openai-agents']
for (const example of EXAMPLES)
  for (const words of [['ci'], ['test', '--silent']]) {
    const cwd = fileURLToPath(new URL(`../examples/${example}`, import.meta.url))
    const { status } = spawnSync('npm', words, { cwd, stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
