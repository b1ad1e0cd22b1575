import type { Json } from '../../../src/base/values/json.ts'
import type { CaseChoices, CaseEntryView } from '../../../src/report/studio-views/desk-view.ts'
import { Pick } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { objectOf, textOf, typedValue, withMember } from './case-entry.ts'

/** What is acceptable in the end, by the text of the procedure: an answer, a write, a handover or a decline. */
export function CaseOutcome({
  choices,
  entry,
  onChange,
}: {
  readonly choices: CaseChoices
  readonly entry: CaseEntryView
  readonly onChange: (entry: CaseEntryView) => void
}) {
  const { cases: say } = words.bench
  const list = entry['acceptable']
  if (Array.isArray(entry['acceptable_per_request']) || (Array.isArray(list) && list.length > 1))
    return <p className="card px-5 py-4 text-[14px] text-soft">{say.several}</p>
  const outcome = objectOf(Array.isArray(list) ? list[0] : undefined)
  const set = (next: { readonly [name: string]: Json }): void =>
    onChange(withMember(entry, 'acceptable', [next]))
  const written = Array.isArray(outcome['writes']) ? objectOf(outcome['writes'][0]) : {}
  const [tool = ''] = Object.keys(written)
  const given = objectOf(written[tool])
  const kind =
    tool !== '' ? 'write' : 'handover' in outcome ? 'handover' : 'declined' in outcome ? 'declined' : 'answer'
  const start = (to: string): void => {
    if (to === 'write') set({ writes: [{ [choices.writes[0]?.id ?? '']: {} }] })
    else if (to === 'handover') set({ handover: 'any' })
    else if (to === 'declined') set({ declined: 'any' })
    else set({})
  }
  const parameters = choices.writes.find(({ id }) => id === tool)?.parameters ?? []
  return (
    <fieldset className="card min-w-0 px-5 py-4">
      <legend className="px-1 font-medium">{say.outcome}</legend>
      <p className="mb-2 text-[13px] text-faint">{say.outcomeNote}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Pick
          label={say.inTheEnd}
          value={kind}
          options={KINDS.filter((id) => id !== 'write' || choices.writes.length > 0).map((id) => ({
            id,
            name: say.end[id],
          }))}
          onChange={start}
        />
        {kind === 'write' && (
          <Pick
            label={say.tool}
            value={tool}
            options={choices.writes}
            onChange={(to) => set({ writes: [{ [to]: {} }] })}
          />
        )}
        {kind === 'handover' && (
          <Pick
            label={say.reason}
            value={textOf(outcome['handover'])}
            options={['any', ...choices.reasons].map((id) => ({ id, name: id.replaceAll('_', ' ') }))}
            onChange={(handover) => set({ handover })}
          />
        )}
        {kind === 'declined' && (
          <Pick
            label={say.topic}
            value={textOf(outcome['declined'])}
            options={[{ id: 'any', name: 'any' }, ...choices.declines]}
            onChange={(declined) => set({ declined })}
          />
        )}
        {parameters.map((name) => (
          <label key={name} className="min-w-0 text-[12.5px] text-faint">
            {say.argument(name)}
            <input
              value={textOf(given[name])}
              onChange={({ target }) => {
                const { [name]: _, ...rest } = given
                const next = target.value === '' ? rest : { ...given, [name]: typed(target.value) }
                set({ writes: [{ [tool]: next }] })
              }}
              className="block h-8 w-full rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const KINDS = ['answer', 'write', 'handover', 'declined'] as const

/** An argument's type is the tool's: figures are numbers, yes and no are what YAML has for them. */
const typed = (text: string): Json =>
  text === 'true' || text === 'false'
    ? text === 'true'
    : /^-?\d+(\.\d+)?$/.test(text)
      ? typedValue(text, 'number')
      : text
