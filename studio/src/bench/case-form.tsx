import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseChoices, CaseEntryView } from '../../../src/report/studio-views/desk-view.ts'
import { type Editing, previewCase } from '../data/bench.ts'
import { Button, TextField } from '../ui/button.tsx'
import { Pick, Section } from '../ui/parts.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { objectOf, requestOf, textOf, withCard, withMember, withRequest } from './case-entry.ts'
import { CaseFields } from './case-fields.tsx'
import { CaseOutcome } from './case-outcome.tsx'
import { CasePreviews } from './case-previews.tsx'
import { CaseRows } from './case-rows.tsx'
import { EditNote } from './diff.tsx'

/** A look at another tab does not cost what was typed: the case that is being written, by desk, until it is saved or left. */
export const drafts = new Map<string, { readonly start: CaseEntryView; readonly entry: CaseEntryView }>()

/** A case as a form. Everything it holds is one entry of a cases file; members without a field here stay as they are. */
export function CaseForm({
  start,
  known,
  choices,
  desk,
  edit,
  done,
}: {
  readonly start: CaseEntryView
  readonly known: readonly string[]
  readonly choices: CaseChoices
  readonly desk: string
  readonly edit: Editing
  readonly done: () => void
}) {
  const [entry, keep] = useState(drafts.get(desk)?.entry ?? start)
  const setEntry = (changed: CaseEntryView) => {
    drafts.set(desk, { start, entry: changed })
    keep(changed)
  }
  const leave = () => {
    drafts.delete(desk)
    done()
  }
  const preview = useMutation({ mutationFn: () => previewCase(desk, entry) })
  const play = () => {
    // A refusal of the case as it was would stand beside a case that has changed since.
    edit.forget()
    preview.mutate()
  }
  const isNew = !known.includes(start.id)
  const request = requestOf(entry)
  const card = objectOf(entry['card'])
  const isTaken = isNew && known.includes(entry.id)
  const { cases: say } = words.bench
  const missing = [
    ...(ID.test(entry.id) && !isTaken ? [] : [say.id]),
    ...(textOf(card['name']) === '' ? [say.name] : []),
    ...(textOf(request['intent']) === '' ? [say.intent] : []),
    ...(textOf(request['wants']) === '' ? [say.wants] : []),
  ]
  const isReady = missing.length === 0
  return (
    <div>
      <p className="mb-4 flex flex-wrap gap-2">
        <Button onClick={leave}>{say.back}</Button>
        {!isNew && (
          <Button
            tone="bad"
            disabled={edit.busy}
            onClick={() => void edit.write({ do: 'remove-case', id: start.id }).then(leave)}
          >
            {say.remove}
          </Button>
        )}
      </p>
      <p className="mb-4 text-soft">{say.today(choices.today)}</p>
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <div className="card grid gap-3 px-5 py-4 sm:grid-cols-2">
            <TextField
              label={say.id}
              value={entry.id}
              readOnly={!isNew}
              onChange={(id) => setEntry(withMember(entry, 'id', id))}
              note={isTaken ? say.taken : say.idNote}
            />
            <Pick
              label={say.bucket}
              value={entry.bucket}
              options={BUCKETS.map((id) => ({ id, name: words.bucket[id] ?? id }))}
              onChange={(bucket) => setEntry(withMember(entry, 'bucket', bucket))}
            />
            <TextField
              label={say.name}
              value={textOf(card['name'])}
              onChange={(name) => setEntry(withCard(entry, { name }))}
            />
            <Pick
              label={say.tone}
              value={textOf(card['tone']) || 'calm'}
              options={choices.tones.map((id) => ({ id, name: id }))}
              onChange={(tone) => setEntry(withCard(entry, { tone }))}
            />
            <Pick
              label={say.intent}
              value={textOf(request['intent'])}
              options={choices.intents}
              any={words.compare.choose}
              onChange={(intent) => setEntry(withRequest(entry, { intent }))}
            />
            <TextField
              label={say.wants}
              value={textOf(request['wants'])}
              onChange={(wants) => setEntry(withRequest(entry, { wants }))}
            />
            <div className="sm:col-span-2">
              <TextField
                label={say.opens}
                value={textOf(entry['opens'])}
                lines={3}
                onChange={(opens) => setEntry(withMember(entry, 'opens', opens === '' ? undefined : opens))}
                note={say.opensNote}
              />
            </div>
            <TextField
              label={say.hides}
              value={textOf(card['hides'])}
              onChange={(hides) => setEntry(withCard(entry, { hides }))}
            />
            <TextField
              label={say.lies}
              value={textOf(card['lies'])}
              onChange={(lies) => setEntry(withCard(entry, { lies }))}
            />
          </div>
          <CaseFields
            choices={choices}
            request={request}
            onChange={(change) => setEntry(withRequest(entry, change))}
          />
          <CaseRows choices={choices} entry={entry} onChange={setEntry} />
          <div className="card grid gap-3 px-5 py-4 sm:grid-cols-2">
            <Pick
              label={say.trap}
              value={textOf(entry['trap'])}
              options={choices.traps}
              any={say.noTrap}
              onChange={(trap) => setEntry(withMember(entry, 'trap', trap === '' ? undefined : trap))}
            />
            <Pick
              label={say.tactic}
              value={textOf(entry['tactic'])}
              options={choices.tactics}
              any={say.noTactic}
              onChange={(tactic) => setEntry(withMember(entry, 'tactic', tactic === '' ? undefined : tactic))}
            />
            <Pick
              label={say.intensity}
              value={textOf(entry['intensity']) || '0'}
              options={LEVELS.map((id) => ({ id, name: id }))}
              onChange={(level) => setEntry(withMember(entry, 'intensity', Number(level)))}
            />
            <Pick
              label={say.decidedBy}
              value={textOf(entry['decided_by'])}
              options={choices.clauses.map(({ id, name }) => ({ id, name: `${id} ${name}` }))}
              any={words.compare.choose}
              onChange={(clause) =>
                setEntry(withMember(entry, 'decided_by', clause === '' ? undefined : clause))
              }
            />
          </div>
          <CaseOutcome choices={choices} entry={entry} onChange={setEntry} />
          <EditNote editing={edit} />
          <div className="flex flex-wrap gap-2">
            <Button disabled={!isReady || preview.isPending} onClick={play}>
              {say.preview}
            </Button>
            <Button
              tone="main"
              disabled={!isReady || edit.busy}
              onClick={() =>
                void edit.write({ do: 'case', entry }).then((result) => result.kind === 'written' && leave())
              }
            >
              {say.save}
            </Button>
            {!isReady && <p className="self-center text-[13.5px] text-soft">{say.missing(missing)}</p>}
          </div>
        </div>
        <div className="min-w-0">
          <Section title={say.previewTitle} note={say.previewNote}>
            {preview.isPending && <Loading text={say.playing} />}
            {preview.error !== null && <Failed error={preview.error} />}
            {preview.data !== undefined && <CasePreviews preview={preview.data} />}
          </Section>
        </div>
      </div>
    </div>
  )
}

const ID = /^[a-z0-9][a-z0-9-]*$/
const BUCKETS = ['resolvable', 'must-escalate', 'adversarial']
const LEVELS = ['0', '1', '2', '3']
