import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { RunChoices } from '../../report/studio-views/job-view.ts'
import { EditPost } from '../../runner/workbench/desk-edit.ts'
import type { Desks } from '../../runner/workbench/desks.ts'
import { type Jobs, JobWish, RunWish } from './jobs.ts'

/**
 * Pages on which desks are built and runs are started. Whatever writes a file or starts a process stands behind `edit`, beside
 * the access key and the origin that guard every address.
 */
export type Workbench = {
  readonly desks: Desks
  readonly jobs: Jobs
  readonly choices: () => Promise<RunChoices>
  /** who works here, as git or the system says; no one has verified it */
  readonly author: string
  readonly edit: boolean
}

const word = z.string().min(1).max(1_000)
const CreatePost = z.strictObject({ desk: word, sop: z.string().max(400_000) })

export function workbenchApp({ desks, jobs, choices, edit }: Workbench): Hono {
  const app = new Hono()
  const desk = (query: Record<string, string>): string => word.parse(query['desk'] ?? '')
  app.get('/list', async (context) => context.json(await desks.list()))
  app.get('/procedure', async (context) => context.json(await desks.procedure(desk(context.req.query()))))
  app.get('/signoff', async (context) => context.json(await desks.signoff(desk(context.req.query()))))
  app.get('/prompt', async (context) => context.json({ text: await desks.prompt(desk(context.req.query())) }))
  app.get('/choices', async (context) => context.json(await choices()))
  app.get('/jobs', (context) => context.json(jobs.list()))

  app.use(onlyWith(edit))
  app.post('/edit', async (context) => {
    const result = await desks.edit(EditPost.parse(await context.req.json()))
    return context.json(result, result.kind === 'changed' ? 409 : 200)
  })
  app.post('/create', async (context) => {
    const { desk: id, sop } = CreatePost.parse(await context.req.json())
    return context.json(await desks.create(id, sop))
  })
  app.post('/estimate', async (context) =>
    context.json(await jobs.estimate(RunWish.parse(await context.req.json()), await choices())),
  )
  app.post('/start', async (context) =>
    context.json(jobs.start(JobWish.parse(await context.req.json()), await choices())),
  )
  app.post('/stop', async (context) => {
    const { id } = z.strictObject({ id: word }).parse(await context.req.json())
    return context.json(jobs.stop(id))
  })
  return app
}

const READ_ONLY = {
  error: {
    code: 'read-only',
    message: 'This studio is read-only.',
    hint: 'Start it with sage open --edit to build desks and start runs.',
  },
}

const onlyWith =
  (edit: boolean): MiddlewareHandler =>
  async (context, next) =>
    edit || context.req.method === 'GET' ? next() : context.json(READ_ONLY, 403)
