import type { Pack } from '../../cases/case.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { contentWords } from '../../reading/content-words.ts'
import type { AgentMessage } from './seen.ts'
import { clausesAbout } from './ways.ts'

/**
 * The answer to an insult is due beside the matter itself. A message with no word of it, and with words by which the matter is
 * told, is none, however little of it was read for sure (E4): "I need an order number that exists with us".
 */
export function speaksOfMatter(pack: Pack, { text, reading }: AgentMessage, due: string): boolean {
  const { detours, matters } = topicsOf(pack, reading.language)
  const own = detours.get(due)
  if (own === undefined) return false
  const said = contentWords(text, reading.language)
  return shared(said, own) === 0 && matters.some((words) => shared(said, words) >= MATTER_WORDS_MIN)
}

const MATTER_WORDS_MIN = 2

const shared = (said: ReadonlySet<string>, words: ReadonlySet<string>): number =>
  [...said].filter((word) => words.has(word)).length

/** The words by which topics are told: those told out of turn only, and those of the procedures. */
type Topics = {
  readonly detours: ReadonlyMap<string, ReadonlySet<string>>
  readonly matters: readonly ReadonlySet<string>[]
}
const cache = new WeakMap<Graph, Map<string, Topics>>()

function topicsOf(pack: Pack, language: string): Topics {
  const known = cache.get(pack.graph) ?? new Map<string, Topics>()
  cache.set(pack.graph, known)
  const found = known.get(language) ?? wordsOfTopics(pack, language)
  known.set(language, found)
  return found
}

function wordsOfTopics(pack: Pack, language: string): Topics {
  const within = toldWithin(pack.graph)
  const topics = Object.keys(pack.lexicon.topics).map((topic) => ({
    topic,
    words: wordsOf(pack, topic, language),
  }))
  const of = (isWithin: boolean) => topics.filter(({ topic }) => within.has(topic) === isWithin)
  return {
    detours: new Map(of(false).map(({ topic, words }) => [topic, words])),
    matters: of(true).map(({ words }) => words),
  }
}

function toldWithin({ procedures, steps }: Graph): ReadonlySet<string> {
  const names = new Set<string>(procedures.map(({ id }) => id))
  return new Set(
    [...steps.values()].flatMap((step) =>
      step.kind === 'tell' && step.about !== null && names.has(step.procedure) ? [step.about] : [],
    ),
  )
}

function wordsOf({ graph, lexicon }: Pack, topic: string, language: string): ReadonlySet<string> {
  const { gloss, says, cues } = lexicon.topics[topic] ?? {}
  const clauses = clausesAbout(graph, topic).map((clause) => graph.sop.clauses.get(clause)?.text ?? '')
  const texts = [gloss ?? '', ...(says?.[language] ?? []), ...(cues?.[language] ?? []), ...clauses]
  return contentWords(texts.join('\n'), language)
}
