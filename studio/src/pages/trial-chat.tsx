import { memo, useMemo, useState } from 'react'
import type { MarginNote, TrialView } from '../../../src/report/studio-views/trial-view.ts'
import type { TranscriptEvent } from '../../../src/transcript/event.ts'
import { sayRule } from '../metric-facts.ts'
import { words } from '../words.ts'
import { Disputes } from './trial-dispute.tsx'
import { EventBody, isShown } from './trial-event.tsx'
import { TurnState } from './trial-turn.tsx'

/** The transcript as a chat; verdicts stand in the margin at the event they speak of. */
export function TrialChat({
  view,
  at,
  onEvent,
}: {
  readonly view: TrialView
  readonly at: number | null
  readonly onEvent: (n: number) => void
}) {
  const shown = useMemo(() => view.events.filter(isShown), [view])
  if (shown.length === 0) return <p className="card px-4 py-3 text-soft">{words.trial.empty}</p>
  return (
    <ol className="space-y-1">
      {shown.map((event, index) => (
        <EventLine
          key={event.n}
          event={event}
          view={view}
          current={event.n === at}
          onEvent={onEvent}
          until={shown[index + 1]?.n ?? Number.POSITIVE_INFINITY}
        />
      ))}
    </ol>
  )
}

const EventLine = memo(function EventLine({
  event,
  view,
  current,
  onEvent,
  until,
}: {
  readonly event: TranscriptEvent
  readonly view: TrialView
  readonly current: boolean
  readonly onEvent: (n: number) => void
  /** the next event that is shown: what is hidden between belongs here */
  readonly until: number
}) {
  const notes = view.notes.filter(({ n }) => n >= event.n && n < until)
  const turn = view.states.find(({ to }) => to >= event.n && to < until)
  return (
    <li
      id={`event-${event.n}`}
      aria-current={current ? 'step' : undefined}
      className={`grid scroll-mt-28 sm:scroll-mt-20 gap-x-5 gap-y-2 border-l-2 py-1.5 pl-2 lg:grid-cols-[minmax(0,1fr)_15rem] ${current ? 'border-accent' : 'border-transparent'}`}
    >
      <div className="flex min-w-0 gap-2">
        <button
          type="button"
          onClick={() => onEvent(event.n)}
          aria-label={words.trial.linkTo(event.n)}
          className="num mt-1 w-7 shrink-0 self-start text-right text-[12px] text-faint hover:text-accent"
        >
          {event.n}
        </button>
        <div className="min-w-0 flex-1">
          <EventBody event={event} view={view} />
          {turn !== undefined && <TurnState turn={turn} view={view} />}
        </div>
      </div>
      {notes.length > 0 && (
        <div className="space-y-2 max-lg:ml-9">
          {notes.map((note, index) => (
            <Note
              key={`${note.rule} ${note.n}`}
              note={note}
              view={view}
              above={clauseOf(notes[index - 1], view)}
            />
          ))}
        </div>
      )}
    </li>
  )
})

const CLAMPED_CHARS = 170

/** A condition of a forbid may run over ten lines: the first few, and the rest on demand. */
function Clamped({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false)
  const long = text.length > CLAMPED_CHARS
  return (
    <p className="[overflow-wrap:anywhere]">
      {long && !all ? `${text.slice(0, CLAMPED_CHARS)}… ` : text}
      {long && !all && (
        <button type="button" onClick={() => setAll(true)} className="text-accent hover:underline">
          {words.trial.rest}
        </button>
      )}
    </p>
  )
}

/** The first sentence a note cites whose text is known. */
const clauseOf = (note: MarginNote | undefined, view: TrialView): string | undefined =>
  note?.clauses.find((id) => view.clauses[id] !== undefined)

function Note({
  note,
  view,
  above,
}: {
  readonly note: MarginNote
  readonly view: TrialView
  /** the sentence of the note right above: it is not quoted twice */
  readonly above: string | undefined
}) {
  const clause = clauseOf(note, view)
  return (
    <div role="note" className="border-l-2 border-bad pl-3 text-[13.5px]">
      <p className="font-medium text-bad">{sayRule(note.rule)}</p>
      <Clamped text={`${note.because}.`} />
      {clause !== undefined && (
        <blockquote className="mt-1 text-soft">
          <span className="num text-[12px] text-faint">{clause}</span>{' '}
          {clause === above ? words.trial.sameSentence : `“${view.clauses[clause]}”`}
        </blockquote>
      )}
      <p className="mt-0.5 text-[12px] text-faint">
        {words.trial.basis[note.basis] ?? note.basis}
        {note.blame === 'sop' ? `; ${words.trial.sopBlame}` : ''}
      </p>
      <Disputes note={note} view={view} />
    </div>
  )
}
