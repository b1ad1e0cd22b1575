import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { unjudgedDeeds, warnings } from '../../../src/report/render/beware.ts'
import { decisionSentence } from '../../../src/report/render/decision-sentence.ts'
import { findingsOf, numbersOf } from '../../../src/report/render/two-findings.ts'
import type { AgentDecision, Decision } from '../../../src/report/result/decision.ts'
import type { Report } from '../../../src/report/result/report.ts'
import { useQueries } from '../data/queries.ts'
import { FailureCard, FailureLine, failuresOf, type Numbered } from '../ui/failure-card.tsx'
import { Finding, HeadlineRow } from '../ui/headline.tsx'
import { sayTime } from '../ui/parts.tsx'
import { latestOf, RunChoice } from '../ui/run-choice.tsx'
import { Answered } from '../ui/states.tsx'
import { grouped, words } from '../words.ts'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/summary')

/** The decision on an agent, for a support lead, who reads no code and no statistics. */
export function SummaryPage() {
  const query = useQuery(useQueries().runs())
  return (
    <Answered query={query}>
      {(runs) =>
        runs.length === 0 ? <NoRuns /> : <RunDecision latest={latestOf(runs)} several={runs.length > 1} />
      }
    </Answered>
  )
}

function RunDecision({ latest, several }: { readonly latest: string; readonly several: boolean }) {
  const { run = latest, agent } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(useQueries().report(run))
  return (
    <Answered query={query} loading={words.counting}>
      {(report) => {
        const { agents } = report.decision
        const shown = agents.find((one) => one.agent === agent) ?? agents[0]
        return (
          <>
            {several && (
              <div className="mb-4 flex justify-end">
                <RunChoice value={run} onChange={(next) => void navigate({ search: { run: next } })} />
              </div>
            )}
            <AgentTabs decision={report.decision} shown={shown?.agent} />
            {shown !== undefined && <AgentPage report={report} shown={shown} />}
          </>
        )
      }}
    </Answered>
  )
}

