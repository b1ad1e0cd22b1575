import { useState } from 'react'
import type { ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import type { Editing } from '../data/bench.ts'
import { Button, TextField } from '../ui/button.tsx'
import { words } from '../words.ts'
import { Affected, Changes } from './diff.tsx'

/** The text of the procedure itself: the difference is shown before it is written. */
export function DeskText({
  view,
  edit,
  done,
}: {
  readonly view: ProcedureView
  readonly edit: Editing
  readonly done: () => void
}) {
  const [text, setText] = useState(view.sop)
  const { result } = edit
  return (
    <div className="card mb-6 space-y-3 px-5 py-4">
      <TextField
        label={words.bench.sop}
        value={text}
        onChange={setText}
        lines={18}
        note={words.bench.textNote}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={edit.busy || text === view.sop}
          onClick={() => void edit.preview({ do: 'sop', text })}
        >
          {words.bench.show}
        </Button>
        <Button
          tone="main"
          disabled={edit.busy || result?.kind !== 'preview'}
          onClick={() =>
            void edit.write({ do: 'sop', text }).then((answer) => answer.kind === 'written' && done())
          }
        >
          {words.bench.save}
        </Button>
      </div>
      {result?.kind === 'preview' && (
        <>
          <Affected affected={result.affected} />
          <Changes changes={result.changes} />
        </>
      )}
    </div>
  )
}
