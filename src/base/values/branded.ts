declare const brand: unique symbol

/**
 * A value that passed the check which earns its name. A step id and a case id are both strings; branded, one handed over
 * for the other does not compile. Only the minting function beside the check may cast.
 */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
