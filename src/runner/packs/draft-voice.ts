import { z } from 'zod'
import { jsonIn } from '../../base/values/json.ts'
import { placeholdersIn, type Voice } from '../../base/values/voice.ts'
import { type FormEntry, printEntry, type VoiceForm } from '../../cases/voice-form.ts'
import type { ChatMessage, ChatModel } from '../../models/chat-model.ts'

/**
 * A voice drafted by a model from the writer's form, some entries a call; what does not fit the form is asked for again. In: the
 * form. Out: a voice that says who drafted it, and the entries for which no usable wording came.
 */
export type DraftedVoice = {
  readonly voice: Voice
  readonly missing: readonly string[]
  readonly calls: number
}

const ENTRIES_PER_CALL = 12
const ROUNDS_MAX = 3

const Answer = z.strictObject({
  entries: z.array(z.strictObject({ name: z.string(), wordings: z.array(z.string().min(1).max(2_000)) })),
})

export async function draftVoice(model: ChatModel, form: VoiceForm, style: string): Promise<DraftedVoice> {
  const voice: Voice = {
    format: 1,
    style,
    drafted_by: model.id,
    fields: {},
    propose: {},
    claim: {},
    topics: {},
  }
  const missing: string[] = []
  let calls = 0
  for (const entries of inCalls(form.entries)) {
    const messages: ChatMessage[] = [{ role: 'user', content: entries.map(printEntry).join('\n') }]
    let open = entries
    for (let round = 0; round < ROUNDS_MAX && open.length > 0; round += 1) {
      const { text } = await model.complete({ system: systemPrompt(form, style), messages, schema: Answer })
      calls += 1
      const wrong = take(text, { open, voice, wordings: form.wordings })
      open = open.filter(({ part, name }) => voice[part][name] === undefined)
      messages.push({ role: 'assistant', content: text }, { role: 'user', content: repair(open, wrong) })
    }
    missing.push(...open.map(({ part, name }) => `${part}.${name}`))
  }
  return { voice, missing, calls }
}

/** Entries of one part together: a name may stand under two of them. */
function inCalls(entries: readonly FormEntry[]): readonly (readonly FormEntry[])[] {
  return (['fields', 'propose', 'claim', 'topics'] as const).flatMap((part) => {
    const own = entries.filter((entry) => entry.part === part)
    const count = Math.ceil(own.length / ENTRIES_PER_CALL)
    return Array.from({ length: count }, (_, at) =>
      own.slice(at * ENTRIES_PER_CALL, (at + 1) * ENTRIES_PER_CALL),
    )
  })
}

const systemPrompt = ({ title, language, wordings }: VoiceForm, style: string): string =>
  `You write what a customer-service agent of ${title} says, in ${language}. Style: ${style}. For each entry give ${wordings} different
wordings, as a person would write them; let some be two sentences or a list. Under "fields" you ask the customer for the value,
under "propose" you ask for the customer's yes, under "claim" you say that it is done, under "topics" you tell it. Names in braces
are filled in later: write {name} exactly. Use only the braces an entry lists, and all of those it has to use. Answer with JSON:
{"entries": [{"name": "...", "wordings": ["...", "..."]}]}`

type VoiceTaking = {
  readonly open: readonly FormEntry[]
  readonly voice: Voice
  readonly wordings: number
}

/** Takes over what fits; returns what is wrong with the rest. */
function take(text: string, { open, voice, wordings }: VoiceTaking): readonly string[] {
  const answer = readAnswer(text)
  if (answer === null) return ['The answer is not JSON of the form asked for.']
  return open.flatMap((entry) => {
    const given = answer.entries.find(({ name }) => name === entry.name)?.wordings ?? []
    const fitting = given.filter((wording) => fits(wording, entry))
    if (fitting.length < wordings)
      return [`${entry.name}: ${fitting.length} of ${wordings} wordings use the braces as asked.`]
    voice[entry.part][entry.name] = fitting.slice(0, wordings)
    return []
  })
}

function fits(wording: string, { values, demandedValues }: FormEntry): boolean {
  const used = placeholdersIn(wording)
  return used.every((name) => values.includes(name)) && demandedValues.every((name) => used.includes(name))
}

const readAnswer = (text: string): z.infer<typeof Answer> | null =>
  Answer.safeParse(jsonIn(text)).data ?? null

const repair = (open: readonly FormEntry[], wrong: readonly string[]): string =>
  `${wrong.join('\n')}\nGive these again:\n${open.map(printEntry).join('\n')}`
