import { setFlagsFromString } from 'node:v8'

/**
 * V8 compiles a function to fast code once it has run through so many bytes of bytecode: 66 KB by default. A run's work is
 * spread over thousands of functions, each of them warm and few of them hot. With the default, compiler threads took as much
 * time as the trials themselves (22 of 32 s), on the cores that play them, and most of that code was thrown away again.
 */
export const OPTIMISE_LATE = '--interrupt-budget=2000000'

/** Flags hold for the whole process and count from the next function on, so they are set before anything is loaded. */
export const optimiseLate = (): void => setFlagsFromString(OPTIMISE_LATE)