function AgentTabs({ decision, shown }: { readonly decision: Decision; readonly shown: string | undefined }) {
  if (decision.agents.length < 2) return null
  return (
    <nav aria-label={words.decision.agents} className="mb-5 flex flex-wrap gap-2">
      {decision.agents.map(({ agent }) => (
        <Link
          key={agent}
          to="/summary"
          search={{ run: decision.run, agent }}
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

/** With their quotes; the others in a line each. */
const QUOTED_MAX = 5

function AgentPage({ report, shown }: { readonly report: Report; readonly shown: AgentDecision }) {
  const failures = failuresOf(report.decision, shown.agent)
  const result = report.agents.find(({ agent }) => agent === shown.agent)
  return (
    <>
      <Verdict report={report} shown={shown} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
        <section aria-label={words.decision.numbers} className="grid gap-4">
          <ul className="card divide-y divide-line">
            {numbersOf(shown).map((one) => (
              <HeadlineRow key={one.metric} headline={one} />
            ))}
          </ul>
          {result !== undefined &&
            findingsOf(report, result).map((one) => <Finding key={one.title} finding={one} />)}
        </section>
        <Worst failures={failures} judged={shown.passed + shown.failed > 0} />
      </div>
      <Method report={report} />
    </>
  )
}

const LOOK = {
  PASS: 'bg-good text-raised',
  FAIL: 'bg-bad text-raised',
  none: 'bg-warn-soft text-warn',
} as const

function Verdict({ report, shown }: { readonly report: Report; readonly shown: AgentDecision }) {
  const { verdict, sentence, gates } = decisionSentence(report.decision, shown)
  const { flips } = shown
  return (
    <section className="card px-5 py-5 sm:px-7 sm:py-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <span className={`rounded-md px-3 py-1 text-[17px] font-semibold tracking-wide ${LOOK[verdict]}`}>
          {words.decision.verdict[verdict]}
        </span>
        <h1 className="min-w-0 flex-1 basis-80 text-[22px] font-semibold leading-snug tracking-tight [overflow-wrap:anywhere] sm:text-[25px]">
          {sentence}
        </h1>
      </div>
      {bewareOf(report, shown.agent).map((text) => (
        <p key={text} className="mt-3 text-warn first-letter:uppercase">
          {text}
        </p>
      ))}
      {report.finished_at === null && <p className="mt-3 text-warn">{words.decision.unfinished}</p>}
      <Tally of={shown} />
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[14px] text-soft">
        {gates !== null && <span>{gates}</span>}
        <span>{words.decision.at(Object.keys(report.versions.packs))}</span>
        <span>{sayTime(report.started_at)}</span>
        {flips !== null && (
          <span className={flips.broken.length > 0 ? 'text-bad' : ''}>
            {words.decision.flips(flips.fixed.length, flips.broken.length, sayTime(flips.at))}
          </span>
        )}
        <Link to="/runs/$run" params={{ run: report.run }} search={{ agent: shown.agent }}>
          {words.decision.all}
        </Link>
      </p>
    </section>
  )
}

const bewareOf = (report: Report, id: string): readonly string[] => [
  ...unjudgedDeeds(report),
  ...report.agents.filter(({ agent }) => agent === id).flatMap((agent) => warnings(agent, report)),
]

const PARTS = [
  ['passed', 'bg-good', 'text-good'],
  ['failed', 'bg-bad', 'text-bad'],
  ['could_not_tell', 'bg-line-strong', 'text-soft'],
] as const

/** The three numbers, as wide as they are. */
function Tally({ of }: { readonly of: AgentDecision }) {
  return (
    <>
      <dl className="mt-5 flex flex-wrap gap-x-9 gap-y-2">
        {PARTS.map(([name, , ink]) => (
          <div key={name} className="flex flex-row-reverse items-baseline gap-2">
            <dt className="text-soft">{words.decision.tally[name]}</dt>
            <dd
              className={`num text-[26px] font-semibold leading-none ${of[name] === 0 ? 'text-faint' : ink}`}
            >
              {grouped(of[name])}
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden="true" className="mt-3 flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken">
        {PARTS.map(([name, fill]) => (
          <span key={name} className={fill} style={{ flexGrow: of[name] }} />
        ))}
      </div>
    </>
  )
}

function Worst({ failures, judged }: { readonly failures: readonly Numbered[]; readonly judged: boolean }) {
  const more = failures.slice(QUOTED_MAX)
  return (
    <section aria-label={words.decision.worst} className="min-w-0">
      <h2 className="mb-3 text-lg font-semibold tracking-tight">{words.decision.worst}</h2>
      {failures.length === 0 && (
        <p className="card px-4 py-3 text-soft">{judged ? words.decision.none : words.decision.notJudged}</p>
      )}
      <ol className="space-y-3">
        {failures.slice(0, QUOTED_MAX).map((one) => (
          <FailureCard key={one.number} {...one} />
        ))}
      </ol>
      {more.length > 0 && (
        <details className="mt-4">
          <summary className="text-accent">{words.decision.more(more.length)}</summary>
          <ol className="mt-2">
            {more.map((one) => (
              <FailureLine key={one.number} {...one} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function Method({ report }: { readonly report: Report }) {
  const { voided, faulted, trials, suite, run } = report
  return (
    <details className="mt-8 text-[14.5px] text-soft">
      <summary className="text-accent">{words.decision.method}</summary>
      <div className="mt-2 max-w-[75ch] space-y-2">
        <p>{words.decision.tested(trials, suite, voided, faulted)}</p>
        {words.decision.reading.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className="flex flex-wrap gap-x-4">
          <Link to="/figures" search={{ run }}>
            {words.run.figures}
          </Link>
          <code className="font-mono text-[13px]">{run}</code>
        </p>
      </div>
    </details>
  )
}
