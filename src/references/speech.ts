import type { Lexicon } from '../base/values/lexicon.ts'
import { Special, UNKNOWN, type Value } from '../base/values/value.ts'

/** The words instruments and baselines speak: the pack's own, with placeholders filled. */
export type Speech = {
  readonly asks: (field: string) => string
  readonly tells: (
    about: string | null,
    act: string,
    said: {
      readonly value: (name: string) => Value | undefined
      /** what words that were found leave out of what this tell demands */
      readonly missing?: (text: string) => readonly string[]
    },
  ) => string
  readonly proposes: (tool: string, values: ReadonlyMap<string, Value>) => string
  readonly claims: (tool: string, values: ReadonlyMap<string, Value>) => string
}

export function speechOf(lexicon: Lexicon, language = 'en'): Speech {
  const all = (words: Readonly<Record<string, readonly string[]>> | undefined): readonly string[] =>
    words?.[language] ?? words?.['en'] ?? Object.values(words ?? {})[0] ?? []
  const pick = (words: Readonly<Record<string, readonly string[]>> | undefined): string | undefined =>
    all(words)[0]
  return {
    asks: (field) =>
      pick(lexicon.fields[field]?.asks) ?? `Could you tell me the ${field.replaceAll('_', ' ')}, please?`,
    tells: (about, act, { value, missing }) => {
      const wordings = all(about === null ? undefined : lexicon.topics[about]?.says)
      const fillable = wordings.find((wording) => namesIn(wording).every((name) => value(name) !== undefined))
      const wording = fillable ?? wordings[0] ?? (about ?? act).replaceAll('_', ' ')
      const says = fill(
        wording,
        new Map(namesIn(wording).flatMap((name) => [[name, value(name) ?? UNKNOWN] as const])),
      )
      return [says, ...(missing?.(says) ?? [])].join(' ')
    },
    proposes: (tool, values) =>
      fill(
        pick(lexicon.tools[tool]?.proposes) ?? `Shall I go ahead with this: ${tool.replaceAll('_', ' ')}?`,
        values,
      ),
    claims: (tool, values) => fill(pick(lexicon.tools[tool]?.claims) ?? 'That is done.', values),
  }
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{([a-z_]+)\}/g)].flatMap(([, name]) => name ?? [])

const fill = (text: string, values: ReadonlyMap<string, Value>): string =>
  text.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values.get(name)
    return value === undefined || value instanceof Special
      ? `the ${name.replaceAll('_', ' ')} on file`
      : String(value)
  })
