import { type DragEvent, type ReactNode, useId } from 'react'

/** One look for everything that does something. */
export function Button({
  children,
  onClick,
  tone = 'plain',
  disabled = false,
  label,
  small = false,
}: {
  readonly children: ReactNode
  readonly onClick: () => void
  readonly tone?: 'plain' | 'main' | 'bad'
  readonly disabled?: boolean
  /** what it does, where its text alone does not say */
  readonly label?: string
  readonly small?: boolean
}) {
  const look = {
    plain: 'border-line-strong bg-raised text-ink hover:bg-sunken',
    main: 'border-accent bg-accent text-raised hover:opacity-90',
    bad: 'border-bad text-bad hover:bg-bad-soft',
  }[tone]
  const size = small ? 'px-2 py-0.5 text-[13px]' : 'px-3 py-1.5 text-[14px]'
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      className={`whitespace-nowrap rounded-md border disabled:cursor-not-allowed disabled:opacity-60 ${look} ${size}`}
    >
      {children}
    </button>
  )
}

export function TextField({
  label,
  value,
  onChange,
  lines = 1,
  placeholder,
  note,
  readOnly = false,
  takesFiles = false,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly lines?: number
  readonly placeholder?: string
  readonly note?: string
  readonly readOnly?: boolean
  /** a text file that is dropped on it becomes its text */
  readonly takesFiles?: boolean
}) {
  const id = useId()
  const take = (event: DragEvent<HTMLTextAreaElement>): void => {
    const [file] = event.dataTransfer.files
    if (!takesFiles || file === undefined) return
    event.preventDefault()
    void file.text().then(onChange)
  }
  const shared = {
    id,
    value,
    placeholder,
    readOnly,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    className:
      'w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-[14px] text-ink read-only:bg-sunken',
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-[13px] text-soft">
        {label}
      </label>
      {lines === 1 ? (
        <input {...shared} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea
          {...shared}
          rows={lines}
          spellCheck={false}
          onDragOver={(event) => takesFiles && event.preventDefault()}
          onDrop={take}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {note !== undefined && (
        <p id={`${id}-note`} className="mt-0.5 text-[12.5px] text-faint">
          {note}
        </p>
      )}
    </div>
  )
}
