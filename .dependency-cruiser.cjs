// The direction table, run by test/architecture.test.ts. One row per room: what it may import besides itself.
// Order = the pipeline.
const MAY_IMPORT = {
  base: [],
  text: ['base'],
  scrub: ['base', 'text'],
  sop: ['base', 'text'],
  graph: ['base', 'text', 'sop'],
  world: ['base', 'text'],
  transcript: ['base', 'text'],
  models: ['base'],
  // pure but for reading/model, the reader that asks a language model
  reading: ['base', 'text', 'transcript', 'models'],
  cards: ['base'],
  cases: ['base', 'text', 'graph', 'world', 'cards'],
  compile: ['base', 'text', 'sop', 'graph', 'world', 'models'],
  conversation: ['base', 'text', 'world', 'transcript', 'reading', 'cards', 'models'],
  references: ['base', 'text', 'sop', 'graph', 'world', 'transcript', 'cases', 'conversation'],
  verdicts: ['base', 'text', 'sop', 'graph', 'world', 'transcript', 'reading', 'cases', 'models'],
  recordings: ['base', 'text', 'sop', 'graph', 'world', 'transcript', 'reading', 'cards', 'cases'],
  metrics: ['base', 'transcript', 'cases', 'verdicts'],
  report: ['base', 'sop', 'graph', 'world', 'cases', 'transcript', 'verdicts', 'metrics'],
  storage: ['base', 'cases', 'transcript', 'verdicts', 'metrics', 'report'],
  runner: [
    'base',
    'text',
    'scrub',
    'sop',
    'graph',
    'world',
    'transcript',
    'models',
    'reading',
    'cards',
    'cases',
    'compile',
    'conversation',
    'references',
    'verdicts',
    'recordings',
    'metrics',
    'report',
    'storage',
  ],
}

// One row per sub-room: which siblings it may import. `.` stands for the files directly in the room's folder.
// A sub-room without a row is not allowed, and neither is a file outside a row (every-file-has-a-sub-room).
const SUB_ROOMS = {
  base: { values: [], '.': ['values'], files: ['.'], guards: ['.', 'values', 'files'] },
  graph: {
    model: [],
    file: ['model'],
    domains: ['model', 'file'],
    expand: ['model', 'file'],
    check: ['model', 'file', 'domains'],
    walk: ['model', 'file'],
    paths: ['model', 'file', 'domains'],
    coverage: ['model', 'domains', 'paths'],
    plan: ['model', 'paths', 'coverage'],
    words: ['file'],
    '.': ['model', 'file', 'domains', 'expand', 'check'],
  },
  compile: {
    outline: [],
    propose: ['outline'],
    gates: ['outline'],
    lint: ['outline', 'gates'],
    draft: ['propose', 'outline'],
    signoff: ['gates'],
    ask: ['outline', 'gates'],
    review: [],
  },
  transcript: { '.': [] },
  reading: { encoder: [], lexical: [], trained: ['encoder', 'lexical'], '.': ['lexical'], model: ['.'] },
  models: { '.': [], providers: ['.'] },
  conversation: {
    protocol: [],
    desk: ['protocol'],
    agent: ['protocol', 'desk'],
    customer: [],
    talk: ['protocol', 'desk', 'customer'],
  },
  verdicts: {
    model: [],
    text: [],
    'trial-view': ['model', 'text'],
    rules: ['model', 'text', 'trial-view'],
    '.': ['model', 'trial-view', 'rules'],
    scoring: ['model', 'trial-view', 'rules', '.'],
    judges: [],
  },
  recordings: {
    model: [],
    stream: ['model'],
    formats: ['model'],
    '.': ['model', 'formats'],
    adopted: ['.'],
  },
  metrics: { statistics: [], '.': ['statistics'], judges: ['statistics', '.'] },
  report: {
    result: [],
    'graph-drawing': [],
    render: ['result'],
    'studio-views': ['result', 'graph-drawing', 'render'],
  },
  storage: {
    '.': [],
    sql: ['.'],
    sqlite: ['.', 'sql'],
    postgres: ['.', 'sql'],
    team: ['.', 'sql', 'postgres'],
    open: ['.', 'sqlite', 'postgres', 'team'],
  },
  runner: {
    files: [],
    agents: [],
    plugins: ['files', 'agents'],
    settings: ['files', 'agents'],
    packs: ['files', 'settings'],
    judges: ['agents', 'settings'],
    trial: ['agents', 'settings', 'judges'],
    runs: ['files', 'agents', 'plugins', 'settings', 'packs', 'judges'],
    'engine/schedule': ['agents', 'plugins', 'settings', 'packs', 'trial'],
    'engine/forks': ['agents', 'settings', 'trial', 'engine/schedule'],
    engine: [
      'files',
      'plugins',
      'settings',
      'judges',
      'agents',
      'trial',
      'runs',
      'engine/schedule',
      'engine/forks',
    ],
    'jobs/adopt': ['files', 'packs'],
    'jobs/audit': ['agents', 'trial'],
    'jobs/calibrate': ['runs'],
    'jobs/cover': ['settings', 'agents', 'trial'],
    'jobs/desk': ['settings', 'agents', 'trial'],
    'jobs/doctor': ['agents', 'judges', 'settings'],
    'jobs/fork': [
      'files',
      'agents',
      'plugins',
      'settings',
      'packs',
      'trial',
      'runs',
      'engine',
      'engine/forks',
    ],
    'jobs/import': ['files', 'agents', 'runs', 'trial'],
    'jobs/score': ['files', 'agents', 'packs', 'judges', 'runs'],
    'jobs/synth': ['trial', 'jobs/audit'],
    workers: [
      'files',
      'agents',
      'plugins',
      'settings',
      'packs',
      'trial',
      'runs',
      'engine',
      'engine/schedule',
    ],
    library: ['agents', 'plugins', 'settings', 'runs', 'engine'],
    workbench: ['files', 'agents', 'settings', 'packs'],
    studio: ['files', 'agents', 'settings', 'packs', 'runs', 'jobs/audit', 'jobs/cover'],
  },
  cli: {
    terminal: [],
    run: ['terminal', 'report'],
    report: ['terminal'],
    view: [],
    ci: [],
    commands: ['terminal', 'run', 'report', 'view', 'ci'],
    '.': ['terminal', 'commands'],
  },
}

