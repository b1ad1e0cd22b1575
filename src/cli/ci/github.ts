import { z } from 'zod'
import { EXIT, SageError, usageError } from '../../base/error.ts'

/** GitHub's REST API, as far as a job needs it: comments of one pull request, and artifacts of earlier jobs. */
export type Github = {
  readonly json: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<unknown>
  /** the bytes at a path; redirects are followed without the token */
  readonly bytes: (path: string) => Promise<Buffer>
  readonly repository: string
}

type Env = Readonly<Record<string, string | undefined>>

const TIMEOUT_MS = 60_000

/** From the variables that GitHub Actions sets. The token goes to GITHUB_API_URL and nowhere else. */
export function openGithub(env: Env): Github {
  const address = (env['GITHUB_API_URL'] ?? 'https://api.github.com').replace(/\/$/, '')
  const repository = needed(env, 'GITHUB_REPOSITORY')
  const token = needed(env, 'GITHUB_TOKEN')
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw refused(`${address} cannot be reached.`, cause)
    })
    return reply
  }
  return {
    repository,
    json: async (method, path, body) => {
      const reply = await ask(method, path, body)
      if (!reply.ok) throw refused(`GitHub answered ${reply.status} to ${method} ${path}.`)
      return reply.json()
    },
    bytes: async (path) => {
      const reply = await ask('GET', path)
      const moved = reply.headers.get('location')
      // The archive lies on another server: it gets no token.
      const found =
        moved === null
          ? reply
          : await fetch(new URL(moved, address), { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!found.ok) throw refused(`GitHub answered ${found.status} to GET ${path}.`)
      return Buffer.from(await found.arrayBuffer())
    },
  }
}

function needed(env: Env, name: string): string {
  const value = env[name]
  if (value !== undefined && value !== '') return value
  throw usageError(
    'usage',
    `The environment variable ${name} is not set.`,
    name === 'GITHUB_TOKEN'
      ? 'Give the step its token: env GITHUB_TOKEN (docs/ci.md).'
      : 'This command runs in GitHub Actions, which sets it.',
  )
}

const refused = (message: string, cause?: unknown): SageError =>
  new SageError('service-refused', message, {
    hint: 'Check the permissions of the job (docs/ci.md).',
    exit: EXIT.machinery,
    cause,
  })

const Event = z.object({
  pull_request: z.object({ number: z.int() }).optional(),
  repository: z.object({ default_branch: z.string() }).optional(),
})

/** What the event that started the job says. */
export const readEvent = (text: string): z.infer<typeof Event> => Event.parse(JSON.parse(text))
