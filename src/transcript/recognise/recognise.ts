import type { AgentAct, TellAct } from '../../base/values/acts.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { fold, readable } from './fold.ts'
import { deedsToldIn, type Speech, speechOf } from './speech.ts'
import { findStems, indexStems, type StemHit, type StemIndex } from './stems.ts'
import {
  findTemplates,
  indexTemplates,
  type Template,
  type TemplateHit,
  type TemplateIndex,
  template,
} from './templates.ts'

/**
 * What an agent's words do. In: the text of one message and the desk's lexicon. Out: acts, each with how sure we are
 * and where it stands. General wordings are ours, words of the desk are the lexicon's. It must not know who spoke or
 * what should have been said: the customer and the rule engine read the same words the same way.
 */
export type Recognised = {
  readonly act: AgentAct
  /** the desk's own wording stands there, or a general wording with a cue of exactly one field, tool or topic */
  readonly sure: boolean
  /** characters of the message it was read from */
  readonly from: number
  readonly to: number
}

/** The tool of a proposal that names none: "shall I go ahead?" */
export const UNPLACED_TOOL = ''

export type RecogniseOptions = {
  /** which act telling a topic is, where the desk's graph says so: words alone do not tell explain from inform */
  readonly topicActs?: Readonly<Record<string, TellAct>>
}

export const recogniseActs = (text: string, lexicon: Lexicon): readonly AgentAct[] =>
  recognise(text, lexicon).map((found) => found.act)

export function recognise(
  text: string,
  lexicon: Lexicon,
  asked: RecogniseOptions = {},
): readonly Recognised[] {
  const words = compiled(lexicon)
  const options: RecogniseOptions = { topicActs: bothActs(words.topicActs, asked.topicActs) }
  const original = readable(text)
  const folded = fold(original)
  const literal = findLiterals(words, folded, original)
  const covered = (speech: Speech) => literal.some((hit) => overlaps(hit, speech))
  const spoken = speechOf(folded)
  const found = literal.map((hit) => literalAct(hit, spoken, options))
  for (const speech of spoken) {
    if (covered(speech)) found.push(...besideLiteral(speech))
    else found.push(...actsOf(speech, words, folded, options))
  }
  return unique(withSignOff(found, spoken))
}

/** Only the deeds the words claim: just what `recognise` finds of them, without reading what else they do. */
export function recogniseClaims(text: string, lexicon: Lexicon): readonly Recognised[] {
  const words = compiled(lexicon)
  const original = readable(text)
  const folded = fold(original)
  const literal = findLiterals(words, folded, original)
  const found: Recognised[] = []
  for (const { as, owner, from, to } of literal)
    if (as === 'claim') found.push({ act: { act: 'claim-done', tool: owner }, sure: true, from, to })
  for (const sentence of deedsToldIn(folded)) {
    const speech = { sentence }
    if (literal.some((hit) => overlaps(hit, speech))) continue
    found.push(claim(speech, best(findStems(words.claimed, folded.slice(sentence.from, sentence.to)))))
  }
  return found.length < 2 ? found : unique(found)
}

type TopicActs = Readonly<Record<string, TellAct>>

const merged = new WeakMap<TopicActs, { readonly own: TopicActs; readonly both: TopicActs }>()

/** The graph's word goes before the lexicon's; put together once for each pair, not once a message. */
function bothActs(own: TopicActs, asked: TopicActs | undefined): TopicActs {
  if (asked === undefined) return own
  const known = merged.get(asked)
  if (known?.own === own) return known.both
  const both = { ...own, ...asked }
  merged.set(asked, { own, both })
  return both
}

// ---- the desk's own wordings ----

type Literal = TemplateHit & { readonly as: 'ask' | 'propose' | 'claim' | 'topic' }
type Known = { readonly as: Literal['as']; readonly template: Template }
type Words = {
  readonly templates: TemplateIndex<Known>
  readonly fields: StemIndex
  /** tools an agent can propose, and those it can claim to have used: the lexicon has words for it */
  readonly proposed: StemIndex
  readonly claimed: StemIndex
  readonly topics: StemIndex
  /** topics whose act the pack's graph settles */
  readonly topicActs: Readonly<Record<string, TellAct>>
}

const cache = new WeakMap<Lexicon, Words>()

