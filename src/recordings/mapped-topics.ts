import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Pack } from '../cases/case.ts'
import { listsOfDesk } from '../cases/lists-of-desk.ts'
import type { RecordingMapping } from './mapping-file.ts'

/** A pack that also reads its topics in the words of the recorded agents; or what is wrong with the mapping. */
export function withTopics(
  pack: Pack,
  { topics }: Pick<RecordingMapping, 'topics'>,
  file: string,
): { readonly pack: Pack; readonly problems: readonly Problem[] } {
  const known = Object.keys(pack.lexicon.topics)
  const problems = Object.keys(topics)
    .filter((topic) => !known.includes(topic))
    .map((topic) =>
      problem(
        { file, line: 1, column: 1 },
        'unknown-topic',
        `pack ${pack.id} has no topic "${topic}"`,
        didYouMean(topic, known),
      ),
    )
  if (problems.length > 0 || Object.keys(topics).length === 0) return { pack, problems }
  const lexicon: Lexicon = {
    ...pack.lexicon,
    topics: Object.fromEntries(
      Object.entries(pack.lexicon.topics).map(([topic, words]) => {
        const said = Object.hasOwn(topics, topic) ? (topics[topic] ?? []) : []
        const says = { ...words.says, [pack.language]: [...(words.says[pack.language] ?? []), ...said] }
        return [topic, said.length === 0 ? words : { ...words, says }]
      }),
    ),
  }
  return { pack: { ...pack, lexicon, lists: listsOfDesk(pack.graph, pack.world, lexicon) }, problems: [] }
}
