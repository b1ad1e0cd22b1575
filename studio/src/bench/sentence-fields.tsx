import { useId } from 'react'
import type { SentenceChoices, SentenceFigure } from '../../../src/report/studio-views/desk-view.ts'
import { Choice } from '../ui/parts.tsx'
import { words } from '../words.ts'
import type { FreshVariable, ValueType } from './sentence-draft.ts'

const { sentence: say } = words

export const BOX =
  'block h-8 w-full min-w-0 rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink'

export function entriesOf<Key extends string>(
  named: Readonly<Record<Key, string>>,
): readonly (readonly [Key, string])[] {
  const keys = Object.keys(named).filter((key): key is Key => Object.hasOwn(named, key))
  return keys.map((key) => [key, named[key]])
}

/** A box to type in, with values offered below it. */
export function Box({
  label,
  value,
  onChange,
  offers = [],
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly offers?: readonly string[]
}) {
  const id = useId()
  return (
    <label className="flex min-w-0 flex-col text-[12.5px] text-faint">
      {label}
      <input
        value={value}
        list={offers.length === 0 ? undefined : id}
        onChange={({ target }) => onChange(target.value)}
        className={BOX}
      />
      {offers.length > 0 && (
        <datalist id={id}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </label>
  )
}

/** Figures of the sentence, one press each. Nothing is filled in by itself. */
export function Offers({
  figures,
  onTake,
}: {
  readonly figures: readonly SentenceFigure[]
  readonly onTake: (figure: SentenceFigure) => void
}) {
  if (figures.length === 0) return null
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-[12.5px] text-soft">
      {figures.map((figure) => (
        <button
          key={figure.text}
          type="button"
          onClick={() => onTake(figure)}
          className="rounded border border-line-strong bg-raised px-1.5 py-0.5 text-ink hover:bg-sunken"
        >
          {say.found(figure.text)}
        </button>
      ))}
    </span>
  )
}

/** What something new is: its name, who knows it, and what it can be. */
export function FreshFields({
  fresh,
  choices,
  onChange,
}: {
  readonly fresh: FreshVariable
  readonly choices: SentenceChoices
  readonly onChange: (fresh: FreshVariable) => void
}) {
  const rows = choices.variables.filter(({ type }) => type === 'row')
  const set = (part: Partial<FreshVariable>): void => onChange({ ...fresh, ...part })
  return (
    <>
      <Box label={say.called} value={fresh.name} onChange={(name) => set({ name })} />
      <Choice
        wide
        label={say.from}
        value={fresh.from === '' ? 'customer' : fresh.from}
        options={[
          ['customer', say.fromCustomer],
          ...rows.map(({ id, name }) => {
            const record = id.slice('records.'.length)
            return [record, say.fromRecord(name.replace(/^the /, ''))] as const
          }),
        ]}
        onChange={(from) => set({ from: from === 'customer' || from === undefined ? '' : from })}
      />
      <TypeFields
        type={fresh.type}
        values={fresh.values}
        onType={(type) => set({ type })}
        onValues={(values) => set({ values })}
      />
      {fresh.type === 'date' && (
        <>
          <Choice
            wide
            label={say.unit}
            value={fresh.unit}
            options={entriesOf(say.units)}
            onChange={(unit) =>
              set({ unit: entriesOf(say.units).find(([key]) => key === unit)?.[0] ?? 'days' })
            }
          />
          <Choice
            wide
            label={say.counts}
            value={fresh.counts}
            options={entriesOf(say.counted)}
            onChange={(counts) => set({ counts: counts === 'until' ? 'until' : 'since' })}
          />
        </>
      )}
    </>
  )
}

export function TypeFields({
  type,
  values,
  onType,
  onValues,
}: {
  readonly type: ValueType
  readonly values: string
  readonly onType: (type: ValueType) => void
  readonly onValues: (values: string) => void
}) {
  return (
    <>
      <Choice
        wide
        label={say.type}
        value={type}
        options={entriesOf(say.types)}
        onChange={(chosen) => onType(entriesOf(say.types).find(([key]) => key === chosen)?.[0] ?? 'string')}
      />
      {type === 'enum' && <Box label={say.values} value={values} onChange={onValues} />}
    </>
  )
}
