import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../architecture/source-files.ts'
import { CLI, ensureBuilt } from '../built.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The steps of the composite action, typed by a shell in an empty folder, against a server that plays GitHub. */
const Action = z.object({
  runs: z.object({
    steps: z.array(z.object({ name: z.string(), run: z.string().optional(), if: z.string().optional() })),
  }),
})
const steps = Action.parse(parse(readFileSync(join(ROOT, 'action/action.yml'), 'utf8'))).runs.steps

const folder = tempFolder()
let server: Server
let address = ''
const comments: { id: number; body: string }[] = []
const asked: string[] = []
let artifact: Buffer | undefined
let mayOnlyRead = false

beforeAll(async () => {
  ensureBuilt()
  mkdirSync(join(folder, 'bin'))
  // What `npm ci` would have put there: the program under its name.
  writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${CLI}' "$@"\n`)
  chmodSync(join(folder, 'bin/npx'), 0o755)
  writeFileSync(
    join(folder, 'agent.js'),
    `export default async () => ({ messages: [process.env.AGENT_SAYS ?? 'Could you tell me the order number?'] })\n`,
  )
  writeFileSync(
    join(folder, 'sage.yaml'),
    'packs: [lunchbox]\ncases: [lunchbox/cancel-in-time, lunchbox/cancel-on-the-truck]\nagents: [{ id: mine, module: ./agent.js, protocol: observed }]\ngates: ["resolution.value >= 0.6"]\n',
  )
  writeFileSync(
    join(folder, 'event.json'),
    JSON.stringify({ pull_request: { number: 7 }, repository: { default_branch: 'main' } }),
  )
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () =>
      answer(request.method ?? '', request.url ?? '', Buffer.concat(parts).toString(), response),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  address = typeof at === 'object' && at !== null ? `http://127.0.0.1:${at.port}` : ''
})
afterAll(() => server.close())

type Response = {
  writeHead: (code: number, headers?: Record<string, string>) => void
  end: (body?: string | Buffer) => void
}

function answer(method: string, url: string, body: string, response: Response): unknown {
  const say = (value: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (url.startsWith('/blob')) {
    response.writeHead(200)
    return response.end(artifact)
  }
  if (url.endsWith('/zip')) {
    response.writeHead(302, { location: `${address}/blob` })
    return response.end()
  }
  if (url.includes('/actions/artifacts')) {
    const of = (id: number, head_branch: string, created_at: string, head_repository_id = 5) => ({
      ...{ id, expired: false, created_at },
      workflow_run: { head_branch, head_repository_id, repository_id: 5 },
    })
    // Pull requests have kept artifacts of the same name later, one from the main branch of a fork: neither may become the baseline.
    const kept = [of(1, 'main', '2026-01-01'), of(2, 'evil', '2026-02-01'), of(3, 'main', '2026-02-01', 6)]
    return say({ artifacts: artifact === undefined ? [] : kept })
  }
  if (method === 'GET') return say(comments)
  if (mayOnlyRead) {
    response.writeHead(403)
    return response.end('{}')
  }
  const { body: text } = z.object({ body: z.string() }).parse(JSON.parse(body))
  if (method === 'POST') comments.push({ id: comments.length + 100, body: text })
  else for (const one of comments) if (url.endsWith(`/comments/${one.id}`)) one.body = text
  return say({})
}

/** Runs every step of the action that is a line of shell; what a step writes to GITHUB_OUTPUT is the next one's. */
async function runAction(
  env: Record<string, string> = {},
): Promise<{ exits: Record<string, number>; log: string }> {
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const exits: Record<string, number> = {}
  let log = ''
  const outputs = new Map<string, string>()
  for (const { name, run } of steps) {
    if (run === undefined) continue
    writeFileSync(files.GITHUB_OUTPUT, '')
    const said = await shell(run, {
      ...files,
      ...env,
      RUN_EXIT: outputs.get('run.exit') ?? '',
      COMPARE_EXIT: outputs.get('compare with the baseline.exit') ?? '',
      FAIL_ON_WORSE: 'true',
      SAGE_ARGS: '',
    })
    for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n')) {
      const [key = '', value = ''] = line.split('=')
      outputs.set(`${name}.${key}`, value)
    }
    exits[name] = said.exit
    log += said.text
  }
  return { exits, log }
}

