import { agentKind, type Resolved } from '../shared/agent-kind.ts'
import {
  baseOf,
  headersSetting,
  keySetting,
  name,
  noOwnTools,
  timeoutMsOf,
  timeoutSetting,
  toolsSetting,
} from '../shared/agent-settings.ts'
import { isService, McpRequest } from './request.ts'

/** An MCP client of our desk. */
export const mcp = agentKind({
  name: 'mcp',
  target: name.describe('address or command of an MCP client of our desk'),
  settings: { ...toolsSetting, ...headersSetting, ...timeoutSetting, ...keySetting },
  docs: { have: 'an MCP client', write: 'mcp: node agent.js' },
  word: null,
  recognise: () => null,
  resolve: (written, { workingFolder }): Resolved<McpRequest> => {
    const { settings } = written
    const wrong = noOwnTools(written, { code: 'mcp-own-tools', is: 'a client of this desk' })
    if (wrong !== null) return { wrong }
    return {
      agent: {
        ...baseOf(written),
        kind: 'mcp',
        tools: 'ours',
        folder: workingFolder,
        headersEnv: settings.headers_env ?? {},
        keyEnv: settings.key_env ?? null,
        timeoutMs: timeoutMsOf(settings),
      },
    }
  },
  whereTextGoes: (agent) =>
    isService(agent)
      ? {
          to: 'service',
          url: agent.target[0],
          keyEnv: [...(agent.keyEnv === null ? [] : [agent.keyEnv]), ...Object.values(agent.headersEnv)],
        }
      : { to: 'program', command: agent.target.join(' ') },
  stored: McpRequest,
  load: async () => (await import('./make-mcp.ts')).makeMcp,
})
