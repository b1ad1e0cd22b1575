import { seedFrom } from '../base/chance.ts'
import { memoText } from '../base/memo.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import { Special, UNKNOWN, type Value } from '../base/values/value.ts'
import { placeholdersIn, type Voice } from '../base/values/voice.ts'

/** Finds the value that stands for a placeholder. */
export type Named = (name: string) => Value | undefined

/** The words instruments speak: the pack's own or a voice's, with placeholders filled. */
export type Speech = {
  readonly asks: (field: string) => string
  readonly tells: (
    about: string | null,
    act: string,
    said: {
      readonly value: Named
      /** what words that were found leave out of what this tell demands */
      readonly missing?: (text: string) => readonly string[]
    },
  ) => string
  readonly proposes: (tool: string, value: Named) => string
  readonly claims: (tool: string, value: Named) => string
  /** what stands between the parts of one message */
  readonly joint: string
}

type Words = Readonly<Record<string, readonly string[]>>

/** The lexicon's own sentences. */
export function speechOf(lexicon: Lexicon, language: string): Speech {
  const all = (words: Words | undefined): readonly string[] =>
    words?.[language] ?? words?.['en'] ?? Object.values(words ?? {})[0] ?? []
  const first = (words: Words | undefined): string | undefined => all(words)[0]
  return {
    asks: (field) =>
      first(lexicon.fields[field]?.asks) ?? `Could you tell me the ${field.replaceAll('_', ' ')}, please?`,
    tells: (about, act, { value, missing }) => {
      const wordings = all(about === null ? undefined : lexicon.topics[about]?.says)
      const wording =
        wordings.find((one) => isFillable(one, value)) ?? wordings[0] ?? (about ?? act).replaceAll('_', ' ')
      return withMissing(fill(wording, value), missing)
    },
    proposes: (tool, value) =>
      fill(
        first(lexicon.tools[tool]?.proposes) ?? `Shall I go ahead with this: ${tool.replaceAll('_', ' ')}?`,
        value,
      ),
    claims: (tool, value) => fill(first(lexicon.tools[tool]?.claims) ?? 'That is done.', value),
    joint: ' ',
  }
}

export type VoiceSpeech = {
  readonly words: Voice
  /** decides which of the wordings is taken */
  readonly seed: number
  /** speaks where the voice has no words that may be used; absent: the first of the lexicon's */
  readonly otherwise?: Voice
  readonly choosing?: SpeechChoosing
}

/** Somebody who has a say in which wordings are used, and is told. */
export type SpeechChoosing = {
  readonly may: (wording: string) => boolean
  /** told which was taken; may give it another beginning. `chance` is the same for the same seed and place. */
  readonly took: (wording: string, chance: number) => string
}
const ANY: SpeechChoosing = { may: () => true, took: (wording) => wording }

/** A voice speaks where it has words that can be filled; elsewhere the lexicon does. Each use may take another wording. */
export function speechIn(
  { words: voice, seed, otherwise, choosing = ANY }: VoiceSpeech,
  { lexicon, language }: { readonly lexicon: Lexicon; readonly language: string },
): Speech {
  const plain = speechOf(lexicon, language)
  const voices = otherwise === undefined ? [voice] : [voice, otherwise]
  const used = new Map<string, number>()
  const choose = (
    key: string,
    wordingsOf: (voice: Voice) => readonly string[],
    value: Named,
  ): string | undefined => {
    const times = used.get(key) ?? 0
    used.set(key, times + 1)
    const fits = voices
      .map((one) => wordingsOf(one).filter((wording) => isFillable(wording, value) && choosing.may(wording)))
      .find((wordings) => wordings.length > 0)
    const wording = fits?.[seedFrom(seed, key, times) % fits.length]
    return wording === undefined
      ? undefined
      : fill(choosing.took(wording, seedFrom(seed, key, times, 'took')), value)
  }
  const nothing: Named = () => undefined
  return {
    asks: (field) =>
      choose(`asks ${field}`, ({ fields }) => fields[field] ?? [], nothing) ?? plain.asks(field),
    tells: (about, act, said) => {
      const { value, missing } = said
      const wordingsOf = ({ topics }: Voice): readonly string[] => {
        const wordings = about === null ? [] : (topics[about] ?? [])
        // A writer gives several: one that holds all that is demanded goes before one that something has to be added to.
        const whole = wordings.filter((one) => missing?.(fill(one, value)).length === 0)
        return whole.length > 0 ? whole : wordings
      }
      const says = choose(`tells ${about}`, wordingsOf, value)
      return says === undefined ? plain.tells(about, act, said) : withMissing(says, missing)
    },
    proposes: (tool, value) =>
      choose(`proposes ${tool}`, ({ propose }) => propose[tool] ?? [], value) ?? plain.proposes(tool, value),
    claims: (tool, value) =>
      choose(`claims ${tool}`, ({ claim }) => claim[tool] ?? [], value) ?? plain.claims(tool, value),
    joint: '\n\n',
  }
}

const isKnown = (value: Value | undefined): boolean => value !== undefined && !(value instanceof Special)

const isFillable = (wording: string, value: Named): boolean =>
  placesIn(wording).every((name) => isKnown(value(name)))

/** Wordings are few, and each is looked at in every trial. */
const placesIn = memoText(placeholdersIn)

const fill = (text: string, of: Named): string =>
  placesIn(text).length === 0
    ? text
    : text.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
        const value = of(name) ?? UNKNOWN
        return value instanceof Special ? `the ${name.replaceAll('_', ' ')} on file` : String(value)
      })

function withMissing(says: string, missing: ((text: string) => readonly string[]) | undefined): string {
  const more = missing?.(says) ?? []
  return more.length === 0 ? says : [says, ...more].join(' ')
}
