import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'

/** A command line that plays conversations with the model at an address, and is measured from outside. */
export type Program = {
  readonly words: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** What each of them is to do. Every program gets a new folder. */
export type Task = {
  readonly url: string
  readonly folder: string
  readonly conversations: number
  readonly turns: number
  readonly atOnce: number
  /** the agent's instructions, as long as ours are */
  readonly system: string
}

/** A peer that npm can install. `installed`: the folder it was installed into. */
export type Peer = {
  readonly name: string
  readonly packages: readonly string[]
  /** versions of what the packages need, where newer ones do not fit together */
  readonly overrides?: Readonly<Record<string, string>>
  readonly program: (task: Task, installed: string) => Program
}

/** Ours, from sage.yaml to stored and judged conversations. */
export function ours({ url, folder, conversations, turns, atOnce }: Task): Program {
  mkdirSync(folder)
  const cases = 18
  writeFileSync(
    join(folder, 'sage.yaml'),
    `providers: { mine: { base_url: "${url}/v1" } }
agents: [{ id: small, model: "mine:small", protocol: observed }]
packs: [lunchbox]
own: true
planned: none
trials: ${Math.ceil(conversations / cases)}
concurrency: ${atOnce}
limits: { turns: ${turns} }
gates: { defaults: off }
`,
  )
  return { words: [join(packageRoot(), 'bin/sage.js'), 'run', '--json'], folder, env: {} }
}

/** Its user is a model behind HTTP: two calls a turn. */
const promptfoo: Peer = {
  name: 'promptfoo 0.121.20',
  packages: ['promptfoo@0.121.20'],
  program: ({ url, folder, conversations, turns, atOnce, system }, installed) => {
    mkdirSync(folder)
    const config = {
      prompts: [`${system} {{instructions}}`],
      providers: [{ id: 'openai:chat:small', config: { apiBaseUrl: `${url}/v1`, apiKey: 'x' } }],
      defaultTest: {
        provider: {
          id: 'promptfoo:simulated-user',
          config: { maxTurns: turns, instructions: '{{instructions}}' },
        },
      },
      tests: Array.from({ length: conversations }, (_, index) => ({
        vars: { instructions: `You are customer ${index} and want a new lunch bag.` },
      })),
    }
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config))
    const main = join(installed, 'node_modules/promptfoo/dist/src/main.js')
    const options = ['--no-cache', '-j', String(atOnce), '--no-progress-bar', '--no-table', '-o', 'out.json']
    return {
      words: [main, 'eval', '-c', 'promptfooconfig.json', ...options],
      folder,
      env: {
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_CONFIG_DIR: join(folder, 'config'),
        PROMPTFOO_REMOTE_GENERATION_URL: `${url}/task`,
      },
    }
  },
}

/** A library: its users are a list of sentences, so that it makes one call a turn like ours, through LangChain's client. */
const openevals: Peer = {
  name: 'openevals 0.2.2',
  packages: ['openevals@0.2.2', '@langchain/core@1.2.13', '@langchain/openai@1.1.0'],
  overrides: {
    '@langchain/langgraph': '1.4.18',
    '@langchain/langgraph-checkpoint': '1.1.5',
    '@langchain/langgraph-sdk': '1.12.0',
    '@langchain/protocol': '0.0.19',
  },
  program: ({ url, folder, conversations, turns, atOnce, system }, installed) => {
    mkdirSync(folder)
    // Beside its packages, where node finds them.
    const file = join(installed, 'openevals-main.mjs')
    writeFileSync(
      file,
      `import { ChatOpenAI } from '@langchain/openai'
import { runMultiturnSimulation } from 'openevals'
import { writeFileSync } from 'node:fs'
const model = new ChatOpenAI({ model: 'small', apiKey: 'x', maxRetries: 0, configuration: { baseURL: '${url}/v1' } })
const results = []
let next = 0
const lane = async () => {
  for (let index = next++; index < ${conversations}; index = next++) {
    const said = [{ role: 'system', content: ${JSON.stringify(system)} }]
    const user = Array.from({ length: ${turns} }, (_, turn) => \`Customer \${index}, message \${turn}: it is LB-1042.\`)
    const app = async ({ inputs }) => {
      said.push({ role: 'user', content: inputs.content })
      const { content } = await model.invoke(said)
      said.push({ role: 'assistant', content })
      return { role: 'assistant', content }
    }
    results.push(await runMultiturnSimulation({ app, user, maxTurns: ${turns} }))
  }
}
await Promise.all(Array.from({ length: ${atOnce} }, lane))
writeFileSync('out.json', JSON.stringify(results))
`,
    )
    return { words: [file], folder, env: {} }
  },
}

export const PEERS: readonly Peer[] = [promptfoo, openevals]
