import type { DefineCommand } from './terminal/command.ts'

/** One line per command. Nothing of a command is loaded before it is called. */
export type CommandEntry = {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<DefineCommand>
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'start in an empty folder: settings, a first agent that runs, a workflow for CI',
    load: async () => (await import('./commands/init.ts')).defineInit,
  },
  {
    name: 'run',
    summary: 'run agents on cases: a decision by gates, then what went wrong, worst first',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
  {
    name: 'worker',
    summary: 'play trials of runs that are submitted to a PostgreSQL store',
    load: async () => (await import('./commands/worker.ts')).defineWorker,
  },
  {
    name: 'packs',
    summary: 'list the available packs',
    load: async () => (await import('./commands/packs.ts')).definePacks,
  },
  {
    name: 'pack',
    summary: 'check a pack of your own, or make one from an SOP',
    load: async () => (await import('./commands/pack.ts')).definePack,
  },
  {
    name: 'compile',
    summary: 'propose a graph for an SOP, check it, and accept it sentence by sentence',
    load: async () => (await import('./commands/compile.ts')).defineCompile,
  },
  {
    name: 'signoff',
    summary: 'answer situations in words and see where the graph does something else',
    load: async () => (await import('./commands/signoff.ts')).defineSignoff,
  },
  {
    name: 'graph',
    summary: 'draw the dialogue graph of a pack',
    load: async () => (await import('./commands/graph.ts')).defineGraph,
  },
  {
    name: 'cover',
    summary: 'show which parts of the SOP the cases exercise, and which they never reach',
    load: async () => (await import('./commands/cover.ts')).defineCover,
  },
  {
    name: 'play',
    summary: 'play the agent or the customer of a case yourself and get the verdict',
    load: async () => (await import('./commands/play.ts')).definePlay,
  },
  {
    name: 'desk',
    summary: 'serve one case as an MCP server, for your own agent',
    load: async () => (await import('./commands/desk.ts')).defineDesk,
  },
  {
    name: 'import',
    summary: 'import conversations that other systems recorded, and judge them',
    load: async () => (await import('./commands/import.ts')).defineImport,
  },
  {
    name: 'score',
    summary:
      'score stored runs and transcripts again: with the current rules, an edited pack, another reader or judge',
    load: async () => (await import('./commands/score.ts')).defineScore,
  },
  {
    name: 'cases',
    summary: 'list the cases of a pack: its own, and those planned from its graph',
    load: async () => (await import('./commands/cases.ts')).defineCases,
  },
  {
    name: 'show',
    summary: 'show one conversation: what was due, what was done, which sentence',
    load: async () => (await import('./commands/show.ts')).defineShow,
  },
  {
    name: 'fork',
    summary: 'replay a conversation up to a decision and sample the agent’s next turn many times',
    load: async () => (await import('./commands/fork.ts')).defineFork,
  },
  {
    name: 'adopt',
    summary: 'make a case from a recorded conversation: the agent under test takes over in the middle of it',
    load: async () => (await import('./commands/adopt.ts')).defineAdopt,
  },
  {
    name: 'scrub',
    summary: 'replace personal data in recorded conversations by consistent stand-ins',
    load: async () => (await import('./commands/scrub.ts')).defineScrub,
  },
  {
    name: 'compare',
    summary: 'compare two runs: what changed, by how much, and whether it is noise',
    load: async () => (await import('./commands/compare.ts')).defineCompare,
  },
  {
    name: 'report',
    summary: 'report on a stored run as text, HTML, Markdown, CSV or JUnit',
    load: async () => (await import('./commands/report.ts')).defineReport,
  },
  {
    name: 'open',
    summary: 'open the report of the latest run, and the rest of the studio, in the browser',
    load: async () => (await import('./commands/open.ts')).defineOpen,
  },
  {
    name: 'runs',
    summary: 'list, show, delete, prune, export and import stored runs',
    load: async () => (await import('./commands/runs.ts')).defineRuns,
  },
  {
    name: 'calibrate',
    summary: 'compare judges with human labels; uncalibrated ratings are only diagnostic',
    load: async () => (await import('./commands/calibrate.ts')).defineCalibrate,
  },
  {
    name: 'ci',
    summary: 'in GitHub Actions: fetch the baseline, comment on the pull request',
    load: async () => (await import('./commands/ci.ts')).defineCi,
  },
  {
    name: 'doctor',
    summary: 'check this machine: Node, store, disk, clock, keys, providers',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'synth',
    summary: 'write synthetic dialogues along the true paths of a pack, labelled, with and without faults',
    load: async () => (await import('./commands/synth.ts')).defineSynth,
  },
  {
    name: 'audit',
    summary: 'check that the benchmark catches planted faults and raises no false alarms',
    load: async () => (await import('./commands/audit.ts')).defineAudit,
  },
]

/** Old names of commands, and what they are called now. */
export const RENAMED: Readonly<Record<string, string>> = {
  explain: 'show',
  view: 'open',
  'runs show': 'report',
  'what-if': 'score',
  reread: 'score',
  rejudge: 'score',
  judge: 'score',
}

const REPORTED = (flag: string) => `After the run, type: npx sage-desk report latest ${flag}`

/** Flags that a command had, and what does the same now. */
export const MOVED_FLAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: {
    '--md': REPORTED('--md <file>'),
    '--html': REPORTED('--html <file>'),
    '--junit': REPORTED('--junit <file>'),
    '--summary': REPORTED('--summary <file>'),
    '--verbose': REPORTED('--wide'),
    '--baseline': 'Write baseline: <run or exported run> in sage.yaml.',
    '--planned': 'Write planned: <none, small, standard, full or wide> in sage.yaml or in a suite.',
    '--judge':
      'Write judges: [<who>] in sage.yaml, or rate the finished run: npx sage-desk score latest --judge <who>',
    '--reader':
      'Write reader: in sage.yaml, or read the finished run again: npx sage-desk score latest --reader <who>',
    '--yes': 'To resume an imported run without being asked, add --force.',
    '--log': 'Set SAGE_LOG=json in the environment.',
  },
}
