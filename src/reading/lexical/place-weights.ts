export const FIELD_RANKER = { weights: [], pairs: { scale: 1, packed: '' } } as const
export const TOOL_RANKER = FIELD_RANKER
export const TOPIC_RANKER = FIELD_RANKER
