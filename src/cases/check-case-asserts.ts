import { unknownName } from '../base/files/suggest.ts'
import { linearPattern } from '../base/linear-pattern.ts'
import { callingsOf, patternIn } from './asserts.ts'
import { checkParameters, type Examined, handoverReasons } from './check-case.ts'

export function checkAsserts(examined: Examined): void {
  const { asserts } = examined.case
  const { world, graph } = examined.desk
  for (const member of ['called', 'never_called'] as const)
    for (const { tool, with: args } of callingsOf(asserts?.[member])) {
      const path = ['asserts', member]
      const known = world.tools.get(tool)
      if (known === undefined) examined.say(path, ...unknownName('tool', tool, world.tools.keys()))
      else checkParameters(examined, path, { tool: known, given: Object.keys(args) })
    }
  const reasons = handoverReasons(graph)
  if (typeof asserts?.escalated === 'string' && !reasons.has(asserts.escalated))
    examined.say(['asserts', 'escalated'], ...unknownName('reason', asserts.escalated, reasons))
  for (const [index, text] of (asserts?.says ?? []).entries()) {
    const wrong = wrongPattern(text)
    if (wrong !== undefined)
      examined.say(
        ['asserts', 'says', index],
        'pattern',
        `"${text}" cannot be read as a pattern: ${wrong}`,
        'Patterns are RE2: no looking around, no references back.',
      )
  }
}

function wrongPattern(text: string): string | undefined {
  try {
    linearPattern(patternIn(text) ?? '')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
