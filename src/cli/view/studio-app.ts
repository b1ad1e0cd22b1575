import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { SageError } from '../../base/error.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { hideSecrets, secretsIn } from '../../base/secrets.ts'
import { DisputePost, RatingPost } from '../../runner/studio/reviews.ts'
import type { StudioData } from '../../runner/studio/studio-data.ts'
import type { Asset } from './assets.ts'
import { guard } from './guard.ts'
import { type Workbench, workbenchApp } from './workbench-app.ts'

/**
 * The studio's server: documents as JSON under /api, and the built page. In: requests of one browser. Out: what the data
 * layer answers, unchanged. It must not compute anything, and nothing of a request may become a path.
 */
export function studioApp(parts: {
  readonly data: StudioData
  readonly assets: ReadonlyMap<string, Asset>
  readonly token: string
  readonly hosts: () => ReadonlySet<string>
  readonly about: { readonly version: string; readonly store: string }
  readonly bench: Workbench
}): Hono {
  const { data, assets, about, bench } = parts
  const app = new Hono()
  app.use(guard(parts))
  app.use(
    '/api/*',
    bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (context) => context.json(TOO_LARGE, 413) }),
  )
  app.get('/api/about', (context) =>
    context.json({ ...about, live: true, edit: bench.edit, author: bench.author }),
  )
  app.get('/api/runs', async (context) => context.json(await data.runs()))
  app.get('/api/leagues', async (context) => context.json(await data.leagues()))
  app.get('/api/progress', async (context) => context.json(await data.progress(word(context, 'run'))))
  app.get('/api/report', async (context) => context.json(await data.report(word(context, 'run'))))
  app.get('/api/matrix', async (context) => {
    const { run, offset, limit, ...filter } = Matrix.parse(context.req.query())
    return context.json(await data.matrix(run, filter, { offset, limit }))
  })
  app.get('/api/noise', async (context) => {
    const runs = RunList.parse(context.req.queries('run'))
    return context.json(await data.noise(runs, word(context, 'metric')))
  })
  app.get('/api/trial', async (context) => context.json(await data.trial(word(context, 'trial'))))
  app.get('/api/packs', async (context) => context.json(await data.packs()))
  app.get('/api/pack', async (context) => context.json(await data.pack(word(context, 'pack'))))
  app.get('/api/heat', async (context) => {
    const agent = context.req.query('agent') ?? null
    return context.json(await data.heat(word(context, 'pack'), word(context, 'run'), agent))
  })
  app.get('/api/coverage', async (context) => context.json(await data.coverage(word(context, 'pack'))))
  app.get('/api/audit', async (context) => context.json(await data.audit(word(context, 'pack'))))
  app.get('/api/compare', async (context) => {
    const { a, b, agentA, agentB, anyway } = Compare.parse(context.req.query())
    return context.json(
      await data.compare({ a, b, agentA, agentB, anyway: anyway === 'yes', wanted: WANTED_DIFFERENCE }),
    )
  })
  app.get('/api/review', async (context) => {
    const author = text
      .trim()
      .min(1)
      .parse(context.req.query('author') ?? '')
    return context.json(await data.review(word(context, 'run'), author))
  })
  app.post('/api/ratings', async (context) => {
    await data.rate(RatingPost.parse(await context.req.json()))
    return context.json({ kept: true })
  })
  app.post('/api/disputes', async (context) => {
    await data.dispute(DisputePost.parse(await context.req.json()))
    return context.json({ kept: true })
  })
  app.get('/api/labels', async (context) =>
    file(context, 'labels.jsonl', await data.labels(word(context, 'run'))),
  )
  app.get('/api/golden', async (context) =>
    file(context, 'golden.jsonl', await data.golden(word(context, 'run'))),
  )
  app.route('/api/bench', workbenchApp(bench))
  app.all('/api/*', (context) => context.json(unknownAddress, 404))
  app.get('*', (context) => send(context, assets))
  const hide = hideSecrets(secretsIn(process.env))
  app.onError((error, context) => {
    const { code, message, hint, status } = failure(error)
    return context.json({ error: { code, message: hide(message), hint: hide(hint) } }, status)
  })
  return app
}

/** The difference one wants to be able to see, as `sage compare` has it unless told otherwise. */
const WANTED_DIFFERENCE = 0.05
const LIMIT_MAX = 500
const BODY_BYTES_MAX = 1_000_000
const PROBLEMS_MAX = 20

const text = z.string().max(1_000)
const RunList = z.array(text).min(1).max(50)
const Matrix = z.object({
  run: text,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(100),
  agent: text.optional(),
  pack: text.optional(),
  bucket: text.optional(),
  tactic: text.optional(),
  intensity: text.optional(),
  mark: text.optional(),
  broke: text.optional(),
  text: text.optional(),
})
const Compare = z.object({
  a: text,
  b: text,
  agentA: text.optional(),
  agentB: text.optional(),
  anyway: z.literal('yes').optional(),
})

const word = (context: Context, name: string): string =>
  text.min(1, `"${name}" is missing`).parse(context.req.query(name) ?? '')

const file = (context: Context, name: string, body: string): Response =>
  context.body(body, 200, {
    'Content-Type': 'application/jsonl; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })

const TOO_LARGE = {
  error: {
    code: 'too-large',
    message: `The studio takes at most ${BODY_BYTES_MAX / 1e6} MB at once.`,
    hint: 'Send less at once.',
  },
}

const unknownAddress = {
  error: {
    code: 'unknown-address',
    message: 'There is nothing at this address.',
    hint: 'Go back to the start page.',
  },
}

function send(context: Context, assets: ReadonlyMap<string, Asset>): Response {
  const asset = assets.get(context.req.path)
  if (asset === undefined) return context.text('There is nothing at this address.\n', 404)
  // Names carry a hash of the contents, so what a browser keeps can never be stale; the page itself is asked for anew.
  const kept = context.req.path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store'
  return context.body(asset.body, 200, { 'Content-Type': asset.type, 'Cache-Control': kept })
}

/** What a page is told; a provider or a library may have said it. */
function failure(error: Error) {
  const refused = { code: 'bad-request', hint: 'Reload the page.', status: 400 } as const
  if (error instanceof SyntaxError) return { ...refused, message: 'The request is not valid JSON.' }
  if (error instanceof z.ZodError) return { ...refused, message: z.prettifyError(error) }
  if (error instanceof ProblemsError) {
    const said = error.problems
      .slice(0, PROBLEMS_MAX)
      .map(({ file, line, message }) => `${file}:${line}  ${message}`)
    return { code: error.code, message: error.message, hint: said.join('\n'), status: 409 } as const
  }
  if (error instanceof SageError) {
    const { code, message, hint } = error
    return { code, message, hint, status: code.startsWith('unknown-') ? 404 : 409 } as const
  }
  const hint = error.message || 'Look at the terminal that sage open runs in.'
  return { code: 'machinery', message: 'The studio server failed.', hint, status: 500 } as const
}
