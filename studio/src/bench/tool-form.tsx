import { useId, useState } from 'react'
import { isJsonObject, type JsonObject } from '../../../src/base/values/json.ts'
import type { PlayView } from '../../../src/report/studio-views/play-view.ts'
import { Button } from '../ui/button.tsx'
import { Pick } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { listOf, objectOf, textOf, typedValue } from './case-entry.ts'

/** A tool of the desk as a form, by its schema. */
export function ToolForm({
  tools,
  busy,
  onCall,
}: {
  readonly tools: PlayView['tools']
  readonly busy: boolean
  readonly onCall: (tool: string, input: JsonObject) => void
}) {
  const [name, setName] = useState(tools[0]?.name ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const tool = tools.find((each) => each.name === name)
  const properties = objectOf(tool?.parameters['properties'])
  const required = listOf(tool?.parameters['required'])
  const input = (): JsonObject =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([key, schema]) => {
        const text = values[key] ?? ''
        if (text === '' && !required.includes(key)) return []
        return [[key, typedValue(text, typeOf(objectOf(schema)))]]
      }),
    )
  return (
    <fieldset className="card min-w-0 space-y-2 px-4 py-3">
      <Pick
        label={words.bench.play.tool}
        value={name}
        options={tools.map((each) => ({ id: each.name, name: each.name }))}
        onChange={setName}
      />
      <p className="text-[13px] text-soft">{tool?.description}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {Object.entries(properties).map(([key, schema]) => (
          <Parameter
            key={`${name} ${key}`}
            name={key}
            schema={isJsonObject(schema) ? schema : {}}
            required={required.includes(key)}
            value={values[key] ?? ''}
            onChange={(text) => setValues({ ...values, [key]: text })}
          />
        ))}
      </div>
      <Button disabled={busy} onClick={() => onCall(name, input())}>
        {words.bench.play.call}
      </Button>
    </fieldset>
  )
}

const typeOf = (schema: JsonObject): string => {
  const type = textOf(schema['type'])
  return type === 'integer' ? 'number' : type
}

function Parameter({
  name,
  schema,
  required,
  value,
  onChange,
}: {
  readonly name: string
  readonly schema: JsonObject
  readonly required: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  const values = typeOf(schema) === 'boolean' ? ['true', 'false'] : listOf(schema['enum'])
  const look = 'h-8 w-full rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink'
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-[12.5px] text-faint">
        {name} {required ? '' : words.bench.play.may}
      </label>
      {values.length > 0 ? (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={look}>
          <option value="">{words.bench.cases.empty}</option>
          {values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input id={id} value={value} onChange={({ target }) => onChange(target.value)} className={look} />
      )}
    </div>
  )
}