/** The lexicon made ready to be looked up in; once for each lexicon, not once a message. */
function compiled(lexicon: Lexicon): Words {
  const known = cache.get(lexicon)
  if (known !== undefined) return known
  const templates: Known[] = []
  const add = (as: Literal['as'], owner: string, wordings: Iterable<string>) => {
    for (const wording of wordings) {
      const made = template(owner, wording)
      if (made !== undefined) templates.push({ as, template: made })
    }
  }
  for (const [field, by] of Object.entries(lexicon.fields)) add('ask', field, allWords(by.asks))
  for (const [tool, by] of Object.entries(lexicon.tools)) {
    add('propose', tool, allWords(by.proposes))
    add('claim', tool, allWords(by.claims))
  }
  for (const [topic, by] of Object.entries(lexicon.topics)) add('topic', topic, allWords(by.says))
  const { fields, tools, topics } = lexicon
  const words: Words = {
    templates: indexTemplates(templates),
    fields: indexStems(
      Object.entries(fields).map(([field, by]) => [field, [by.name, plain(field), ...allWords(by.cues)]]),
    ),
    // A name like "the order" would outweigh every cue, so a tool is known by its cues alone.
    proposed: indexStems(Object.entries(tools).filter(canBe('proposes')).map(toolStems)),
    claimed: indexStems(Object.entries(tools).filter(canBe('claims')).map(toolStems)),
    topics: indexStems(
      Object.entries(topics).map(([topic, by]) => [topic, [plain(topic), ...allWords(by.cues)]]),
    ),
    topicActs: Object.fromEntries(
      Object.entries(topics).flatMap(([topic, { act }]) =>
        act === undefined ? [] : [[topic, act] as const],
      ),
    ),
  }
  cache.set(lexicon, words)
  return words
}

type ToolEntry = readonly [tool: string, by: Lexicon['tools'][string]]
const canBe =
  (what: 'proposes' | 'claims') =>
  ([, by]: ToolEntry): boolean =>
    by[what] !== undefined
const toolStems = ([tool, by]: ToolEntry): [string, readonly string[]] => [
  tool,
  [plain(tool), ...allWords(by.cues)],
]
const plain = (id: string): string => id.replaceAll('_', ' ')

const allWords = (by: Readonly<Record<string, readonly string[]>> | undefined): readonly string[] =>
  by === undefined ? [] : Object.values(by).flat()

const NO_LITERALS: readonly Literal[] = []

/** Wordings of the lexicon that stand in the text; of two that overlap, the longer one. */
function findLiterals(words: Words, folded: string, original: string): readonly Literal[] {
  const found = findTemplates(words.templates, folded, original)
  if (found.length === 0) return NO_LITERALS
  const hits: Literal[] = found.map(({ owner, from, to, values, of }) => ({
    owner,
    from,
    to,
    values,
    as: of.as,
  }))
  hits.sort((a, b) => b.to - b.from - (a.to - a.from))
  const kept: Literal[] = []
  for (const hit of hits) {
    if (!kept.some((other) => hit.from < other.to && other.from < hit.to)) kept.push(hit)
  }
  return kept.sort((a, b) => a.from - b.from)
}

const overlaps = (hit: TemplateHit, { sentence }: Pick<Speech, 'sentence'>): boolean => {
  const shared = Math.min(hit.to, sentence.to) - Math.max(hit.from, sentence.from)
  return shared > (sentence.to - sentence.from) / 2 || (shared > 0 && shared >= (hit.to - hit.from) / 2)
}

function literalAct(hit: Literal, spoken: readonly Speech[], options: RecogniseOptions): Recognised {
  const at = { sure: true, from: hit.from, to: hit.to }
  if (hit.as === 'ask') return { act: { act: 'request', field: hit.owner }, ...at }
  if (hit.as === 'claim') return { act: { act: 'claim-done', tool: hit.owner }, ...at }
  if (hit.as === 'topic') {
    const kinds = spoken.filter((speech) => overlaps(hit, speech)).flatMap((speech) => speech.kinds)
    return { act: { act: tellOf(hit.owner, kinds, options), about: hit.owner }, ...at }
  }
  const names = Object.keys(hit.values)
  const act: AgentAct =
    names.length === 0
      ? { act: 'propose', tool: hit.owner }
      : { act: 'propose', tool: hit.owner, arguments: hit.values }
  return { act, ...at }
}

const tellOf = (topic: string, kinds: readonly string[], options: RecogniseOptions): TellAct => {
  const known = options.topicActs?.[topic]
  if (known !== undefined) return known
  return kinds.includes('refusal') ? 'decline' : kinds.includes('offer') ? 'offer' : 'inform'
}

/** A sentence the lexicon has explained may still greet, comfort or say goodbye. */
const besideLiteral = (speech: Speech): readonly Recognised[] =>
  speech.kinds.flatMap((kind) =>
    kind === 'greeting'
      ? [made({ act: 'greet' }, speech, true)]
      : kind === 'comfort'
        ? [made({ act: 'comfort' }, speech, true)]
        : [],
  )

const made = (act: AgentAct, { sentence }: Pick<Speech, 'sentence'>, sure: boolean): Recognised => ({
  act,
  sure,
  from: sentence.from,
  to: sentence.to,
})

