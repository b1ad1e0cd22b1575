import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type {
  SignoffChoice,
  SignoffQuestion,
  SignoffView,
} from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, type Editing, useEdit, useEditing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { words } from '../words.ts'
import { EditNote } from './edit-note.tsx'

/** Situations at the boundaries, one at a time: answered before what the graph does is shown. */
export function DeskSignoff({ desk }: { readonly desk: string }) {
  const query = useQuery(benchQueries.signoff(desk))
  return <Answered query={query}>{(view) => <Signoff view={view} />}</Answered>
}

const agrees = ({ answer }: SignoffQuestion): boolean => answer?.agrees === true

function Signoff({ view }: { readonly view: SignoffView }) {
  const { questions } = view
  const edit = useEdit(view.desk, view.versions)
  const first = questions.findIndex(({ answer }) => answer === null)
  const [at, setAt] = useState(first === -1 ? 0 : first)
  const question = questions[at]
  if (question === undefined)
    return <Empty title={words.bench.signoff.none} hint={words.bench.signoff.noneHint} />
  const answered = questions.filter(({ answer }) => answer !== null)
  const differ = answered.filter((each) => !agrees(each))
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="min-w-0 space-y-4">
        <p className="text-soft">{words.bench.signoff.lead}</p>
        <p role="status" className="text-[14px]">
          {words.bench.signoff.progress(answered.length, questions.length, differ.length)}
        </p>
        {answered.length === questions.length && (
          <Done desk={view.desk} of={questions.length} differ={differ.length} />
        )}
        <EditNote editing={edit} />
        <Question
          key={question.id}
          question={question}
          clauses={view.clauses}
          number={at + 1}
          of={questions.length}
          edit={edit}
          desk={view.desk}
          go={(by) => setAt(Math.min(questions.length - 1, Math.max(0, at + by)))}
        />
      </div>
      <aside className="min-w-0">
        <h2 className="mb-2 font-semibold">{words.bench.signoff.differ(differ.length)}</h2>
        <ul className="space-y-1 text-[13.5px]">
          {differ.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                onClick={() => setAt(questions.indexOf(each))}
                className="text-left text-accent hover:underline [overflow-wrap:anywhere]"
              >
                {each.situation}
              </button>
            </li>
          ))}
        </ul>
        {view.untouched.length > 0 && (
          <details className="mt-4 text-[13.5px] text-soft">
            <summary>{words.bench.signoff.untouched(view.untouched.length)}</summary>
            <ul className="mt-1 space-y-1">
              {view.untouched.map((clause) => (
                <li key={clause}>
                  <span className="num text-[12px] text-faint">{clause}</span> {view.clauses[clause]}
                </li>
              ))}
            </ul>
          </details>
        )}
      </aside>
    </div>
  )
}

/** All answered: what that means, and what comes next. */
function Done({ desk, of, differ }: { readonly desk: string; readonly of: number; readonly differ: number }) {
  return (
    <div
      role="status"
      className={`card border-l-4 px-4 py-3 text-[14px] ${differ === 0 ? 'border-l-good' : 'border-l-warn'}`}
    >
      <p className="font-medium">{words.bench.signoff.done(of)}</p>
      <p className="text-soft">
        {differ === 0 ? words.bench.signoff.doneAll : words.bench.signoff.doneDiffer(differ)}{' '}
        <Link to="/start" search={{ pack: desk }}>
          {words.bench.signoff.nextRun}
        </Link>
      </p>
    </div>
  )
}

function Question({
  question,
  clauses,
  number,
  of,
  edit,
  desk,
  go,
}: {
  readonly question: SignoffQuestion
  readonly clauses: SignoffView['clauses']
  readonly number: number
  readonly of: number
  readonly edit: Editing
  readonly desk: string
  readonly go: (by: 1 | -1) => void
}) {
  const { editing } = useEditing()
  const { options, answer } = question
  const choose = (chosen: SignoffChoice): void => {
    if (editing && !edit.busy) void edit.write({ do: 'signoff', question: question.id, chosen })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
      const letter = key.length === 1 ? key.charCodeAt(0) - 97 : -1
      if (letter >= 0 && letter < options.length && key !== 'x') choose(letter)
      else if (key === 'x') choose('none')
      else if (key === '?') choose(null)
      else if (key === 'ArrowRight' || (key === 'Enter' && !(target instanceof HTMLButtonElement))) go(1)
      else if (key === 'ArrowLeft') go(-1)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const choices: readonly (readonly [string, SignoffChoice, string])[] = [
    ...options.map((option, at) => [letterOf(at), at, option] as const),
    ['x', 'none', words.bench.signoff.noneOfThese],
    ['?', null, words.bench.signoff.silent],
  ]
  return (
    <article className="card px-5 py-4" aria-live="polite">
      <p className="text-[13px] text-faint">{words.bench.signoff.number(number, of)}</p>
      <h2 className="mt-1 text-lg font-medium [overflow-wrap:anywhere]">{question.situation}</h2>
      <ul className="mt-3 space-y-2">
        {choices.map(([letter, value, text]) => {
          const mine = answer !== null && answer.chosen === value
          const ours = answer !== null && answer.ours === value
          return (
            <li key={letter}>
              <button
                type="button"
                disabled={!editing}
                aria-pressed={mine}
                onClick={() => choose(value)}
                className={`flex w-full items-baseline gap-3 rounded-md border px-3 py-2 text-left ${mine ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised hover:bg-sunken'}`}
              >
                <kbd className="font-mono text-[13px] text-faint">{letter}</kbd>
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
                {mine && <Tag tone="accent">{words.bench.signoff.yours}</Tag>}
                {ours && <Tag tone={agrees(question) ? 'good' : 'bad'}>{words.bench.signoff.ours}</Tag>}
              </button>
            </li>
          )
        })}
      </ul>
      {answer !== null && (
        <div className="mt-4 border-t border-line pt-3 text-[14px]">
          <p className={agrees(question) ? 'text-good' : 'text-bad'}>
            {agrees(question) ? words.bench.signoff.agrees : words.bench.signoff.differs}
          </p>
          <ul className="mt-1 space-y-1">
            {question.about.map((clause) => (
              <li key={clause}>
                <Link to="/desks/$desk" params={{ desk }} search={{ clause }} className="num text-[13px]">
                  {clause}
                </Link>{' '}
                <span className="text-soft">{clauses[clause]}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-4 flex gap-2">
        <Button small onClick={() => go(-1)} disabled={number === 1}>
          {words.bench.signoff.back}
        </Button>
        <Button small tone="main" onClick={() => go(1)} disabled={number === of}>
          {words.bench.signoff.next}
        </Button>
        <span className="ml-auto text-[12.5px] text-faint">{words.bench.signoff.keys}</span>
      </div>
    </article>
  )
}

const letterOf = (index: number): string => String.fromCharCode(97 + index)
