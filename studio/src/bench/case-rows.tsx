import { useId } from 'react'
import type { JsonObject } from '../../../src/base/values/json.ts'
import type { CaseChoices, CaseEntryView } from '../../../src/report/studio-views/desk-view.ts'
import { words } from '../words.ts'
import { objectOf, textOf, typedValue, withMember, without } from './case-entry.ts'

type DeskRecord = CaseChoices['records'][number]

const LOOK = 'h-8 min-w-0 rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink'

/** The records a case is about: a row that is there, or one of the case's own. */
export function CaseRows({
  choices,
  entry,
  onChange,
}: {
  readonly choices: CaseChoices
  readonly entry: CaseEntryView
  readonly onChange: (entry: CaseEntryView) => void
}) {
  if (choices.records.length === 0) return null
  return (
    <fieldset className="card min-w-0 px-5 py-4">
      <legend className="px-1 font-medium">{words.bench.cases.records}</legend>
      <p className="mb-2 text-[13px] text-faint">{words.bench.cases.recordsNote}</p>
      <div className="space-y-3">
        {choices.records.map((record) => (
          <RecordPart key={record.id} record={record} entry={entry} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  )
}

function RecordPart({
  record,
  entry,
  onChange,
}: {
  readonly record: DeskRecord
  readonly entry: CaseEntryView
  readonly onChange: (entry: CaseEntryView) => void
}) {
  const { cases: say } = words.bench
  const records = objectOf(entry['records'])
  const sets = objectOf(entry['sets'])
  const key = textOf(records[record.id])
  const rows = objectOf(sets[record.table])
  const own = key === '' ? undefined : rows[key]
  const setRow = (of: string, row: JsonObject | null): CaseEntryView => {
    const next = row === null ? without(rows, of) : { ...rows, [of]: row }
    const tables =
      Object.keys(next).length === 0 ? without(sets, record.table) : { ...sets, [record.table]: next }
    return withMember(entry, 'sets', Object.keys(tables).length === 0 ? undefined : tables)
  }
  const setKey = (to: string): void => {
    const moved = own === undefined || key === '' ? entry : setRow(key, null)
    const named = to === '' ? without(records, record.id) : { ...records, [record.id]: to }
    onChange(withMember(moved, 'records', Object.keys(named).length === 0 ? undefined : named))
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 text-[14px]">
        <label className="flex flex-wrap items-center gap-2">
          <span className="w-36 shrink-0">{record.name}</span>
          <input
            value={key}
            list={`rows-${record.id}`}
            placeholder={say.noRow}
            onChange={({ target }) => setKey(target.value)}
            className={LOOK}
          />
        </label>
        <datalist id={`rows-${record.id}`}>
          {['absent', ...record.rows].map((row) => (
            <option key={row} value={row} />
          ))}
        </datalist>
        {key !== '' && key !== 'absent' && (
          <label className="flex items-center gap-1 text-[13px] text-soft">
            <input
              type="checkbox"
              checked={own !== undefined}
              onChange={({ target }) => onChange(setRow(key, target.checked ? {} : null))}
            />
            {record.rows.includes(key) ? say.changeRow : say.ownRow}
          </label>
        )}
      </div>
      {own !== undefined && (
        <div className="mt-2 grid gap-2 border-l border-line pl-3 sm:grid-cols-2">
          {record.columns
            .filter(({ name }) => name !== record.key)
            .map((column) => (
              <Cell
                key={column.name}
                column={column}
                value={textOf(objectOf(own)[column.name])}
                onChange={(text) =>
                  onChange(
                    setRow(
                      key,
                      text === ''
                        ? without(objectOf(own), column.name)
                        : { ...objectOf(own), [column.name]: typedValue(text, column.type) },
                    ),
                  )
                }
              />
            ))}
        </div>
      )}
    </div>
  )
}

function Cell({
  column: { name, type, of, optional },
  value,
  onChange,
}: {
  readonly column: DeskRecord['columns'][number]
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  const { cases: say } = words.bench
  const values = type === 'boolean' ? ['true', 'false'] : of
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-[12.5px] text-faint">
        {name} {optional ? say.optional : ''}
      </label>
      {values.length > 0 ? (
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`w-full ${LOOK}`}
        >
          <option value="">{say.empty}</option>
          {values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={value}
          placeholder={type === 'date' ? '2026-01-15' : ''}
          onChange={({ target }) => onChange(target.value)}
          className={`w-full ${LOOK}`}
        />
      )}
    </div>
  )
}