function shell(script: string, env: Record<string, string>): Promise<{ exit: number; text: string }> {
  const child = spawn('bash', ['-e', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: 'me/desk',
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_TOKEN: 'secret-token',
      ...env,
    },
  })
  return new Promise((resolve) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        text += part.toString()
      })
    child.once('close', (code) => resolve({ exit: code ?? 1, text }))
  })
}

test('the first job has no baseline; it comments, annotates, sums up, and fails where its gate is not met', async () => {
  const { exits, log } = await runAction()
  expect(exits, log).toEqual({
    ...{ 'fetch the baseline': 0, run: 0, 'compare with the baseline': 0, comment: 0, verdict: 1 },
  })
  expect(log).toContain('There is no artifact sage-baseline of branch main yet')
  expect(log).toMatch(
    /^::error title=Gate not met%3A resolution\.value >= 0\.6::mine%3A |^::error .*::mine: /m,
  )
  expect(log).toMatch(/^::warning title=mine failed lunchbox\/cancel-in-time::/m)
  const summary = readFileSync(join(folder, 'summary'), 'utf8')
  expect(summary).toContain('### SAGE: FAIL, 3 of 6 gates not met')
  expect(readFileSync(join(folder, 'sage-junit.xml'), 'utf8')).toMatch(
    /<testsuite name="gates" [^>]*tests="7" failures="3"/,
  )
  expect(readFileSync(join(folder, 'sage-report.html'), 'utf8')).toContain('<html')
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toContain('<!-- sage-desk sage -->')
  expect(comments[0]?.body).toContain('3 of 6 gates not met')
})

test('the second job compares with the artifact of the default branch, and updates the one comment', async () => {
  artifact = zipOf('sage-run.jsonl.gz', readFileSync(join(folder, 'sage-run.jsonl.gz')))
  asked.length = 0
  const { exits, log } = await runAction({ AGENT_SAYS: 'Goodbye!' })
  expect(exits['fetch the baseline'], log).toBe(0)
  expect(comments).toHaveLength(1)
  // What changed stands before the summary of the run.
  expect(comments[0]?.body).toMatch(
    /^<!-- sage-desk sage -->\n### [\w ]+: [\s\S]*conversations? per side, in the same situations[\s\S]*\n### SAGE: /,
  )
  expect(asked.some((line) => line.startsWith('GET /repos/me/desk/actions/artifacts/1/zip Bearer'))).toBe(
    true,
  )
  // The archive lies on another server, which gets no token.
  expect(asked.find((line) => line.includes('/blob'))).toBe('GET /blob ')
})

test('with a token that may only read, as on a fork, the gates decide all the same', async () => {
  mayOnlyRead = true
  const { exits, log } = await runAction()
  expect(exits).toMatchObject({ comment: 0, verdict: 1 })
  expect(log).toContain('::notice::No comment can be written with this token.')
})

test('the workflow names no branch, and asks for no secret', () => {
  const workflow = readFileSync(join(ROOT, 'templates/shared/sage-workflow.yml'), 'utf8')
  expect(workflow).not.toMatch(/\bmain\b|secrets\.|pull_request_target/)
  expect(workflow).toContain('github.event.repository.default_branch')
})

/** An archive with one stored file. */
function zipOf(name: string, bytes: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(bytes.length, 20)
  entry.writeUInt32LE(bytes.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + bytes.length, 16)
  return Buffer.concat([local, Buffer.from(name), bytes, entry, Buffer.from(name), end])
}
