import type { Json } from '../src/base/json.ts'

/** What a bench measured. `ratio`, where there is one, is what its issue puts a bound on. */
export type BenchResult = { readonly ratio?: number; readonly [measure: string]: Json | undefined }
