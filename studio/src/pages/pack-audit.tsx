import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditView } from '../../../src/report/studio-views/audit-view.ts'
import { useQueries } from '../data/queries.ts'
import { ScrollBox, Section, sayTime } from '../ui/parts.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { grouped, words } from '../words.ts'

const { audit: say } = words.packs

/** Can the benchmark be trusted with this pack: what `sage audit` found, and when. */
export function PackAudit({ pack }: { readonly pack: string }) {
  const query = useQuery(useQueries().audit(pack))
  const store = useQuery(useQueries().about()).data?.store ?? ''
  const command = `npx sage audit ${pack}${store === '' || store.endsWith('/.sage/sage.db') ? '' : ` --store ${store}`}`
  return (
    <>
      <p className="mb-5 max-w-3xl text-soft">{say.lead}</p>
      <Answered query={query}>
        {(view) =>
          view === null ? (
            <Empty title={say.none} hint={say.noneHint} command={command} />
          ) : (
            <Audited view={view} command={command} />
          )
        }
      </Answered>
    </>
  )
}

function Audited({ view, command }: { readonly view: AuditView; readonly command: string }) {
  // Green would be a promise about a pack that it was not made of.
  const tone = view.older.length > 0 ? 'text-soft' : view.met ? 'text-good' : 'text-bad'
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className={`font-medium ${tone}`}>{view.met ? say.met : say.notMet}</strong>
        <span className="text-[13.5px] text-faint">{say.at(sayTime(view.at))}</span>
      </p>
      {view.older.map((what) => (
        <p key={what} className="mt-3 rounded-md bg-warn-soft px-4 py-2 text-warn">
          {say.older[what]} <code className="font-mono text-[13.5px]">{command}</code>
        </p>
      ))}
      <Counts view={view} />
      <Section title={say.kinds}>
        <Kinds view={view} />
        {view.harmless > 0 && <p className="mt-2 text-[13.5px] text-faint">{say.harmless(view.harmless)}</p>}
      </Section>
      {view.findings.length > 0 && <Findings view={view} />}
    </>
  )
}

function Counts({ view }: { readonly view: AuditView }) {
  const counts: readonly (readonly [string, number, boolean])[] = [
    [say.counts.planted, view.planted, true],
    [say.counts.caught, view.caught, view.caught === view.planted],
    [say.counts.named, view.named, true],
    [say.counts.unexercised, view.unexercised, view.unexercised === 0],
    [say.counts.alarms(view.oracle_trials), view.alarms_on_oracle, view.alarms_on_oracle === 0],
  ]
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-[10px] border border-line bg-line lg:grid-cols-5">
      {counts.map(([name, value, well]) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end bg-raised px-4 py-2.5 max-lg:last:col-span-2"
        >
          <dt className="text-[13px] text-faint">{name}</dt>
          <dd className={`num text-lg font-medium ${well ? '' : 'text-bad'}`}>{grouped(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Kinds({ view }: { readonly view: AuditView }) {
  return (
    <ScrollBox label={say.kinds}>
      <table className="w-full text-left">
        <thead className="border-b border-line text-[13px] text-faint">
          <tr>
            <Head>{say.kind}</Head>
            {[say.planted, say.caught, say.named, say.unexercised].map((name) => (
              <Head key={name} right>
                {name}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.by_kind.map((kind) => (
            <tr key={kind.fault} className="border-b border-line last:border-0">
              <th scope="row" className="min-w-36 px-4 py-2 font-normal">
                {say.fault[kind.fault] ?? kind.fault}
              </th>
              <Cell value={kind.planted} />
              <Cell value={kind.caught} wrong={kind.caught < kind.planted} />
              <Cell value={kind.named} wrong={kind.named < kind.planted} />
              <Cell value={kind.unexercised} wrong={kind.unexercised > 0} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const Head = ({ children, right = false }: { readonly children: ReactNode; readonly right?: boolean }) => (
  <th
    scope="col"
    className={`px-2 py-2 font-normal first:pl-4 last:pr-4 sm:px-4 ${right ? 'text-right' : ''}`}
  >
    {children}
  </th>
)

const Cell = ({ value, wrong = false }: { readonly value: number; readonly wrong?: boolean }) => (
  <td className={`num px-2 py-2 text-right last:pr-4 sm:px-4 ${wrong ? 'font-medium text-bad' : ''}`}>
    {grouped(value)}
  </td>
)

function Findings({ view }: { readonly view: AuditView }) {
  return (
    <Section title={say.findings}>
      <ul className="card divide-y divide-line">
        {view.findings.map(({ kind, fault, at, because }) => (
          <li
            key={JSON.stringify([kind, fault, at, because])}
            className="grid gap-x-4 px-5 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <span className="text-[13px] text-faint">{say.finding[kind]}</span>
            <span>{fault === null ? (because ?? '') : (say.fault[fault] ?? fault)}</span>
            <span className="font-mono text-[13px] [overflow-wrap:anywhere]">{at}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
