import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MatrixPage } from '../../../src/report/studio-views/matrix.ts'
import type { Mark } from '../../../src/report/studio-views/trial-row.ts'
import { plain } from '../metric-facts.ts'
import { MarkLegend } from '../ui/mark.tsx'
import { Choice } from '../ui/parts.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/runs/$run')
type Name = 'agent' | 'pack' | 'bucket' | 'tactic' | 'intensity' | 'mark' | 'broke' | 'text'

/** What of a run is shown; everything chosen stands in the address, to be kept and sent. */
export function RunFilters({ page }: { readonly page: MatrixPage }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (name: Name) => (value: string | undefined) =>
    void navigate({
      search: ({ [name]: _, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }),
      replace: true,
    })
  const { choices } = page
  const any = words.run.any
  const names = (of: readonly string[]) => of.map((id): readonly [string, string] => [id, plain(id)])
  return (
    <form
      aria-label={words.run.filters}
      className="mb-4 space-y-3"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox value={search.text} onChange={set('text')} />
        {choices.packs.length > 1 && (
          <Choice
            label={words.run.pack}
            value={search.pack}
            any={any}
            options={names(choices.packs)}
            onChange={set('pack')}
          />
        )}
        <Choice
          label={words.run.mark}
          value={search.mark}
          any={any}
          options={(Object.keys(words.mark) as Mark[]).map((mark) => [mark, words.mark[mark]])}
          onChange={set('mark')}
        />
        <Choice
          label={words.run.bucket}
          value={search.bucket}
          any={any}
          options={choices.buckets.map((id) => [id, words.bucket[id] ?? id])}
          onChange={set('bucket')}
        />
        <Choice
          label={words.run.tactic}
          value={search.tactic}
          any={any}
          options={names(choices.tactics)}
          onChange={set('tactic')}
        />
        <Choice
          label={words.run.intensity}
          value={search.intensity}
          any={any}
          options={names(choices.intensities)}
          onChange={set('intensity')}
        />
        <Choice
          label={words.run.broke}
          value={search.broke}
          any={any}
          options={names(choices.rules)}
          onChange={set('broke')}
        />
        {Object.keys(search).length > 0 && (
          <button
            type="button"
            onClick={() => void navigate({ search: {}, replace: true })}
            className="h-8 rounded-md px-2 text-[14px] text-accent hover:underline"
          >
            {words.run.clear}
          </button>
        )}
      </div>
      {search.agent !== undefined && (
        <Chip name={`${words.run.agent}: ${search.agent}`} onRemove={() => set('agent')(undefined)} />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <MarkLegend marks={page.marks} />
        <span className="num text-[13px] text-faint">{words.run.shown(page.lines, page.trials)}</span>
      </div>
    </form>
  )
}

function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="max-w-full truncate rounded-full bg-accent-soft px-3 py-0.5 text-[13px] text-accent"
    >
      {name} <span aria-hidden="true">×</span>
    </button>
  )
}

/** Asks when the person pauses, not at every letter. */
function SearchBox({
  value,
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  useEffect(() => {
    if (text === (value ?? '')) return
    const timer = setTimeout(() => onChange(text === '' ? undefined : text), 250)
    return () => clearTimeout(timer)
  })
  return (
    <label className="flex flex-col text-[12.5px] text-faint">
      {words.run.search}
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-56 max-w-full rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink"
      />
    </label>
  )
}
