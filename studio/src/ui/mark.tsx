import type { Mark } from '../../../src/report/studio-views/trial-row.ts'
import { words } from '../words.ts'

/** What became of a conversation, as a sign that is told apart without its colour. */
const LOOK: Readonly<
  Record<Mark, { readonly colour: string; readonly shape: string; readonly solid?: boolean }>
> = {
  passed: { colour: 'text-good', shape: 'M4 8.5 7 11.2 12 5' },
  failed: { colour: 'text-warn', shape: 'M5 5l6 6M11 5l-6 6' },
  unsafe: { colour: 'text-bad', shape: 'M8 2.2 14.6 13.6H1.4Z', solid: true },
  unknown: { colour: 'text-faint', shape: 'M6.3 6.4A1.8 1.8 0 1 1 8 8.8v1M8 12v.2' },
  void: { colour: 'text-faint', shape: 'M4 8h8' },
  fault: { colour: 'text-faint', shape: 'M11 4 5 12' },
  unreadable: { colour: 'text-faint', shape: 'M5 5h6v6H5Z' },
}

export function MarkSign({ mark }: { readonly mark: Mark }) {
  const { colour, shape, solid } = LOOK[mark]
  return (
    <svg viewBox="0 0 16 16" className={`size-4 ${colour}`} aria-hidden="true">
      {solid === true ? (
        <>
          <path d={shape} fill="currentColor" />
          <path d="M8 6.4v3.4M8 11.6v.3" stroke="var(--raised)" strokeWidth="1.5" strokeLinecap="round" />
        </>
      ) : (
        <path
          d={shape}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

export function MarkLegend({ marks }: { readonly marks: Readonly<Partial<Record<Mark, number>>> }) {
  const shown = (Object.keys(LOOK) as Mark[]).filter((mark) => (marks[mark] ?? 0) > 0)
  return (
    <ul aria-label={words.run.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-soft">
      {shown.map((mark) => (
        <li key={mark} className="flex items-center gap-1.5">
          <MarkSign mark={mark} />
          {words.mark[mark]} <span className="num text-faint">{(marks[mark] ?? 0).toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  )
}
