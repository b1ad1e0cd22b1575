import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { placeOf } from '../../../models/known-providers.ts'
import { agentKind, idFrom, type Resolved } from '../shared/agent-kind.ts'
import { baseOf, name, noOwnTools, timeoutSetting, toolsSetting } from '../shared/agent-settings.ts'
import { modelSettings, modelSettingsOf } from '../shared/model-settings.ts'
import { ModelRequest } from './request.ts'

const promptSetting = {
  prompt: name
    .optional()
    .describe('model: a file with your own instructions; {{sop}} and {{today}} in it are replaced'),
}

/** The text is kept with the run: a prompt that changes later changes no run that was started with it. */
function readPrompt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A model that SAGE asks itself. */
export const model = agentKind({
  name: 'model',
  target: name.describe('provider:name'),
  settings: { ...toolsSetting, ...timeoutSetting, ...modelSettings, ...promptSetting },
  docs: { have: 'only a model', write: 'model: provider:name' },
  word: 'provider:model',
  recognise: (word) => (word.includes(':') && !/^https?:\/\//.test(word) ? idFrom(word, 'model') : null),
  resolve: (written, { providers, workingFolder }): Resolved<ModelRequest> => {
    const settings = modelSettingsOf(written.settings)
    const wrong = noOwnTools(written, { code: 'model-own-tools', is: 'a model' })
    if (wrong !== null) return { wrong }
    const found = placeOf(written.target[0], settings, providers)
    if ('misplaced' in found) return { wrong: found.misplaced }
    const { prompt: file } = written.settings
    const prompt = file === undefined ? undefined : readPrompt(resolve(workingFolder, file))
    if (file !== undefined && prompt === undefined)
      return {
        wrong: {
          code: 'file-missing',
          message: `There is no file ${file}, the prompt of agent "${written.id}".`,
          hint: 'Check the path and its spelling.',
        },
      }
    return {
      agent: {
        ...baseOf(written),
        kind: 'model',
        tools: 'ours',
        model: settings,
        ...(prompt === undefined ? {} : { prompt }),
      },
    }
  },
  whereTextGoes: ({ target, model: settings }) => ({ to: 'model', model: target[0], settings }),
  stored: ModelRequest,
  load: async () => (await import('./make-model.ts')).makeModel,
})
