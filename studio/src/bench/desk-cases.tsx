import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseEntryView, CasesView } from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, useEdit, useEditing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Section, Tag } from '../ui/parts.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { words } from '../words.ts'
import { emptyCase, requestOf, textOf } from './case-entry.ts'
import { CaseForm, drafts } from './case-form.tsx'
import { EditNote } from './diff.tsx'
import { ProblemList } from './problem-list.tsx'

/** The desk's cases: written as forms, planned ones to start from, and what none of them covers. */
export function DeskCases({ desk }: { readonly desk: string }) {
  const query = useQuery(benchQueries.cases(desk))
  return (
    <Answered query={query} loading={words.bench.cases.loading}>
      {(view) => <Cases view={view} />}
    </Answered>
  )
}

function Cases({ view }: { readonly view: CasesView }) {
  const { editing } = useEditing()
  const edit = useEdit(view.desk, view.versions)
  const [entry, setEntry] = useState<CaseEntryView | null>(drafts.get(view.desk)?.start ?? null)
  if (view.choices === null)
    return (
      <Empty title={words.bench.cases.notYet} hint={words.bench.cases.notYetHint}>
        <ProblemList problems={view.problems} />
      </Empty>
    )
  if (entry !== null)
    return (
      <CaseForm
        key={entry.id}
        start={entry}
        known={view.cases.map(({ id }) => id)}
        choices={view.choices}
        desk={view.desk}
        edit={edit}
        done={() => setEntry(null)}
      />
    )
  return (
    <div className="space-y-2">
      <p className="text-soft">{words.bench.cases.lead}</p>
      {editing && (
        <p>
          <Button tone="main" onClick={() => setEntry(emptyCase)}>
            {words.bench.cases.write}
          </Button>
        </p>
      )}
      <ProblemList problems={view.problems} />
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Section title={words.bench.cases.own(view.cases.length)}>
          <CaseList
            desk={view.desk}
            cases={view.cases}
            open={editing ? setEntry : null}
            label={words.bench.cases.open}
          />
        </Section>
        <Section title={words.bench.cases.planned(view.planned.length)} note={words.bench.cases.plannedNote}>
          <CaseList
            desk={view.desk}
            cases={view.planned}
            open={editing ? (each) => setEntry({ ...each, id: '' }) : null}
            label={words.bench.cases.startFrom}
          />
        </Section>
      </div>
      <Section title={words.bench.cases.never(view.never.length)} note={words.bench.cases.neverNote}>
        <Uncovered never={view.never} />
      </Section>
      <EditNote editing={edit} />
    </div>
  )
}

/** By the sentence it comes from: that is what an author thinks in. */
function Uncovered({ never }: { readonly never: CasesView['never'] }) {
  const groups = new Map<string, { readonly text: string; readonly what: string[] }>()
  for (const { what, clauses } of never) {
    const { id = '', text = words.bench.cases.noSentence } = clauses[0] ?? {}
    const group = groups.get(id) ?? { text, what: [] }
    group.what.push(what)
    groups.set(id, group)
  }
  return (
    <ul className="space-y-2 text-[14px]">
      {[...groups].map(([clause, { text, what }]) => (
        <li key={clause}>
          <span className="num mr-2 text-[12px] text-faint">{clause}</span>
          {text}
          <details className="pl-6 text-[13px] text-soft">
            <summary>{words.bench.cases.places(what.length)}</summary>
            <ul>
              {what.map((each) => (
                <li key={each} className="font-mono text-[12.5px] [overflow-wrap:anywhere]">
                  {each}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

function CaseList({
  desk,
  cases,
  open,
  label,
}: {
  readonly desk: string
  readonly cases: readonly CaseEntryView[]
  readonly open: ((entry: CaseEntryView) => void) | null
  readonly label: string
}) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[28rem] space-y-1.5 overflow-y-auto pr-1"
    >
      {cases.map((each) => (
        <li
          key={each.id}
          className="card flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 text-[14px]"
        >
          <span className="min-w-0 font-mono text-[13px] [overflow-wrap:anywhere]">{each.id}</span>
          <Tag>{words.bucket[each.bucket] ?? each.bucket}</Tag>
          <span className="min-w-0 text-soft [overflow-wrap:anywhere]">
            {textOf(requestOf(each)['wants'])}
          </span>
          {open !== null && (
            <span className="ml-auto flex items-baseline gap-3">
              <Link to="/play" search={{ case: `${desk}/${each.id}` }} className="text-[13px]">
                {words.bench.play.link}
                <span className="sr-only"> {each.id}</span>
              </Link>
              <Button small label={`${label}: ${each.id}`} onClick={() => open(each)}>
                {label}
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
