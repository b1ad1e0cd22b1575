declare const brand: unique symbol

/** Keeps ids and units of one base type apart. Mint a branded value only beside the check that earns it. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
