import { percent } from '../../../src/report/render/percent.ts'
import { sayBand, sayCount, sayDoubt, sayLikely } from '../../../src/report/render/say-decision.ts'
import type { Finding as FindingData } from '../../../src/report/render/two-findings.ts'
import type { Headline, HeldGate } from '../../../src/report/result/decision.ts'
import { words } from '../words.ts'
import { IntervalBar, isMeasured, scaleOf } from './metric.tsx'
import { Tag } from './parts.tsx'

/** One number of the decision. Its colour is that of its gate alone: a number nobody asked anything of is neither good nor bad. */
export function HeadlineRow({ headline }: { readonly headline: Headline }) {
  const { metric, words: name, value, unit, gates } = headline
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="first-letter:uppercase">{name}</span>
        <span className="num whitespace-nowrap font-medium">{sayCount(value)}</span>
      </div>
      {isMeasured(value) && <IntervalBar metric={value} scale={scaleOf(metric, [value])} />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 text-[13px] text-soft">
        <span className="num">{sayLikely(value, unit)}</span>
        {gates.length === 0 && <span>{sayBand(value)}</span>}
        {gates.map((gate) => (
          <Gate key={gate.gate} gate={gate} />
        ))}
      </div>
      {sayDoubt(value).map((text) => (
        <p key={text} className="text-[13px] text-warn">
          {text}
        </p>
      ))}
    </li>
  )
}

const TONE = { met: 'good', 'not met': 'bad', 'not held': 'calm' } as const

function Gate({ gate: { state, demand, says } }: { readonly gate: HeldGate }) {
  return (
    <span>
      {words.decision.demand(demand)} <Tag tone={TONE[state]}>{words.decision.gate[state]}</Tag>
      {says === '' ? '' : ` ${says}`}
    </span>
  )
}

/** Two shares of the same conversations, one under the other: the distance between the bars is the finding. */
export function Finding({ finding: { title, sentence, shares } }: { readonly finding: FindingData }) {
  const [name = '', about = ''] = title.split(/ (?=\()/)
  return (
    <div className="card px-4 py-3">
      <h2 className="text-wrap font-semibold">
        {name} <span className="font-normal text-soft">{about}</span>
      </h2>
      {shares.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-[13.5px]">
          {shares.map(({ words: name, value }) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd aria-hidden="true" className="h-2.5 rounded-full bg-sunken">
                <span
                  className="block h-2.5 rounded-full bg-ink"
                  style={{ width: `${Math.min(100, Math.max(0, value.value * 100))}%` }}
                />
              </dd>
              <dd className="num font-medium">{percent(value.value)} %</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 text-[14px] text-soft">{sentence}</p>
    </div>
  )
}
