import type { DraftStep } from '../bind/draft.ts'

/** Names for the steps reachable from a start, in the order they are met. */
export function nameSteps(steps: ReadonlyMap<string, DraftStep>, start: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const visit = (id: string): void => {
    const step = steps.get(id)
    if (step === undefined || names.has(id)) return
    const wanted = wantedName(step)
    let free = wanted
    for (let count = 2; taken.has(free); count += 1) free = `${wanted}_${count}`
    taken.add(free)
    names.set(id, free)
    for (const next of nextsOf(step)) visit(next)
  }
  visit(start)
  return names
}

function wantedName(step: DraftStep): string {
  switch (step.kind) {
    case 'learn':
      return `ask_${step.field}`
    case 'check':
      return `look_up_${step.record}`
    case 'decide': {
      const variable =
        /(?:fields|records|derived)\.([A-Za-z0-9_.]+)/.exec(step.edges[0]?.when ?? '')?.[1] ?? 'it'
      return `by_${variable.replaceAll('.', '_')}`
    }
    case 'confirm':
      return 'confirm'
    case 'act':
      return step.tool
    case 'tell':
      return `tell_${step.about}`
    case 'handover':
      return `handover_${step.reason}`
    case 'run':
      return `first_${step.procedure}`
    case 'exit':
      return 'exit'
    case 'end':
      return 'done'
  }
}

function nextsOf(step: DraftStep): readonly string[] {
  switch (step.kind) {
    case 'decide':
      return step.edges.flatMap(({ to, loop }) => (loop === undefined ? [to] : [to, loop.then]))
    case 'confirm':
      return [step.next, ...(step.ifRefused === null ? [] : [step.ifRefused])]
    case 'run':
      return [step.next, step.ended]
    case 'handover':
    case 'exit':
    case 'end':
      return []
    default:
      return [step.next]
  }
}
