import type { Finding } from '../../compile/lint/finding.ts'
import { lintSop } from '../../compile/lint/lint.ts'
import type { CompileFolder } from './compile-folder.ts'
import { isUntouched } from './propose-folder.ts'

/** What is wrong with the text and the graph; whether tools can do it is asked where there is a desk. */
export function lintFolder(folder: CompileFolder): readonly Finding[] {
  const { sop, world, outline, language } = folder
  // Nothing is wrong with a desk that nobody has begun.
  const isNew = isUntouched(folder)
  const graph = isNew ? null : folder.graph
  const tools =
    world === null || isNew
      ? null
      : [...world.tools.values()].map(
          ({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`,
        )
  return lintSop({ sop, tools, graph, outline, language })
}
