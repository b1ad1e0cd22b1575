import { Link } from '@tanstack/react-router'
import { inShell, SAGE } from '../../../src/base/shell.ts'
import type { ForkDecision } from '../../../src/report/studio-views/fork-tree.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { sayDeed } from '../ui/deed.ts'
import { CopyButton } from '../ui/parts.tsx'
import { words } from '../words.ts'

/** What the agent does when it is asked again: a tree with a branch for each action, and the command that makes one here. */
export function TrialForks({ view, at }: { readonly view: TrialView; readonly at: number | null }) {
  const { forks = [] } = view
  // A conversation that another system recorded has no agent to ask again: it becomes a case.
  const command = view.pack === 'recorded' ? 'adopt' : 'fork'
  const typed = `${SAGE} ${command} ${inShell(view.trial)}${at === null ? '' : ` --at ${at}`}`
  return (
    <section aria-label={words.forks.title} className="card mt-6 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 className="font-medium">{words.forks.title}</h2>
        <CopyButton label={words.forks[command]} text={() => typed} />
      </div>
      {forks.length === 0 && <p className="mt-2 text-soft">{words.forks.none}</p>}
      {forks.map((decision) => (
        <Decision key={`${decision.at} ${decision.agent} ${decision.swap}`} decision={decision} />
      ))}
    </section>
  )
}

function Decision({ decision }: { readonly decision: ForkDecision }) {
  const { at, agent, swap, forks, unsafe_here, branches } = decision
  return (
    <div className="mt-3">
      <p className="text-soft">
        {words.forks.after(at, agent, forks)}
        {swap !== null && ` ${words.forks.swap(swap)}`}
        {unsafe_here.value !== null && ` ${words.forks.unsafe(unsafe_here)}`}
      </p>
      <ul className="mt-1 border-l border-line pl-4">
        {branches.map((branch) => (
          <li key={branch.action} className="py-1">
            {branch.share.value !== null && (
              <span className="font-mono text-[13px]">
                {branch.share.hits}/{branch.share.of}{' '}
              </span>
            )}
            <Link
              to="/trial"
              search={{ id: branch.example }}
              className={branch.unsafe > 0 ? 'text-bad hover:underline' : 'text-accent hover:underline'}
            >
              {sayDeed(branch.action)}
            </Link>
            {branch.fails.length > 0 && (
              <span className="text-[13px] text-soft">
                {' '}
                {branch.fails.map(({ rule, times }) => `${rule} ${times}`).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
