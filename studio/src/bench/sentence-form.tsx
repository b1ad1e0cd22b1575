import { useState } from 'react'
import type { EditResult, OutlineRow, SentenceChoices } from '../../../src/report/studio-views/desk-view.ts'
import type { DeskEdit } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { SentenceCondition } from './sentence-condition.tsx'
import { SentenceDeeds, Ticks } from './sentence-deeds.tsx'
import { emptyDeed, meaningOf, NEW, type SentenceDraft } from './sentence-draft.ts'
import { Box, entriesOf } from './sentence-fields.tsx'

const { sentence: say } = words

/** What a person says a sentence is: chosen from the desk's own names, or new ones. The line stays open until it is accepted. */
export function SentenceForm({
  line,
  section,
  choices,
  author,
  busy,
  write,
  onDone,
}: {
  readonly line: OutlineRow
  /** the heading above the sentence: a name to start a request from */
  readonly section: string
  readonly choices: SentenceChoices
  readonly author: string
  readonly busy: boolean
  readonly write: (edit: DeskEdit) => Promise<EditResult>
  readonly onDone: () => void
}) {
  const [written, setDraft] = useState(() => startOf(section))
  // What was not chosen follows the desk: another sentence may have been written since the form was opened.
  const request = written.request === '' ? (requestsOf(choices).at(-1)?.id ?? NEW) : written.request
  const place = written.place === '' ? lastPlace(choices, request) : written.place
  const draft: SentenceDraft = { ...written, request, place }
  const [refused, setRefused] = useState<readonly string[]>([])
  const set = (part: Partial<SentenceDraft>): void => {
    setRefused([])
    setDraft((before) => ({ ...before, ...part }))
  }
  const holds = Object.fromEntries(line.figures.map((figure) => [figure.text, heldBy(figure)]))
  const isAside = draft.is === 'fact' || draft.is === 'tone'
  const said = isAside ? null : meaningOf(draft, holds)
  const save = async (): Promise<void> => {
    const { clause } = line
    if (!isAside && said === null) return setRefused([say.incomplete])
    const edit: DeskEdit =
      draft.is === 'fact' || draft.is === 'tone'
        ? { do: 'aside', clause, kind: draft.is, by: author }
        : { do: 'say', clause, meaning: said?.meaning ?? NOTHING, add: said?.add ?? [] }
    const result = await write(edit)
    if (result.kind === 'refused') setRefused(result.because)
    else onDone()
  }
  return (
    <section aria-label={say.title} className="mt-2 space-y-3 rounded-md bg-sunken px-3 py-3">
      <Choice
        wide
        label={say.title}
        value={draft.is}
        options={entriesOf(say.is)}
        onChange={(is) => set({ is: entriesOf(say.is).find(([key]) => key === is)?.[0] ?? 'steps' })}
      />
      {draft.is === 'steps' && <StepFields draft={draft} choices={choices} set={set} />}
      {draft.is === 'never' && <NeverFields draft={draft} choices={choices} set={set} />}
      {(draft.is === 'steps' || draft.is === 'never') && (
        <SentenceCondition
          tests={draft.tests}
          join={draft.join}
          choices={choices}
          figures={line.figures}
          onChange={set}
        />
      )}
      {draft.is === 'steps' && (
        <>
          <SentenceDeeds
            deeds={draft.deeds}
            choices={choices}
            text={line.text}
            holds={Object.keys(holds)}
            onChange={(deeds) => set({ deeds })}
          />
          {draft.deeds.at(-1)?.deed !== 'hand-over' && (
            <Choice
              wide
              label={say.then}
              value={draft.then}
              options={entriesOf(say.thens)}
              onChange={(then) => set({ then: then === 'end' ? 'end' : 'on' })}
            />
          )}
        </>
      )}
      {draft.is === 'whenever' && (
        <div className="grid gap-2 sm:grid-cols-2">
          <Choice
            wide
            label={say.on}
            value={draft.on}
            options={entriesOf(say.ons)}
            onChange={(on) => set({ on: on === 'abuse' ? 'abuse' : 'demand_human' })}
          />
          <Box
            label={say.reason}
            value={draft.reason}
            offers={choices.reasons}
            onChange={(reason) => set({ reason })}
          />
        </div>
      )}
      {draft.is === 'done-by' && (
        <Ticks
          label={say.items}
          options={choices.items.map(({ id, name }) => [id, name])}
          chosen={draft.items}
          onChange={(items) => set({ items })}
        />
      )}
      {refused.length > 0 && (
        <ul role="alert" className="border-l-4 border-l-bad bg-raised px-3 py-1.5 text-[14px]">
          {refused.map((each) => (
            <li key={each} className="[overflow-wrap:anywhere]">
              {each}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button tone="main" disabled={busy || author === ''} onClick={() => void save()}>
          {say.write}
        </Button>
        <Button onClick={onDone}>{words.bench.cancel}</Button>
        {!isAside && <span className="text-[12.5px] text-soft">{say.note}</span>}
      </div>
    </section>
  )
}

type Parts = {
  readonly draft: SentenceDraft
  readonly choices: SentenceChoices
  readonly set: (part: Partial<SentenceDraft>) => void
}

function StepFields({ draft, choices, set }: Parts) {
  const places = choices.places.filter(({ scope }) => scope === draft.request)
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Choice
        wide
        label={say.request}
        value={draft.request}
        options={[...requestsOf(choices).map(({ id, name }) => [id, name] as const), [NEW, say.newRequest]]}
        onChange={(request = NEW) => set({ request, place: '' })}
      />
      {draft.request === NEW ? (
        <Box
          label={say.requestName}
          value={draft.requestName}
          onChange={(requestName) => set({ requestName })}
        />
      ) : (
        <Choice
          wide
          label={say.place}
          value={draft.place}
          options={places.map(({ id, words: said, open }) => [id, open ? say.openPlace(said) : said])}
          onChange={(place = '') => set({ place })}
        />
      )}
    </div>
  )
}

function NeverFields({ draft, choices, set }: Parts) {
  if (choices.tools.length === 0) return <p className="text-[14px] text-soft">{say.noTools}</p>
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Choice
        wide
        label={say.tool}
        value={draft.tool}
        any={say.choose}
        options={choices.tools.map(({ id, name }) => [id, name])}
        onChange={(tool = '') => set({ tool })}
      />
      <Choice
        wide
        label={say.kind}
        value={draft.kind}
        options={entriesOf(say.kinds)}
        onChange={(kind) =>
          set({ kind: entriesOf(say.kinds).find(([key]) => key === kind)?.[0] ?? 'free_goods' })
        }
      />
    </div>
  )
}

const NOTHING = { is: 'done-by', items: [] } as const satisfies { is: 'done-by'; items: string[] }

/** The stub that stands for everything is no request a sentence could be about. */
const requestsOf = ({ requests, places }: SentenceChoices) =>
  requests.filter(
    ({ id }) =>
      id !== 'anything' || places.some(({ scope, id: place }) => scope === id && !place.endsWith('/start')),
  )

/** Where the procedure is not written further; else its last place. */
function lastPlace({ places }: SentenceChoices, request: string): string {
  const here = places.filter(({ scope }) => scope === request)
  return (here.findLast(({ open }) => open) ?? here.at(-1))?.id ?? ''
}

function startOf(section: string): SentenceDraft {
  return {
    is: 'steps',
    request: '',
    requestName: section.replace(/^[\d.\s]+/, ''),
    place: '',
    join: 'and',
    tests: [],
    deeds: [emptyDeed('ask')],
    then: 'on',
    tool: '',
    kind: 'free_goods',
    on: 'demand_human',
    reason: '',
    items: [],
  }
}

const heldBy = ({ unit, value, text }: OutlineRow['figures'][number]) =>
  unit === null ? { sum: value } : { days: `${value} ${spelt(unit, text)}` }
const spelt = (unit: string, text: string): string =>
  unit === 'minutes' ? 'minutes' : /business/i.test(text) ? 'business days' : unit.replaceAll('_', ' ')
