import { memo } from '../../../base/memo.ts'
import type { Scalar } from '../../../base/values/value.ts'
import { type Asserts, callingsOf, patternIn } from '../../../cases/asserts.ts'
import { foldCase } from '../../../text/fold.ts'
import { fitting, written } from '../../../text/said/literals.ts'
import type { Finding } from '../../model/score.ts'
import { handoverOf } from '../../trial-view/outcome.ts'
import type { Seen, SeenCall } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** What the team that wrote a case asserts of it, beside its outcome: one verdict an assertion. */
export const ownAssertions = defineRule({
  id: 'own_assertions',
  words: {
    name: 'Own rules kept',
    broken: 'broke a rule of your own',
    meaning:
      'An assertion that the case makes itself does not hold: a call, a handover or words of the agent.',
  },
  counted: { hits: 'passes', of: 'applicable' },
  failsForGood: false,
  withoutDesk: 'if-mapped',
  appliesTo: (seen) => seen.case.asserts !== undefined || 'the case asserts nothing of its own',
  check: (seen) => assertionsOf(seen.case.asserts ?? {}).map((holds) => holds(seen)),
})

type Assertion = (seen: Seen) => Finding

const assertionsOf = memo((asserts: Asserts): readonly Assertion[] => [
  ...callingsOf(asserts.called).map((wanted) => (seen: Seen) => {
    const call = seen.calls.find((one) => one.ok && fits(one, wanted))
    return finding(seen, 'calls', {
      asked: `${sayCalling(wanted)} is called`,
      found: call === undefined ? [] : [call.n],
      holds: call !== undefined,
    })
  }),
  ...callingsOf(asserts.never_called).map((unwanted) => (seen: Seen) => {
    const found = seen.calls.filter((one) => fits(one, unwanted)).map(({ n }) => n)
    return finding(seen, 'calls', {
      asked: `${sayCalling(unwanted)} is never called`,
      found,
      holds: found.length === 0,
    })
  }),
  ...(asserts.escalated === undefined ? [] : [escalates(asserts.escalated)]),
  ...(asserts.says ?? []).map((text) => {
    const pattern = patternIn(text)
    const isSaid = pattern === undefined ? written(text) : fitting(pattern)
    return (seen: Seen) => {
      const message = seen.messages.find((one) => one.heard.answers(isSaid))
      return finding(seen, 'text', {
        asked: `the agent says ${JSON.stringify(text)}`,
        found: message === undefined ? [] : [message.n],
        holds: message !== undefined,
      })
    }
  }),
])

const escalates =
  (wanted: boolean | string): Assertion =>
  (seen) => {
    const handover = handoverOf(seen)
    return finding(seen, 'calls', {
      asked:
        wanted === false
          ? 'nothing is handed over'
          : `it is handed over${wanted === true ? '' : ` for ${wanted}`}`,
      found: handover === null ? [] : [handover.n],
      holds: typeof wanted === 'string' ? handover?.reason === wanted : (handover !== null) === wanted,
    })
  }

/** What never happened is shown by the end. */
function finding(
  seen: Seen,
  basis: 'calls' | 'text',
  {
    asked,
    found,
    holds,
  }: { readonly asked: string; readonly found: readonly number[]; readonly holds: boolean },
): Finding {
  const evidence = found.length === 0 ? [seen.end] : found
  return (holds ? passed : failed)({
    evidence,
    basis,
    because: `your case asserts that ${asked}${holds ? '' : '; that does not hold here'}`,
  })
}

type Calling = ReturnType<typeof callingsOf>[number]

const fits = ({ tool, input }: SeenCall, wanted: Calling): boolean =>
  tool === wanted.tool && Object.entries(wanted.with).every(([name, value]) => isSame(input[name], value))

const isSame = (given: unknown, wanted: Scalar): boolean =>
  given === wanted ||
  (typeof given === 'string' && typeof wanted === 'string' && foldCase(given) === foldCase(wanted))

const sayCalling = ({ tool, with: args }: Calling): string =>
  [tool, ...Object.entries(args).map(([name, value]) => `${name}=${value}`)].join(' ')
