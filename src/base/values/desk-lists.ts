import type { ToolRole } from './desk-facts.ts'
import type { Lexicon } from './lexicon.ts'

/** The closed lists a reader chooses from. Names and glosses are enough; the lexicon's wordings help where there are some. */
export type DeskLists = {
  readonly fields: readonly ListedField[]
  readonly tools: readonly ListedTool[]
  readonly topics: readonly ListedTopic[]
}

export type Wordings = Readonly<Record<string, readonly string[]>>

export type ListedField = {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'enum'
  readonly gloss: string
  /** the values of an enum */
  readonly of: readonly string[]
  /** wordings by language: how it is asked for, what it is called */
  readonly asks: Wordings
  readonly cues: Wordings
}

export type ListedTool = {
  readonly name: string
  readonly role: ToolRole
  readonly gloss: string
  readonly parameters: readonly string[]
  readonly proposes: Wordings
  readonly claims: Wordings
  readonly cues: Wordings
}

export type ListedTopic = {
  readonly name: string
  readonly gloss: string
  readonly says: Wordings
  readonly cues: Wordings
}

/** What a desk knows of itself, as plain data: a reader may import neither graph nor world. */
export type DeskParts = {
  readonly fields: Iterable<readonly [name: string, field: Pick<ListedField, 'type' | 'of'>]>
  readonly tools: Iterable<
    readonly [name: string, tool: { role: ToolRole; description: string; parameters: readonly string[] }]
  >
  /** with the sentences of the SOP that it comes from, for topics without a gloss */
  readonly topics: Iterable<readonly [name: string, sentences: string]>
  readonly lexicon: Lexicon
}

export function deskLists({ fields, tools, topics, lexicon }: DeskParts): DeskLists {
  return {
    fields: [...fields].map(([name, { type, of }]) => {
      const words = lexicon.fields[name]
      const gloss = words?.gloss ?? words?.name ?? ''
      return { name, type, of, gloss, asks: words?.asks ?? {}, cues: words?.cues ?? {} }
    }),
    tools: [...tools].map(([name, { role, description, parameters }]) => {
      const words = lexicon.tools[name]
      return {
        name,
        role,
        gloss: words?.gloss ?? description,
        parameters,
        proposes: words?.proposes ?? {},
        claims: words?.claims ?? {},
        cues: words?.cues ?? {},
      }
    }),
    topics: [...topics].map(([name, sentences]) => {
      const words = lexicon.topics[name]
      return { name, gloss: words?.gloss ?? sentences, says: words?.says ?? {}, cues: words?.cues ?? {} }
    }),
  }
}
