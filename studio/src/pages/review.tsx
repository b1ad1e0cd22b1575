import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReviewTask } from '../../../src/report/studio-views/review.ts'
import { useQueries, useSource } from '../data/queries.ts'
import { useAuthor } from '../ui/author.ts'
import { PageHead } from '../ui/parts.tsx'
import { RunChoice } from '../ui/run-choice.tsx'
import { Answered, Empty, Failed } from '../ui/states.tsx'
import { words } from '../words.ts'
import { RatingForm, type Ratings } from './review-rating.tsx'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/review')

export function ReviewPage() {
  const query = useQuery(useQueries().runs())
  return (
    <Answered query={query}>
      {(runs) => (runs.length === 0 ? <NoRuns /> : <Review latest={runs.at(-1)?.run ?? ''} />)}
    </Answered>
  )
}

function Review({ latest }: { readonly latest: string }) {
  const { run = latest } = route.useSearch()
  const navigate = route.useNavigate()
  const [author, setAuthor] = useAuthor()
  return (
    <>
      <PageHead title={words.review.title} lead={words.review.lead}>
        <div className="flex flex-wrap gap-3">
          <RunChoice value={run} onChange={(next) => void navigate({ search: { run: next } })} />
          <label className="flex flex-col text-[12.5px] text-faint">
            {words.review.author}
            <input
              value={author}
              maxLength={80}
              onChange={(event) => setAuthor(event.target.value)}
              className="h-8 w-44 rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink"
            />
          </label>
        </div>
      </PageHead>
      {author.trim() === '' ? (
        <Empty title={words.review.whoFirst} hint={words.review.whoHint} />
      ) : (
        <Tasks run={run} author={author.trim()} />
      )}
      <Exports run={run} />
    </>
  )
}

function Tasks({ run, author }: { readonly run: string; readonly author: string }) {
  const query = useQuery(useQueries().review(run, author))
  return (
    <Answered query={query}>
      {(task) =>
        task.task === null ? (
          <Empty title={words.review.none} hint={words.review.noneHint(task.done)} />
        ) : (
          <Task key={task.task} task={task} author={author} />
        )
      }
    </Answered>
  )
}

function Task({ task, author }: { readonly task: ReviewTask; readonly author: string }) {
  const source = useSource()
  const client = useQueryClient()
  const [ratings, setRatings] = useState<Ratings>(new Map())
  const [error, setError] = useState<unknown>(null)
  const send = async (): Promise<void> => {
    try {
      await source.rate({ run: task.run, task: task.task ?? '', author, ratings: [...ratings.values()] })
      await client.invalidateQueries({ queryKey: ['review'] })
      scrollTo({ top: 0 })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="num mb-4 text-[13.5px] text-faint">{words.review.progress(task.done, task.left)}</p>
      <RatingForm task={task} ratings={ratings} onChange={setRatings} />
      {error !== null && <Failed error={error} />}
      <div className="sticky bottom-0 mt-6 flex items-center gap-4 border-t border-line bg-paper py-3">
        <button
          type="submit"
          disabled={ratings.size === 0}
          className="rounded-md bg-ink px-4 py-1.5 font-medium text-paper disabled:bg-line-strong"
        >
          {words.review.send}
        </button>
        <span className="num text-[13px] text-faint">{words.review.chosen(ratings.size)}</span>
      </div>
    </form>
  )
}

function Exports({ run }: { readonly run: string }) {
  const link = (name: string) => `./api/${name}?run=${encodeURIComponent(run)}`
  return (
    <p className="mt-10 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-4 text-[14px]">
      <span className="text-faint">{words.review.export}</span>
      <a href={link('labels')} download="labels.jsonl">
        {words.review.labels}
      </a>
      <a href={link('golden')} download="golden.jsonl">
        {words.review.golden}
      </a>
    </p>
  )
}
