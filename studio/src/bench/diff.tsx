import type { ChangedFile, FileChange } from '../../../src/report/studio-views/desk-view.ts'
import type { DiffLine } from '../../../src/report/studio-views/line-diff.ts'
import type { Editing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Failed } from '../ui/states.tsx'
import { words } from '../words.ts'

const LOOK = {
  same: 'text-soft',
  gone: 'bg-bad-soft text-bad',
  new: 'bg-good-soft text-good',
} as const
const SIGN = { same: ' ', gone: '-', new: '+' } as const

export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    <section
      aria-label={words.bench.diff}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-md border border-line bg-raised py-1 font-mono text-[12.5px]"
    >
      {lines.map((line, index) =>
        line.kind === 'cut' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference never move
          <div key={index} className="px-3 text-faint">
            {words.bench.cut(line.lines)}
          </div>
        ) : (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference never move
            key={index}
            className={`whitespace-pre-wrap px-3 [overflow-wrap:anywhere] ${LOOK[line.kind]}`}
          >
            {SIGN[line.kind]} {line.text}
          </div>
        ),
      )}
    </section>
  )
}

export function Changes({ changes }: { readonly changes: readonly FileChange[] }) {
  return changes.map(({ file, diff }) => (
    <details key={file} className="mt-1">
      <summary className="font-mono text-[13px]">{file}</summary>
      <Diff lines={diff} />
    </details>
  ))
}

/**
 * It stays in sight, however far down the sentence is that was edited. Pages have it as their last part: at their end it lies
 * in a place of its own, and at no time over the line that is being read at the top.
 */
const PLACE = 'sticky bottom-3 z-10 mt-4 ml-auto max-w-2xl'
const NOTE = `card ${PLACE} max-h-[60vh] overflow-auto border-l-4 px-4 text-[14px] shadow-sm`

/** What else an edit opens or closes, in words. */
export function Affected({ affected }: { readonly affected: readonly string[] }) {
  if (affected.length === 0) return null
  return (
    <ul className="mt-1 list-disc pl-5 text-[14px]">
      {affected.map((each) => (
        <li key={each} className="[overflow-wrap:anywhere]">
          {each}
        </li>
      ))}
    </ul>
  )
}

/** What became of the last edit: written, refused, or met by another one. */
export function EditNote({
  editing,
  quiet = false,
}: {
  readonly editing: Editing
  /** what was written shows elsewhere: only what went wrong is said */
  readonly quiet?: boolean
}) {
  const { result, error, forget, reload } = editing
  if (error !== null)
    return (
      <div className={PLACE}>
        <Failed error={error} again={forget} />
      </div>
    )
  if (result === null || result.kind === 'preview') return null
  if (result.kind === 'changed') return <Met files={result.files} reload={reload} />
  if (result.kind === 'refused')
    return (
      <div role="alert" className={`${NOTE} border-l-bad py-3`}>
        <p className="font-medium">{words.bench.refused}</p>
        <ul className="mt-1 list-disc pl-5">
          {result.because.map((each) => (
            <li key={each} className="[overflow-wrap:anywhere]">
              {each}
            </li>
          ))}
        </ul>
      </div>
    )
  if (quiet) return null
  return (
    <div role="status" className={`${NOTE} border-l-good py-2`}>
      <p className="flex items-baseline justify-between gap-3">
        {result.changes.length === 0
          ? words.bench.nothingChanged
          : words.bench.written(result.changes.map(({ file }) => file))}
        <Button small onClick={forget} label={words.bench.closeNote}>
          {words.bench.close}
        </Button>
      </p>
      <Affected affected={result.affected} />
      {result.changes.length > 0 && (
        <details>
          <summary className="text-[13px] text-soft">{words.bench.diff}</summary>
          <Changes changes={result.changes} />
        </details>
      )}
    </div>
  )
}

function Met({ files, reload }: { readonly files: readonly ChangedFile[]; readonly reload: () => void }) {
  return (
    <div role="alert" className={`${NOTE} border-l-warn py-3`}>
      <p className="font-medium">{words.bench.met}</p>
      <p className="text-soft">{words.bench.metHint}</p>
      {files.map(({ file, diff }) => (
        <div key={file} className="mt-2">
          <p className="font-mono text-[13px]">{file}</p>
          {diff === null ? <p className="text-faint">{words.bench.noDiff}</p> : <Diff lines={diff} />}
        </div>
      ))}
      <p className="mt-3">
        <Button onClick={reload} tone="main">
          {words.bench.reload}
        </Button>
      </p>
    </div>
  )
}
