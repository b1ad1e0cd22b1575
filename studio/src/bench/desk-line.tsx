import { useState } from 'react'
import type { GlossPiece, OutlineRow } from '../../../src/report/studio-views/desk-view.ts'
import type { DeskEdit } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { BAR } from './line-look.ts'
import { SlotForm } from './slot-form.tsx'

type Slot = Exclude<GlossPiece, string>
const keyOf = ({ path, within }: Slot): string => JSON.stringify([path, within])

/** There is something to accept: the button and its key say the same. */
export const canAccept = ({ open, gloss }: OutlineRow, untouched: boolean): boolean =>
  open !== null && gloss.length > 0 && !untouched

/** One sentence, what the graph makes of it, and what can be said about that. */
export function DeskLine({
  line,
  current,
  onChoose,
  author,
  write,
  busy,
  editing,
  untouched,
}: {
  readonly line: OutlineRow
  readonly current: boolean
  readonly onChoose: () => void
  readonly author: string
  readonly write: (edit: DeskEdit) => Promise<unknown>
  readonly busy: boolean
  readonly editing: boolean
  /** no one has proposed anything yet: there is nothing to accept */
  readonly untouched: boolean
}) {
  const [slot, setSlot] = useState<Slot | null>(null)
  const { clause, text, open, gloss } = line
  const isOpen = open !== null
  return (
    <li
      id={`line-${clause}`}
      aria-current={current ? 'true' : undefined}
      className={`scroll-mt-24 rounded-md border border-l-4 px-3 py-2 ${isOpen ? 'border-dashed border-line-strong' : 'border-line'} ${BAR[line.shown]} ${current ? 'bg-accent-soft' : 'bg-raised'}`}
    >
      <button type="button" onClick={onChoose} className="block w-full text-left">
        <span className="num mr-2 text-[12px] text-soft">{clause}</span>
        <span className="[overflow-wrap:anywhere]">{text}</span>
      </button>
      <div className="mt-1 text-[13.5px] text-soft">
        {gloss.length === 0 ? (
          <p className="italic">{words.bench.noGloss}</p>
        ) : (
          gloss.map((pieces, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gloss has no other name than its place
            <p key={at} className="pl-3 [overflow-wrap:anywhere]">
              {pieces.map((piece, index) =>
                typeof piece === 'string' || !editing ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: words stand in their order
                  <span key={index}>{typeof piece === 'string' ? piece : piece.text}</span>
                ) : (
                  <button
                    // biome-ignore lint/suspicious/noArrayIndexKey: words stand in their order
                    key={index}
                    type="button"
                    onClick={() => setSlot(slot !== null && keyOf(slot) === keyOf(piece) ? null : piece)}
                    title={words.bench.change(piece.slot)}
                    className="rounded-sm border-b border-dotted border-ink text-ink hover:bg-warn-soft"
                  >
                    {piece.text}
                  </button>
                ),
              )}
            </p>
          ))
        )}
      </div>
      {slot !== null && (
        <SlotForm
          key={keyOf(slot)}
          slot={slot}
          busy={busy}
          onSave={(to) =>
            void write({ do: 'slot', path: slot.path, within: slot.within, to }).then(() => setSlot(null))
          }
          onCancel={() => setSlot(null)}
        />
      )}
      <Questions line={line} />
      <div className="mt-1.5 flex flex-wrap items-center gap-2 text-[12.5px]">
        <Tag tone={isOpen ? 'warn' : 'good'}>
          {isOpen ? words.bench.openBecause(open) : words.bench.acceptedBy(line.accepted_by ?? '')}
        </Tag>
        {editing && isOpen && (
          <>
            {canAccept(line, untouched) && (
              <Button
                small
                tone="main"
                disabled={busy || author === ''}
                label={words.bench.acceptLine(clause)}
                onClick={() => void write({ do: 'accept', clauses: [clause], by: author })}
              >
                {words.bench.accept}
              </Button>
            )}
            <Button
              small
              disabled={busy || author === ''}
              label={words.bench.factLine(clause)}
              onClick={() => void write({ do: 'fact', clause, by: author })}
            >
              {words.bench.fact}
            </Button>
          </>
        )}
        {editing && !isOpen && (
          <Button
            small
            disabled={busy}
            label={words.bench.reopenLine(clause)}
            onClick={() => void write({ do: 'wrong', clause })}
          >
            {words.bench.reopen}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What gates ask, each with why it asks on demand; and faults of the text. */
function Questions({ line: { questions, lint } }: { readonly line: OutlineRow }) {
  if (questions.length + lint.length === 0) return null
  return (
    <ul className="mt-1 space-y-1 text-[13.5px]">
      {questions.map(({ gate, what }) => (
        <li key={`${gate} ${what}`} className="border-l-2 border-warn pl-2">
          {what}
          <details className="inline-block pl-2 text-[12.5px] text-soft">
            <summary>{words.bench.why}</summary>
            {words.bench.gate[gate] ?? words.bench.gateOther}
          </details>
        </li>
      ))}
      {lint.map((what) => (
        <li key={what} className="border-l-2 border-line-strong pl-2 text-soft">
          {words.bench.lint} {what}
        </li>
      ))}
    </ul>
  )
}
