import { findInstrument, INSTRUMENT_NAMES } from '../../../references/catalogue.ts'

/** Honest built-in agents. Instruments test the benchmark; baselines are compared with. */
const BASELINES: readonly string[] = ['classic']

/** Names that `--agent` takes without further settings. */
export const REFERENCE_NAMES: readonly string[] = [...INSTRUMENT_NAMES, ...BASELINES]

export function findReference(
  name: string,
): { readonly name: string; readonly kind: 'instrument' | 'baseline' } | undefined {
  if (BASELINES.includes(name)) return { name, kind: 'baseline' }
  return findInstrument(name) === undefined ? undefined : { name, kind: 'instrument' }
}
