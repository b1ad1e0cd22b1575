import type { GraphFile, StepFile } from '../../src/graph/file/graph-file.ts'
import { scopesOf, type WrittenScope } from '../../src/graph/words/scopes.ts'
import { between, type Dice, pick } from '../random-graphs/dice.ts'

/** Changes of what a graph means, made in place on a copy of the file. */
export const EDIT_KINDS = [
  'figure',
  'comparison',
  'value',
  'branches',
  'on-a-no',
  'attempts',
  'argument',
  'team',
  'topic',
  'tell-act',
  'order',
  'loop',
  'next',
  'exit',
  'forbid',
  'interrupt',
  'field',
  'record',
  'derived',
] as const
export type EditKind = (typeof EDIT_KINDS)[number]

type Decide = Extract<StepFile, { decide: unknown }>
type Scoped = { readonly scope: WrittenScope; readonly name: string; readonly step: StepFile }

const all = (file: GraphFile): readonly Scoped[] =>
  scopesOf(file).flatMap((scope) =>
    Object.entries(scope.steps).map(([name, step]) => ({ scope, name, step })),
  )
const choose = <Item>(dice: Dice, items: readonly Item[]): Item | null =>
  items.length === 0 ? null : pick(dice, items)

/** Makes the edit in place and says what it did; null: there is nothing of the kind to change. */
export function makeEdit(file: GraphFile, kind: EditKind, dice: Dice): string | null {
  return EDITS[kind](file, dice)
}

type Make = (file: GraphFile, dice: Dice) => string | null

const guards = (file: GraphFile): readonly { get: () => string; set: (text: string) => unknown }[] => [
  ...all(file).flatMap(({ step }) =>
    'decide' in step
      ? step.decide.flatMap((edge) =>
          'when' in edge
            ? [{ get: () => edge.when, set: (text: string) => Object.assign(edge, { when: text }) }]
            : [],
        )
      : [],
  ),
  ...(file.forbid ?? []).flatMap((raw) =>
    raw.when === undefined
      ? []
      : [{ get: () => raw.when ?? '', set: (text: string) => Object.assign(raw, { when: text }) }],
  ),
]

function editGuard(
  file: GraphFile,
  dice: Dice,
  pattern: RegExp,
  to: (found: string) => string,
): string | null {
  const fitting = guards(file).filter((guard) => pattern.test(guard.get()))
  const chosen = choose(dice, fitting)
  if (chosen === null) return null
  const before = chosen.get()
  chosen.set(before.replace(pattern, to))
  return `${before} -> ${chosen.get()}`
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '<=': '<',
  '<': '<=',
  '>=': '>',
  '>': '>=',
  '==': '!=',
  '!=': '==',
}