// If each folder is one thing of a kind, those things do not know each other, except what they keep in `shared`.
const STAND_ALONE = ['verdicts/rules', 'runner/agents', 'recordings/formats']

// Tests may look at a room from any side; what ships may not.
const TESTS = '\\.test\\.ts$'
const PURE =
  '^src/(?!base/hash\\.ts)(base|text|scrub|sop|graph|world|cards|transcript|reading(?!/model/)|recordings|cases|metrics|report|verdicts/(model|text|trial-view|rules|scoring))/'

const layer = ([room, allowed]) => ({
  name: `layer-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
})
/** The files of a sub-room: its folder without the folders that have a row of their own. */
const filesOf = (room, sub) => {
  if (sub === '.') return `^src/${room}/[^/]+$`
  const inner = Object.keys(SUB_ROOMS[room]).filter((other) => other.startsWith(`${sub}/`))
  const except = inner.map((other) => `${other.slice(sub.length + 1)}/`).join('|')
  return `^src/${room}/${sub}/${except === '' ? '' : `(?!${except})`}`
}
const subRoomLayers = Object.entries(SUB_ROOMS).flatMap(([room, rows]) =>
  Object.entries(rows).map(([sub, allowed]) => ({
    name: `layer-${room}/${sub}`,
    severity: 'error',
    from: { path: filesOf(room, sub), pathNot: TESTS },
    to: {
      path: `^src/${room}/`,
      pathNot: [sub, ...allowed].map((name) => filesOf(room, name)).join('|'),
    },
  })),
)
const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to, ...extra },
})

module.exports = {
  MAY_IMPORT,
  SUB_ROOMS,
  STAND_ALONE,
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(layer),
    ...subRoomLayers,
    ...STAND_ALONE.map((folder) => ({
      name: `stand-alone-${folder}`,
      severity: 'error',
      from: { path: `^src/${folder}/([^/]+)/`, pathNot: TESTS },
      to: { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/($1|shared)/` },
    })),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-has-a-room',
      severity: 'error',
      from: {},
      to: {
        path: '^src/',
        pathNot: `^src/((${[...Object.keys(MAY_IMPORT), 'cli'].join('|')})/|index\\.ts$)`,
      },
    },
    {
      name: 'every-file-has-a-sub-room',
      severity: 'error',
      from: {},
      to: {
        path: `^src/(${Object.keys(SUB_ROOMS).join('|')})/`,
        pathNot: `${Object.entries(SUB_ROOMS)
          .flatMap(([room, rows]) => Object.keys(rows).map((sub) => filesOf(room, sub)))
          .join('|')}|${TESTS}`,
      },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, path: '^\\.' } },
    {
      name: 'pure-has-no-node',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    forbid(
      'agent-is-blind',
      '^src/conversation/(agent|protocol|desk)/',
      '^src/(sop|graph|cards|cases|verdicts)/',
      {
        reachable: true,
      },
    ),
    forbid('customer-is-blind', '^src/conversation/customer/', '^src/(sop|graph|cases|verdicts)/', {
      reachable: true,
    }),
    forbid('rules-call-no-model', '^src/verdicts/rules/', '^src/models/', { reachable: true }),
    forbid(
      'only-doors-wire-providers',
      '^src/(?!cli/|index\\.ts|models/providers/)',
      '^src/models/providers/',
    ),
    forbid('studio-reads-data-only', '^studio/', '^src/', {
      pathNot: '^src/(base|transcript|report)/',
    }),
    // Playing a trial knows its journal, not the store behind it.
    forbid('trial-knows-no-store', '^src/runner/trial/', '^src/storage/'),
    forbid('nobody-imports-the-door', '^src/', '^src/index\\.ts$'),
    forbid('nothing-ships-a-test', '^src/', TESTS),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
