/**
 * How a printed command begins. It works as printed in a project that has the package, in a clone, and where neither is: a bare
 * `sage` is found only by those who installed it globally.
 */
export const SAGE = 'npx sage-desk'

/** Quoted only where a shell would read it otherwise. */
export const inShell = (word: string): string =>
  /^[\w./@#:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** The command that reads a trial. `store`: null where it is the default one. */
export const showCommand = (trial: string, store: string | null): string =>
  `${SAGE} show ${inShell(trial)}${store === null ? '' : ` --store ${inShell(store)}`}`
