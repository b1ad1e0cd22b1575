import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SourceError } from '../data/source.ts'
import { words } from '../words.ts'

/** What a page says when it has nothing to show: still reading, nothing there, or something wrong. */

export function Loading({ text = words.loading }: { readonly text?: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-faint">
      <span aria-hidden="true" className="size-3 animate-pulse rounded-full bg-line-strong" />
      {text}
    </p>
  )
}

export function Empty({
  title,
  hint,
  command,
  children,
}: {
  readonly title: string
  readonly hint?: string
  readonly command?: string
  readonly children?: ReactNode
}) {
  return (
    <div className="card px-6 py-10 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint !== undefined && <p className="mt-1 text-soft">{hint}</p>}
      {command !== undefined && (
        <code className="mt-4 inline-block rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-sm">
          {command}
        </code>
      )}
      {children}
    </div>
  )
}

export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const hint = error instanceof SourceError ? error.hint : ''
  return (
    <div role="alert" className="card border-l-4 border-l-bad px-5 py-4">
      <h2 className="font-semibold">{words.error.title}</h2>
      <p className="mt-1">{error instanceof Error ? error.message : words.error.unknown}</p>
      {hint !== '' && <p className="mt-1 text-soft">{hint}</p>}
      {again !== undefined && (
        <button
          type="button"
          onClick={again}
          className="mt-3 rounded-md border border-line-strong px-3 py-1 hover:bg-sunken"
        >
          {words.error.again}
        </button>
      )}
    </div>
  )
}

export function NotFound() {
  return (
    <Empty title={words.error.notFound} hint={words.error.notFoundHint}>
      <p className="mt-4">
        <Link to="/">{words.error.home}</Link>
      </p>
    </Empty>
  )
}

/** A fault in a page must not take the others with it. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="card border-l-4 border-l-bad px-5 py-4">
      <h2 className="font-semibold">{words.error.page}</h2>
      <p className="mt-1 text-soft">{words.error.pageHint}</p>
      <pre className="mt-3 overflow-x-auto whitespace-pre-wrap text-sm text-faint">
        {error instanceof Error ? error.message : String(error)}
      </pre>
      <button
        type="button"
        onClick={reset}
        className="mt-3 rounded-md border border-line-strong px-3 py-1 hover:bg-sunken"
      >
        {words.error.again}
      </button>
    </div>
  )
}

/** The three ways a question can stand; the page writes only the fourth. */
export function Answered<Data>({
  query,
  loading,
  children,
}: {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly loading?: string
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failed error={query.error} again={() => void query.refetch()} />
  return <Loading {...(loading === undefined ? {} : { text: loading })} />
}
