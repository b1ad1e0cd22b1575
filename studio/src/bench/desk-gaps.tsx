import type { EditResult, GapRow } from '../../../src/report/studio-views/desk-view.ts'
import type { DeskEdit } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

/** What no sentence says and the graph assumes: each is accepted like a sentence. */
export function DeskGaps({
  gaps,
  author,
  write,
  busy,
  editing,
}: {
  readonly gaps: readonly GapRow[]
  readonly author: string
  readonly write: (edit: DeskEdit) => Promise<EditResult>
  readonly busy: boolean
  readonly editing: boolean
}) {
  if (gaps.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="text-[17px] font-semibold">{words.bench.gaps}</h2>
      <p className="mb-2 text-[13.5px] text-soft">{words.bench.gapsNote}</p>
      <ol className="space-y-2">
        {gaps.map(({ items, because, gloss, open, accepted_by }) => (
          <li
            key={items.join(' ')}
            className={`rounded-md border border-l-4 border-l-warn bg-raised px-3 py-2 ${open === null ? 'border-line' : 'border-dashed border-line-strong'}`}
          >
            <p className="[overflow-wrap:anywhere]">{because}</p>
            {gloss.map((line) => (
              <p key={line} className="pl-3 text-[13.5px] text-soft [overflow-wrap:anywhere]">
                {line}
              </p>
            ))}
            <div className="mt-1.5 flex flex-wrap items-center gap-2">
              <Tag tone={open === null ? 'good' : 'warn'}>
                {open === null ? words.bench.acceptedBy(accepted_by ?? '') : words.bench.openBecause(open)}
              </Tag>
              {editing && open !== null && (
                <Button
                  small
                  tone="main"
                  disabled={busy || author === ''}
                  label={words.bench.acceptGap(because)}
                  onClick={() => void write({ do: 'accept-gaps', items, by: author })}
                >
                  {words.bench.accept}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
