import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, type Editing } from '../data/bench.ts'
import { Button, TextField } from '../ui/button.tsx'
import { CopyButton } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'
import { Changes } from './diff.tsx'

/** A graph proposed by any chat: its prompt out, its answer in, through the gates. A proposal accepts nothing. */
export function DeskPropose({
  view,
  edit,
  done,
}: {
  readonly view: ProcedureView
  readonly edit: Editing
  readonly done: () => void
}) {
  const prompt = useQuery(benchQueries.prompt(view.desk))
  const [answer, setAnswer] = useState('')
  const { result } = edit
  const repair = result?.kind === 'refused' ? result.because.join('\n') : null
  return (
    <div className="card mb-6 space-y-4 px-5 py-4">
      <p className="text-soft">{words.bench.proposeNote}</p>
      <section>
        <h2 className="font-semibold">{words.bench.proposeCopy}</h2>
        <Answered query={prompt}>
          {({ text }) => (
            <div className="mt-1 space-y-2">
              <TextField
                label={words.bench.promptText(text.length)}
                value={text}
                onChange={() => undefined}
                lines={4}
                readOnly
              />
              <CopyButton text={() => text} label={words.bench.copyPrompt} />
            </div>
          )}
        </Answered>
      </section>
      <section className="space-y-2">
        <h2 className="font-semibold">{words.bench.proposePaste}</h2>
        <TextField label={words.bench.answer} value={answer} onChange={setAnswer} lines={8} />
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={edit.busy || answer.trim() === ''}
            onClick={() => void edit.preview({ do: 'answer', text: answer })}
          >
            {words.bench.checkAnswer}
          </Button>
          <Button
            tone="main"
            disabled={edit.busy || result?.kind !== 'preview'}
            onClick={() =>
              void edit
                .write({ do: 'answer', text: answer })
                .then((made) => made.kind === 'written' && done())
            }
          >
            {words.bench.takeAnswer}
          </Button>
          {repair !== null && <CopyButton text={() => repair} label={words.bench.copyRepair} />}
        </div>
        {result?.kind === 'preview' && (
          <>
            <p role="status">{words.bench.sound}</p>
            <Changes changes={result.changes} />
          </>
        )}
      </section>
    </div>
  )
}
