import type { ReviewDimension, ReviewTask } from '../../../src/report/studio-views/review.ts'
import { plain } from '../metric-facts.ts'
import { words } from '../words.ts'
import { LongText } from './trial-event.tsx'

/** What was chosen so far, by message and dimension. */
export type Ratings = ReadonlyMap<
  string,
  { readonly n: number; readonly dimension: string; readonly value: number }
>
const LEVEL_MAX = 4

/** A conversation without its agent's name; beside each of its messages the rubric. */
export function RatingForm({
  task,
  ratings,
  onChange,
}: {
  readonly task: ReviewTask
  readonly ratings: Ratings
  readonly onChange: (ratings: Ratings) => void
}) {
  const rate = (n: number, dimension: string, value: number) =>
    onChange(new Map([...ratings, [`${n} ${dimension}`, { n, dimension, value }]]))
  const ofMessages = task.rubric.filter(({ whole }) => !whole)
  const ofWhole = task.rubric.filter(({ whole }) => whole)
  return (
    <>
      <ol className="space-y-4">
        {task.messages.map(({ n, from, text }) => (
          <li key={n} className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
            <div className={`min-w-0 max-w-[92%] ${from === 'agent' ? 'ml-auto' : ''}`}>
              <p className="mb-0.5 text-[12.5px] text-faint">
                {from === 'agent' ? words.trial.agent : words.trial.customer}
              </p>
              <div
                className={`rounded-xl border px-4 py-2.5 ${from === 'agent' ? 'border-line-strong bg-raised' : 'border-line bg-sunken'}`}
              >
                <LongText text={text} />
              </div>
            </div>
            {from === 'agent' && (
              <div className="card self-start px-4 py-3">
                {ofMessages.map((dimension) => (
                  <Levels
                    key={dimension.dimension}
                    n={n}
                    dimension={dimension}
                    ratings={ratings}
                    onRate={rate}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      <section className="card mt-6 px-4 py-3">
        <h2 className="mb-2 font-semibold">{words.review.whole}</h2>
        {ofWhole.map((dimension) => (
          <Levels key={dimension.dimension} n={0} dimension={dimension} ratings={ratings} onRate={rate} />
        ))}
      </section>
    </>
  )
}

function Levels({
  n,
  dimension: { dimension, asks, levels },
  ratings,
  onRate,
}: {
  readonly n: number
  readonly dimension: ReviewDimension
  readonly ratings: Ratings
  readonly onRate: (n: number, dimension: string, value: number) => void
}) {
  const chosen = ratings.get(`${n} ${dimension}`)?.value
  const level = chosen === undefined ? undefined : Math.round(chosen * LEVEL_MAX)
  return (
    <fieldset className="mb-2 last:mb-0">
      <legend className="float-left w-44 pt-0.5 text-[14px]" title={asks}>
        {plain(dimension.replace('_judged', ''))}
      </legend>
      <div className="flex gap-1">
        {levels.map((anchor, at) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: five levels in a fixed order
            key={at}
            title={anchor}
            className={`num grid size-7 cursor-pointer place-items-center rounded border text-[13px] has-focus-visible:outline-2 has-focus-visible:outline-accent ${
              at === level ? 'border-ink bg-ink text-paper' : 'border-line-strong hover:bg-sunken'
            }`}
          >
            <input
              type="radio"
              name={`${n} ${dimension}`}
              aria-label={`${at}: ${anchor}`}
              checked={at === level}
              onChange={() => onRate(n, dimension, at / LEVEL_MAX)}
              className="sr-only"
            />
            {at}
          </label>
        ))}
      </div>
      <p className="clear-both text-[12.5px] text-faint">{level === undefined ? asks : levels[level]}</p>
    </fieldset>
  )
}