const EDITS: Readonly<Record<EditKind, Make>> = {
  figure: (file, dice) =>
    editGuard(file, dice, /(?<=[<>=] ?)\d+\b/, (found) => String(Number(found) + between(dice, 1, 9))),
  comparison: (file, dice) => editGuard(file, dice, /<=|>=|==|!=|<|>/, (found) => OPPOSITES[found] ?? found),
  value: (file, dice) => editGuard(file, dice, /'[a-z_]+'/, (found) => `'${found.slice(1, -1)}_other'`),
  branches: (file, dice) => {
    const fitting = all(file).filter(
      ({ step }) =>
        'decide' in step && step.decide.length > 1 && toOf(step.decide[0]) !== toOf(step.decide[1]),
    )
    const chosen = choose(dice, fitting)
    if (chosen === null || !('decide' in chosen.step)) return null
    const [first, second] = chosen.step.decide
    if (first === undefined || second === undefined) return null
    const [a, b] = [toOf(first), toOf(second)]
    setTo(first, b)
    setTo(second, a)
    return `${chosen.scope.id}/${chosen.name}: ${a} <-> ${b}`
  },
  'on-a-no': (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'confirm' in step),
    )
    if (chosen === null || !('confirm' in chosen.step)) return null
    const { step, scope } = chosen
    if (step.if_refused === undefined) step.if_refused = step.confirm
    else if (between(dice, 0, 1) === 0 || step.if_refused === step.confirm) delete step.if_refused
    else step.if_refused = step.confirm
    return `${scope.id}/${chosen.name}: on a no ${step.if_refused ?? 'withdrawn'}`
  },
  attempts: (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'attempts_max' in step && step.attempts_max !== undefined),
    )
    if (chosen === null || !('attempts_max' in chosen.step)) return null
    chosen.step.attempts_max = (chosen.step.attempts_max ?? 1) + 1
    return `${chosen.scope.id}/${chosen.name}: attempts`
  },
  argument: (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'act' in step && Object.keys(step.with ?? {}).length > 0),
    )
    if (chosen === null || !('act' in chosen.step) || chosen.step.with === undefined) return null
    const name = pick(dice, Object.keys(chosen.step.with))
    const before = chosen.step.with[name] ?? ''
    if (between(dice, 0, 2) === 0) delete chosen.step.with[name]
    else
      chosen.step.with[name] = before.startsWith('==') ? before.replace('==', '<=') : `!= ${before.slice(2)}`
    return `${chosen.scope.id}/${chosen.name}: ${name}`
  },
  team: (file, dice) => editMember(file, dice, 'handover'),
  topic: (file, dice) => editMember(file, dice, 'about'),
  'tell-act': (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'tell' in step),
    )
    if (chosen === null || !('tell' in chosen.step)) return null
    chosen.step.tell = chosen.step.tell === 'decline' ? 'offer' : 'decline'
    return `${chosen.scope.id}/${chosen.name}: ${chosen.step.tell}`
  },
  order: (file, dice) => {
    const fitting = all(file).flatMap(({ scope, name, step }) => {
      if (!('next' in step) || step.next === undefined) return []
      const second = scope.steps[step.next]
      if (second === undefined || !('next' in second) || second.next === undefined) return []
      if ('confirm' in step || 'run' in step || 'confirm' in second || 'run' in second) return []
      const isOnlyWay = waysInto(scope, step.next) === 1
      return isOnlyWay ? [{ scope, name, first: step, second, secondName: step.next }] : []
    })
    const chosen = choose(dice, fitting)
    if (chosen === null) return null
    // a -> b -> c becomes b -> a -> c: whatever led to a leads to b
    redirect(chosen.scope, chosen.name, chosen.secondName)
    chosen.first.next = chosen.second.next ?? ''
    chosen.second.next = chosen.name
    return `${chosen.scope.id}: ${chosen.secondName} before ${chosen.name}`
  },
  loop: (file, dice) => {
    const edges = all(file).flatMap(({ step }) => ('decide' in step ? step.decide : []))
    const chosen = choose(
      dice,
      edges.filter((edge) => edge.loop !== undefined),
    )
    if (chosen?.loop === undefined) return null
    chosen.loop.max += 1
    return `loop max ${chosen.loop.max}`
  },
  next: (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'next' in step && step.next !== undefined),
    )
    if (chosen === null || !('next' in chosen.step)) return null
    const before = chosen.step.next ?? ''
    const others = Object.keys(chosen.scope.steps).filter((name) => name !== before && name !== chosen.name)
    const to = choose(dice, others)
    if (to === null) return null
    chosen.step.next = to
    return `${chosen.scope.id}/${chosen.name}: ${before} -> ${to}`
  },
  exit: (file, dice) => {
    const chosen = choose(
      dice,
      all(file).filter(({ step }) => 'run' in step && Object.keys(step.exits ?? {}).length > 0),
    )
    if (chosen === null || !('run' in chosen.step) || chosen.step.exits === undefined) return null
    const exit = pick(dice, Object.keys(chosen.step.exits))
    const before = chosen.step.exits[exit] ?? ''
    const to = choose(
      dice,
      Object.keys(chosen.scope.steps).filter((name) => name !== before),
    )
    if (to === null) return null
    chosen.step.exits[exit] = to
    return `${chosen.scope.id}/${chosen.name}: ${exit} ${before} -> ${to}`
  },
  forbid: (file, dice) => {
    const chosen = choose(dice, file.forbid ?? [])
    if (chosen === null) return null
    chosen.when = chosen.when === undefined ? 'fields.intent == unknown' : `!(${chosen.when})`
    return `${chosen.id}: ${chosen.when}`
  },
  interrupt: (file, dice) => {
    const chosen = choose(dice, file.interrupts ?? [])
    if (chosen === null) return null
    chosen.nth = (chosen.nth ?? 1) + 1
    return `${chosen.id}: ${chosen.nth}`
  },
  field: (file, dice) => {
    const chosen = choose(dice, Object.entries(file.fields))
    if (chosen === null) return null
    const [id, raw] = chosen
    if (raw.may_be === undefined) raw.may_be = ['refused']
    else delete raw.may_be
    return `${id}: may be`
  },
  record: (file, dice) => {
    const chosen = choose(dice, Object.entries(file.records ?? {}))
    if (chosen === null) return null
    const [id, raw] = chosen
    raw.by = 'fields.intent'
    return `${id}: by`
  },
  derived: (file, dice) => {
    const chosen = choose(
      dice,
      Object.entries(file.derived ?? {}).filter(([, raw]) => 'unit' in raw),
    )
    if (chosen === null) return null
    const [id, raw] = chosen
    if (!('unit' in raw)) return null
    raw.unit = raw.unit === 'days' ? 'hours' : 'days'
    return `${id}: ${raw.unit}`
  },
}

const toOf = (edge: Decide['decide'][number] | undefined): string | undefined =>
  edge === undefined ? undefined : 'when' in edge ? edge.to : edge.otherwise
function setTo(edge: Decide['decide'][number], to: string | undefined): void {
  if (to === undefined) return
  if ('when' in edge) edge.to = to
  else edge.otherwise = to
}

function editMember(file: GraphFile, dice: Dice, member: 'handover' | 'about'): string | null {
  const fitting = all(file).flatMap(({ step }) => (member in step ? [step as Record<string, unknown>] : []))
  const chosen = choose(dice, fitting)
  if (chosen === null) return null
  const others = [...new Set(fitting.map((step) => step[member]))].filter((value) => value !== chosen[member])
  const to = choose(dice, others) ?? 'another_one'
  const before = chosen[member]
  chosen[member] = to
  return `${String(before)} -> ${String(to)}`
}

function waysInto(scope: WrittenScope, target: string): number {
  return JSON.stringify(Object.values(scope.steps)).split(JSON.stringify(target)).length - 1
}

function redirect(scope: WrittenScope, from: string, to: string): void {
  for (const [name, step] of Object.entries(scope.steps)) {
    if (name === to) continue
    if ('next' in step && step.next === from) step.next = to
    if ('if_refused' in step && step.if_refused === from) step.if_refused = to
    if ('exits' in step && step.exits !== undefined)
      for (const exit of Object.keys(step.exits)) if (step.exits[exit] === from) step.exits[exit] = to
    if ('decide' in step)
      for (const edge of step.decide) {
        if (toOf(edge) === from) setTo(edge, to)
        if (edge.loop?.then === from) edge.loop.then = to
      }
  }
}
