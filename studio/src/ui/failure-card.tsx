import { Link } from '@tanstack/react-router'
import { SAGE } from '../../../src/base/shell.ts'
import type { Decision } from '../../../src/report/result/decision.ts'
import type { Failure } from '../../../src/report/result/worst-first.ts'
import { plain } from '../metric-facts.ts'
import { grouped, words } from '../words.ts'
import { Tag } from './parts.tsx'

/** A failure and its number in `sage show`; the order is the decision's own. */
export type Numbered = { readonly failure: Failure; readonly number: number }

export const failuresOf = ({ failures }: Decision, agent: string | undefined): readonly Numbered[] =>
  failures
    .map((failure, place) => ({ failure, number: place + 1 }))
    .filter(({ failure }) => agent === undefined || failure.agent === agent)

/** One way in which things went wrong, told by its worst conversation: who said what, what was done, what should have been. */
export function FailureCard({ failure, number }: Numbered) {
  const { heard, said, did, clause, sentence } = failure
  return (
    <li>
      <Link
        to="/trial"
        search={{ id: failure.trial, at: String(failure.at) }}
        className="card block px-4 py-3 text-ink [overflow-wrap:anywhere] hover:border-line-strong hover:no-underline sm:px-5"
      >
        <FailureHead failure={failure} number={number} />
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          {heard !== null && <Line who={words.trial.customer}>{short(heard)}</Line>}
          {said !== null && <Line who={words.trial.agent}>{short(said)}</Line>}
          {did !== null && (
            <Line who={words.decision.did}>
              <span className="font-medium text-bad">{plain(did)}</span>
            </Line>
          )}
          {sentence !== null && (
            <Line who={words.decision.handbook}>
              <span className="border-l-2 border-line-strong pl-2 text-soft">
                {`“${sentence}”`} <span className="text-faint">{clause}</span>
              </span>
            </Line>
          )}
          {failure.due !== null && <Line who={words.decision.due}>{failure.due}</Line>}
        </dl>
        <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] text-faint">
          <span className="text-accent">{words.decision.read}</span>
          <code className="font-mono">{`${SAGE} show ${number}`}</code>
        </p>
      </Link>
    </li>
  )
}

/** The same in one line, where there are many. */
export function FailureLine({ failure, number }: Numbered) {
  return (
    <li>
      <Link
        to="/trial"
        search={{ id: failure.trial, at: String(failure.at) }}
        className="block rounded-md px-3 py-1.5 text-ink [overflow-wrap:anywhere] hover:bg-sunken hover:no-underline"
      >
        <FailureHead failure={failure} number={number} small />
      </Link>
    </li>
  )
}

function FailureHead({ failure, number, small = false }: Numbered & { readonly small?: boolean }) {
  const { kind, says, conversations, total, currency } = failure
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className={small ? '' : 'text-[17px] font-semibold tracking-tight'}>
        <span className="num mr-2 text-faint">{number}</span>
        <span className="inline-block first-letter:uppercase">{says}</span>
      </span>
      <span className="num text-[13.5px] text-soft">
        <Tag tone={TONE[kind]}>{words.decision.kind[kind]}</Tag> {words.decision.often(conversations)}
        {total > 0 && (
          <span className="ml-2 font-medium text-bad">
            {words.decision.cost(grouped(Math.round(total)), currency)}
          </span>
        )}
      </span>
    </span>
  )
}

const TONE = { harm: 'bad', outcome: 'bad', words: 'warn', unclear: 'calm' } as const

function Line({ who, children }: { readonly who: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-[13px] text-faint sm:pt-0.5">{who}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Long answers of language models are read in the conversation itself. */
const SHOWN_CHARS_MAX = 320
const short = (text: string): string =>
  text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX).replace(/\s+\S*$/, '')} …`
