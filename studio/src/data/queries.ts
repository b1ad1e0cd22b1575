import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { MatrixFilter } from '../../../src/report/studio-views/matrix.ts'
import { httpSource } from './http-source.ts'
import type { CompareAsk, Source } from './source.ts'

/** The questions pages ask, each with a name to keep its answer under. */
export const SourceContext = createContext<Source>(httpSource)
export const useSource = (): Source => useContext(SourceContext)

/** While a run is being written its pages ask again this often. */
export const LIVE_MS = 1_500
const RUNS_MS = 5_000
export const MATRIX_LINES = 60

export const queries = (source: Source) => ({
  about: () => queryOptions({ queryKey: ['about'], queryFn: source.about }),
  runs: () => queryOptions({ queryKey: ['runs'], queryFn: source.runs, refetchInterval: RUNS_MS }),
  leagues: () =>
    queryOptions({
      queryKey: ['leagues'],
      queryFn: source.leagues,
      // The first conversation of the first run opens the table: nobody should have to reload for it.
      refetchInterval: ({ state }) => (state.data?.length === 0 ? RUNS_MS : false),
    }),
  progress: (run: string) =>
    queryOptions({
      queryKey: ['progress', run],
      queryFn: () => source.progress(run),
      refetchInterval: ({ state }) =>
        state.data === undefined || (state.data.finished_at !== null && state.data.complete)
          ? false
          : LIVE_MS,
    }),
  /** `version`: another one is another report, for runs that grow */
  report: (run: string, version = '') =>
    queryOptions({
      queryKey: ['report', run, version],
      queryFn: () => source.report(run),
      placeholderData: keepPreviousData,
    }),
  matrix: (run: string, filter: MatrixFilter, page: number, stored: number) =>
    queryOptions({
      queryKey: ['matrix', run, filter, page, stored],
      queryFn: () => source.matrix({ run, ...filter, offset: page * MATRIX_LINES, limit: MATRIX_LINES }),
      placeholderData: keepPreviousData,
    }),
  noise: (runs: readonly string[], metric: string) =>
    queryOptions({ queryKey: ['noise', runs, metric], queryFn: () => source.noise(runs, metric) }),
  trial: (trial: string) => queryOptions({ queryKey: ['trial', trial], queryFn: () => source.trial(trial) }),
  packs: () => queryOptions({ queryKey: ['packs'], queryFn: source.packs }),
  pack: (pack: string) => queryOptions({ queryKey: ['pack', pack], queryFn: () => source.pack(pack) }),
  heat: (pack: string, run: string, agent: string | undefined) =>
    queryOptions({
      queryKey: ['heat', pack, run, agent ?? null],
      queryFn: () => source.heat({ pack, run, ...(agent === undefined ? {} : { agent }) }),
    }),
  coverage: (pack: string) =>
    queryOptions({ queryKey: ['coverage', pack], queryFn: () => source.coverage(pack) }),
  audit: (pack: string) => queryOptions({ queryKey: ['audit', pack], queryFn: () => source.audit(pack) }),
  review: (run: string, author: string) =>
    queryOptions({
      queryKey: ['review', run, author],
      queryFn: () => source.review(run, author),
      staleTime: 0,
    }),
  compare: (ask: CompareAsk) =>
    queryOptions({ queryKey: ['compare', ask], queryFn: () => source.compare(ask) }),
})

export const useQueries = () => queries(useSource())

/** A server answers: reviews can be kept, and runs compared. A report file has none. */
export const useServed = (): boolean => useQuery(useQueries().about()).data?.live !== false
