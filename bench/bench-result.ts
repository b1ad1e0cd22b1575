import { z } from 'zod'

/** What a bench measured. `ratio`, where there is one, is what its issue puts a bound on. */
export const BenchResult = z.object({ ratio: z.number().optional() }).catchall(z.json())
export type BenchResult = z.infer<typeof BenchResult>
