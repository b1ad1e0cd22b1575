import { setFlagsFromString } from 'node:v8'

/**
 * V8 compiles a function to fast code once it has run through so many bytes of bytecode: 66 KB by default. A run's work is
 * spread over thousands of functions, each of them warm and few of them hot. With the default, compiler threads took as much
 * time as the trials themselves (22 of 32 s), on the cores that play them, and most of that code was thrown away again.
 */
export const OPTIMISE_LATE = '--interrupt-budget=2000000'

/**
 * Trials leave much short-lived garbage. By default a heap lets older objects grow to four times their live size: 100,000
 * trials would take half a gigabyte. About 40 MB of each heap are alive (code, one pack, what was read), whatever the number
 * of trials.
 */
const HEAPS_GROW = '--heap-growing-percent=15'

/** Flags hold for the whole process and count from the next function on, so they are set before anything is loaded. */
export const optimiseLate = (): void => setFlagsFromString(OPTIMISE_LATE)

export const keepHeapsSmall = (): void => setFlagsFromString(HEAPS_GROW)
