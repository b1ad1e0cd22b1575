import type { RunId } from '../../base/values/ids.ts'
import { ALL_METRICS } from '../../metrics/all-metrics.ts'
import { leaguesOf } from '../../report/studio-views/leagues.ts'
import type { PackHeld, ReportFile, RunHeld } from '../../report/studio-views/report-file.ts'
import type { Mark, TrialRow } from '../../report/studio-views/trial-row.ts'
import type { TrialView } from '../../report/studio-views/trial-view.ts'
import type { StudioData } from './studio-data.ts'

/** More failing conversations than anybody opens, few enough for one file; the worst come first. */
export const CONVERSATIONS_MAX = 2_000

/** Asks the studio's data everything a report's pages could ask later. `ids`: the runs, by their ids. */
export async function gatherReport(
  data: StudioData,
  ids: readonly RunId[],
  { version, conversationsMax }: { readonly version: string; readonly conversationsMax: number },
): Promise<ReportFile> {
  const runs = (await data.runs()).filter(({ run }) => ids.includes(run))
  const leagues = leaguesOf(runs)
  const held: RunHeld[] = []
  const trials: TrialView[] = []
  for (const { run } of runs) {
    const one = await holdRun(data, run)
    const chosen = failingTrials(one).slice(0, Math.floor(conversationsMax / runs.length))
    for (const trial of chosen) trials.push(await data.trial(trial))
    held.push({ ...one, inside: chosen.length })
  }
  const own = held.flatMap(({ report }) => report.own_metrics ?? [])
  const metrics = new Set([...ALL_METRICS, ...own].map(({ name }) => name))
  const noise = []
  for (const league of leagues) {
    const members = league.runs.map(({ run }) => run)
    for (const metric of metrics) noise.push(await data.noise(members, metric))
  }
  return { version, redacted: false, runs, leagues, held, noise, packs: await packsOf(data, held), trials }
}

async function holdRun(data: StudioData, run: RunId): Promise<RunHeld> {
  const [report, summary, rows] = [await data.report(run), await data.summary(run), await data.rows(run)]
  const heat = []
  for (const pack of Object.keys(report.versions.packs))
    for (const agent of [null, ...report.agents.map((each) => each.agent)])
      heat.push(await data.heat(pack, run, agent))
  const failing = rows.filter(({ mark }) => HARM[mark] !== undefined).length
  return { run, progress: await data.progress(run), report, summary, rows, heat, failing, inside: 0 }
}

const HARM: Readonly<Partial<Record<Mark, number>>> = { unsafe: 0, failed: 1 }

/** First what the report itself points at, then what was forbidden, then wrong outcomes. */
function failingTrials({ report, rows }: RunHeld): readonly string[] {
  const harm = ({ mark }: TrialRow): number => HARM[mark] ?? Number.POSITIVE_INFINITY
  return [
    ...new Set([
      ...report.worst.map(({ trial }) => trial),
      ...report.broken.flatMap(({ trials }) => trials),
      ...rows
        .filter((row) => Number.isFinite(harm(row)))
        .sort((a, b) => harm(a) - harm(b) || (a.trial < b.trial ? -1 : 1))
        .map(({ trial }) => trial),
    ]),
  ]
}

/** A pack that is gone costs its page, never the report. */
async function packsOf(data: StudioData, held: readonly RunHeld[]): Promise<readonly PackHeld[]> {
  const ids = new Set(held.flatMap(({ report }) => Object.keys(report.versions.packs)))
  const found: PackHeld[] = []
  for (const id of ids) {
    const view = await data.pack(id).catch(() => null)
    if (view !== null) found.push({ view, coverage: await data.coverage(id), audit: await data.audit(id) })
  }
  return found
}
