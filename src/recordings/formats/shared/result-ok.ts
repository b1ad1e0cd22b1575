import { isJsonObject, type Json } from '../../../base/values/json.ts'

/** Did a call succeed? As the result says it; a result that says nothing of a failure is a success. */
export function isSuccess(output: Json): boolean {
  if (typeof output === 'string')
    return !/^\W{0,3}(?:error|exception|failed|failure|traceback)\b/i.test(output)
  if (!isJsonObject(output)) return true
  if (output['ok'] === false || output['success'] === false || output['isError'] === true) return false
  if (output['status'] === 'error' || output['status'] === 'failed') return false
  const error = output['error'] ?? output['errors']
  return error === undefined || error === null || error === false || error === '' || isEmptyList(error)
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0
