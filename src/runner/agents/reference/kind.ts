import { didYouMean, nearest } from '../../../base/files/suggest.ts'
import { findInstrument, INSTRUMENT_NAMES } from '../../../references/catalogue.ts'
import { agentKind, type Resolved } from '../shared/agent-kind.ts'
import { baseOf, name, noOwnTools, toolsSetting } from '../shared/agent-settings.ts'
import { ReferenceRequest } from './request.ts'

/** Agents that come with SAGE: instruments, which test the benchmark. */
export const reference = agentKind({
  name: 'reference',
  target: name.describe('a built-in agent, under another id'),
  settings: toolsSetting,
  docs: null,
  word: null,
  // Any word that could be a name: a misspelt one is answered with those that exist.
  recognise: (word) => (/:|\.[cm]?[jt]s$/.test(word) ? null : word),
  resolve: (written, { otherWays }): Resolved<ReferenceRequest> => {
    const [called] = written.target
    const wrong = noOwnTools(written, { code: 'reference-own-tools', is: 'a built-in agent' })
    if (wrong !== null) return { wrong }
    if (findInstrument(called) !== undefined)
      return { agent: { ...baseOf(written), kind: 'reference', tools: 'ours' } }
    const ways = nearest(called, INSTRUMENT_NAMES) === undefined ? otherWays : ''
    return {
      wrong: {
        code: 'unknown-agent',
        message: `There is no agent "${called}".`,
        hint: `${didYouMean(called, INSTRUMENT_NAMES)}${ways}`,
      },
    }
  },
  whereTextGoes: () => ({ to: 'nowhere' }),
  stored: ReferenceRequest,
  load: async () => (await import('./make-reference.ts')).makeReference,
})
