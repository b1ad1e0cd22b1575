import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean, unknownName } from '../base/files/suggest.ts'
import type { PlaceOf } from '../base/files/yaml-file.ts'
import { isClauseId } from '../base/values/ids.ts'
import { CATASTROPHES } from '../graph/model/catastrophes.ts'
import type { Graph } from '../graph/model/graph.ts'
import { openingsThatTellMore } from './check-case-opening.ts'
import { checkCases } from './check-cases.ts'
import { checkDesk } from './check-desk.ts'
import { checkLexicon } from './check-lexicon.ts'
import { draftPack, type PackFile, type PackFiles, type PackOutside } from './read-pack.ts'
import { checkTruth } from './truth-table.ts'
import { checkVoice, spokenAt } from './voices.ts'

const TRUTH = 'truth.csv'

/** Everything wrong with a pack, at once and in the order of its files: what cannot be read, and what does not agree. */
export function checkPack(files: PackFiles, outside: PackOutside = {}): readonly Problem[] {
  const draft = draftPack(files, outside)
  const { about, world, graph, lexicon } = draft
  const problems: Problem[] = [...draft.problems]
  if (about !== undefined && graph !== undefined)
    problems.push(...checkAbout(about, draft.placeOfAbout, graph))
  if (world !== undefined && graph !== undefined) {
    const desk = { graph, world, tactics: draft.tactics }
    const language = about?.language ?? 'en'
    problems.push(...checkDesk(graph, world), ...checkCases(draft.cases, desk))
    if (lexicon !== undefined)
      problems.push(...checkLexicon(lexicon, draft.placeOfLexicon, { graph, world, language }))
    const spoken = spokenAt(graph, world)
    problems.push(...draft.voices.flatMap((voice) => checkVoice(voice, spoken)))
    if (lexicon !== undefined)
      problems.push(...draft.cases.flatMap((one) => openingsThatTellMore(one, { ...desk, lexicon })))
    const truth = files.get(TRUTH)
    if (truth !== undefined) problems.push(...checkTruth(TRUTH, truth, desk))
  }
  return inOrder(problems)
}

function checkAbout(about: PackFile, placeOf: PlaceOf, graph: Graph): readonly Problem[] {
  const intents = graph.fields.get('intent')?.of ?? []
  const shares = Object.entries(about.traffic)
  const sum = shares.reduce((total, [, share]) => total + share, 0)
  const unknown = shares
    .filter(([intent]) => !intents.includes(intent))
    .map(([intent]) => problem(placeOf(['traffic', intent]), ...unknownName('intent', intent, intents)))
  const wrongSum =
    shares.length > 0 && Math.abs(sum - 1) > 1e-6
      ? [
          problem(
            placeOf(['traffic']),
            'traffic-sum',
            `the shares add up to ${Number(sum.toPrecision(6))}, not to 1`,
          ),
        ]
      : []
  const kinds: readonly string[] = [...CATASTROPHES, ...Object.keys(about.catastrophes)]
  const undeclared = graph.forbids
    .filter(({ kind }) => !kinds.includes(kind))
    .map(({ kind, at }) =>
      problem(
        at,
        'unknown-kind',
        `"${kind}" is not a catastrophe of this pack`,
        `Declare it in pack.yaml under \`catastrophes\`. ${didYouMean(kind, kinds)}`,
      ),
    )
  const clauses = (about.ambiguous ?? [])
    .filter((clause) => !(isClauseId(clause) && graph.sop.clauses.has(clause)))
    .map((clause) =>
      problem(
        placeOf(['ambiguous']),
        'unknown-clause',
        `the SOP has no sentence ${clause}`,
        didYouMean(clause, graph.sop.clauses.keys()),
      ),
    )
  return [...unknown, ...wrongSum, ...undeclared, ...clauses]
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  )
