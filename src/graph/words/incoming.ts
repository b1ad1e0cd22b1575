import type { StepFile } from '../file/graph-file.ts'
import { idInWords, type Names } from './names.ts'
import { joined, say, type Words } from './pieces.ts'
import { targetOfEdge, type WrittenScope } from './scopes.ts'
import { conditionOf, confirmedTool } from './ways.ts'

/** For each step that is reached by a decision, an answer or an exit: what has to hold for that, in words. */
export function sayIncoming(scope: WrittenScope, names: Names): ReadonlyMap<string, Words> {
  const conditions = new Map<string, Words[]>()
  const always = new Set([scope.start])
  for (const [name, step] of Object.entries(scope.steps)) {
    for (const { to, when } of waysFrom(name, step, { scope, names })) {
      if (when === null) always.add(to)
      else conditions.set(to, [...(conditions.get(to) ?? []), when])
    }
  }
  return new Map(
    [...conditions].map(([to, all]) => {
      const words = joined(all, ', or ')
      return [to, always.has(to) ? say`always, also ${words}` : words]
    }),
  )
}

type Way = { readonly to: string; readonly when: Words | null }

function waysFrom(
  name: string,
  step: StepFile,
  { scope, names }: { readonly scope: WrittenScope; readonly names: Names },
): readonly Way[] {
  if ('decide' in step)
    return step.decide.flatMap((edge, index): readonly Way[] => {
      const condition = conditionOf(step, index, { scope, name, names })
      const to = targetOfEdge(edge)
      const may = step.choice === 'agent' ? 'by choice of the agent if ' : 'if '
      if (edge.loop === undefined) return [{ to, when: say`${may}${condition}` }]
      const rounds = edge.loop.max === 1 ? 'one more time' : `${edge.loop.max} more times`
      return [
        { to, when: say`again if ${condition}, ${rounds}` },
        { to: edge.loop.then, when: say`after ${rounds} if ${condition}` },
      ]
    })
  if ('run' in step)
    return [
      ...(step.next === undefined ? [] : [{ to: step.next, when: null }]),
      ...Object.entries(step.exits ?? {}).map(([exit, to]) => ({
        to,
        when: [`if part "${idInWords(step.run)}" ends as ${idInWords(exit)}`],
      })),
    ]
  if ('confirm' in step) {
    const tool = confirmedTool(step.confirm, scope)
    const yes = { to: step.next, when: [`after a yes to ${tool}`] }
    return step.if_refused === undefined
      ? [yes]
      : [yes, { to: step.if_refused, when: [`on a no to ${tool}`] }]
  }
  return 'next' in step ? [{ to: step.next, when: null }] : []
}