// ---- general wordings, placed by the desk's cues ----

function actsOf(
  speech: Speech,
  words: Words,
  folded: string,
  options: RecogniseOptions,
): readonly Recognised[] {
  const text = folded.slice(speech.sentence.from, speech.sentence.to)
  const found: Recognised[] = []
  for (const kind of speech.kinds) {
    if (kind === 'greeting') found.push(made({ act: 'greet' }, speech, true))
    if (kind === 'comfort') found.push(made({ act: 'comfort' }, speech, true))
    if (kind === 'question') found.push(...questions(speech, owners(findStems(words.fields, text))))
    if (kind === 'proposal')
      found.push(
        ...proposals(speech, best(findStems(words.proposed, text)), owners(findStems(words.fields, text))),
      )
    if (kind === 'refusal') found.push(refusal(speech, best(findStems(words.topics, text))))
    if (kind === 'done') found.push(claim(speech, best(findStems(words.claimed, text))))
    if (kind === 'handover') found.push(claim(speech, best(findStems(words.claimed, text))))
    if (kind === 'offer' && !speech.kinds.includes('proposal'))
      found.push(made({ act: 'offer' }, speech, false))
    if (kind === 'statement') found.push(statement(speech, best(findStems(words.topics, text)), options))
  }
  return found
}

function questions(speech: Speech, fields: readonly string[]): readonly Recognised[] {
  if (fields.length > 0) return fields.map((field) => made({ act: 'request', field }, speech, true))
  return speech.proof
    ? [made({ act: 'request-proof' }, speech, true)]
    : [made({ act: 'request' }, speech, false)]
}

/** "Would you like me to ...?" with a tool's cue is a proposal; with a field's cue alone it asks for that field. */
function proposals(
  speech: Speech,
  tool: string | undefined,
  fields: readonly string[],
): readonly Recognised[] {
  if (tool !== undefined) return [made({ act: 'propose', tool }, speech, true)]
  if (fields.length > 0) return fields.map((field) => made({ act: 'request', field }, speech, false))
  return [made({ act: 'propose', tool: UNPLACED_TOOL }, speech, false)]
}

const refusal = (speech: Speech, topic: string | undefined): Recognised =>
  topic === undefined
    ? made({ act: 'decline' }, speech, false)
    : made({ act: 'decline', about: topic }, speech, true)

const claim = (speech: Pick<Speech, 'sentence'>, tool: string | undefined): Recognised =>
  tool === undefined
    ? made({ act: 'claim-done' }, speech, false)
    : made({ act: 'claim-done', tool }, speech, true)

const statement = (speech: Speech, topic: string | undefined, options: RecogniseOptions): Recognised =>
  topic === undefined
    ? made({ act: 'inform' }, speech, false)
    : made({ act: tellOf(topic, speech.kinds, options), about: topic }, speech, true)

/** Owners of the stems in order of the text; where two stems cover the same words only the longer speaks. */
function owners(hits: readonly StemHit[]): readonly string[] {
  const kept = hits.filter(
    (hit) =>
      !hits.some(
        (other) =>
          other !== hit &&
          other.owner !== hit.owner &&
          other.length > hit.length &&
          other.at <= hit.at &&
          other.at + other.length >= hit.at + hit.length,
      ),
  )
  return [...new Set(kept.map((hit) => hit.owner))]
}

/** The owner with the most cue characters; undefined where there is none or two are equal. */
function best(hits: readonly StemHit[]): string | undefined {
  const sums = new Map<string, number>()
  for (const hit of hits) sums.set(hit.owner, (sums.get(hit.owner) ?? 0) + hit.length)
  const ranked = [...sums].sort((a, b) => b[1] - a[1])
  const [first, second] = ranked
  return first !== undefined && first[1] !== second?.[1] ? first[0] : undefined
}

/** A goodbye is a sign-off; "anything else?" is one only in a message that asks and proposes nothing. */
function withSignOff(found: readonly Recognised[], spoken: readonly Speech[]): readonly Recognised[] {
  const closing = spoken.find((speech) => speech.kinds.includes('closing'))
  const settled = spoken.find((speech) => speech.kinds.includes('settled'))
  const waitsForAnswer = found.some(
    ({ act }) => act.act === 'request' || act.act === 'propose' || act.act === 'request-proof',
  )
  const signs = closing ?? settled
  if (signs === undefined || waitsForAnswer) return found
  return [...found, made({ act: 'sign-off' }, signs, closing !== undefined)]
}

function unique(found: readonly Recognised[]): readonly Recognised[] {
  const seen = new Set<string>()
  return found.filter(({ act }) => {
    const key = JSON.stringify(act)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
