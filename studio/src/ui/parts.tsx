import { type ReactNode, useState } from 'react'
import { words } from '../words.ts'

/** Small parts every page is built from. */

export function PageHead({
  title,
  lead,
  children,
}: {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
        {lead !== undefined && <p className="mt-1 max-w-3xl text-soft">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

export function Section({
  title,
  note,
  children,
  aside,
}: {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
  readonly aside?: ReactNode
}) {
  return (
    <section className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div>
          <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
          {note !== undefined && <p className="max-w-3xl text-soft">{note}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A table that may be wider than the page: it scrolls by itself, with a keyboard too. */
export function ScrollBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="card overflow-x-auto">
      {children}
    </section>
  )
}

export function Tag({
  children,
  tone = 'calm',
}: {
  readonly children: ReactNode
  readonly tone?: 'calm' | 'good' | 'bad' | 'warn' | 'accent'
}) {
  const look = {
    calm: 'bg-sunken text-soft',
    good: 'bg-good-soft text-good',
    bad: 'bg-bad-soft text-bad',
    warn: 'bg-warn-soft text-warn',
    accent: 'bg-accent-soft text-accent',
  }[tone]
  return (
    <span className={`inline-block whitespace-nowrap rounded px-1.5 py-px text-[12.5px] ${look}`}>
      {children}
    </span>
  )
}

/** A choice; `any` as the first of them where it may be left open. */
export function Choice({
  label,
  value,
  options,
  any,
  wide = false,
  onChange,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly any?: string
  /** as wide as its place: in a form, where sentences are chosen */
  readonly wide?: boolean
  readonly onChange: (value: string | undefined) => void
}) {
  return (
    <label className="flex min-w-0 flex-col text-[12.5px] text-faint">
      {label}
      <select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className={`h-8 w-full min-w-24 ${wide ? '' : 'max-w-56'} text-ellipsis rounded-md border border-line-strong bg-raised pl-2 pr-5 text-[14px] text-ink`}
      >
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A choice of a form, from things with a name. */
export function Pick({
  label,
  value,
  options,
  any,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly any?: string
  readonly onChange: (value: string) => void
}) {
  return (
    <Choice
      wide
      label={label}
      value={value}
      options={options.map(({ id, name }) => [id, name])}
      {...(any === undefined ? {} : { any })}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      setSaid(words.copy.done)
    } catch {
      setSaid(words.copy.failed)
    }
    setTimeout(() => setSaid(null), 2_000)
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="h-8 whitespace-nowrap rounded-md border border-line-strong bg-raised px-2.5 text-[13.5px] hover:bg-sunken"
    >
      <span aria-live="polite">{said ?? label}</span>
    </button>
  )
}

/** A time as people say it, in their own zone. */
export const sayTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function sayDuration(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000)
  if (seconds < 90) return `${seconds} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}
