import type { ReactNode } from 'react'
import type { SaidSoFar, TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { actsToText } from '../../../src/transcript/transcript-text.ts'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { stepName } from './trial-story.tsx'

/** What an agent could know in a turn, what was due, and what it reported: on demand, under the turn. */
export function TurnState({ turn, view }: { readonly turn: SaidSoFar; readonly view: TrialView }) {
  const own = view.events.filter(({ n }) => n >= turn.from && n <= turn.to + 1)
  return (
    <details className="mt-1.5 text-[13px]">
      <summary className="w-fit text-faint hover:text-ink">
        {words.trial.state} ·{' '}
        <span className={turn.action_right ? '' : 'text-bad'}>
          {turn.action_right ? words.trial.actionRight : words.trial.actionWrong}
        </span>
      </summary>
      <dl className="mt-1 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-2">
        <dt className="text-faint">{words.trial.said}</dt>
        <dd>
          {turn.said.length === 0
            ? words.trial.nothingSaid
            : turn.said.map(({ request, field, value }) => (
                <div key={`${request} ${field}`} className="font-mono text-[12.5px] [overflow-wrap:anywhere]">
                  <span className="text-faint">{field}</span> {value}
                </div>
              ))}
        </dd>
        <dt className="text-faint">{words.trial.due}</dt>
        <dd className="font-mono text-[12.5px]">{turn.due.map(stepName).join(', ') || '–'}</dd>
        {own.map((event) => {
          if (event.type === 'step.reported')
            return (
              <Row key={event.n} name={words.trial.reported}>
                {event.report.intent}; {actsToText(event.report.action)}
                <div className="mt-0.5 flex flex-wrap gap-1">
                  {turn.intent_right !== null && (
                    <Tag tone={turn.intent_right ? 'good' : 'bad'}>
                      {turn.intent_right ? words.trial.intentRight : words.trial.intentWrong}
                    </Tag>
                  )}
                  {turn.fields !== null && (
                    <Tag tone={turn.fields.right === turn.fields.of ? 'good' : 'bad'}>
                      {words.trial.fieldsRight(turn.fields.right, turn.fields.of)}
                    </Tag>
                  )}
                </div>
              </Row>
            )
          if (event.type === 'message.understood')
            return (
              <Row key={event.n} name={words.trial.understood}>
                {actsToText(event.acts)} ({event.by})
              </Row>
            )
          if (event.type === 'act.recognised')
            return (
              <Row key={event.n} name={words.trial.recognised}>
                {actsToText(event.acts)}
              </Row>
            )
          if (event.type === 'usage.recorded')
            return (
              <Row key={event.n} name={event.role}>
                {event.model}: {words.trial.usage(event.input_tokens, event.output_tokens)}
              </Row>
            )
          return null
        })}
      </dl>
    </details>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
