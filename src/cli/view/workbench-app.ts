import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { RunChoices } from '../../report/studio-views/job-view.ts'
import { CaseEntry } from '../../runner/workbench/cases.ts'
import { EditPost } from '../../runner/workbench/desk-edit.ts'
import type { Desks } from '../../runner/workbench/desks.ts'
import { PlayMove, type Plays } from '../../runner/workbench/play-session.ts'
import type { Jobs } from './jobs.ts'
import { JobWish, RunWish } from './run-wish.ts'

/**
 * Pages on which desks are built and runs are started. Whatever writes a file or starts a process stands behind `edit`, beside
 * the access key and the origin that guard every address.
 */
export type Workbench = {
  readonly desks: Desks
  readonly jobs: Jobs
  readonly plays: Plays
  readonly choices: () => Promise<RunChoices>
  /** is there such a conversation in the store? */
  readonly isTrial: (trial: string) => Promise<boolean>
  /** who works here, as git or the system says; no one has verified it */
  readonly author: string
  readonly edit: boolean
}

const word = z.string().min(1).max(1_000)
const CreatePost = z.strictObject({ desk: word, sop: z.string().max(400_000) })
const MovePost = z.strictObject({ session: word, move: PlayMove })
const PreviewPost = z.strictObject({ desk: word, entry: CaseEntry })

export function workbenchApp({ desks, jobs, plays, choices, isTrial, edit }: Workbench): Hono {
  const app = new Hono()
  const desk = (query: Record<string, string>): string => word.parse(query['desk'] ?? '')
  app.get('/list', async (context) => context.json(await desks.list()))
  app.get('/procedure', async (context) => context.json(await desks.procedure(desk(context.req.query()))))
  app.get('/signoff', async (context) => context.json(await desks.signoff(desk(context.req.query()))))
  app.get('/cases', async (context) => context.json(await desks.cases(desk(context.req.query()))))
  app.get('/check', async (context) => context.json(await desks.check(desk(context.req.query()))))
  app.get('/prompt', async (context) => context.json({ text: await desks.prompt(desk(context.req.query())) }))
  app.get('/choices', async (context) => context.json(await choices()))
  app.get('/jobs', (context) => context.json(jobs.list()))

  app.use(onlyWith(edit))
  app.post('/preview', async (context) => {
    const { desk: id, entry } = PreviewPost.parse(await context.req.json())
    return context.json(await desks.preview(id, entry))
  })
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
  app.post('/start', async (context) => {
    const wish = JobWish.parse(await context.req.json())
    // `sage fork` and `sage adopt` also take files: what is no stored conversation must not become a path
    if ((wish.do === 'fork' || wish.do === 'adopt') && !(await isTrial(wish.trial)))
      throw usageError('unknown-trial', 'There is no such conversation in this store.', 'Reload the page.')
    return context.json(jobs.start(wish, await choices()))
  })
  app.post('/play', async (context) => {
    const { case: name } = z.strictObject({ case: word }).parse(await context.req.json())
    return context.json(await plays.begin(name))
  })
  app.post('/move', async (context) => {
    const { session, move } = MovePost.parse(await context.req.json())
    return context.json(await plays.move(session, move))
  })
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
    hint: 'Start it with sage view --edit to build desks and start runs.',
  },
}

const onlyWith =
  (edit: boolean): MiddlewareHandler =>
  async (context, next) =>
    edit || context.req.method === 'GET' ? next() : context.json(READ_ONLY, 403)
