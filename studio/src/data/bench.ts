import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  DeskLine,
  EditResult,
  ProcedureView,
  SignoffChoice,
  SignoffView,
  Versions,
} from '../../../src/report/studio-views/desk-view.ts'
import type { EstimateView, JobView, RunChoices } from '../../../src/report/studio-views/job-view.ts'
import { get, send } from './http-source.ts'
import { useQueries } from './queries.ts'

/** What the pages of the workbench ask and tell the server. A report file has none of it. */

type DeskEdit =
  | {
      readonly do: 'accept'
      readonly name: string
      readonly is: 'figure' | 'kind'
      readonly word: string
      readonly by: string
    }
  | { readonly do: 'wrong'; readonly name: string }
  | { readonly do: 'answer'; readonly text: string }
  | { readonly do: 'signoff'; readonly question: string; readonly chosen: SignoffChoice }

export type RunWish = {
  readonly agents: readonly string[]
  readonly packs: readonly string[]
  readonly suite: string | null
  readonly trials: number
  readonly seed: number
}
type JobWish = ({ readonly do: 'run' } & RunWish) | { readonly do: 'resume'; readonly run: string }

const JOBS_MS = 1_000

export const benchQueries = {
  desks: () =>
    queryOptions({ queryKey: ['bench', 'desks'], queryFn: () => get<readonly DeskLine[]>('bench/list') }),
  procedure: (desk: string) =>
    queryOptions({
      queryKey: ['bench', 'procedure', desk],
      queryFn: () => get<ProcedureView>('bench/procedure', { desk }),
      placeholderData: keepPreviousData,
    }),
  signoff: (desk: string) =>
    queryOptions({
      queryKey: ['bench', 'signoff', desk],
      queryFn: () => get<SignoffView>('bench/signoff', { desk }),
      placeholderData: keepPreviousData,
    }),
  prompt: (desk: string) =>
    queryOptions({
      queryKey: ['bench', 'prompt', desk],
      queryFn: () => get<{ readonly text: string }>('bench/prompt', { desk }),
    }),
  choices: () =>
    queryOptions({ queryKey: ['bench', 'choices'], queryFn: () => get<RunChoices>('bench/choices') }),
  jobs: () =>
    queryOptions({
      queryKey: ['jobs'],
      queryFn: () => get<readonly JobView[]>('bench/jobs'),
      refetchInterval: JOBS_MS,
    }),
}

export const createDesk = (desk: string, sop: string) =>
  send<{ readonly desk: string }>('bench/create', { desk, sop })
export const estimateRun = (wish: RunWish) => send<EstimateView>('bench/estimate', wish)
export const startJob = (wish: JobWish) => send<JobView>('bench/start', wish)
export const stopJob = (id: string) => send<JobView>('bench/stop', { id })

/** May this page write? And who is known to work here. */
export function useEditing(): { readonly editing: boolean; readonly known: string } {
  const { data } = useQuery(useQueries().about())
  return { editing: data?.edit === true, known: data?.author ?? '' }
}

/** Edits of one desk: sent with what the page was made from; afterwards everything that shows the desk is asked for again. */
export function useEdit(desk: string, versions: Versions) {
  const client = useQueryClient()
  const [result, setResult] = useState<EditResult | null>(null)
  // Its own last edit is no other's: the next one is made on what it wrote, although the page is not drawn again yet.
  const own = useRef<{ of: Versions; written: Versions }>({ of: versions, written: {} })
  if (own.current.of !== versions) own.current = { of: versions, written: {} }
  const refresh = (): void => {
    for (const kind of ['bench', 'pack', 'coverage', 'packs'])
      void client.invalidateQueries({ queryKey: [kind] })
  }
  const mutation = useMutation({
    scope: { id: `desk ${desk}` },
    mutationFn: ({ edit, dry }: { readonly edit: DeskEdit; readonly dry: boolean }) =>
      send<EditResult>('bench/edit', {
        desk,
        based_on: { ...own.current.of, ...own.current.written },
        dry,
        edit,
      }),
    onSuccess: (answer) => {
      setResult(answer)
      if (answer.kind !== 'written') return
      own.current.written = { ...own.current.written, ...answer.versions }
      refresh()
    },
  })
  const forget = (): void => {
    setResult(null)
    mutation.reset()
  }
  return {
    result,
    error: mutation.error,
    busy: mutation.isPending,
    write: (edit: DeskEdit) => mutation.mutateAsync({ edit, dry: false }),
    preview: (edit: DeskEdit) => mutation.mutateAsync({ edit, dry: true }),
    forget,
    reload: () => {
      forget()
      refresh()
    },
  }
}
export type Editing = ReturnType<typeof useEdit>
