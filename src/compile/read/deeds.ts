import type { Deed } from '../outline/outline.ts'
import { isClause } from './conditions.ts'
import { lowerFirst, withoutEnd } from './plain.ts'
import {
  firstWord,
  looksLikeOrder,
  MAYBE_VERBS,
  SURE_VERBS,
  startsWithOrder,
  withoutAdverbs,
} from './words.ts'

/** The order inside "you should first ask ...", "the agent must ask ...", "we ask ...", or null where there is none. */
export function orderIn(text: string): string | null {
  const bare = withoutAdverbs(lowerFirst(text.trim()).replace(/^(?:and|so|then|but|or)\s+/i, ''))
  if (startsWithOrder(bare)) return bare
  const led = LED.exec(bare)
  if (led === null) return orderOfAgent(bare)
  const rest = withoutAdverbs(bare.slice(led[0].length))
  return startsWithOrder(rest) || /^[a-z]{3,}\s+(?:the|a|an|them|it|their|this|to|for)\b/.test(rest)
    ? rest
    : null
}

/** "the agent logs the call": what agents do is what they are told to do. */
function orderOfAgent(text: string): string | null {
  const found =
    /^(?:the )?(?:agents?|advisors?|advisers?|representatives?|operators?) ([a-z]+?)(?:es|s)? (?=(?:the|an?|their|it|them|to|for|all|any|every|if|whether)\b)/i.exec(
      text,
    )
  const verbs = [found?.[1] ?? '', `${found?.[1] ?? ''}e`]
  const verb = verbs.find((form) => SURE_VERBS.has(form) || MAYBE_VERBS.has(form))
  return found === null || verb === undefined ? null : `${verb} ${text.slice(found[0].length)}`
}

const WHO = `(?:you|we|agents?|the agent|an agent|staff|the (?:team|desk|advisor|adviser|representative)|representatives|advisors|i)`
const MODAL = `(?:must|should|may|can|will|shall|could|need to|needs to|have to|has to|are to|is to|are required to|is required to|are allowed to|ought to|would)`
const LED = new RegExp(
  String.raw`^(?:${WHO}\s+(?:(?:always|also|first|then|only|still|now)\s+)*${MODAL}|make sure (?:to|you)|be sure to|remember to(?: always)?|feel free to|it is (?:important|necessary|required) to|try to|need to|there is a need to|go ahead and|you're (?:going|able) to|do not forget to|don't forget to|have to)\s+(?:(?:always|also|first|then|only|still|be able to|now|proceed to|instead)\s+)*`,
  'i',
)

/** asking -> ask, getting -> get, using -> use */
export function verbOf(stem: string): string | null {
  const forms = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]
  return forms.find((form) => startsWithOrder(`${form} the`)) ?? null
}

/** One order as a deed. `order` begins with its verb. */
export function deedOf(order: string): Deed {
  const text = withoutReason(withoutEnd(order.trim()))
  for (const { pattern, make } of KINDS) {
    const found = pattern.exec(text)
    if (found !== null)
      return make(
        text
          .slice(found[0].length)
          .replace(/^[:,]\s*/, '')
          .trim(),
        text,
      )
  }
  return { does: 'act', object: withoutAside(text) }
}

/** "ask once more, because names get misspelt", "whatever the story", "even if they insist": demand nothing by themselves. */
export const withoutReason = (text: string): string =>
  text
    .replace(/,?\s+(?:because|so that|even if|even though|no matter)\s.*$/i, '')
    .replace(/,\s+(?:as|since|whatever|however|whoever|whichever|wherever|not even)\s.*$/i, '')
    .replace(/:\s+(?:this|it|that) (?:needs|is|will|comes|takes)\b.*$/i, '')

/** "book a collection: the van comes to the door": what follows the colon only tells about it. */
const withoutAside = (text: string): string => {
  const colon = text.indexOf(': ')
  return colon > 0 && isClause(text.slice(colon + 2)) ? text.slice(0, colon) : text
}

type Kind = { readonly pattern: RegExp; readonly make: (rest: string, whole: string) => Deed }
type Plain = 'ask' | 'check' | 'act' | 'offer' | 'tell' | 'comfort' | 'decline' | 'explain' | 'proof'

