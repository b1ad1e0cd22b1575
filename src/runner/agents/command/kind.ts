import { z } from 'zod'
import { agentKind, type Resolved } from '../shared/agent-kind.ts'
import { name, turnAgentOf, turnSettings } from '../shared/agent-settings.ts'
import { CommandRequest } from './request.ts'

/** A program that answers turns on standard input and output. */
export const command = agentKind({
  name: 'command',
  target: z.union([name, z.array(name).min(1)]).describe('a program that speaks on stdin and stdout'),
  settings: turnSettings,
  docs: { have: 'a program', write: 'command: python3 agent.py' },
  word: null,
  recognise: () => null,
  resolve: (written, where): Resolved<CommandRequest> => {
    const agent = turnAgentOf(written, where)
    return 'wrong' in agent ? agent : { agent: { ...agent, kind: 'command', folder: where.workingFolder } }
  },
  whereTextGoes: ({ target }) => ({ to: 'program', command: target.join(' ') }),
  stored: CommandRequest,
  load: async () => (await import('./make-command.ts')).makeCommand,
})
