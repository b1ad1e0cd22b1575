import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { SourceContext } from './data/queries.ts'
import { type Source, SourceError } from './data/source.ts'
import { makeRouter } from './router.tsx'

/** The studio draws what a report computed; it computes no number itself, so page, CLI and file never disagree. */
const router = makeRouter()
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A server that answered with a reason will give the same one again.
      retry: (times, error) => times < 2 && !(error instanceof SourceError && error.code !== 'unreachable'),
    },
  },
})

export function Studio({ source }: { readonly source: Source }) {
  return (
    <SourceContext value={source}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SourceContext>
  )
}
