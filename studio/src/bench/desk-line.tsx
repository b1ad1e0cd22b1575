import type { OutlineRow } from '../../../src/report/studio-views/desk-view.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

/** A sentence, or what is assumed, beside what the graph makes of it, and what gates ask; a dashed one is open. */
export function DeskLine({
  row: { name, text, kind, open, accepted_by, gloss, questions, accept },
  current,
  can,
  onChoose,
  onAccept,
  onReopen,
}: {
  readonly row: OutlineRow
  readonly current: boolean
  /** somebody is named, and no other edit is being written */
  readonly can: boolean
  readonly onChoose: () => void
  readonly onAccept: (word: string) => void
  readonly onReopen: (() => void) | null
}) {
  const isOpen = open !== null
  return (
    <li
      id={`line-${name}`}
      aria-current={current ? 'true' : undefined}
      className={`scroll-mt-24 scroll-mb-24 rounded-md border border-l-4 px-3 py-2 ${isOpen ? 'border-dashed border-line-strong border-l-warn' : 'border-line border-l-good'} ${current ? 'bg-accent-soft' : 'bg-raised'}`}
    >
      <div className="grid gap-x-6 gap-y-1 lg:grid-cols-2">
        <button
          type="button"
          onClick={onChoose}
          className="min-w-0 self-start text-left [overflow-wrap:anywhere]"
        >
          <span className="num mr-2 text-[12px] text-soft">{name}</span>
          {text}
        </button>
        <div className="min-w-0 text-[13.5px] text-soft [overflow-wrap:anywhere]">
          {gloss.length === 0 && <p className="italic">{words.bench.noGloss}</p>}
          {gloss.map((line) => (
            <p key={line} className="whitespace-pre-wrap">
              {line}
            </p>
          ))}
        </div>
      </div>
      {questions.map((question) => (
        <p key={question} className="mt-1 border-l-2 border-warn pl-2 text-[13.5px] [overflow-wrap:anywhere]">
          {question}
        </p>
      ))}
      <div className="mt-1.5 flex flex-wrap items-center gap-2 text-[12.5px]">
        <Tag tone={isOpen ? 'warn' : 'good'}>
          {isOpen ? words.bench.openBecause(open) : words.bench.acceptedBy(accepted_by ?? '')}
        </Tag>
        {!isOpen && <Tag>{kind}</Tag>}
        {isOpen && onReopen !== null && accept !== null && <span>{words.bench.itsOwn[accept.is]}</span>}
        {isOpen &&
          accept?.among.map((word) => (
            <Button
              key={word}
              small
              disabled={!can}
              label={words.bench.acceptLine(name, word)}
              onClick={() => onAccept(word)}
            >
              {kind === 'gap' ? words.bench.accept : word}
            </Button>
          ))}
        {!isOpen && onReopen !== null && (
          <Button small disabled={!can} label={words.bench.reopenLine(name)} onClick={onReopen}>
            {words.bench.reopen}
          </Button>
        )}
      </div>
    </li>
  )
}
