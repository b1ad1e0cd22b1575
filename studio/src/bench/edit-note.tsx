import type { Editing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Failed } from '../ui/states.tsx'
import { words } from '../words.ts'

/** It stays in sight, however far down the sentence is that was edited: pages have it as their last part. */
const NOTE = 'card sticky bottom-3 z-10 mt-4 ml-auto max-w-2xl border-l-4 px-4 py-3 text-[14px] shadow-sm'

/** What became of the last edit, where it was not simply written: refused, or met by another one. */
export function EditNote({ editing: { result, error, forget, reload } }: { readonly editing: Editing }) {
  if (error !== null)
    return (
      <div className="sticky bottom-3 z-10 mt-4 ml-auto max-w-2xl">
        <Failed error={error} again={forget} />
      </div>
    )
  if (result?.kind === 'refused')
    return (
      <div role="alert" className={`${NOTE} border-l-bad`}>
        <p className="font-medium">{words.bench.refused}</p>
        <ul className="mt-1 max-h-[50vh] list-disc overflow-auto pl-5">
          {result.because.map((each) => (
            <li key={each} className="[overflow-wrap:anywhere]">
              {each}
            </li>
          ))}
        </ul>
      </div>
    )
  if (result?.kind === 'changed')
    return (
      <div role="alert" className={`${NOTE} border-l-warn`}>
        <p className="font-medium">{words.bench.met}</p>
        <p className="mb-3 text-soft">{words.bench.metHint(result.files)}</p>
        <Button onClick={reload} tone="main">
          {words.bench.reload}
        </Button>
      </div>
    )
  return null
}
