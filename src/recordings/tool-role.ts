import type { ToolRole } from '../base/values/desk-facts.ts'

/** What a tool of another system does, by the words of its name. `sure: false`: no word says it, and a write is the careful guess. */
type GuessedRole = { readonly role: ToolRole; readonly sure: boolean }

const READS =
  /^(?:get|gets|search|find|list|lookup|look|fetch|read|query|check|view|show|calculate|compute|think|verify|validate|retrieve|count|describe|estimate|preview|suggest|recommend|compare|can|is|has|identify|authenticate|retrieval|browse|inspect|test|run|details?|status|balance|weather|info|information|directions|faq|knowledge|policy|hours)$/
const WRITES =
  /^(?:book|cancel|create|update|modify|change|send|delete|remove|add|set|return|exchange|refund|pay|submit|make|place|apply|enable|disable|toggle|resume|suspend|refuel|schedule|reschedule|reserve|order|issue|register|open|block|unblock|reset|reboot|upgrade|downgrade|charge|grant|write|post|put|insert|edit|assign|activate|deactivate|transfer|move|swap|replace|log|record|rsvp|report|reseat|unseat|claim|redeem|credit|compensate|approve|reject|renew|extend|lock|unlock|merge|start|stop|upload|save|purchase|buy|sell|checkout|ship|dispatch|arrange|raise|file|confirm)$/
const HANDS_OVER = /^(?:handover|handoff|escalate|escalates|escalation)$/
const HUMANS =
  /^(?:human|humans|agent|agents|representative|representatives|operator|supervisor|manager|person|people|colleague|specialist|team|staff|live)$/
const MOVES = /^(?:transfer|connect|route|forward|hand|pass|handoff|assign|redirect|contact|talk|speak)$/
const CLOSES = /^(?:close|resolve|end|finish|complete)$/
const TICKETS = /^(?:ticket|case|conversation|chat|session|dialogue|dialog|call|issue)$/

export function roleOfTool(name: string): GuessedRole {
  const words = wordsOfTool(name)
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word))
  if (has(HANDS_OVER) || (has(MOVES) && has(HUMANS))) return { role: 'handover', sure: true }
  if (CLOSES.test(words[0] ?? '') && has(TICKETS)) return { role: 'close', sure: true }
  // The first verb is the deed: `get_order_status`, but also `restaurant_book`.
  const verb = words.find((word) => READS.test(word) || WRITES.test(word))
  if (verb === undefined) return { role: 'write', sure: false }
  return { role: WRITES.test(verb) ? 'write' : 'read', sure: true }
}

/** `cancelOrder`, `cancel-order` and `orders.cancel` in words. */
export const wordsOfTool = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
