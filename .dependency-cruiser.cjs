// One row per room: what it may import besides itself. Order = the pipeline. test/architecture.test.ts runs it.
const MAY_IMPORT = {
  base: [],
  sop: ['base'],
  graph: ['base', 'sop'],
  world: ['base'],
  transcript: ['base'],
  models: ['base'],
  cards: ['base'],
  cases: ['base', 'graph', 'world', 'cards'],
  compile: ['base', 'sop', 'graph', 'world', 'models'],
  conversation: ['base', 'world', 'transcript', 'cards', 'models'],
  references: ['base', 'sop', 'graph', 'world', 'transcript', 'cases', 'compile', 'conversation'],
  verdicts: ['base', 'sop', 'graph', 'world', 'transcript', 'cases', 'models'],
  recordings: ['base', 'world', 'transcript', 'cards', 'cases'],
  metrics: ['base', 'transcript', 'cases', 'verdicts'],
  report: ['base', 'sop', 'graph', 'world', 'cases', 'transcript', 'verdicts', 'metrics'],
  storage: ['base', 'cases', 'transcript', 'verdicts', 'metrics', 'report'],
  runner: [
    'base',
    'sop',
    'graph',
    'world',
    'transcript',
    'models',
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

// Tests may look at a room from any side; what ships may not.
const TESTS = '\\.test\\.ts$|-testing\\.ts$|/fixtures(/|\\.ts$)'
const PURE =
  '^src/(?!base/hash\\.ts)(base|sop|graph|world|cards|transcript|cases|metrics|report|verdicts/rules)/'

const layer = ([room, allowed]) => ({
  name: `layer-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
})
const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to, ...extra },
})

module.exports = {
  MAY_IMPORT,
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(layer),
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
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, path: '^\\.' } },
    {
      name: 'pure-has-no-node',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    forbid('agent-is-blind', '^src/conversation/agent/', '^src/(sop|graph|cards|cases|verdicts)/', {
      reachable: true,
    }),
    forbid('customer-is-blind', '^src/conversation/customer/', '^src/(sop|graph|cases|verdicts)/', {
      reachable: true,
    }),
    forbid('rules-call-no-model', '^src/verdicts/rules/', '^src/models/', { reachable: true }),
    forbid(
      'only-doors-wire-providers',
      '^src/(?!cli/|index\\.ts|models/providers/)',
      '^src/models/providers/',
    ),
    forbid('studio-reads-data-only', '^studio/', '^src/', { pathNot: '^src/(base|transcript|report)/' }),
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
