import type { PackView } from '../../../src/report/studio-views/pack-view.ts'
import { Section, Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

export function PackTools({ view }: { readonly view: PackView }) {
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">
        {view.tools.map((tool) => (
          <li key={tool.name} className="card min-w-0 px-5 py-3.5">
            <p className="flex flex-wrap items-center gap-2">
              <code className="font-mono font-medium">{tool.name}</code>
              <Tag>{tool.role}</Tag>
              {tool.moves_money && <Tag tone="warn">{words.packs.money}</Tag>}
            </p>
            <p className="mt-1 text-soft">{tool.description}</p>
            <details className="mt-1 text-[13px]">
              <summary className="text-faint">{words.packs.parameters}</summary>
              <pre className="mt-1 overflow-x-auto rounded bg-sunken px-3 py-2 font-mono text-[12.5px]">
                {JSON.stringify(tool.parameters, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ul>
      <Section title={words.packs.forbids} note={words.packs.forbidsNote}>
        <ul className="card divide-y divide-line">
          {view.forbids.map((forbid) => (
            <li key={forbid.id} className="px-5 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{forbid.id}</span>
                <Tag tone="bad">{forbid.kind}</Tag>
                <span className="text-[13px] text-faint">{forbid.cites.join(', ')}</span>
              </p>
              <code className="mt-1 block font-mono text-[12.5px] text-soft [overflow-wrap:anywhere]">
                {forbid.when}
              </code>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
