import { memo } from '../../base/memo.ts'
import type { Json } from '../../base/values/json.ts'

const written = memo((shown: object): string => JSON.stringify(shown))

/** What a call showed, as text. Several rules look for words and figures in it: it is written out once. */
export const jsonText = (shown: Json): string =>
  typeof shown !== 'object' || shown === null ? JSON.stringify(shown) : written(shown)
