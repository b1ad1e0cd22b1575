import type { JsonObject } from '../../../src/base/values/json.ts'
import type { CaseChoices } from '../../../src/report/studio-views/desk-view.ts'
import { words } from '../words.ts'
import { listOf, objectOf, textOf, typedValue, without } from './case-entry.ts'

type Field = CaseChoices['fields'][number]

/** What the customer knows, cannot give, will not give, and says unasked: a line for each field of the desk. */
export function CaseFields({
  choices,
  request,
  onChange,
}: {
  readonly choices: CaseChoices
  readonly request: JsonObject
  readonly onChange: (change: JsonObject) => void
}) {
  const { cases: say } = words.bench
  return (
    <fieldset className="card min-w-0 px-5 py-4">
      <legend className="px-1 font-medium">{say.fields}</legend>
      <p className="mb-2 text-[13px] text-faint">{say.fieldsNote}</p>
      <div className="space-y-2">
        {choices.fields.map((field) => (
          <FieldLine key={field.id} field={field} request={request} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  )
}

function FieldLine({
  field,
  request,
  onChange,
}: {
  readonly field: Field
  readonly request: JsonObject
  readonly onChange: (change: JsonObject) => void
}) {
  const { cases: say } = words.bench
  const knows = objectOf(request['knows'])
  const [cannot, refuses, volunteers] = ['cannot', 'refuses', 'volunteers'].map((list) =>
    listOf(request[list]),
  )
  const { id } = field
  const state = cannot?.includes(id)
    ? 'unavailable'
    : refuses?.includes(id)
      ? 'refused'
      : id in knows
        ? 'knows'
        : 'none'
  const set = (next: string): void =>
    onChange({
      knows: next === 'knows' ? { ...knows, [id]: knows[id] ?? defaultOf(field) } : without(knows, id),
      cannot: toggled(cannot, id, next === 'unavailable'),
      refuses: toggled(refuses, id, next === 'refused'),
      ...(next === 'knows' ? {} : { volunteers: toggled(volunteers, id, false) }),
    })
  const look = 'h-8 min-w-0 rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink'
  const values = field.type === 'boolean' ? ['true', 'false'] : field.of
  const write = (text: string): void => onChange({ knows: { ...knows, [id]: typedValue(text, field.type) } })
  return (
    <div className="flex flex-wrap items-center gap-2 text-[14px]">
      <span className="w-36 shrink-0 [overflow-wrap:anywhere]">{field.name}</span>
      <select
        aria-label={say.fieldState(field.name)}
        value={state}
        onChange={({ target }) => set(target.value)}
        className={look}
      >
        {['none', 'knows', 'unavailable', 'refused'].map((each) => (
          <option
            key={each}
            value={each}
            disabled={(each === 'unavailable' || each === 'refused') && !field.lacks.includes(each)}
          >
            {say.field[each as keyof typeof say.field]}
          </option>
        ))}
      </select>
      {state === 'knows' && values.length > 0 && (
        <select
          aria-label={field.name}
          value={textOf(knows[id])}
          onChange={({ target }) => write(target.value)}
          className={look}
        >
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      )}
      {state === 'knows' && values.length === 0 && (
        <input
          aria-label={field.name}
          value={textOf(knows[id])}
          onChange={({ target }) => write(target.value)}
          className={`${look} min-w-32 flex-1`}
        />
      )}
      {state === 'knows' && (
        <label className="flex items-center gap-1 text-[13px] text-soft">
          <input
            type="checkbox"
            checked={volunteers?.includes(id) ?? false}
            onChange={({ target }) => onChange({ volunteers: toggled(volunteers, id, target.checked) })}
          />
          {say.volunteers}
        </label>
      )}
    </div>
  )
}

const defaultOf = ({ type, of }: Field) =>
  type === 'boolean' ? true : type === 'number' ? 1 : type === 'enum' ? (of[0] ?? '') : '?'

const toggled = (list: readonly string[] | undefined, id: string, on: boolean): string[] => [
  ...(list ?? []).filter((each) => each !== id),
  ...(on ? [id] : []),
]
