import { type ReactNode, useState } from 'react'
import { isJsonObject, type Json } from '../../../src/base/values/json.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import type { EventOf, TranscriptEvent } from '../../../src/transcript/event.ts'
import { customerActToText } from '../../../src/transcript/transcript-text.ts'
import { sayEnding } from '../ui/deed.ts'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

/** One event of a chat. Whatever a party wrote is text: it is put into the page as text, never as markup. */

/** the code of an agent played by a person who stopped */
const STOPPED = 'stopped'

/** The rest belongs to the state of a turn, and is shown there on demand. */
const SHOWN: ReadonlySet<TranscriptEvent['type']> = new Set<TranscriptEvent['type']>([
  'message.sent',
  'tool.called',
  'world.changed',
  'handover.made',
  'ticket.closed',
  'fault.raised',
  'report.missing',
  'aside.recorded',
  'conversation.ended',
])

/** A change belongs to the call that made it and is shown there; one that nobody here made stands alone. */
export const isShown = (event: TranscriptEvent): boolean =>
  SHOWN.has(event.type) && !(event.type === 'world.changed' && event.call !== undefined)

export function EventBody({
  event,
  view,
}: {
  readonly event: TranscriptEvent
  readonly view: TrialView
}): ReactNode {
  switch (event.type) {
    case 'message.sent':
      return event.from === 'customer' ? (
        <CustomerMessage event={event} />
      ) : (
        <AgentMessage event={event} view={view} />
      )
    case 'tool.called':
      return <ToolCall event={event} view={view} />
    case 'world.changed':
      return <Change event={event} view={view} alone />
    case 'handover.made':
      return (
        <p className="text-soft">
          {words.trial.handover}: <span className="font-medium text-ink">{event.reason}</span>{' '}
          <LongText text={event.note} />
        </p>
      )
    case 'ticket.closed':
      return <p className="text-soft">{words.trial.closed}</p>
    case 'fault.raised':
      // A person at the desk who stops is no machine that failed.
      if (event.side === 'agent' && event.code === STOPPED)
        return <p className="text-soft">{words.trial.stoppedHere}</p>
      return (
        <p className="text-warn">
          {words.trial.fault} ({event.side}) {event.code}: <LongText text={event.message} />
        </p>
      )
    case 'report.missing':
      return (
        <p className="text-warn">
          {words.trial.noReport}: {event.because}
        </p>
      )
    case 'aside.recorded':
      return (
        <details className="text-[14px] text-soft">
          <summary>
            {words.trial.aside[event.kind]} ({event.by})
          </summary>
          <LongText text={event.text} />
        </details>
      )
    case 'conversation.ended':
      return (
        <p className="border-t border-line pt-3 text-[14px] text-soft">
          {words.trial.ended} {sayEnding(Object.values(event.ending).join(' '))}
        </p>
      )
    default:
      return null
  }
}

function CustomerMessage({
  event,
}: {
  readonly event: Extract<EventOf<'message.sent'>, { from: 'customer' }>
}) {
  const meant = customerActToText(event.act)
  return (
    <div className="max-w-[92%]">
      <p className="mb-0.5 text-[12.5px] text-faint">
        {words.trial.customer} · {event.act.tone}
        {event.act.tactic !== undefined && ` · ${event.act.tactic}`}
      </p>
      <div className="rounded-xl rounded-tl-sm border border-line bg-sunken px-4 py-2.5">
        <LongText text={event.text} />
      </div>
      {meant !== '' && (
        <p className="mt-0.5 truncate text-[12px] text-faint" title={meant}>
          {words.trial.meant} {meant}
        </p>
      )}
    </div>
  )
}

function AgentMessage({
  event,
  view,
}: {
  readonly event: Extract<EventOf<'message.sent'>, { from: 'agent' }>
  readonly view: TrialView
}) {
  return (
    <div className="ml-auto w-fit max-w-[92%]">
      <p className="mb-0.5 flex items-center justify-end gap-1.5 text-right text-[12.5px] text-faint">
        {words.trial.agent}
        <DeedTags n={event.n} view={view} />
      </p>
      <div className="rounded-xl rounded-tr-sm border border-line-strong bg-raised px-4 py-2.5">
        <LongText text={event.text} />
      </div>
    </div>
  )
}

const TONE: Readonly<Record<string, 'bad' | 'warn' | 'calm'>> = {
  forbidden: 'bad',
  'off-path': 'bad',
  premature: 'warn',
  unknown: 'warn',
}

