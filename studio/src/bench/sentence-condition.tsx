import type { SentenceChoices, SentenceFigure } from '../../../src/report/studio-views/desk-view.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { type Comparison, emptyTest, NEW, type TestDraft } from './sentence-draft.ts'
import { Box, entriesOf, FreshFields, Offers } from './sentence-fields.tsx'

const { sentence: say } = words

/** When it holds: every test compares one thing the desk knows with a value. */
export function SentenceCondition({
  tests,
  join,
  choices,
  figures,
  onChange,
}: {
  readonly tests: readonly TestDraft[]
  readonly join: 'and' | 'or'
  readonly choices: SentenceChoices
  readonly figures: readonly SentenceFigure[]
  readonly onChange: (change: { tests?: readonly TestDraft[]; join?: 'and' | 'or' }) => void
}) {
  const put = (at: number, test: TestDraft): void =>
    onChange({ tests: tests.map((each, index) => (index === at ? test : each)) })
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-3 py-2">
      <legend className="px-1 text-[13px] text-soft">{say.when}</legend>
      {tests.length === 0 && <p className="text-[13.5px] text-soft">{say.always}</p>}
      <div className="space-y-3">
        {tests.map((test, at) => (
          <TestRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a test has no other name than its place
            key={at}
            test={test}
            choices={choices}
            figures={figures}
            onChange={(next) => put(at, next)}
            onRemove={() => onChange({ tests: tests.filter((_, index) => index !== at) })}
          />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <Button small onClick={() => onChange({ tests: [...tests, emptyTest()] })}>
          {say.addTest}
        </Button>
        {tests.length > 1 && (
          <Choice
            label={say.join}
            value={join}
            options={entriesOf(say.joins)}
            onChange={(chosen) => onChange({ join: chosen === 'or' ? 'or' : 'and' })}
          />
        )}
      </div>
    </fieldset>
  )
}

const NUMBER_ONLY: readonly Comparison[] = ['<', '<=', '>', '>=']
const TEXT_ONLY: readonly Comparison[] = ['same', 'other']

function TestRow({
  test,
  choices,
  figures,
  onChange,
  onRemove,
}: {
  readonly test: TestDraft
  readonly choices: SentenceChoices
  readonly figures: readonly SentenceFigure[]
  readonly onChange: (test: TestDraft) => void
  readonly onRemove: () => void
}) {
  const isNew = test.variable === NEW
  const known = choices.variables.find(({ id }) => id === test.variable)
  const type = isNew ? (test.fresh.type === 'date' ? 'number' : test.fresh.type) : (known?.type ?? 'string')
  const values = isNew ? (test.fresh.type === 'boolean' ? ['true', 'false'] : []) : (known?.values ?? [])
  const comparisons = entriesOf(say.comparisons).filter(
    ([is]) =>
      (type === 'number' || !NUMBER_ONLY.includes(is)) && (type === 'string' || !TEXT_ONLY.includes(is)),
  )
  const set = (part: Partial<TestDraft>): void => onChange({ ...test, ...part })
  const others = choices.variables.filter((each) => each.type === 'string' && each.id !== test.variable)
  return (
    <div className="space-y-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          wide
          label={say.variable}
          value={test.variable}
          any={say.choose}
          options={[
            ...choices.variables.map(({ id, name }) => [id, name] as const),
            [NEW, say.newVariable] as const,
          ]}
          onChange={(variable = '') => {
            const next = choices.variables.find(({ id }) => id === variable)
            set({ variable, value: next?.type === 'row' ? 'absent' : '' })
          }}
        />
        {isNew && <FreshFields fresh={test.fresh} choices={choices} onChange={(fresh) => set({ fresh })} />}
        <Choice
          wide
          label={say.comparison}
          value={test.is}
          options={comparisons}
          onChange={(is) => set({ is: comparisons.find(([key]) => key === is)?.[0] ?? '==' })}
        />
        {TEXT_ONLY.includes(test.is) ? (
          <Choice
            wide
            label={say.value}
            value={test.value}
            any={say.choose}
            options={others.map(({ id, name }) => [id, name])}
            onChange={(value = '') => set({ value })}
          />
        ) : values.length > 0 ? (
          <Choice
            wide
            label={say.value}
            value={test.value}
            any={say.choose}
            options={values.map((value) => [value, say.special[value] ?? value.replaceAll('_', ' ')])}
            onChange={(value = '') => set({ value })}
          />
        ) : (
          <Box label={say.value} value={test.value} onChange={(value) => set({ value })} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {type === 'number' && (
          <Offers
            figures={figures}
            onTake={({ value, bound }) => {
              const is = comparisons.find(([key]) => key === bound)?.[0]
              set({ value: String(value), ...(is === undefined ? {} : { is }) })
            }}
          />
        )}
        <Button small onClick={onRemove}>
          {say.removeTest}
        </Button>
      </div>
    </div>
  )
}
