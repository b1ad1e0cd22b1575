import { join } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import { printForm, voiceForm } from '../../cases/voice-form.ts'
import { spokenAt } from '../../cases/voices.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { AgentKinds } from '../../runner/agents/kinds.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readTextIfThere } from '../../runner/files/read-text.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { draftVoice } from '../../runner/packs/draft-voice.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import type { Answer, Asked } from '../terminal/command.ts'

const Options = z.strictObject({
  form: z.boolean().default(false),
  model: z.string().optional(),
  style: z.string(),
  wordings: z.int(),
  output: z.string().optional(),
})
export const VOICE_DEFAULTS = { style: 'friendly and plain, as in a chat', wordings: 3 } as const

/** `sage pack voices`: which voices a pack has, the form for a writer, or a draft by a model. */
export async function packVoices({ words, options, workingFolder, own }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const pack = await loadPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  if (asked.form) {
    const form = voiceForm(pack, asked.wordings)
    return { json: form, text: printForm(form), exit: EXIT.ok }
  }
  return asked.model === undefined ? listed(pack) : draft(pack, asked.model, { ...asked, workingFolder, own })
}

function listed(pack: Pack): Answer {
  const spoken = spokenAt(pack.graph, pack.world)
  const voices = [...pack.voices].map(([name, voice]) => ({
    name,
    style: voice.style,
    drafted_by: voice.drafted_by ?? null,
    entries: PARTS.reduce(
      (sum, part) => sum + spoken[part].filter((one) => voice[part][one] !== undefined).length,
      0,
    ),
    of: PARTS.reduce((sum, part) => sum + spoken[part].length, 0),
  }))
  const lines = voices.map(
    ({ name, style, drafted_by: by, entries, of }) =>
      `${name}: ${style}${by === null ? '' : ` (drafted by ${by})`}; ${entries} of ${of} entries`,
  )
  const none = `${pack.id} has no voices. The form for a writer: sage pack voices ${pack.id} --form`
  return {
    json: { pack: pack.id, voices },
    text: lines.length === 0 ? none : lines.join('\n'),
    exit: EXIT.ok,
  }
}

const PARTS = ['fields', 'propose', 'claim', 'topics'] as const

type Drafting = z.infer<typeof Options> & Pick<Asked, 'workingFolder' | 'own'>

async function draft(
  pack: Pack,
  spec: string,
  { style, wordings, output, workingFolder, own }: Drafting,
): Promise<Answer> {
  const file = output ?? join(pack.dir, 'voices', 'draft.yaml')
  if ((await readTextIfThere(file)) !== undefined)
    throw usageError('usage', `${file} exists already.`, 'Give another file with -o, or delete it.')
  const model = (await modelsIn(workingFolder, own.kinds))(
    spec,
    {},
    { used: () => undefined, retried: () => undefined },
  )
  const { voice, missing, calls } = await draftVoice(model, voiceForm(pack, wordings), style)
  const written = await writeText(file, stringify(voice, { lineWidth: 0 }), workingFolder)
  const gaps = missing.length === 0 ? '' : ` No usable wording for: ${missing.join(', ')}.`
  return {
    json: { pack: pack.id, file: written, drafted_by: model.id, calls, missing },
    text: `wrote ${written}, drafted by ${model.id} in ${calls} calls.${gaps} Read it before you trust it.`,
    exit: missing.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}

async function modelsIn(workingFolder: string, kinds: AgentKinds): Promise<ModelSource> {
  const { openModels } = await import('../../models/providers/open-models.ts')
  const settings = await projectSettings(workingFolder, kinds)
  return openModels({ env: process.env, providers: ownProviders(settings.providers) })
}
