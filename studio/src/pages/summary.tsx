import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { BrokenSentence, WorstConversation } from '../../../src/report/result/report.ts'
import type { AgentSummary, Summary } from '../../../src/report/studio-views/summary.ts'
import { useQueries } from '../data/queries.ts'
import { sayDeed, sayHeadline } from '../ui/deed.ts'
import { PageHead, Section, sayTime, Tag } from '../ui/parts.tsx'
import { latestOf, RunChoice } from '../ui/run-choice.tsx'
import { Answered, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/summary')
const Pictures = lazy(async () => ({
  default: (await import('../draw/summary-pictures.tsx')).SummaryPictures,
}))

/** For a support manager, who reads no code and no statistics. */
export function SummaryPage() {
  const query = useQuery(useQueries().runs())
  return (
    <Answered query={query}>
      {(runs) =>
        runs.length === 0 ? <NoRuns /> : <RunSummary latest={latestOf(runs)} several={runs.length > 1} />
      }
    </Answered>
  )
}

function RunSummary({ latest, several }: { readonly latest: string; readonly several: boolean }) {
  const { run = latest, agent } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(useQueries().summary(run))
  return (
    <Answered query={query} loading={words.counting}>
      {(summary) => {
        const shown = summary.agents.find((one) => one.agent === agent) ?? summary.agents[0]
        return (
          <>
            <PageHead
              title={shown?.agent ?? words.summary.title}
              lead={
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {shown !== undefined && shown.notes !== '' && <Tag>{shown.notes}</Tag>}
                  <Link to="/runs/$run" params={{ run }} className="font-mono text-[13px]">
                    {run}
                  </Link>
                  <span>{sayTime(summary.started_at)}</span>
                </span>
              }
            >
              {several && (
                <RunChoice value={run} onChange={(next) => void navigate({ search: { run: next } })} />
              )}
            </PageHead>
            {summary.finished_at === null && (
              <p className="mb-4 rounded-md bg-warn-soft px-4 py-2 text-warn">{words.summary.unfinished}</p>
            )}
            <AgentTabs summary={summary} shown={shown?.agent} />
            {shown !== undefined && <AgentPage run={run} shown={shown} />}
          </>
        )
      }}
    </Answered>
  )
}

function AgentTabs({ summary, shown }: { readonly summary: Summary; readonly shown: string | undefined }) {
  if (summary.agents.length < 2) return null
  return (
    <nav aria-label={words.summary.agents} className="mb-6 flex flex-wrap gap-2">
      {summary.agents.map(({ agent }) => (
        <Link
          key={agent}
          to="/summary"
          search={{ run: summary.run, agent }}
          aria-current={agent === shown ? 'page' : undefined}
          className={`rounded-full border px-3 py-1 text-[14px] hover:no-underline ${
            agent === shown
              ? 'border-ink bg-ink text-paper'
              : 'border-line-strong bg-raised text-soft hover:text-ink'
          }`}
        >
          {agent}
        </Link>
      ))}
    </nav>
  )
}

function AgentPage({ run, shown }: { readonly run: string; readonly shown: AgentSummary }) {
  const report = useQuery(useQueries().report(run))
  const none = shown.own_tools ? words.summary.notJudged : words.summary.none
  return (
    <>
      <dl className="card divide-y divide-line">
        {shown.sentences.map(({ lead, text }) => (
          <div key={lead} className="gap-x-6 px-5 py-3 sm:grid sm:grid-cols-[200px_minmax(0,1fr)]">
            <dt className="font-semibold">{lead}</dt>
            <dd className="max-w-[72ch] first-letter:uppercase">{text}</dd>
          </div>
        ))}
      </dl>
      <Section title={words.summary.pictures}>
        <Answered query={report} loading={words.counting}>
          {(data) => (
            <Suspense fallback={<Loading />}>
              <Pictures summary={shown} report={data} />
            </Suspense>
          )}
        </Answered>
      </Section>
      <div className="grid gap-x-8 lg:grid-cols-2">
        <Section title={words.summary.rules} note={words.summary.rulesNote(shown.places)}>
          <Cards none={none}>
            {shown.broken.map((one) => (
              <Rule key={`${one.pack} ${one.clauses.join()} ${one.sentence}`} one={one} />
            ))}
          </Cards>
        </Section>
        <Section title={words.summary.read} note={words.summary.readNote}>
          <Cards none={none}>
            {shown.worst.map((one) => (
              <Conversation key={one.trial} one={one} />
            ))}
          </Cards>
        </Section>
      </div>
    </>
  )
}

function Cards({ none, children }: { readonly none: string; readonly children: readonly React.ReactNode[] }) {
  if (children.length === 0) return <p className="card px-4 py-3 text-soft">{none}</p>
  return <ol className="space-y-3">{children}</ol>
}

const CARD =
  'card block [overflow-wrap:anywhere] px-4 py-3 text-ink hover:border-line-strong hover:no-underline'

function Rule({ one }: { readonly one: BrokenSentence }) {
  const left = `${one.pack} ${one.clauses.join(', ')}`.trim()
  return (
    <li>
      <Link to="/trial" search={{ id: one.trials[0] ?? '' }} className={CARD}>
        {one.sentence !== '' && <span className="block text-[16px]">“{one.sentence}”</span>}
        <span className="mt-1 block text-soft">
          {words.run.did} {sayDeed(one.did)}
        </span>
        <span className="mt-1 flex flex-wrap justify-between gap-x-4 text-[13px]">
          <span className="text-faint">{left}</span>
          <span className="font-medium text-bad">{words.run.conversationsAt(one.conversations)}</span>
        </span>
      </Link>
    </li>
  )
}

function Conversation({ one }: { readonly one: WorstConversation }) {
  return (
    <li>
      <Link to="/trial" search={{ id: one.trial }} className={CARD}>
        <span className="block text-[16px] first-letter:uppercase">{sayHeadline(one.says)}</span>
        {one.did !== null && (
          <span className="mt-1 block text-soft">
            {words.run.did} {sayDeed(one.did)}
          </span>
        )}
        {one.sentence !== null && one.sentence !== '' && (
          <span className="mt-1 block border-l-2 border-line-strong pl-2 text-[14px] text-soft">
            “{one.sentence}”
          </span>
        )}
        <span className="mt-1 flex flex-wrap justify-between gap-x-4 text-[13px]">
          <span className="font-mono text-faint">{one.case}</span>
          <span className="text-faint">{words.trial.intensity(one.intensity)}</span>
        </span>
      </Link>
    </li>
  )
}
