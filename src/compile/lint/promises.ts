import type { Statement } from '../outline/outline.ts'
import { plain } from '../read/plain.ts'
import { type LintContext, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'

/** "Tell them that we will call back": when? */
export function promises({ sop, placed }: LintContext): readonly Finding[] {
  const found = new Set<string>()
  return placed.flatMap(({ statement }): readonly Finding[] => {
    const promised = promiseIn(statement, plain(sentenceOf(sop, statement).text))
    if (promised === null || found.has(statement.clause)) return []
    found.add(statement.clause)
    return [
      finding('promise-without-deadline', [sentenceOf(sop, statement)], {
        says: `The customer is promised ${quote(promised)}, and nobody says by when.`,
        instead: 'Add the time: "within 2 working days", "by noon tomorrow", "on the day it arrives".',
      }),
    ]
  })
}

/** The time may stand behind what was read as the promise: "comes back after the return". */
function promiseIn(statement: Statement, sentence: string): string | null {
  if (statement.says !== 'do' || !('object' in statement.deed) || statement.deed.object === null) return null
  if (!/^(?:tell|explain|comfort|offer|act)$/.test(statement.deed.does)) return null
  const text = plain(statement.deed.object)
  // "If it was reversed already, tell them that the money is back": nothing is to come
  if (/\balready\b/i.test(sentence)) return null
  const promised = PROMISE.exec(text)?.[0]
  const at = sentence.indexOf(text)
  return promised === undefined || WHEN.test(at === -1 ? text : sentence.slice(at)) ? null : text
}

/** Not "you will check your system": the agent does it at once. */
const SOMEBODY = String.raw`(?:we|i|somebody|someone|a colleague|an? [\w' -]{2,30}|the [\w' -]{2,30}|our [\w' -]{2,30}|it|they|their [\w' -]{2,30})`
const BACK = `(?:call|ring|phone|write|reply|answer|respond|contact|get back|get in touch|reach out|come back|come|be in touch|receive|hear from|follow up|look into|investigate|review|check|send|refund|replace|ship|credit|pay|repair|fix|process|resolve|arrive|decide|deal with|take care|be (?:back|refunded|credited|sent|shipped|replaced|repaid|processed|contacted|called|reviewed|fixed|resolved|paid|delivered))`
const ANSWERS = `(?:calls|rings|phones|writes|replies|answers|responds|contacts|gets back|gets in touch|comes back|follows up|looks into|investigates)`
/** "that the money arrives", "that we decide", "that it is back": a promise in the present tense. */
const COMES = String.raw`that (?:we|it|they|(?:the|a|an|our|their) [\w' -]{2,30}) (?:(?:arrives?|comes?|leaves? us|decides?|looks? at it)(?! (?:by e?-?mail|by post|with|from|in person|first|back to us)\b)|(?:is|are) (?:back(?! (?:on|with|in|at)\b)|booked|refunded|repaid|credited))\b`
const PROMISE = new RegExp(
  String.raw`\b${SOMEBODY}(?<!\byou) (?:will|shall|is going to|are going to)(?: \w+ly| soon| then| also)? ${BACK}\b|\bwe'll ${BACK}\b|\b(?:somebody|someone|a colleague|the [\w' -]{2,30}|our [\w' -]{2,30}) ${ANSWERS}\b|\b(?:the|your|their) (?:money|refund|replacement|credit|deposit|amount) (?:is|are) (?:on (?:its|the|their) way|back (?:on|in|with|at))\b|\ba (?:call-?back|return call)\b|\b${COMES}`,
  'i',
)
/** A time, or an event the time hangs on. */
const WHEN =
  /\b(?:within|today|tomorrow|tonight|by (?:the )?(?:end|noon|evening|\d|monday|tuesday|wednesday|thursday|friday|next)|in (?:\d|an?|one|two|three|four|five|a few)|\d+ ?(?:am|pm|minutes?|hours?|days?|weeks?|months?|business|working)|(?:working|business) days?|(?:next|same|first|last|that|which|expected|this) (?:working |business )?(?:day|week|month|morning|evening)|on (?:the day|monday|tuesday|wednesday|thursday|friday|which)|at once|immediately|right away|straight away|at what time|when|once|as soon as|after|before|until|how long|takes?|no(?:t|thing|body| longer)?|cannot|only|never)\b/i
