import { assert } from '../base/assert.ts'
import { type CaseId, isCaseId } from '../base/values/ids.ts'

export function caseId(pack: string, name: string): CaseId {
  const made = `${pack}/${name}`
  assert(isCaseId(made), `${made} is not the id of a case`)
  return made
}
