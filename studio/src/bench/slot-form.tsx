import { useId, useState } from 'react'
import type { GlossPiece } from '../../../src/report/studio-views/desk-view.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words.ts'

/** Another figure, value, topic or tool in the place of a word. What would make the graph unsound is refused by the server. */
export function SlotForm({
  slot,
  busy,
  refused,
  onSave,
  onCancel,
}: {
  readonly slot: Exclude<GlossPiece, string>
  readonly busy: boolean
  /** why the last try was not written: what was typed stays */
  readonly refused: readonly string[]
  readonly onSave: (to: string) => void
  readonly onCancel: () => void
}) {
  const id = useId()
  const [to, setTo] = useState(slot.written)
  const look =
    'h-8 min-w-0 rounded-md border border-line-strong bg-raised px-2 font-mono text-[13px] text-ink'
  return (
    <form
      className="mt-2 flex flex-wrap items-end gap-2 rounded-md bg-sunken px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(to)
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <div className="min-w-0">
        <label htmlFor={id} className="block text-[12.5px] text-soft">
          {words.bench.slot[slot.slot]}
        </label>
        {slot.options.length > 0 ? (
          <select
            id={id}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            className={`block ${look}`}
          >
            {slot.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input
            // biome-ignore lint/a11y/noAutofocus: the person has just chosen to change this word
            autoFocus
            id={id}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            className={`block ${look}`}
          />
        )}
      </div>
      <Button small tone="main" disabled={busy || to === slot.written} onClick={() => onSave(to)}>
        {words.bench.save}
      </Button>
      <Button small onClick={onCancel}>
        {words.bench.cancel}
      </Button>
      {refused.length > 0 && (
        <p role="alert" className="w-full text-[13.5px] text-bad [overflow-wrap:anywhere]">
          {words.bench.refused} {refused.join(' ')}
        </p>
      )}
    </form>
  )
}
