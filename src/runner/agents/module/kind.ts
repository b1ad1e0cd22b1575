import { resolve } from 'node:path'
import { agentKind, idFrom, type Resolved } from '../shared/agent-kind.ts'
import {
  baseOf,
  name,
  optionsSetting,
  ownToolsOf,
  ownToolsSettings,
  statelessSetting,
  timeoutMsOf,
  timeoutSetting,
} from '../shared/agent-settings.ts'
import { ModuleRequest } from './request.ts'

/** A function of a JavaScript or TypeScript file. */
export const module = agentKind({
  name: 'module',
  target: name.describe('path of a module, JavaScript or TypeScript, whose default export is the agent'),
  settings: { ...ownToolsSettings, ...statelessSetting, ...timeoutSetting, ...optionsSetting },
  docs: { have: 'a function', write: 'module: ./agent.ts' },
  word: 'a module path (./agent.ts)',
  recognise: (word) => {
    const [, file] = /^(?:[^:]*\/)?([^/:]+)\.[cm]?[jt]s$/.exec(word) ?? []
    return file === undefined ? null : idFrom(file, 'module')
  },
  resolve: (written, where): Resolved<ModuleRequest> => {
    const { settings, target } = written
    const own = ownToolsOf(written.id, settings, where)
    if ('wrong' in own) return own
    return {
      agent: {
        ...baseOf(written),
        ...own,
        kind: 'module',
        target: [resolve(where.workingFolder, target[0])],
        timeoutMs: timeoutMsOf(settings),
        options: settings.options ?? {},
        stateless: settings.stateless ?? false,
      },
    }
  },
  whereTextGoes: ({ target }) => ({ to: 'program', command: target.join(' ') }),
  file: ({ target }) => target[0],
  stored: ModuleRequest,
  load: async () => (await import('./make-module.ts')).makeModule,
})
