import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { PlaceOf } from '../base/files/yaml-file.ts'
import type { Tactic } from '../cards/tactic.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { Tool, World } from '../world/world.ts'
import type { Case } from './case.ts'
import type { PlacedCase } from './case-file.ts'

/** What cases are held to: the desk they are played at. */
export type CaseDesk = {
  readonly graph: Graph
  readonly world: World
  readonly tactics: ReadonlyMap<string, Tactic>
}

export type Path = readonly (string | number)[]

/** One case under examination: its parts, the way to their places, and where complaints go. */
export type Examined = {
  readonly case: Case
  readonly decidedBy: PlacedCase['decidedBy']
  readonly desk: CaseDesk
  readonly problems: readonly Problem[]
  readonly say: (path: Path, code: string, message: string, hint?: string) => void
  /** where request number `index` stands: at the card itself, or in its list */
  readonly pathOfRequest: (index: number) => Path
}

export function examine(placed: PlacedCase, desk: CaseDesk): Examined {
  const { case: theCase, decidedBy, placeOf } = placed
  const problems: Problem[] = []
  const shortId = theCase.id.slice(theCase.pack.length + 1)
  const isListed = hasList(placeOf)
  return {
    case: theCase,
    decidedBy,
    desk,
    problems,
    say: (path, code, message, hint) =>
      problems.push(problem(placeOf(path), code, `${shortId}: ${message}`, hint)),
    pathOfRequest: (index) => (isListed ? ['card', 'requests', index] : ['card']),
  }
}

/** A member that is not there has the place of its parent. */
function hasList(placeOf: PlaceOf): boolean {
  const [card, list] = [placeOf(['card']), placeOf(['card', 'requests'])]
  return card.line !== list.line || card.column !== list.column
}

export function checkParameters(
  { say }: Examined,
  path: Path,
  { tool, given }: { readonly tool: Tool; readonly given: readonly string[] },
): void {
  const parameters = Object.keys(tool.parameters.properties ?? {})
  for (const argument of given.filter((one) => !parameters.includes(one)))
    say(
      path,
      'unknown-parameter',
      `${tool.name} has no parameter "${argument}"`,
      didYouMean(argument, parameters),
    )
}

export const handoverReasons = ({ steps }: Graph): ReadonlySet<string> =>
  new Set([...steps.values()].flatMap((step) => (step.kind === 'handover' ? [step.reason] : [])))
