/** A small honest mistake in one room: what stands in the file, and what a tired person would have written. */
export type Defect = {
  readonly room: string
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export const DEFECTS: readonly Defect[] = [
  {
    room: 'walk',
    what: 'a question is asked once too often before it counts as refused',
    file: 'src/graph/walk/walk-customer.ts',
    from: 'counted < max) return history',
    to: 'counted <= max) return history',
  },
  {
    room: 'world',
    what: 'a changed row forgets its other columns',
    file: 'src/world/call.ts',
    from: '{ ...before, ...cellsOf(effect.values, scope) }',
    to: '{ ...cellsOf(effect.values, scope) }',
  },
  {
    room: 'verdict rule',
    what: 'an agent that closes once is not looked at',
    file: 'src/verdicts/rules/false-closure/rule.ts',
    from: 'closingsOf(seen).length > 0 ||',
    to: 'closingsOf(seen).length > 1 ||',
  },
  {
    room: 'reading',
    what: 'the first line of a signature is read as a sentence',
    file: 'src/reading/lexical/layout.ts',
    from: 'if (index >= signature) {',
    to: 'if (index > signature) {',
  },
  {
    room: 'customer',
    what: 'a customer corrects itself one turn early',
    file: 'src/conversation/customer/facts-told.ts',
    from: 'after_turn < draft.mind.turn &&',
    to: 'after_turn <= draft.mind.turn &&',
  },
  {
    room: 'metrics interval',
    what: 'an interval of 95 % holds 90 %',
    file: 'src/metrics/bootstrap.ts',
    from: 'const TAIL = 0.025',
    to: 'const TAIL = 0.05',
  },
  {
    room: 'store resume',
    what: 'a run with faulted trials counts as finished and is not resumed',
    file: 'src/runner/engine/resume-run.ts',
    from: 'faulted === 0 && judged + voided >= planned',
    to: 'judged + voided + faulted >= planned',
  },
  {
    room: 'secrets',
    what: 'a key in base64 is found at two of three places',
    file: 'src/base/secrets.ts',
    from: '...[0, 1, 2].map((before)',
    to: '...[0, 1].map((before)',
  },
  {
    room: 'cli exit code',
    what: 'pack check finds problems and exits with 0',
    file: 'src/cli/commands/pack.ts',
    from: 'exit: broken ? EXIT.barNotMet : EXIT.ok',
    to: 'exit: EXIT.ok',
  },
  {
    room: 'report',
    what: 'a small share is shown as none',
    file: 'src/report/render/percent.ts',
    from: "if (Math.abs(hundred) < 0.05) return '<0.1'",
    to: "if (Math.abs(hundred) < 0.05) return '0'",
  },
  {
    room: 'compile gate',
    what: 'a sentence in a language that no gate knows counts as checked',
    file: 'src/compile/gates/evidence.ts',
    from: "return ask(clause.id, 'language', 'No gate knows the language of this line: check it yourself.')",
    to: 'return []',
  },
  {
    room: 'architecture direction (invariant I1)',
    what: 'the lowest room imports a type of a higher one',
    file: 'src/base/in-markup.ts',
    from: 'const ENTITIES:',
    to: "export type { Graph } from '../graph/model/graph.ts'\nconst ENTITIES:",
  },
]

/** A defect that fits no longer would be found at once, and prove nothing. */
export const fits = ({ from }: Defect, text: string): boolean => text.split(from).length === 2
