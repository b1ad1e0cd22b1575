import { z } from 'zod'

/** An id as it lies in a store or a run's file: a string that passes the check of its kind. */
export const storedId = <Id extends string>(is: (raw: string) => raw is Id): z.ZodType<Id> =>
  z.custom<Id>((raw) => typeof raw === 'string' && is(raw))
