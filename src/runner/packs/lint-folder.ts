import type { Finding } from '../../compile/lint/finding.ts'
import { lintSop } from '../../compile/lint/lint.ts'
import type { CompileFolder } from './compile-folder.ts'

/** What is wrong with the text and the graph; whether tools can do it is asked where there is a desk. */
export function lintFolder({ sop, world, graph, outline, language }: CompileFolder): readonly Finding[] {
  const tools =
    world === null
      ? null
      : [...world.tools.values()].map(
          ({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`,
        )
  return lintSop({ sop, tools, graph, outline, language })
}
