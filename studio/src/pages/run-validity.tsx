import type { Report } from '../../../src/report/result/report.ts'
import { plain } from '../metric-facts.ts'
import { ScrollBox, Tag } from '../ui/parts.tsx'
import { grouped, words } from '../words.ts'

/** What the numbers of a run rest on, and what they do not. */
export function RunValidity({ report }: { readonly report: Report }) {
  const { validity, versions, gates, gates_not_held: openGates = [] } = report
  const cells = [
    words.run.agent,
    words.run.conversations,
    words.run.passed,
    words.run.failed,
    words.run.couldNotTell,
    words.run.voided,
    words.run.faulted,
    words.run.misunderstood,
    words.run.notJudged,
  ]
  return (
    <div className="space-y-4">
      {gates.length + openGates.length > 0 && (
        <ul aria-label={words.run.gates} className="card divide-y divide-line">
          {gates.map(({ gate, agent, met, value, says }) => (
            <li key={`${gate} ${agent}`} className="flex flex-wrap items-baseline gap-3 px-4 py-2">
              <Tag tone={met ? 'good' : 'bad'}>{met ? words.run.met : words.run.notMet}</Tag>
              <code className="font-mono text-[13.5px]">{gate}</code>
              <span className="text-soft">
                {agent}: <span className="num">{says ?? value ?? words.noData}</span>
              </span>
            </li>
          ))}
          {openGates.map(({ gate, agent, says }) => (
            <li key={`${gate} ${agent}`} className="flex flex-wrap items-baseline gap-3 px-4 py-2">
              <Tag>{words.run.gateNotHeld}</Tag>
              <code className="font-mono text-[13.5px]">{gate}</code>
              <span className="text-soft">
                {agent}: {says}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ScrollBox label={words.run.validity}>
        <table className="w-full text-left">
          <thead className="border-b border-line text-[13px] text-faint">
            <tr>
              {cells.map((name) => (
                <th key={name} scope="col" className="px-4 py-2 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {validity.agents.map((agent) => (
              <tr key={agent.agent} className="border-b border-line align-top last:border-0">
                <th scope="row" className="px-4 py-2 font-medium">
                  {agent.agent}
                </th>
                {[agent.trials, ...Object.values(agent.results), agent.voided, agent.faulted].map(
                  (value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: six counts in a fixed order
                    <td key={at} className="px-4 py-2">
                      {grouped(value)}
                    </td>
                  ),
                )}
                <td className="whitespace-nowrap px-4 py-2">
                  {agent.misunderstandings.of === 0
                    ? words.run.notKnown
                    : words.run.turns(agent.misunderstandings.hits, agent.misunderstandings.of)}
                </td>
                <td className="px-4 py-2 text-[13px] text-soft">
                  {Object.entries(agent.not_judged)
                    .map(([rule, trials]) => `${plain(rule)} ${grouped(trials)}`)
                    .join(', ') || '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="text-[13.5px] text-soft">
        {validity.judges.length === 0
          ? words.run.noJudge
          : `${words.run.judges}: ${validity.judges
              .map(
                ({ judge, calibrated }) =>
                  `${judge} (${calibrated ? words.run.calibrated : words.run.diagnostic})`,
              )
              .join(', ')}.`}{' '}
        {words.run.rules} {versions.rules}.{' '}
        {Object.entries(versions.packs)
          .map(([id, hash]) => `${id} ${hash.slice(0, 12)}`)
          .join(', ')}
        .
      </p>
    </div>
  )
}
