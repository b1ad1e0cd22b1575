import type { DefineCommand } from './terminal/command.ts'

/** One line per command. Nothing of a command is loaded before it is called. */
export type CommandEntry = {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<DefineCommand>
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'run agents on cases: progress, table, report, exit code by gates',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
  {
    name: 'packs',
    summary: 'the packs there are',
    load: async () => (await import('./commands/packs.ts')).definePacks,
  },
  {
    name: 'pack',
    summary: 'work on a pack of your own: check',
    load: async () => (await import('./commands/pack.ts')).definePack,
  },
  {
    name: 'compile',
    summary: 'from SOP text to a checked graph, and what could not be read',
    load: async () => (await import('./commands/compile.ts')).defineCompile,
  },
  {
    name: 'graph',
    summary: 'draw the dialogue graph of a pack',
    load: async () => (await import('./commands/graph.ts')).defineGraph,
  },
  {
    name: 'cover',
    summary: 'what of the SOP the cases of a pack exercise, and what never',
    load: async () => (await import('./commands/cover.ts')).defineCover,
  },
  {
    name: 'play',
    summary: 'play the agent (or the customer) of a case yourself, and get the verdict',
    load: async () => (await import('./commands/play.ts')).definePlay,
  },
  {
    name: 'desk',
    summary: 'the desk of one case as an MCP server, for an agent of your own',
    load: async () => (await import('./commands/desk.ts')).defineDesk,
  },
  {
    name: 'score',
    summary: 'what the rules say of stored transcripts',
    load: async () => (await import('./commands/score.ts')).defineScore,
  },
  {
    name: 'explain',
    summary: 'the story of one trial, for a person',
    load: async () => (await import('./commands/explain.ts')).defineExplain,
  },
  {
    name: 'what-if',
    summary: 'which verdicts of a stored run change under an edited pack',
    load: async () => (await import('./commands/what-if.ts')).defineWhatIf,
  },
  {
    name: 'compare',
    summary: 'two runs, paired: what changed, by how much, and whether that is noise',
    load: async () => (await import('./commands/compare.ts')).defineCompare,
  },
  {
    name: 'report',
    summary: 'a stored run for people and CI: first page, figures, Markdown, CSV, JUnit',
    load: async () => (await import('./commands/report.ts')).defineReport,
  },
  {
    name: 'view',
    summary: 'the studio, in the browser: leaderboard, runs, conversations, packs, figures',
    load: async () => (await import('./commands/view.ts')).defineView,
  },
  {
    name: 'runs',
    summary: 'stored runs: list, show, delete, export, import',
    load: async () => (await import('./commands/runs.ts')).defineRuns,
  },
  {
    name: 'rejudge',
    summary: 'add a judge to a finished run; no conversation is played again',
    load: async () => (await import('./commands/rejudge.ts')).defineRejudge,
  },
  {
    name: 'calibrate',
    summary: 'hold judges against people’s labels; until then ratings are diagnostic',
    load: async () => (await import('./commands/calibrate.ts')).defineCalibrate,
  },
  {
    name: 'doctor',
    summary: 'is this machine fit: node, store, disk, clock, keys, providers',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'audit',
    summary: 'does the benchmark catch planted faults, and only those',
    load: async () => (await import('./commands/audit.ts')).defineAudit,
  },
]
