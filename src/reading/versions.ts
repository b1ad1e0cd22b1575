/** The name of the embedded reader. */
export const LEXICAL = 'lexical'

/** Raised with any change that may read a message differently: runs compare only where it is equal. */
export const LEXICAL_VERSION = 5

/** The prompt of a model that reads: part of a run's identity, raised with any change of it. */
export const READER_PROMPT_VERSION = 1
