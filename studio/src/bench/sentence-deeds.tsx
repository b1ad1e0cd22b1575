import type { SentenceChoices } from '../../../src/report/studio-views/desk-view.ts'
import { Button, TextField } from '../ui/button.tsx'
import { Choice } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { type DeedDraft, emptyDeed, keysFor, NEW } from './sentence-draft.ts'
import { Box, entriesOf, TypeFields } from './sentence-fields.tsx'

const { sentence: say } = words
type Option = readonly [id: string, name: string]

/** What the agent does, one deed after the other. */
export function SentenceDeeds({
  deeds,
  choices,
  text,
  holds,
  onChange,
}: {
  readonly deeds: readonly DeedDraft[]
  readonly choices: SentenceChoices
  /** the sentence: words to start a topic from */
  readonly text: string
  /** figures that words can have to name */
  readonly holds: readonly string[]
  readonly onChange: (deeds: readonly DeedDraft[]) => void
}) {
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-3 py-2">
      <legend className="px-1 text-[13px] text-soft">{say.deeds}</legend>
      <ol className="space-y-3">
        {deeds.map((deed, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a deed has no other name than its place
            key={at}
            className="space-y-2 border-line [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-3"
          >
            <DeedRow
              deed={deed}
              choices={choices}
              keys={keysFor(choices, deeds.slice(0, at))}
              text={text}
              holds={holds}
              onChange={(next) => onChange(deeds.map((each, index) => (index === at ? next : each)))}
            />
            {deeds.length > 1 && (
              <Button small onClick={() => onChange(deeds.filter((_, index) => index !== at))}>
                {say.removeDeed}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {deeds.at(-1)?.deed !== 'hand-over' && (
        <div className="mt-2">
          <Button small onClick={() => onChange([...deeds, emptyDeed('tell')])}>
            {say.addDeed}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function optionsFor({ deed }: DeedDraft, choices: SentenceChoices): readonly Option[] {
  const named = (all: readonly { readonly id: string; readonly name: string }[]): readonly Option[] =>
    all.map(({ id, name }) => [id, name])
  switch (deed) {
    case 'ask':
      return choices.variables.flatMap(({ id, name }) =>
        id.startsWith('fields.') ? [[id.slice('fields.'.length), name] as const] : [],
      )
    case 'look-up':
      return choices.variables.flatMap(({ id, name, type }) =>
        type === 'row' ? [[id.slice('records.'.length), name] as const] : [],
      )
    case 'tell':
      return named(choices.topics)
    case 'do':
      return named(choices.tools)
    case 'hand-over':
      return choices.reasons.map((reason) => [reason, reason.replaceAll('_', ' ')])
  }
}

const NEW_NAME = {
  ask: say.newField,
  'look-up': say.newRecord,
  tell: say.newTopic,
  do: say.newTool,
  'hand-over': say.newReason,
} as const

function DeedRow({
  deed,
  choices,
  keys,
  text,
  holds,
  onChange,
}: {
  readonly deed: DeedDraft
  readonly choices: SentenceChoices
  readonly keys: readonly Option[]
  readonly text: string
  readonly holds: readonly string[]
  readonly onChange: (deed: DeedDraft) => void
}) {
  const set = (part: Partial<DeedDraft>): void => onChange({ ...deed, ...part })
  const isNew = deed.what === NEW
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          wide
          label={say.deeds}
          value={deed.deed}
          options={entriesOf(say.deed)}
          onChange={(kind) =>
            onChange(emptyDeed(entriesOf(say.deed).find(([key]) => key === kind)?.[0] ?? 'tell'))
          }
        />
        <Choice
          wide
          label={say.what}
          value={deed.what}
          any={say.choose}
          options={[...optionsFor(deed, choices), [NEW, say.new]]}
          onChange={(what = '') =>
            set({ what, with: {}, ...(what === NEW && deed.says === '' ? { says: text } : {}) })
          }
        />
        {isNew && <Box label={NEW_NAME[deed.deed]} value={deed.name} onChange={(name) => set({ name })} />}
        {deed.deed === 'ask' && isNew && (
          <TypeFields
            type={deed.type}
            values={deed.values}
            onType={(type) => set({ type })}
            onValues={(values) => set({ values })}
          />
        )}
        {deed.deed === 'ask' && (
          <Choice
            wide
            label={say.without}
            value={deed.without}
            options={entriesOf(say.withouts)}
            onChange={(without) => set({ without: without === 'on' ? 'on' : 'person' })}
          />
        )}
        {deed.deed === 'look-up' && isNew && (
          <Choice
            wide
            label={say.by}
            value={deed.by}
            any={say.choose}
            options={keys}
            onChange={(by = '') => set({ by })}
          />
        )}
        {deed.deed === 'tell' && (
          <Choice
            wide
            label={say.act}
            value={deed.act}
            options={entriesOf(say.acts)}
            onChange={(act) =>
              set({ act: entriesOf(say.acts).find(([key]) => key === act)?.[0] ?? 'inform' })
            }
          />
        )}
      </div>
      {deed.deed === 'tell' && isNew && (
        <TextField label={say.says} value={deed.says} onChange={(says) => set({ says })} lines={2} />
      )}
      {deed.deed === 'tell' && holds.length > 0 && (
        <Ticks
          label={say.holds}
          options={holds.map((each) => [each, each])}
          chosen={deed.holds}
          onChange={(chosen) => set({ holds: chosen })}
        />
      )}
      {deed.deed === 'do' && <DoFields deed={deed} choices={choices} keys={keys} onChange={onChange} />}
    </>
  )
}

function DoFields({
  deed,
  choices,
  keys,
  onChange,
}: {
  readonly deed: DeedDraft
  readonly choices: SentenceChoices
  readonly keys: readonly Option[]
  readonly onChange: (deed: DeedDraft) => void
}) {
  const tool = choices.tools.find(({ id }) => id === deed.what)
  return (
    <>
      {tool !== undefined && (
        <div className="grid gap-2 sm:grid-cols-2">
          {tool.parameters.map((name) => (
            <Choice
              key={name}
              wide
              label={say.argument(name.replaceAll('_', ' '))}
              value={deed.with[name] ?? ''}
              any={say.nothing}
              options={keys}
              onChange={(variable = '') => onChange({ ...deed, with: { ...deed.with, [name]: variable } })}
            />
          ))}
        </div>
      )}
      {deed.what === NEW && (
        <Ticks
          label={say.with}
          options={keys}
          chosen={Object.values(deed.with)}
          onChange={(chosen) =>
            onChange({
              ...deed,
              with: Object.fromEntries(
                chosen.map((variable) => [variable.split('.').at(-1) ?? '', variable]),
              ),
            })
          }
        />
      )}
      <label className="flex items-center gap-2 text-[14px]">
        <input
          type="checkbox"
          checked={deed.agreed}
          onChange={({ target }) => onChange({ ...deed, agreed: target.checked })}
        />
        {say.agreed}
      </label>
    </>
  )
}

export function Ticks({
  label,
  options,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly options: readonly Option[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  return (
    <fieldset className="text-[14px]">
      <legend className="text-[12.5px] text-faint">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map(([id, name]) => (
          <label key={id} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span className="[overflow-wrap:anywhere]">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
