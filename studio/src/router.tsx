import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Shell } from './ui/shell.tsx'
import { NotFound, PageBroke } from './ui/states.tsx'

/** Addresses live behind the #: the same page works from a server, from a folder and from one file on disk. */

type Raw = Record<string, unknown>

/** Numbers in an address are numbers; here everything is a word. */
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** Picks the words an address may carry; whatever else stands in it is dropped. */
const pick =
  <Name extends string>(...names: readonly Name[]) =>
  (raw: Raw): { [Key in Name]?: string } => {
    const found: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value = word(raw[name])
      if (value !== undefined) found[name] = value
    }
    return found
  }

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  // What no page asks for is dropped, and never travels on to the server.
  validateSearch: () => ({}),
})

const leaderboard = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: pick('metric', 'slice', 'of'),
  component: lazyRouteComponent(() => import('./pages/leaderboard.tsx'), 'LeaderboardPage'),
})
const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  component: lazyRouteComponent(() => import('./pages/runs.tsx'), 'RunsPage'),
})
const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run',
  validateSearch: pick('agent', 'pack', 'bucket', 'tactic', 'intensity', 'mark', 'broke', 'text'),
  component: lazyRouteComponent(() => import('./pages/run.tsx'), 'RunPage'),
})
const summary = createRoute({
  getParentRoute: () => root,
  path: '/summary',
  validateSearch: pick('run', 'agent'),
  component: lazyRouteComponent(() => import('./pages/summary.tsx'), 'SummaryPage'),
})
const trial = createRoute({
  getParentRoute: () => root,
  path: '/trial',
  validateSearch: pick('id', 'at'),
  component: lazyRouteComponent(() => import('./pages/trial.tsx'), 'TrialPage'),
})

const figures = createRoute({
  getParentRoute: () => root,
  path: '/figures',
  validateSearch: pick('run'),
  component: lazyRouteComponent(() => import('./pages/figures.tsx'), 'FiguresPage'),
})

const packs = createRoute({
  getParentRoute: () => root,
  path: '/packs',
  component: lazyRouteComponent(() => import('./pages/packs.tsx'), 'PacksPage'),
})
const pack = createRoute({
  getParentRoute: () => root,
  path: '/packs/$pack',
  validateSearch: pick('tab', 'part', 'step', 'clause', 'run', 'agent'),
  component: lazyRouteComponent(() => import('./pages/pack.tsx'), 'PackPage'),
})
const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: pick('a', 'b', 'agentA', 'agentB', 'anyway', 'left', 'right'),
  component: lazyRouteComponent(() => import('./pages/compare.tsx'), 'ComparePage'),
})
const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: pick('run'),
  component: lazyRouteComponent(() => import('./pages/review.tsx'), 'ReviewPage'),
})

const desks = createRoute({
  getParentRoute: () => root,
  path: '/desks',
  component: lazyRouteComponent(() => import('./bench/desks.tsx'), 'DesksPage'),
})
const desk = createRoute({
  getParentRoute: () => root,
  path: '/desks/$desk',
  validateSearch: pick('tab', 'clause'),
  component: lazyRouteComponent(() => import('./bench/desk.tsx'), 'DeskPage'),
})
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  validateSearch: pick('pack'),
  component: lazyRouteComponent(() => import('./bench/start-run.tsx'), 'StartRunPage'),
})

const beside = createRoute({
  getParentRoute: () => root,
  path: '/beside',
  validateSearch: pick('left', 'right'),
  component: lazyRouteComponent(() => import('./pages/beside.tsx'), 'BesidePage'),
})

const tree = root.addChildren([
  leaderboard,
  summary,
  runs,
  run,
  trial,
  packs,
  pack,
  figures,
  compare,
  review,
  desks,
  desk,
  start,
  beside,
])

function sayWords(search: Raw): string {
  const words = Object.entries(search).flatMap(([name, value]) => {
    const said = word(value)
    return said === undefined ? [] : [[name, said]]
  })
  const text = new URLSearchParams(words).toString()
  return text === '' ? '' : `?${text}`
}

export const makeRouter = () =>
  createRouter({
    routeTree: tree,
    history: createHashHistory(),
    // Plain words: an address is read, sent and typed by people.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: sayWords,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultErrorComponent: PageBroke,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
