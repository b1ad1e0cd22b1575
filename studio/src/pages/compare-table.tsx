import type { Compared } from '../../../src/report/result/compared.ts'
import { metricFacts, metricName } from '../metric-facts.ts'
import { differenceUnit, IntervalBar, sayDifference, sayValue } from '../ui/metric.tsx'
import { ScrollBox, Tag } from '../ui/parts.tsx'
import { grouped, words } from '../words.ts'

type Row = Compared['metrics'][string]
const ORDER: readonly Row['says'][] = ['worse', 'better', 'cannot tell']
const TONE = { worse: 'bad', better: 'good', 'cannot tell': 'calm' } as const

/** What changed, by how much, and whether that is noise. */
export function CompareTable({ view }: { readonly view: Compared }) {
  const all = Object.entries(view.metrics)
  const rows = all
    .filter(([, { a, b, says }]) => a !== b || says !== 'cannot tell')
    .sort(([, x], [, y]) => ORDER.indexOf(x.says) - ORDER.indexOf(y.says))
  const equal = all.length - rows.length
  const heads = [
    words.compare.metric,
    view.a.agent,
    view.b.agent,
    words.compare.difference,
    words.compare.p,
    words.compare.says,
  ]
  return (
    <>
      <ScrollBox label={words.compare.metrics}>
        <table className="w-full text-left">
          <thead className="border-b border-line text-[13px] text-faint">
            <tr>
              {heads.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: both sides may be the same agent
                <th key={at} scope="col" className="px-4 py-2 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, row]) => (
              <Line key={name} name={name} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="mt-2 max-w-3xl text-[13px] text-faint">
        {words.compare.pNote} {equal > 0 && words.compare.equal(equal)}
      </p>
    </>
  )
}

function Line({ name, row }: { readonly name: string; readonly row: Row }) {
  const reach = metricFacts(name).unit === 'share' ? 1 : Math.max(Math.abs(row.low), Math.abs(row.high), 1e-9)
  const unit = differenceUnit(name)
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="whitespace-nowrap px-4 py-2.5 font-normal">
        {metricName(name)}
        <span className="block text-[12px] text-faint">{words.better[metricFacts(name).better]}</span>
      </th>
      <td className="whitespace-nowrap px-4 py-2.5">{sayValue(name, row.a)}</td>
      <td className="whitespace-nowrap px-4 py-2.5">{sayValue(name, row.b)}</td>
      <td className="min-w-48 px-4 py-2.5">
        <div className="flex justify-between gap-3">
          <span className="font-medium">
            {sayDifference(name, row.difference)}
            {unit}
          </span>
          <span className="whitespace-nowrap text-[12px] text-faint">
            {words.compare.interval(sayDifference(name, row.low), sayDifference(name, row.high))}
          </span>
        </div>
        <IntervalBar
          metric={{ value: row.difference, low: row.low, high: row.high, n: 0 }}
          scale={{ from: -reach, to: reach }}
        />
      </td>
      <td className="px-4 py-2.5 text-soft">{row.p < 0.001 ? '< 0.001' : row.p.toFixed(3)}</td>
      <td className="min-w-44 px-4 py-2.5">
        <Tag tone={TONE[row.says]}>{words.compare.verdict[row.says]}</Tag>
        {row.says === 'cannot tell' && (
          <span className="block text-[12px] text-faint">
            {words.compare.needed(
              `${sayDifference(name, row.detectable).replace('+', '')}${unit}`,
              grouped(row.trials_needed),
            )}
          </span>
        )}
      </td>
    </tr>
  )
}
