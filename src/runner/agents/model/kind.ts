import { placeOf } from '../../../models/known-providers.ts'
import { agentKind, idFrom, type Resolved } from '../shared/agent-kind.ts'
import { baseOf, name, noOwnTools, timeoutSetting, toolsSetting } from '../shared/agent-settings.ts'
import { modelSettings, modelSettingsOf } from '../shared/model-settings.ts'
import { ModelRequest } from './request.ts'

/** A model that SAGE asks itself. */
export const model = agentKind({
  name: 'model',
  target: name.describe('provider:name'),
  settings: { ...toolsSetting, ...timeoutSetting, ...modelSettings },
  docs: { have: 'only a model', write: 'model: provider:name' },
  word: 'provider:model',
  recognise: (word) => (word.includes(':') && !/^https?:\/\//.test(word) ? idFrom(word, 'model') : null),
  resolve: (written, { providers }): Resolved<ModelRequest> => {
    const settings = modelSettingsOf(written.settings)
    const wrong = noOwnTools(written, { code: 'model-own-tools', is: 'a model' })
    if (wrong !== null) return { wrong }
    const found = placeOf(written.target[0], settings, providers)
    if ('misplaced' in found) return { wrong: found.misplaced }
    return { agent: { ...baseOf(written), kind: 'model', tools: 'ours', model: settings } }
  },
  whereTextGoes: ({ target, model: settings }) => ({ to: 'model', model: target[0], settings }),
  stored: ModelRequest,
  load: async () => (await import('./make-model.ts')).makeModel,
})
