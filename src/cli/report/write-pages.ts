import { join } from 'node:path'
import type { RunId } from '../../base/values/ids.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import type { ReportFile } from '../../report/studio-views/report-file.ts'
import type { TrialView } from '../../report/studio-views/trial-view.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { CONVERSATIONS_MAX, gatherReport } from '../../runner/studio/gather-report.ts'
import { openStudioData } from '../../runner/studio/studio-data.ts'
import type { Store } from '../../storage/store.ts'
import { ownVersion } from '../terminal/own-version.ts'
import { documentScript, htmlFile, loadReportPage, type ReportPage, sitePage } from './html-file.ts'

/** The files that pages were asked for: path -> text. `runs`: their ids. */
export async function pageFiles(
  store: Store,
  runs: readonly RunId[],
  asked: {
    readonly html?: string | undefined
    readonly site?: string | undefined
    readonly change: (file: ReportFile) => ReportFile
    readonly workingFolder: string
    readonly own: OwnParts
  },
): Promise<readonly (readonly [path: string, text: string])[]> {
  const { html, site, workingFolder, own } = asked
  if (html === undefined && site === undefined) return []
  const page = loadReportPage(join(packageRoot(), 'dist/report-page'))
  const data = openStudioData(store, { workingFolder, clock: Date.now, own })
  const about = { version: ownVersion(), conversationsMax: CONVERSATIONS_MAX }
  const file = asked.change(await gatherReport(data, runs, about))
  return [
    ...(html === undefined
      ? []
      : [[html, htmlFile(page, { title: titleOf(file), document: file, start: '/summary' })] as const]),
    ...(site === undefined
      ? []
      : [...siteFiles(page, file)].map(([path, text]) => [join(site, path), text] as const)),
  ]
}

const titleOf = ({ runs }: ReportFile): string => `SAGE report: ${runs.map(({ run }) => run).join(', ')}`

/** Conversations are loaded a shelf at a time, when somebody opens one. */
const SHELF_TRIALS = 40

/** A folder to put on any web server, or to open from disk: a leaderboard, and a page an agent. Path -> text. */
function siteFiles(page: ReportPage, file: ReportFile): ReadonlyMap<string, string> {
  const shelves = shelvesOf(file.trials)
  const places = shelves.flatMap((shelf, at) => shelf.map(({ trial }) => [trial, at] as const))
  const document = { ...file, trials: [], shelves: Object.fromEntries(places) }
  return new Map([
    ['index.html', sitePage({ title: 'SAGE leaderboard', to: '', start: '/' })],
    ...agentPages(file),
    ['assets/page.js', page.script],
    ['assets/page.css', page.style],
    ['assets/documents.js', documentScript('report', document)],
    ...shelves.map((shelf, at): readonly [string, string] => [
      `assets/trials-${at}.js`,
      documentScript(`trials-${at}`, shelf),
    ]),
  ])
}

function shelvesOf(trials: readonly TrialView[]): readonly (readonly TrialView[])[] {
  const count = Math.ceil(trials.length / SHELF_TRIALS)
  return Array.from({ length: count }, (_, at) => trials.slice(at * SHELF_TRIALS, (at + 1) * SHELF_TRIALS))
}

/** Newest run first: its agents get the plain names. */
function agentPages({ held }: ReportFile): readonly (readonly [string, string])[] {
  const names = new Set<string>()
  return [...held].reverse().flatMap(({ run, report }) =>
    report.decision.agents.map(({ agent }): readonly [string, string] => {
      const start = `/summary?${new URLSearchParams({ run, agent })}`
      return [`agents/${nameFor(agent, run, names)}.html`, sitePage({ title: agent, to: '../', start })]
    }),
  )
}

/** A name any file system and any address can carry, and no other page has. */
function nameFor(agent: string, run: string, taken: Set<string>): string {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80)
  const base = plain(agent) || 'agent'
  const tries = [
    base,
    `${base}-${plain(run)}`,
    ...Array.from({ length: 1_000 }, (_, at) => `${base}-${at + 2}`),
  ]
  const free = tries.find((name) => !taken.has(name)) ?? base
  taken.add(free)
  return free
}
