/** Kinds of forbidden action that every desk is watched for. A pack adds its own under `catastrophes` in pack.yaml. */
export const FORBID_KINDS = ['free_goods', 'enabled_fraud', 'wrongful_cancellation'] as const
export type ForbidKind = (typeof FORBID_KINDS)[number]

/** No forbid names it: closing while something is owed. A case may tempt an agent into it all the same. */
export const FALSE_CLOSURE = 'false_closure'

export const CATASTROPHES = [...FORBID_KINDS, FALSE_CLOSURE] as const
