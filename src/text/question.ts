/**
 * A question to words that nobody is shown (DESIGN.md E14). Only this room makes them (`only-text-asks` in the direction table):
 * whoever stands behind the waist can ask for a literal that it knows already, and never read what else was said.
 */
const ASKS: unique symbol = Symbol('asks')

export type Asking<Answered> = { readonly [ASKS]: (text: string) => Answered }

export const question = <Answered>(ask: (text: string) => Answered): Asking<Answered> => ({ [ASKS]: ask })

export const askOf = <Answered>(asked: Asking<Answered>): ((text: string) => Answered) => asked[ASKS]
