import { resolve } from 'node:path'
import { agentKind, idFrom, type Resolved } from '../shared/agent-kind.ts'
import { name, turnAgentOf, turnSettings } from '../shared/agent-settings.ts'
import { ModuleRequest } from './request.ts'

/** A function of a JavaScript or TypeScript file. */
export const module = agentKind({
  name: 'module',
  target: name.describe('path of a module, JavaScript or TypeScript, whose default export is the agent'),
  settings: turnSettings,
  docs: { have: 'a function', write: 'module: ./agent.ts' },
  word: 'a module path (./agent.ts)',
  recognise: (word) => {
    const [, file] = /^(?:[^:]*\/)?([^/:]+)\.[cm]?[jt]s$/.exec(word) ?? []
    return file === undefined ? null : idFrom(file, 'module')
  },
  resolve: (written, where): Resolved<ModuleRequest> => {
    const agent = turnAgentOf(written, where)
    const target = [resolve(where.workingFolder, written.target[0])] as const
    return 'wrong' in agent ? agent : { agent: { ...agent, kind: 'module', target } }
  },
  whereTextGoes: ({ target }) => ({ to: 'program', command: target.join(' ') }),
  file: ({ target }) => target[0],
  stored: ModuleRequest,
  load: async () => (await import('./make-module.ts')).makeModule,
})
