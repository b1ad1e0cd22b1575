import { z } from 'zod'
import { agentKind, type Resolved } from '../shared/agent-kind.ts'
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
import { CommandRequest } from './request.ts'

/** A program that answers turns on standard input and output. */
export const command = agentKind({
  name: 'command',
  target: z.union([name, z.array(name).min(1)]).describe('a program that speaks on stdin and stdout'),
  settings: { ...ownToolsSettings, ...statelessSetting, ...timeoutSetting, ...optionsSetting },
  docs: { have: 'a program', write: 'command: python3 agent.py' },
  word: null,
  recognise: () => null,
  resolve: (written, where): Resolved<CommandRequest> => {
    const { settings } = written
    const own = ownToolsOf(written.id, settings, where)
    if ('wrong' in own) return own
    return {
      agent: {
        ...baseOf(written),
        ...own,
        kind: 'command',
        folder: where.workingFolder,
        timeoutMs: timeoutMsOf(settings),
        options: settings.options ?? {},
        stateless: settings.stateless ?? false,
      },
    }
  },
  whereTextGoes: ({ target }) => ({ to: 'program', command: target.join(' ') }),
  stored: CommandRequest,
  load: async () => (await import('./make-command.ts')).makeCommand,
})
