import { ModelFailed } from '../../models/model-failed.ts'
import type { CustomerTurn, Strayed } from './customer.ts'

/** A model that will not play the customer's part leaves the card: the trial is void, and nobody is to blame for it. */
export const strayInstead = (turn: Promise<CustomerTurn | Strayed>): Promise<CustomerTurn | Strayed> =>
  turn.catch((error: unknown) => {
    if (error instanceof ModelFailed && error.side === 'model') return { strayed: error.code }
    throw error
  })
