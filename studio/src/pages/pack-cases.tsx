import { useState } from 'react'
import type { PackView } from '../../../src/report/studio-views/pack-view.ts'
import { Choice, ScrollBox, Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

export function PackCases({ view }: { readonly view: PackView }) {
  const [bucket, setBucket] = useState<string>()
  const buckets = [...new Set(view.cases.map((each) => each.bucket))]
  const shown = view.cases.filter((each) => bucket === undefined || each.bucket === bucket)
  return (
    <>
      <div className="mb-3 flex items-end justify-between gap-3">
        <Choice
          label={words.run.bucket}
          value={bucket}
          any={words.run.any}
          options={buckets.map((id) => [id, words.bucket[id] ?? id])}
          onChange={setBucket}
        />
        <span className="num text-[13px] text-faint">{words.packs.cases(shown.length)}</span>
      </div>
      <ScrollBox label={words.packs.tab.cases}>
        <table className="w-full text-left">
          <thead className="border-b border-line text-[13px] text-faint">
            <tr>
              {[
                words.run.case,
                words.run.bucket,
                words.packs.wants,
                words.run.tactic,
                words.run.intensity,
                words.packs.decided,
              ].map((name) => (
                <th key={name} scope="col" className="px-4 py-2 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <tr
                key={each.case}
                className="border-b border-line align-top [content-visibility:auto] last:border-0"
              >
                <th scope="row" className="px-4 py-2 font-mono text-[13px] font-normal">
                  {each.case}
                  {each.trap !== null && (
                    <span className="ml-2">
                      <Tag tone="bad">{each.trap}</Tag>
                    </span>
                  )}
                </th>
                <td className="whitespace-nowrap px-4 py-2">{words.bucket[each.bucket] ?? each.bucket}</td>
                <td className="min-w-56 px-4 py-2">
                  <span className="text-soft">{each.customer}:</span> {each.wants.join('; ')}
                  <span className="block text-[13px] text-faint">{each.motive}</span>
                </td>
                <td className="whitespace-nowrap px-4 py-2 text-soft">{each.tactic ?? '–'}</td>
                <td className="whitespace-nowrap px-4 py-2 text-soft">{each.intensities.join(' ')}</td>
                <td className="whitespace-nowrap px-4 py-2 text-soft">{each.decided_by ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}