/** What the procedure says of what was done here. */
function DeedTags({ n, view }: { readonly n: number; readonly view: TrialView }) {
  const deeds = view.deeds.filter((deed) => deed.n === n)
  return deeds.map((deed) => (
    <span key={`${deed.action} ${deed.step}`}>
      <Tag tone={TONE[deed.class] ?? 'calm'}>{words.trial.class[deed.class] ?? deed.class}</Tag>
    </span>
  ))
}

function ToolCall({ event, view }: { readonly event: EventOf<'tool.called'>; readonly view: TrialView }) {
  const answer = view.events.find(
    (other): other is EventOf<'tool.returned'> => other.type === 'tool.returned' && other.call === event.call,
  )
  const changes = view.events.filter(
    (other): other is EventOf<'world.changed'> => other.type === 'world.changed' && other.call === event.call,
  )
  return (
    <div className="card ml-auto w-full max-w-[92%] overflow-hidden text-[13.5px]">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
        <span className="text-faint">{words.trial.calls}</span>
        <code className="font-mono font-medium">{event.tool}</code>
        <span className="ml-auto flex gap-1.5">
          <DeedTags n={event.n} view={view} />
          {answer !== undefined && !answer.ok && <Tag tone="warn">{words.trial.refused}</Tag>}
        </span>
      </div>
      <div className="px-3 py-2">
        <Members value={event.input} />
      </div>
      {answer !== undefined && (
        <div className="border-t border-line px-3 py-2">
          <p className="mb-1 text-[12px] text-faint">
            {answer.ok ? words.trial.returned : words.trial.refused}
          </p>
          <Members value={answer.output} />
        </div>
      )}
      {changes.map((change) => (
        <div key={change.n} className="border-t border-line px-3 py-2">
          <Change event={change} view={view} />
        </div>
      ))}
    </div>
  )
}

/** Before and after of one record: only what differs, so that the eye finds it. */
function Change({
  event,
  view,
  alone = false,
}: {
  readonly event: EventOf<'world.changed'>
  readonly view: TrialView
  readonly alone?: boolean
}) {
  const { before, after } = event
  const how =
    before === null ? words.trial.added : after === null ? words.trial.removed : words.trial.changedRow
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => before?.[name] !== after?.[name],
  )
  return (
    <div>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-[12px] text-faint">
        <span>
          {words.trial.record} <code className="font-mono text-soft">{event.table}</code>{' '}
          <code className="font-mono text-soft">{event.key}</code> {how}
        </span>
        {alone && <span>{words.trial.nobodyCalled}</span>}
        {event.amount !== undefined && (
          <span className="num font-medium text-warn">
            {words.trial.amount} {event.amount.toLocaleString('en')} {view.desk?.currency ?? ''}
          </span>
        )}
      </p>
      <table className="w-full text-left font-mono text-[12.5px]">
        <tbody>
          {columns.map((name) => (
            <tr key={name} className="align-top">
              <th scope="row" className="w-40 py-0.5 pr-3 font-normal text-faint">
                {name}
              </th>
              <td className="py-0.5 [overflow-wrap:anywhere]">
                {before !== null && <del className="text-bad">{sayCell(before[name])}</del>}{' '}
                {after !== null && <ins className="text-good no-underline">{sayCell(after[name])}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const sayCell = (value: unknown): string => (value === null || value === undefined ? '∅' : String(value))

/** A JSON object as names and values, one level of it; what lies deeper stays JSON. */
function Members({ value }: { readonly value: Json }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return (
      <code className="font-mono text-[12.5px]">
        <LongText text={JSON.stringify(value)} />
      </code>
    )
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-3 font-mono text-[12.5px]">
      {Object.entries(value).map(([name, member]) => (
        <div key={name} className="contents">
          <dt className={`text-faint [overflow-wrap:anywhere] ${isJsonObject(member) ? 'col-span-2' : ''}`}>
            {name}
          </dt>
          {isJsonObject(member) ? (
            // Beside its name a record within a record would have no room.
            <dd className="col-span-2 mb-1 border-l border-line pl-3">
              <Members value={member} />
            </dd>
          ) : (
            <dd>
              <LongText text={sayMember(member)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const sayMember = (value: Json): string =>
  Array.isArray(value) ? JSON.stringify(value, null, 1) : value === null ? '∅' : String(value)

const SHOWN_CHARS = 4_000
const MORE_CHARS = 40_000

/** Text as it is written; of a very long one a part, and more on demand: ten megabytes would stop the page. */
export function LongText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(SHOWN_CHARS)
  return (
    <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text.length <= shown ? text : text.slice(0, shown)}
      {text.length > shown && (
        <button
          type="button"
          onClick={() => setShown(shown + MORE_CHARS)}
          className="ml-1 text-accent hover:underline"
        >
          {words.trial.more(text.length - shown)}
        </button>
      )}
    </span>
  )
}
