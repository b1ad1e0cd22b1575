import { useState } from 'react'
import type {
  EditResult,
  GlossPiece,
  OutlineRow,
  SentenceChoices,
} from '../../../src/report/studio-views/desk-view.ts'
import type { DeskEdit } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { BAR } from './line-look.ts'
import { SentenceForm } from './sentence-form.tsx'
import { SlotForm } from './slot-form.tsx'

type Slot = Exclude<GlossPiece, string>
const keyOf = ({ path, within }: Slot): string => JSON.stringify([path, within])

/** There is something to accept: the button and its key say the same. */
export const canAccept = ({ open, gloss, unread }: OutlineRow): boolean =>
  open !== null && gloss.length > 0 && !unread

/** One sentence, what the graph makes of it, and what can be said about that. */
export function DeskLine({
  line,
  current,
  onChoose,
  author,
  write,
  busy,
  editing,
  section,
  choices,
  saying,
  onSay,
}: {
  readonly line: OutlineRow
  readonly current: boolean
  readonly onChoose: () => void
  readonly author: string
  readonly write: (edit: DeskEdit) => Promise<EditResult>
  readonly busy: boolean
  readonly editing: boolean
  /** the heading above it */
  readonly section: string
  readonly choices: SentenceChoices | null
  /** the form that says what it is stands open */
  readonly saying: boolean
  readonly onSay: (open: boolean) => void
}) {
  const [slot, setSlot] = useState<Slot | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const { clause, text, open, gloss } = line
  const isOpen = open !== null
  return (
    <li
      id={`line-${clause}`}
      aria-current={current ? 'true' : undefined}
      className={`scroll-mt-24 scroll-mb-24 rounded-md border border-l-4 px-3 py-2 ${isOpen ? 'border-dashed border-line-strong' : 'border-line'} ${BAR[line.shown]} ${current ? 'bg-accent-soft' : 'bg-raised'}`}
    >
      <button type="button" onClick={onChoose} className="block w-full text-left">
        <span className="num mr-2 text-[12px] text-soft">{clause}</span>
        <span className="[overflow-wrap:anywhere]">{text}</span>
      </button>
      <div className="mt-1 text-[13.5px] text-soft">
        {line.unread ? null : gloss.length === 0 ? (
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
                    className="rounded-sm border-b border-dotted border-ink text-left text-ink hover:bg-warn-soft"
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
          refused={refused}
          onSave={(to) =>
            void write({ do: 'slot', path: slot.path, within: slot.within, to }).then((result) => {
              setRefused(result.kind === 'refused' ? result.because : [])
              if (result.kind === 'written') setSlot(null)
            })
          }
          onCancel={() => setSlot(null)}
        />
      )}
      <Questions line={line} />
      <div className="mt-1.5 flex flex-wrap items-center gap-2 text-[12.5px]">
        <Tag tone={isOpen ? 'warn' : 'good'}>
          {isOpen
            ? words.bench.openBecause(line.unread ? words.sentence.unread : open)
            : words.bench.acceptedBy(line.accepted_by ?? '')}
        </Tag>
        {editing && isOpen && (
          <>
            {canAccept(line) && (
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
            {line.unread && !saying && choices !== null && (
              <Button
                small
                tone="main"
                disabled={busy}
                label={words.sentence.openLine(clause)}
                onClick={() => onSay(true)}
              >
                {words.sentence.open}
              </Button>
            )}
            {!line.unread && !saying && choices !== null && (
              <Button
                small
                disabled={busy}
                label={words.sentence.moreLine(clause)}
                onClick={() => onSay(true)}
              >
                {words.sentence.more}
              </Button>
            )}
            {!line.unread && choices !== null && (
              <Button
                small
                disabled={busy}
                label={words.sentence.unsayLine(clause)}
                onClick={() => void write({ do: 'unsay', clause })}
              >
                {words.sentence.unsay}
              </Button>
            )}
            {(line.unread || gloss.length === 0) && (
              <Button
                small
                disabled={busy || author === ''}
                label={words.bench.factLine(clause)}
                onClick={() => void write({ do: 'aside', kind: 'fact', clause, by: author })}
              >
                {words.bench.fact}
              </Button>
            )}
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
      {editing && saying && choices !== null && (
        <SentenceForm
          line={line}
          section={section}
          choices={choices}
          author={author}
          busy={busy}
          write={write}
          onDone={() => onSay(false)}
        />
      )}
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
