import type { DeskProblem } from '../../../src/report/studio-views/desk-view.ts'

export function ProblemList({ problems }: { readonly problems: readonly DeskProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="mt-2 space-y-1 text-left text-[14px]">
      {problems.map(({ file, line, message, hint, severity }) => (
        <li
          key={`${file} ${line} ${message}`}
          className={`border-l-2 pl-2 [overflow-wrap:anywhere] ${severity === 'error' ? 'border-bad' : 'border-warn'}`}
        >
          <code className="font-mono text-[12.5px] text-faint">
            {file}:{line}
          </code>{' '}
          {message}
          {hint !== null && <span className="text-soft"> {hint}</span>}
        </li>
      ))}
    </ul>
  )
}
