import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, type Editing } from '../data/bench.ts'
import { Button, TextField } from '../ui/button.tsx'
import { CopyButton } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'

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
  const take = async (): Promise<void> => {
    const made = await edit.write({ do: 'answer', text: answer })
    if (made.kind === 'written') done()
  }
  return (
    <div className="card mb-6 space-y-3 px-5 py-4">
      <p className="text-soft">{words.bench.proposeNote}</p>
      <Answered query={prompt}>
        {({ text }) => (
          <p className="flex flex-wrap items-center gap-3">
            <CopyButton text={() => text} label={words.bench.copyPrompt} />
            <span className="text-[13.5px] text-soft">{words.bench.promptText(text.length)}</span>
          </p>
        )}
      </Answered>
      <TextField label={words.bench.answer} value={answer} onChange={setAnswer} lines={8} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={edit.busy || answer.trim() === ''}
          onClick={() => void edit.preview({ do: 'answer', text: answer })}
        >
          {words.bench.checkAnswer}
        </Button>
        <Button tone="main" disabled={edit.busy || result?.kind !== 'preview'} onClick={() => void take()}>
          {words.bench.takeAnswer}
        </Button>
        {result?.kind === 'refused' && (
          <CopyButton text={() => result.because.join('\n')} label={words.bench.copyRepair} />
        )}
      </div>
      {result?.kind === 'preview' && (
        <div role="status" className="text-[14px]">
          <p>{words.bench.sound(result.files)}</p>
          {result.differences.map(({ about, before, after }) => (
            <p key={about} className="mt-1 [overflow-wrap:anywhere]">
              <span className="num mr-2 text-[12px] text-soft">{about}</span>
              {before.length > 0 && <del className="block pl-3 text-bad">{before.join(' ')}</del>}
              {after.length > 0 && <ins className="block pl-3 text-good no-underline">{after.join(' ')}</ins>}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
