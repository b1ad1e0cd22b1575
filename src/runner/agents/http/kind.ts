import { z } from 'zod'
import { agentKind, idFrom, type Resolved } from '../shared/agent-kind.ts'
import { headersSetting, keySetting, turnAgentOf, turnSettings } from '../shared/agent-settings.ts'
import { HttpRequest } from './request.ts'

/** A service that answers turns over HTTP. */
export const http = agentKind({
  name: 'http',
  target: z
    .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
    .refine(
      (address) => !/^https?:\/\/[^/]*@/.test(address),
      'no name or password in an address: say key_env',
    )
    .describe('address of a service that answers'),
  settings: { ...turnSettings, ...headersSetting, ...keySetting },
  docs: { have: 'a service', write: 'http: http://127.0.0.1:8601/turn' },
  word: 'a service URL',
  recognise: (word) => {
    const [, address] = /^https?:\/\/([^?#]*)/.exec(word) ?? []
    return address === undefined ? null : idFrom(address, 'service')
  },
  resolve: (written, where): Resolved<HttpRequest> => {
    const { headers_env: headersEnv = {}, key_env: keyEnv = null } = written.settings
    const agent = turnAgentOf(written, where)
    return 'wrong' in agent ? agent : { agent: { ...agent, kind: 'http', headersEnv, keyEnv } }
  },
  whereTextGoes: ({ target, keyEnv, headersEnv }) => ({
    to: 'service',
    url: target[0],
    keyEnv: [...(keyEnv === null ? [] : [keyEnv]), ...Object.values(headersEnv)],
  }),
  stored: HttpRequest,
  load: async () => (await import('./make-http.ts')).makeHttp,
})
