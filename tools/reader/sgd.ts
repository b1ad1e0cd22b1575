import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import type { LearnedKind } from '../../src/reading/lexical/kinds.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { type SgdMessage, type SgdSchema, sgdDesk } from '../../test/reading/sgd.ts'

/** The training split of the Schema-Guided Dialogue dataset: 22,000 messages, read in place. */
const FOLDER = join(packageRoot(), '../shared/data/sgd')

/** Services that stand in the measured part too. */
const MEASURED: ReadonlySet<string> = new Set([
  'RentalCars_1',
  'Homes_1',
  'Hotels_1',
  'Buses_1',
  'RideSharing_1',
  'Events_1',
  'Music_1',
  'Weather_1',
  'Travel_1',
])

export const sgdMessages = (): readonly SgdMessage[] =>
  gunzipSync(readFileSync(join(FOLDER, 'train.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line): SgdMessage => JSON.parse(line))
    .filter(({ service }) => !MEASURED.has(service))

const KINDS: Readonly<Record<string, LearnedKind>> = {
  REQUEST: 'request',
  CONFIRM: 'propose',
  OFFER_INTENT: 'propose',
  NOTIFY_SUCCESS: 'claim-done',
  NOTIFY_FAILURE: 'denied',
  REQ_MORE: 'anything-else',
  GOODBYE: 'sign-off',
  INFORM: 'inform',
  OFFER: 'inform',
  INFORM_COUNT: 'inform',
}
export const sgdKinds = ({ acts }: SgdMessage): ReadonlySet<LearnedKind> =>
  new Set(acts.flatMap(({ act }) => KINDS[act] ?? []))

const schemas = new Map<string, SgdSchema>()

/** The desk of some services. */
export function deskOf(...services: readonly string[]): DeskLists {
  if (schemas.size === 0)
    for (const file of ['schema-train.json', 'schema.json'])
      for (const schema of JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as SgdSchema[])
        schemas.set(schema.service_name, schema)
  return sgdDesk(
    services.map((service) => {
      const schema = schemas.get(service)
      if (schema === undefined) throw new RangeError(`no schema of ${service}`)
      return schema
    }),
  )
}