const plainKind = (does: Plain, pattern: RegExp): Kind => ({ pattern, make: (object) => ({ does, object }) })

const PERSON = `(?:(?:the |a |any )?(?:customer|caller|user|client|guest|passenger|person|resident|learner|member|them|him|her|people|somebody|everyone)s?|them)`
const TIMES: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  thrice: 3,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
}

/** In this order: the first that fits. */
const KINDS: readonly Kind[] = [
  {
    pattern:
      /^(?:hand(?:s|ed)? (?:[a-z' ]{0,40}?)?over|escalate|transfer|hand off|pass (?:it|this|them|(?:the|their|her|his) [a-z]+) on(?=$|[ ,])|pass [a-z' ]{1,40}? (?:on )?(?=to )|forward [a-z' ]{1,40}? (?=to )|refer [a-z' ]{1,40}? (?=to )|route [a-z' ]{1,40}? (?=to )|connect [a-z' ]{1,40}? (?=to |with )|bring in|send (?:these|those|such) (?:people|persons|customers|callers|users|clients|guests|members|cases) (?=to )|send (?:them|him|her|the (?:customer|caller|user|client|guest|member|case)) (?=to (?:an?|the|our) (?:[a-z]+ ){0,3}(?:team|desk|department|office|manager|supervisor|lead|colleague)\b))(?:\b|(?=to ))/i,
    make: (rest) => ({ does: 'handover', to: handedTo(rest) }),
  },
  {
    pattern:
      /^(?:(?:stop|finish|end) (?:there|here)\b|stop$|do nothing\b|leave it (?:there|at that)\b|offer nothing (?:else|more)$|you are done\b)/i,
    make: () => ({ does: 'end' }),
  },
  {
    pattern:
      /^(?:close|end|finish|conclude|wrap up)(?:\s+(?:the|this|all|every)\b)?(?:\s+(?:conversation|chat|ticket|case|call|contact|things|up))?s?(?=$|[\s,])(?!\s+(?:the|this|a|an|it|their)\b)/i,
    make: (rest, whole) => closing(rest, whole),
  },
  {
    pattern:
      /^(?:ask|try|check|request|remind|offer(?! to\b))(?: [^,.;]{0,60}?)? (once more|once again|again|one more time|a second time|twice|up to (?:two|three|four|five|\d) times|(?:two|three|four|five|\d) (?:more )?times)\b/i,
    make: (_, whole) => again(whole),
  },
  {
    // "allow one further attempt", "give them another try"
    pattern:
      /^(?:allow|give|grant|offer|permit)(?: [a-z]+){0,2}? (?:another|(?:one|a|an|1)(?: single)? (?:more|further|second|last|final|additional|new)) (?:attempt|try|go|chance)\b/i,
    make: () => ({ does: 'again', times: 2, object: null }),
  },
  {
    pattern:
      /^(?:wait for|await|get|obtain|ask for|receive|secure|seek|require)\s+(?:(?:a|an|the|their|explicit|clear|final|customer's|user|customer|user's|written|verbal)\s+)*(?:yes|confirmation|agreement|consent|approval|go-ahead|permission|okay|ok)\b/i,
    make: (rest) => ({ does: 'confirm', object: /^(?:for|to|of|on)\s+(.+)$/i.exec(rest)?.[1] ?? null }),
  },
  {
    pattern:
      /^wait (?:for|until) (?:the |an? )?[a-z]+(?: to)? (?:agrees?|confirms?|accepts?|approves?|says? yes|consents?)\b/i,
    make: () => ({ does: 'confirm', object: null }),
  },
  {
    pattern:
      /^ask (?:[a-z ]{0,20})?(?:whether|if) (?:they (?:are sure|agree|accept|are (?:okay|ok|fine|happy)|want (?:it|that|this|one)|would like (?:it|that|this))|(?:that|this|it) is (?:all right|okay|ok|fine|correct)|you may)\b/i,
    make: (rest, whole) => ({
      does: 'confirm',
      object: rest === '' ? null : (/you may (.+)$/i.exec(whole)?.[1] ?? null),
    }),
  },
  {
    // "confirm the day with the tenant", "read the figure back": said to be agreed to
    pattern:
      /^(?:confirm (?:the|this|that|these|their|it|all)(?: [a-z]+){0,4}? with (?:the )?(?!our\b|your\b)[a-z]+|read (?:(?:the|this|these|their|all)(?: [a-z]+){1,4}?|it|them|that|this) back(?: to (?:the )?[a-z]+)?|read back (?:the|this|these|their|it)(?: [a-z]+){0,4})$/i,
    make: (_, whole) => ({ does: 'confirm', object: whole }),
  },
  {
    pattern:
      /^confirm (?:with (?:the )?(?:customer|user|them)(?: that| whether)?|the (?=price|amount|order|address|details|change|fee|cost|total|plan|flight|booking)|(?=that (?:they|you) (?:want|agree|should)))/i,
    make: (rest) => ({ does: 'confirm', object: rest === '' ? null : rest }),
  },
  {
    pattern:
      /^(?:treat|take|consider|regard|count|assume|class|classify|handle)\s+(?=(?:[^,;]{1,60}?\s)?as\s)/i,
    make: (rest) => takeAs(rest),
  },
  {
    pattern: /^take (?!ownership|care|notes?|action|part|over|responsibility)(?=[a-z]+$)/i,
    make: (rest) => ({ does: 'take', object: '', as: rest }),
  },
  { pattern: /^assume /i, make: (rest) => assumed(rest) },
  {
    pattern:
      /^(?:go on|go ahead|carry on|move on|continue|proceed|resume)(?=$|[,.]| forward| from there| here| as (?:before|usual))/i,
    make: () => ({ does: 'go', to: 'next', comesBack: false }),
  },
  {
    pattern:
      /^(?:go (?:straight |right |directly )?(?:on |back )?(?:with|to|as in|by|through|from)|go on (?:with|to|as in|from|here)|(?:continue|proceed|carry on|move on|resume) (?:with|to|at|from|as in)|skip (?:ahead )?to|jump to|return to|turn to|start (?:again|over) (?:with|at|from))\s*/i,
    make: (rest, whole) => goTo(rest, whole),
  },
  {
    pattern:
      /^(?:follow|apply|see|consult|use|refer to|perform|complete|check|handle (?:it|this|them)? ?(?:as in|by|per))\s+(?=(?:the |by )?(?:[^,.;]{0,80}?\b(?:flow|subflow|procedure|section|steps?|path|chapter|policy|instructions|workflow|process)\b|\d+(?:\.\d+)*\b))/i,
    // "follow path 2" goes there; "follow path 2 first", "use section 2 to find out" come back
    make: (rest, whole) => ({
      does: 'go',
      to: cleanTarget(rest),
      comesBack: !/^follow (?:the )?(?:path|section|step|chapter|part) [\w.]+$/i.test(whole),
    }),
  },
  {
    pattern: new RegExp(
      `^(?:ask|request|require|tell|get) (?=${PERSON} to (?:send|upload|provide|attach|show|submit)\\b)`,
      'i',
    ),
    make: (object) => ({ does: 'proof', object }),
  },
  { pattern: new RegExp(`^ask ${PERSON} to `, 'i'), make: (rest) => asked(rest) },
  {
    pattern: new RegExp(
      String.raw`^(?:ask|inquire|enquire)(?: (?:of|with))?(?: ${PERSON})?(?: (?:for|about))?(?: |$)|^(?:collect|obtain|gather|get|request|find out|learn|question|prompt)(?: (?:for|about|from))? (?!(?:back|into|in touch|rid)\b)`,
      'i',
    ),
    make: (rest) => ({ does: 'ask', object: rest }),
  },
  plainKind(
    'comfort',
    /^(?:comfort|apologi[sz]e|empathi[sz]e|sympathi[sz]e|reassure|calm|console|listen|express|acknowledge|thank|say (?:that )?(?=(?:you|we)(?: are|'re) sorry)|say (?=sorry))\b\s*/i,
  ),
  plainKind('decline', /^(?:decline|refuse|reject|deny|say no|turn (?:it|them|this|the \w+) down)\b\s*/i),
  plainKind('explain', /^(?:explain|clarify|describe|guide)\b\s*/i),
  plainKind('offer', /^(?:offer|propose|suggest|recommend|negotiate)\b\s*/i),
  // "confirm that the new day applies from May": nobody can look that up yet
  plainKind(
    'tell',
    /^confirm (?=(?:to (?:the )?[a-z]+ )?that [^,;]{1,80}\b(?:applies|apply|will|takes? effect|(?:is|are) now|ha(?:s|ve) been)\b)/i,
  ),
  {
    pattern: /^look (?=[^,;]{1,60}? up\b)/i,
    make: (object) => ({ does: 'check', object: object.replace(/ up\b/i, '') }),
  },
  plainKind(
    'check',
    /^(?:look(?: up| at| for| into)?|check|verify|validate|confirm|pull(?: up)?|review|locate|find|search|compare|determine|inspect|examine|see|make sure|ensure|retrieve|query|decide|authenticate|identify|consult|investigate|access)\b(?:\s+(?:that|on)\b)?\s*/i,
  ),
  plainKind(
    'tell',
    /^(?:tell|inform|notify|say|repeat|sum up|summari[sz]e|recap|let (?=.{1,40}? know\b)|advise|name|read|mention|remind|assure|answer|respond|reply|state|message|warn|point out|announce|communicate|quote|convince|instruct|add that|greet|share|give (?=(?:them |the [a-z]+ )?(?:the|its|an?) (?:[a-z]+ ){0,2}(?:scan|day|date|link|times?|reason|status|state)\b)|give (?=(?:them|the customer|the user) (?:the |this )?(?:news|information|explanation|answer)))\b\s*/i,
  ),
]

function handedTo(rest: string): string | null {
  const to = /(?:^|\s)(?:to|with)\s+([^,;.]{1,80})/i.exec(rest)?.[1]?.trim()
  return to === undefined || to === '' ? null : to
}

/** "end the conversation" closes; "end the line" is done at the desk. */
function closing(rest: string, whole: string): Deed {
  const object = whole.replace(/^(?:close|end|finish|conclude|wrap up)\s*/i, '')
  const closes =
    object === '' || /\b(?:conversation|chat|ticket|case|call|contact|usual|things)s?\b/i.test(object)
  return closes || /^(?:only|when|by)\b/i.test(rest) ? { does: 'close' } : { does: 'act', object: whole }
}

function again(whole: string): Deed {
  const counted = /\b(twice|(?:up to )?(two|three|four|five|\d) (?:more )?times)\b/i.exec(whole)
  const word = (counted?.[2] ?? counted?.[1] ?? 'once').toLowerCase()
  const more = TIMES[word] ?? Number(word)
  const object = /\bfor ([^,.;]{1,60}?) (?:once|again|one more|a second|twice)/i.exec(whole)?.[1] ?? null
  const times = counted === null ? 2 : /more/i.test(counted[0]) ? more + 1 : more
  return { does: 'again', times: Number.isFinite(times) ? times : null, object }
}

function takeAs(rest: string): Deed {
  const elsewhere =
    /\bas (?:described |explained |set out )?in ((?:section |step |chapter )?\d+(?:\.\d+)*)\b/i.exec(rest)
  if (elsewhere?.[1] !== undefined) return { does: 'go', to: elsewhere[1], comesBack: true }
  const at = / ?\bas\s+/i.exec(rest)
  const cut = at?.index ?? 0
  return {
    does: 'take',
    object: rest.slice(0, cut).trim(),
    as: rest.slice(cut + (at?.[0].length ?? 0)).trim(),
  }
}

function assumed(rest: string): Deed {
  const found = /^(?:that )?(.{1,80}?) (?:is|are) (.+)$/i.exec(rest)
  return { does: 'take', object: found?.[1] ?? '', as: found?.[2] ?? rest }
}

/** "go by this table" only introduces what follows; the table itself is read. */
function goTo(rest: string, whole: string): Deed {
  if (/^(?:this|the) (?:table|list|following|answer|status)\b/i.test(rest) || rest === '')
    return { does: 'go', to: 'next', comesBack: false }
  return { does: 'go', to: cleanTarget(rest), comesBack: /\bas in\b|\bfirst\b/i.test(whole) }
}

export const cleanTarget = (text: string): string =>
  text
    .replace(/^(?:with|to|the|by)\s+/i, '')
    .replace(/\s+(?:below|above|first|at once|instead|next)$/i, '')
    .replaceAll(/['"]/g, '')
    .trim()

/** "ask the user to check their status bar" asks for what they see; "to turn it off" tells them what to do. */
function asked(rest: string): Deed {
  return /^(?:check|look|verify|confirm|see|say|tell|name|specify|choose|select|state|describe|clarify|re-?run|run|try|test)\b/i.test(
    rest,
  )
    ? { does: 'ask', object: `to ${rest}` }
    : { does: 'tell', object: `to ${rest}` }
}

const SEPARATOR =
  /;\s+|,\s+(?:and\s+then|and|then|or)\s+|\s+and\s+then\s+|,\s+|\s+(?:and|then)\s+|:\s+|\s+-\s+/gi
/** Behind one of these a clause of its own runs: only a deed of talking or leading ends it. */
const OPENS_CLAUSE =
  /(?<!\b(?:of|for|on|in|to|with|by|from) )\b(?:that|whether|which|what|why|how|because|if|where|who)\b|\bknow\b/i
const STRONG =
  /^(?:leave it (?:there|at that)|ask|tell|explain|say|decline|stop|hand|wait|offer|comfort|apologi[sz]e|escalate|transfer|end the conversation|close|look|proceed|continue|go on|then)\b/i

/** "name the amount, wait for a yes, refund it" -> three orders. Each begins with its verb. */
export function splitOrders(text: string): readonly string[] {
  const orders: string[] = []
  const quoted = quotedSpans(text)
  let from = 0
  for (const found of text.matchAll(SEPARATOR)) {
    const so = text.slice(from, found.index)
    const rest = text.slice(found.index + found[0].length)
    if (
      quoted.some(([start, end]) => start < found.index && found.index < end) ||
      !breaks(so, rest, found[0])
    )
      continue
    orders.push(so)
    from = found.index + found[0].length
  }
  orders.push(text.slice(from))
  return orders.map((order) => order.trim()).filter((order) => order !== '')
}

/** "ask whether they want it, book it": the question is complete. */
const ASKS_YES =
  /^(?:and |then )?ask (?:[a-z ]{0,20})?(?:whether|if) (?:(?:they|the \w+) (?:want|wants|agree|agrees|accept|are sure|is sure|would like)|(?:that|this|it) is)\b[^,]{0,40}$/i

const WAITS =
  /^(?:and |then )?(?:wait (?:for|until)|get (?:a|an|the|their) (?:yes|okay|ok|agreement|consent))\b/i
const ASKS_WHETHER = /^(?:ask|check|find out|verify)\b[^,]{0,40}\b(?:if|whether)\s[^,]+$/i

function breaks(so: string, rest: string, joint: string): boolean {
  const order = orderIn(rest)
  // "wait for a yes and strike the fine": no list holds the verb, yet nothing else can follow a yes
  if (order === null) return WAITS.test(so) && looksLikeOrder(lowerFirst(rest))
  if (ASKS_YES.test(so) || /^,\s+(?:and\s+)?then\s/i.test(joint)) return true
  // "wait for the guest to agree, book it"
  if (WAITS.test(so)) return true
  // "ask if they have one, replace it if they do": the question ends at the comma
  if (joint.startsWith(',') && ASKS_WHETHER.test(so) && SURE_VERBS.has(firstWord(order))) return true
  if (!OPENS_CLAUSE.test(so)) return !/\bto$/i.test(so) && !isNounPair(so, order)
  return STRONG.test(order)
}

/** "the ticket, the name and request number": no order begins behind an article's list. */
const isNounPair = (so: string, order: string): boolean =>
  /\bto (?:[a-z]+ ){0,1}[a-z]+$/i.test(so) && !STRONG.test(order) && firstWord(order) !== firstWord(so)
    ? / to [a-z]+$/i.test(so)
    : false

/** Nothing is cut inside quotes. */
function quotedSpans(text: string): readonly (readonly [number, number])[] {
  return [...text.matchAll(/"[^"]{0,400}"|(?<![\p{L}\p{N}])'[^']{0,120}'(?![\p{L}\p{N}])/gu)].map(
    (found) => [found.index, found.index + found[0].length] as const,
  )
}
