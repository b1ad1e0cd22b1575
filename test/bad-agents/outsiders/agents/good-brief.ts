// A rule-based agent for two desks. It keeps nothing: everything is worked out from turn.heard.
export const stateless = true

type Ev = { from: string; text?: string; tool?: string; input?: any; ok?: boolean; output?: any }
type Intent = {
  kind: string; orderId?: string; text: string; done: boolean
  asks: Record<string, number>; refused: Record<string, number>; soft: Record<string, number>
  said: string[]                     // the customer's words while this intent was open
  answers: Record<string, string>    // words said in answer to a question
  pending?: string; yes?: boolean; no?: boolean; closing?: string; pushed: number; gaveUp?: string[]; tried?: boolean; reopened?: number
}
type S = {
  intents: Intent[]; emails: string[]; orders: string[]; human: number; abuse: number; abuseAnswered: number
  all: string; last: string; handed: boolean; closed: boolean; bye: boolean; lastAsked: string[]; stall: boolean; lastAgent: string; fresh: boolean; why: boolean
}

const ELSE = 'Is there anything else I can help you with?'
const NEXT = 'Now to your other request.'
const ASKS: Record<string, RegExp> = {
  order: /your order number/i, email: /e-mail address (it|the order) was placed with/i, photo: /photo of the damage\?/i,
  who: /who will receive it/i, address: /what is the (full )?new address/i, country: /which country/i, item: /which item/i,
  ordered: /which of the items in the order/i,
  variant: /which size or colour/i, condition: /been used, or is it unused/i, change: /what exactly should I change/i,
  code: /what is the promo code/i, date: /by which day/i, trip: /what kind of trip/i, product: /name of the product/i,
  alert: /e-mail address should I/i, contact: /so that we can answer you/i, part: /which part/i, what: /what can I do for you/i,
}
const ORDER = /\b(NL|LB)[-\s]?(\d{3,6})\b/gi
const EMAIL = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi

const low = (s: string) => s.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ')
const R_HUMAN = /(real|live|actual|human) (person|human|colleague|one|being|agent|operator)|(talk|speak|connect me|put me through|get me|transfer me|pass me|give me|hand me|like|want|prefer|need)\b[^.?!]{0,40}\b(a (real )?(person|human)|human|representative|operator|manager|supervisor|real person|somebody real|someone real|one of your people|your (manager|boss|supervisor|colleagues?))\b|is there (a|anybody|anyone|somebody|someone) (supervisor|manager|human|person|real|else)[^.?!]{0,25}(talk|speak|to)|not (to )?an? (machine|bot|automaton|robot)|with a (bot|machine|robot)|persona (real|de verdad)|hablar con (una persona|alguien|un)|una persona, por favor/
const R_STALL = /let me (look|check|see|find)|^\W*(\[|one moment|just a (moment|second)|hang on|hold on|un momento|give me a (moment|second|minute)|wait a (moment|second)|let me (look|check|see))/
const R_REFUSE = /rather not|won't|will not|not going to|keeping (that|it)|stays with me|not comfortable|don't want|do not want|do not give|don't give|nobody's business|prefiero no|no (se lo|lo) (voy a|doy)|no personal information|do not need (my|the)|don't need my|don't hand out|not relevant|none of your|not handing out|no quiero|no pienso|own affair|private/
const R_CANNOT = /can't|cannot|can not|couldn't|could not|don't have|do not have|don't know|do not know|no idea|not able|have nothing|haven't (got|decided)|have not (decided|taken|got)|don't remember|do not remember|no lo (sé|tengo|recuerdo)|no (tengo|recuerdo|sé|encuentro|puedo)|can't remember|not sure|no photo|did not keep|have no |got no |deleted|do not keep|don't keep|without (a|the) number|lost it/
const R_WHY = /why do you (ask|need|want)|is that important|what for|para qué|por qué|what do you need (that|it) for/
const R_YES = /^\W*(yes|yep|yeah|yup|sure|of course|ok\b|okay|alright|all right|fine|correct|right|exactly|please do|please go|go ahead|do (it|that)|absolutely|certainly|by all means|sí|si,|de acuerdo|claro|vale|adelante|perfect|great|agreed|good)|(please do|go ahead|do that|that(’|'| i)s (all right|fine|right|correct|ok|okay|good)|that is (all right|fine|right|correct)|sounds (fine|good|all right|right|great)|por mí está bien|me parece bien)/
const R_NO = /^\W*(no\b|nope|nah|never mind|don't|do not|stop|leave|better not|rather not|not that|i'd rather|i would rather)|changed my mind|not (the )?right( address)?\b|wrong address|(another|different|other) address|somewhere else|not to that|keep the order|leave it|no longer (right|live)|moved (away|out)|is not (right|correct)|isn't (right|correct)|i'd rather not|let it be|don't do|do not do|déjelo|mejor no/
const R_BYE = /\b(bye|goodbye|that('s| is| was| will be|'ll be) (all|it|everything)|nothing (else|more)|no,? (thanks|thank you|that)|have a (nice|good|great|lovely)|thank(s| you)|cheers|gracias|adiós|nada más|eso es todo|take care|all good|no more questions|that would be all|i'm done|we're done|good day to you)\b/
const R_ABUSE = /\b(morons?|cretins?|parasites?|halfwits?|half-wits?|imbeciles?|brainless|little worm|scum|bastards?|assholes?|arseholes?|dickheads?|fuck\w*|bitch\w*|shitheads?|soft in the head|(complete|total|utter|bloody|absolute) (idiots?|fools?|morons?)|you (\w+ )?(fools?|idiots?|imbeciles?|clowns?|morons?)|incompetent (clowns|fools|idiots|people)|talking to a (brick|wall), you|brain.?dead|dumb as|as dumb|just stupid|how stupid|stupid (bot|machine|robot|person|idiots?|cow)|thick as|waste of (space|oxygen)|shut up|useless (cretins?|morons?|idiots?|clowns?|people|lot)|you (stupid|dumb|pathetic|useless)|(you|bunch of|pack of|for|are) (\w+ )?(idiots|clowns|imbeciles|fools)|an idiot in a|idiots? like you|stupid people|you will regret|you personally|idiotas|imbécil(es)?|inútil(es)?|estúpidos?|are you (all )?(stupid|dumb|morons)|you('re| are) (an? )?(idiots?|stupid|dumb|useless|pathetic|incompetent|joke))\b/
const R_ALSO = /(^|[.!?\n]\s*|, |- )(and |oh,? )?(also|by the way|one more thing|one more question|another thing|another question|while (i am|i'm|we are|we're) at it|besides|apart from that|something else|there is (also )?(something|one more)|and then|before i forget|secondly|second thing|además|otra cosa|on another note)\b/

// ---------- what they want ----------
function kindOf(text: string, desk: string, follow = false): string | null {
  const t = low(text.replace(EMAIL, ' ')).replace(/(is|was) (anything|something) missing\??|what else do you need\??|is that enough\??|can (you|we) (work|go on)[^.?!]*\??|please have a look|what('s| is) missing\??/g, ' ')
  const has = (r: RegExp) => r.test(t)
  if (desk === 'lunchbox') {
    if (has(/cancel|call off|stop my order|stop the order|anular/)) return 'cancel'
    if (has(/(another|different|new|other|wrong) address|address (of|on|for) (my|the|lb)|delivery address|somewhere else|change the address|redirect|otra dirección/)) return 'address'
    if (has(/broken|damaged|torn|crack|dent\b|dented|leak|clasp|hinge|came off|smashed|scratched|defect|in pieces|ripped|rot[oa]|dañad/)) return 'damaged'
    if (has(/where|news about|still waiting|what is going on|not arrive|has it (been )?(sent|shipped)|track|parcel|when (will|does)|dónde|delivery/) && !(follow && t.length < 25 && !/where/.test(t))) return 'where'
    return null
  }
  if (has(/match (that|it|this|the price)|price.?match|(met|meet|beat) the (other|competitor)|other shop's price|credit the difference|gift.?wrap|engrav|wholesale|mayorista|bulk (price|order)|collect (it|them|my order) in person|pick (it|them) up (in person|myself|from your)|deliver to (?!my|her|his|the)[a-z]+ (from|for)|cheaper (at|in|elsewhere)|another shop sells|sells it for less|(lower|that|their) price\b|repair (a|my) [a-z]+ (bag|case) (of|from|by)/)) return 'unsupported'
  if (has(/\breturn(ing)? (it|this|them|the (?!second|money|sum|amount|difference|extra)\w+)\b|(like|want|need|wish) to return\b|return label/) && !has(/warrant|invoice/)) return 'return'
  if (has(/charged? (me )?twice|two (payments|charges)|2 (payments|charges)|billed (me )?(two|twice|2)|double (payment|charge|booking)|(money|card|amount) (twice|two times)|twice for|taken twice|off my card twice|second (payment|sum|charge)|extra payment|cobr[a-z]+ (dos veces|dos)/)) return 'twice'
  if (has(/compensat|goodwill|expect something (from you|more)|make it up to me|you owe me|for (all )?(this|the|my) trouble|something for my trouble|free (item|gift) for/)) return 'compensation'
  if (has(/invoice|factura|receipt (for|of) my|copy of (the|my) receipt/)) return 'invoice'
  if (has(/promo|discount (did|code)|voucher|coupon|\bcode\b|newsletter|\b[a-z]{4,}\d{2}\b.*(\bapply\b|full price|\badd\b)/)) return 'promo'
  if (has(/warrant|guarantee|\brepair\b|garantía|still covered|has given up|has failed|am i covered|covered\?/)) return 'warranty'
  const cancelish = /(cancel|call off) (it|my|the|this|an|nl|order|purchase|that)|stop (my|the|this) (order|purchase)|to cancel|has been cancelled\?|cancelar|anular|cancel nl/.test(t)
  if (cancelish && !/give it back|to return|send it back/.test(t)) return 'cancel'
  if (has(/not what (is|was) on my order|not the (bag|case|suitcase|one|item|thing) i (bought|ordered)|is not what i (ordered|bought)|wrong (item|thing|half|one|product|suitcase|bag|order)|did not order|didn't order|nobody ordered|not what i ordered|somebody else's order|isn't mine|ordered (clay|navy|black|sand|olive)\b, and|kids' size|something else (came|arrived|was in)|equivocad/)) return 'wrong'
  if (has(/(says|shows?|marked( as)?|claims?|claimed|listed as|figura|believe)[^.?!]{0,60}(delivered|handed over|entregado)/) && has(/\bnot\b|never|nothing|wasn't|nobody|n't|nada|vanish/)) return 'not_received'
  if (has(/never (arrived|received|got|came)|nothing (came|arrived|has come)|been stolen|did not arrive|didn't arrive/) && !has(/tracking number/)) return 'not_received'
  if (has(/in time\b|on time|be here (by|on|for)|has to be here|be here\?|make it (for|to)|arrive before|is it coming today|when does it come|need to be here/) && has(/present|gift|birthday|wedding|anniversar|party|retirement|grandchild|goddaughter|christening|surprise/)) return 'present'
  if (has(/goodbye present|birthday|anniversar|(is|are) (a|his|her|their|my|the) [a-z ]{0,20}(present|gift)\b/) && has(/\d(st|nd|rd|th)\b|tomorrow|next (mon|tues|wednes|thurs|fri|satur|sun)day|in time/) && !has(/broken|damaged|wrong|return|swap/)) return 'present'
  if (has(/coming back|come back\?|comes? back|back in( stock)?\b|restock|sold out|agotad|no longer have it|have it again|further deliveries|available again|out of stock|back in stock/) && !/came back/.test(t)) return 'stock'
  if (has(/recommend|suggest|help me (choose|pick)|what('s| is) good|go(es)? well together|which (bag|case|suitcase) (to|should|do)|what should i get|which of your (bags|cases|suitcases)|what would you (put|take)|looking for a (new )?(bag|suitcase|case)|new luggage/)) return 'advice'
  if (has(/missing|falta(?! el otro)|not in (it|the (box|parcel))|(is|was|are|were)(n't| not) (there|in (it|the))|never in the box|forgot to pack|not there\b|cube set was not/) && !/still somewhere/.test(t)) return 'missing'
  const longuse = /(month|year)s? of|every day|eight flights/.test(t)
  if (has(/\breturn(ing)?\b|send (it|them|this|something|the \w+|my \w+) back|give it back|take (it|them) back|(it )?has to go back|devolver|returning/) && !/returning (traveller|customer)/.test(t) && !has(/replacement|new one|swap|exchange/)) return 'return'
  if (has(/damaged|crack|broken|\bbent\b|\btear\b|\btorn\b|\bsplit\b|\bhole\b|crushed|dented|(handle|wheel)[^.]{0,40}(come|came) off|dañad|rot[oa]\b/) && !longuse) return 'damaged'
  if (has(/exchange(?! (year|student|programme|program|semester))|\bswap|(another|wrong|different|next larger|other|right) (size|colour|color)|different one|size does not|change the (size|colour)|amend the colour|the large instead|(rather have|have) it in|(small|medium|large|black|navy|sand|olive|clay) (please|instead)|(want|like) the (small|medium|large|black|navy|sand|olive|clay)|size ought to be|otra talla|otro color/)) return 'exchange'
  if (has(/(another|different|new|other) address|address (of|on|for)|delivery address|somewhere else|redirect|divert|change where|(send|sent|dropped|deliver)[^.?!]{0,50}(instead|to him|to her|at my neighbo|directly)|piso nuevo|otra dirección|not where it should go/)) return 'address'
  if (has(/\badd\b|take [^.?!]{0,60}\boff\b|remove|different number of|change the number|how many i ordered|change my order|change what is on|fix the number|squeeze|quitar|añadir|fewer|one more of/)) return 'edit'
  if (has(/money back|refund|give me my money|take them back|reembolso/)) return 'return'
  if (has(/\bwhere('?s)?\b|tracking|news about|still waiting|not turned up|hasn't moved|hasnt moved|\btrack\b|checking on|check nl|got to|seguir el envío|is it lost|what is going on|bec[ao]me of|status|por dónde|look for it|shipped|on its way|arrive|when will/)) return 'where'
  if (has(/present|gift|birthday/)) return 'present'
  return null
}

// ---------- replay ----------
function replay(heard: Ev[], desk: string): S {
  const s: S = { intents: [], emails: [], orders: [], human: 0, abuse: 0, abuseAnswered: 0, all: '', last: '', handed: false, closed: false, bye: false, lastAsked: [], stall: false, lastAgent: '', fresh: false, why: false }
  const open = () => s.intents.find(i => !i.done)
  const add = (kind: string, text: string, orderId?: string) => {
    s.intents.push({ kind, orderId, text, done: false, asks: {}, refused: {}, soft: {}, said: [text], answers: {}, pushed: 0 })
  }
  for (const e of heard) {
    if (e.from === 'tool') {
      if (e.tool === 'hand_over' && e.ok) s.handed = true
      if (e.tool === 'close_ticket' && e.ok) s.closed = true
      continue
    }
    if (e.from === 'agent') {
      const text = e.text ?? ''
      s.lastAgent = text
      const before = s.lastAsked
      s.lastAsked = []
      const cur = open()
      for (const [k, r] of Object.entries(ASKS)) if (r.test(text)) { s.lastAsked.push(k); if (cur) cur.asks[k] = (cur.asks[k] ?? 0) + 1 }
      const n = (text.match(/Is there anything else I can help you with\?|Now to your other request\./g) ?? []).length
      for (let k = 0; k < n; k++) { const c = open(); if (c) { c.done = true; c.closing = text; c.gaveUp = before; c.pending = undefined } }
      const c = open()
      if (c && /Shall I |Is that right\?/.test(text)) { c.pending = text; c.yes = c.no = undefined }
      if (/civil tone/.test(text)) s.abuseAnswered++
      continue
    }
    // a customer
    const text = e.text ?? '', t = low(text)
    s.last = text; s.all += '\n' + text; s.fresh = false
    s.stall = R_STALL.test(t) && !(text.match(EMAIL) || text.match(ORDER)) && t.replace(/\b(okay|so|ah|let me (look|check|see|find)( it up)?|one moment|just a (moment|second)|hang on( a second)?|hold on)\b/g, '').replace(/[^a-z]/g, '').length < 40 && !variantsIn(t).length && !/\d/.test(t)
    s.why = R_WHY.test(t)
    const ids = [...text.matchAll(ORDER)].map(m => m[1].toUpperCase() + '-' + m[2])
    const mails = (text.match(EMAIL) ?? []).map(m => m.toLowerCase().replace(/\.$/, ''))
    const newId = ids.some(i => !s.orders.includes(i)), newMail = mails.some(m => !s.emails.includes(m))
    for (const i of ids) { s.orders = s.orders.filter(x => x !== i); s.orders.push(i) }
    for (const m of mails) if (!s.emails.includes(m)) s.emails.push(m)
    if (R_HUMAN.test(t)) s.human++
    if (R_ABUSE.test(t)) s.abuse++
    s.bye = R_BYE.test(t)
    let cur = open()
    if (!s.intents.length) {
      let parts = text.split(/\n?\s*\d\)\s+/).slice(1)
      if (parts.length < 2) parts = text.split(/(?=\bI also (?:need|want|have)\b|\b(?:another|one more) (?:thing|question|request)\b|\bsecondly\b|\b(?:there is|on) another (?:matter|note)\b)/i)
      if (parts.length >= 2 && parts.filter(p => kindOf(p, desk)).length < 2) parts = []
      if (parts.length >= 2) for (const p of parts) {
        const k = kindOf(p, desk); const id = p.match(ORDER)?.[0]
        if (k) { add(k, p, id ? id.toUpperCase().replace(/\s/, '-') : undefined); s.fresh = true }
      }
      if (!s.intents.length) {
        const k = kindOf(text, desk)
        if (k) { add(k, text, ids[ids.length - 1]); s.fresh = true }
      }
      continue
    }
    if (!cur) {
      const last = s.intents[s.intents.length - 1]
      const k = kindOf(text, desk, true)
      const c = last.closing ?? ''
      if ((newId && /cannot (find|go on)/.test(c)) || (newMail && /only (for|act)|only change/.test(c) && last.asks.email < 3) || (newMail && last.kind === 'where' && /cannot go on/.test(c)) ) {
        last.done = false; last.refused = {}; last.soft = {}; last.said.push(text); if (newId) last.orderId = ids[ids.length - 1]
      } else if (/cannot replace what we cannot see/.test(c) && photoOf([text]) === true) {
        last.done = false; last.refused = {}; last.said.push(text)
      } else if (last.gaveUp?.length && !R_BYE.test(t) && !R_REFUSE.test(t) && !R_CANNOT.test(t) && !R_NO.test(t) && !R_YES.test(t) && !s.stall && !k && !last.reopened && /look for a promo code|cannot name|before we can change anything|do not know what to change|keeps the address|stays as it is|which part has failed|need the name as it stands/.test(c)) {
        last.done = false; last.refused = {}; last.soft = {}; last.said.push(text); last.reopened = 1; for (const q of last.gaveUp) last.answers[q] = text
      } else if (k && (k !== last.kind || newId) && (!s.intents.some(i => i.kind === k) || newId || R_ALSO.test(t)) && !/^\W*(that sounds|that is all right)/.test(t)) {
        add(k, text, newId ? ids[ids.length - 1] : undefined); s.fresh = true
      } else last.pushed++
      continue
    }
    // an intent is open: its slots first
    cur.said.push(text)
    if (newId && (cur.orderId === undefined || s.lastAsked.includes('order'))) cur.orderId = ids[ids.length - 1]
    if (cur.pending) {
      const no = R_NO.test(t), yes = R_YES.test(t) && !/\b(but|however|except|only if|pero)\b/.test(t)
      if (yes && !/^\W*no\b/.test(t)) cur.yes = true
      else if (no) cur.no = true
    }
    for (const k of s.lastAsked) {
      cur.answers[k] = (cur.answers[k] ? cur.answers[k] + '\n' : '') + text
      const got = (k === 'order' && ids.length) || ((k === 'email' || k === 'alert' || k === 'contact') && mails.length)
      if (got) continue
      if (k === 'who' && /not have to (say|tell)|don't have to (say|tell)|rather not|not say/.test(t)) cur.refused[k] = (cur.refused[k] ?? 0) + 1
      else if (R_STALL.test(t) || R_WHY.test(t)) cur.soft[k] = (cur.soft[k] ?? 0) + 1
      else if (R_REFUSE.test(t) || R_CANNOT.test(t)) cur.refused[k] = (cur.refused[k] ?? 0) + 1
      else cur.soft[k] = (cur.soft[k] ?? 0) + 1
    }
    const k = R_ALSO.test(t) ? kindOf(text.slice(Math.max(0, t.search(R_ALSO))), desk, true) : null
    if (k && k !== cur.kind && !s.intents.some(i => i.kind === k)) add(k, text, newId ? ids[ids.length - 1] : undefined)
  }
  return s
}

// ---------- reading the slots ----------
function photoOf(said: string[]): boolean | undefined {
  let r: boolean | undefined
  for (const x of said) {
    const t = low(x)
    if (/\[attachment\]|(no|without) photo[^.]{0,10}(problem)|photos are no problem/.test(t)) { r = true; continue }
    if (/(no|not|n't|never|cannot|without|sin|ninguna)[^.!?]{0,30}(photo|picture|pic\b|foto)|threw it away/.test(t)) { r = false; continue }
    if (/photo|picture|\bpics?\b|\bfotos?\b/.test(t)) r = true
  }
  return r
}
const VARIANTS = ['small', 'medium', 'large', 'black', 'navy', 'sand', 'olive', 'clay']
const ES: Record<string, string> = { grande: 'large', mediano: 'medium', mediana: 'medium', 'pequeño': 'small', 'pequeña': 'small', negro: 'black', negra: 'black', 'azul marino': 'navy', arena: 'sand', oliva: 'olive', arcilla: 'clay' }
const variantsIn = (t0: string) => { let t = t0; for (const [k, v] of Object.entries(ES)) if (low(t0).includes(k)) t += ' ' + v; return VARIANTS.filter(v => new RegExp('\\b' + v + '\\b', 'i').test(t)) }
function variantOf(text: string, line?: any): string | undefined {
  let c = variantsIn(text)
  if (line) c = c.filter(v => v !== line.size && v !== line.colour)
  if (c.length === 1) return c[0]
  if (!c.length && /next (larger|bigger) size|(one )?size (up|larger|bigger)/i.test(text) && line) return ({ small: 'medium', medium: 'large' } as any)[line.size]
  const m = /(?:want|rather have|like|prefer|to|for|instead|size|would be|in)\s+(?:it in\s+)?(?:the |a |an )?(small|medium|large|black|navy|sand|olive|clay)\b/i.exec(text)
  return m && c.includes(m[1].toLowerCase()) ? m[1].toLowerCase() : undefined
}
function conditionOf(texts: string[], answer = ''): 'used' | 'unused' | undefined {
  const read = (x: string): 'used' | 'unused' | undefined => {
    const t = low(x)
    if (/unused|not (been |yet )?(used|worn)|never (been )?(used|worn|out|left|travel)|never been|brand.?new|tags on|haven't used|have(n't| not) (been )?(used|worn)|hasn't been|has not been|still in (its|the|their) (box|wrap)|unopened|not (even )?opened|untouched|never left|sin usar|sin estrenar|nunca (lo |la )?(he )?usad|no (lo|la) he usado|like new|ribbon and all|as new/.test(t)) return 'unused'
    if (/\bused\b|\bworn\b|\bwore\b|usad[ao]|flights|on (a|one|one \(1\)) trip|weeks in|went to the gym|a few times|took (it|the)[^.]{0,40} to (a|my|the)|been on/.test(t)) return 'used'
  }
  let r: any
  for (const x of [...texts, answer]) r = read(x) ?? r
  return r
}
const OTHER = /daughter|\bson\b|mother|father|\bmom\b|\bmum\b|\bdad\b|brother|sister|friend|neighbo|buyer|\bwife|husband|niece|nephew|aunt|uncle|cousin|colleague|forward(ing|er)|girlfriend|roommate|flatmate|somebody else|someone else|tenant|grand(ma|pa|mother|father|child|son|parents)|for him\b|for her\b|to him\b|she's expecting|partner|godd|parents|relative|amig[oa]|herman[oa]|madre|padre|boss|client/
const SELF = /\b(it'?s|it is|that is|that's|is|only|just|will be|it'll be|it's for|for) (for )?me\b|\bmyself\b|\bme\b\W*$|^\W*(for )?me\b|i('ll| will| am|'m) (be )?(there|receiv|the one|at my own|the recipient)|\bi (will|do|am)\b(?! not)(?= ?[.,!]|$)|me receiving|i live|where i live|my own office|yo mism[oa]|para mí|i collect it/
function whoOf(texts: string[], answer: string): 'self' | 'other' | undefined {
  const a = low(answer)
  if (a) { if (R_REFUSE.test(a) || /(have|need|want) to (say|tell|know)|does not matter|doesn't matter|none of|why do you|who gets it|what does it matter/.test(a)) return OTHER.test(a) ? 'other' : undefined; if (/not for me|isn't for me/.test(a)) return 'other'; if (SELF.test(a) && !/not me\b/.test(a)) return 'self'; if (OTHER.test(a)) return 'other' }
  const t = low(texts[0] ?? '').replace(/my neighbo[^.!?]*door[^.!?]*/, ' ')
  if (/it's me who|me receiving|i live\b|i collect it myself|my own office|yo misma|it is for me|it's for me/.test(t)) return 'self'
  if (/(daughter|\bson\b|mother|father|brother|sister|friend|neighbo|buyer|niece|cousin|forwarding)/.test(t) || /i'm told to put/.test(t)) return 'other'
}
function addressOf(said: string[]): string | undefined {
  let r: string | undefined
  for (const x of said) {
    const flat = x.replace(/\[Attachment\][\s\S]*/i, '').replace(/\s*\n\s*/g, ' ').replace(/,? and it['’]s me.*$/i, '').replace(EMAIL, '@')
    const lines0 = x.replace(/\[Attachment\][\s\S]*/i, '').split(/\n/).map(y => y.replace(/,? and it['’]s me.*$/i, '').replace(EMAIL, '@'))
    const parts = [flat, ...lines0.length > 1 ? lines0 : []]
    for (const chunk of parts) for (const part of chunk.split(/(?<!\b(?:St|Mt|Dr|Apt|No|Ave|Rd))[.?!]\s+|[.?!]\s*$|[.?!]¿/)) {
      let a = part.replace(/^.*\b(?:NL|LB)-\d+[^:]{0,12}:\s*/i, '')
      a = a.replace(/^.*\b(?:address (?:is|would be)|dirección es|new one is|only have|only give you|solo tengo|puedo dar(?:le)? es|all day at|should go to|(?:para mí|for me|own address|myself)[.,]? |(?:send|deliver|sent|post) (?:it|them) to|goes to|it['’]?s going to be|it is|it['’]s|that['’]s|that is|es el|es la|es)\s+(?=\S)/i, '')
      a = a.replace(/\s+(?:is|es) (?:the|la|el) (?:only|únic)[\s\S]*$/i, '').replace(/^(?:still|really)\s+/i, '').replace(/[.\s,]+$/, '').trim()
      a = a.replace(/^.*?(?:me resulta más fácil en español|sigo en español|escribirlo en español|en español)[.,]?\s*/i, '')
      if (/\d/.test(a) && /,/.test(a) && a.length > 10 && a.length < 110 && !/español|en otro país|otro país|\b(is for|for me|it's me)\b/i.test(a) && !/\b(LB|NL)-\d|@/.test(a) && !/\b(please|moving|moved|because|want|ordered)\b/i.test(a)) r = a
    }
  }
  return r
}
function countryOf(x: string): string | undefined {
  const t = ' ' + low(x) + ' '
  if (/\busa\b|u\.s\.|united states|the states|\bamerica\b|estados unidos|\bus\b/.test(t)) return 'US'
  if (/\buk\b|united kingdom|great britain|england|scotland|wales|reino unido|britain/.test(t)) return 'UK'
  if (/\bcanada\b|canadá/.test(t)) return 'CA'
  if (/germany|france|spain|italy|norway|sweden|denmark|austria|switzerland|netherlands|belgium|ireland|portugal|mexico|australia|new zealand|japan|china|india|malta|poland|brazil|finland|iceland|greece|turkey|singapore|hong kong|dubai|emirates|overseas|abroad|another country|other country|elsewhere|none of (those|them|these)|neither of|otro país|ninguno de es|not in any of|argentina|chile|south africa/.test(t)) return 'other'
}
const BRANDS = ['meridian', 'drift', 'heron', 'fjord', 'tern', 'harbour', 'cairn', 'kestrel', 'halyard', 'alder', 'solstice', 'juniper', 'atlas', 'basalt', 'lumen']
const squash = (x: string) => low(x).replace(/carry[- ]on/g, 'carryon').replace(/check[- ]in\b/g, 'checkin').replace(/roll[- ]top/g, 'rolltop').replace(/-/g, ' ')
function lineOf(text: string, lines: any[]): any {
  const t = squash(text.replace(EMAIL, ' '))
  const said = BRANDS.filter(b => new RegExp('\\b' + b + '\\b').test(t))
  let best: any, bs = 0, tie = false
  for (const l of lines) {
    const ws = squash(l.title).split(/\s+/)
    if (said.length && BRANDS.includes(ws[0]) && !said.includes(ws[0])) continue
    const n = ws.filter((w: string) => new RegExp('\\b' + w.replace(/s$/, '') + 's?\\b').test(t)).length
    const lw = ws[ws.length - 1]
    const lastw = !['set', 'bag', 'case', 'pair', 'cover'].includes(lw) && new RegExp('\\b' + lw.replace(/s$/, '') + 's?\\b').test(t) ? 0.4 : 0
    const sc = n / ws.length + lastw
    if (sc > bs + 1e-9) { best = l; bs = sc; tie = false } else if (Math.abs(sc - bs) < 1e-9 && sc > 0) tie = true
  }
  return bs >= 0.6 && !tie ? best : undefined
}
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
function dateOf(text: string, today: string): string | undefined {
  const t = low(text), d0 = new Date(today + 'T00:00:00Z')
  const iso = /\b(20\d\d-\d\d-\d\d)\b/.exec(t); if (iso) return iso[1]
  const mk = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10)
  let m = new RegExp('\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (' + MONTHS.join('|') + ')(?: (20\\d\\d))?').exec(t)
  if (m) return mk(+(m[3] ?? d0.getUTCFullYear()), MONTHS.indexOf(m[2]), +m[1])
  m = new RegExp('\\b(' + MONTHS.join('|') + ') (\\d{1,2})(?:st|nd|rd|th)?').exec(t)
  if (m) return mk(d0.getUTCFullYear(), MONTHS.indexOf(m[1]), +m[2])
  m = /\bthe (\d{1,2})(?:st|nd|rd|th)\b/.exec(t)
  if (m) return mk(d0.getUTCFullYear(), d0.getUTCMonth() + (+m[1] < d0.getUTCDate() ? 1 : 0), +m[1])
  const plus = (n: number) => new Date(+d0 + n * 864e5).toISOString().slice(0, 10)
  if (/day after tomorrow/.test(t)) return plus(2)
  if (/\btomorrow\b/.test(t)) return plus(1)
  if (/\btoday\b|tonight/.test(t)) return plus(0)
  m = /in (\d+|a|one|two|three) (day|week)s?\b/.exec(t)
  if (m) { const n = ({ a: 1, one: 1, two: 2, three: 3 } as any)[m[1]] ?? +m[1]; return plus(n * (m[2] === 'week' ? 7 : 1)) }
  m = new RegExp('\\b(?:on |next |this |by )(' + DAYS.join('|') + ')\\b').exec(t)
  if (m) { let n = (DAYS.indexOf(m[1]) - d0.getUTCDay() + 7) % 7 || 7; return plus(n) }
}
function tripOf(x: string): string | undefined {
  const t = low(x)
  if (/famil|kids|children|niños/.test(t)) return 'family'
  if (/outdoor|trail|hik|hut|rain|camp|mountain|trek|montaña/.test(t)) return 'outdoor'
  if (/business|hotels|laptop|office|work|meeting|confer|negocio|trabajo/.test(t)) return 'business'
  if (/long.?haul|long (flight|journey)|auckland|overseas|far away|other side|hours in the air|twelve hours|vuelo largo/.test(t)) return 'long_haul'
  if (/weekend|two nights|short trip|city (break|trip)|fin de semana|a night/.test(t)) return 'weekend'
}
function partOf(x: string): string | undefined {
  const t = low(x)
  const m = /\b(wheel|handle|zip|lock)/.exec(t)
  if (m) return m[1]
  if (/zipper|cremallera/.test(t)) return 'zip'
  if (/rueda/.test(t)) return 'wheel'
  if (/\basa\b/.test(t)) return 'handle'
  if (/scuff|scratch|dent|stain|worn|wear|lining/.test(t)) return 'wear'
  if (/shell|crack/.test(t)) return 'shell'
}
const days = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / 864e5)
const nice = (d?: string | null) => d ? new Date(d + 'T00:00:00Z').toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }) : 'an unknown day'

// ---------- the agent ----------
export default async function agent(turn: any, desk: any) {
  const D = turn.tools.some((x: any) => x.name === 'lookup_account') ? 'northline' : 'lunchbox'
  const heard: Ev[] = turn.heard
  const s = replay(heard, D)
  const today: string = turn.today
  const $ = (n: number) => D === 'northline' ? `$${n}` : `${n} euros`
  const log: Ev[] = [...heard]
  const write = new Set(['create_replacement', 'refund_order', 'cancel_order', 'change_address', 'open_search', 'create_reshipment', 'send_replacement', 'create_exchange', 'edit_address', 'edit_line_item', 'create_return_label', 'apply_promo', 'refund_payment', 'open_trace', 'open_warranty_claim', 'send_invoice', 'set_stock_alert'])
  const same = (a: any, b: any) => JSON.stringify(a) === JSON.stringify(b)
  const weak = (r: any) => !r.ok && /unavailable|timed_out|timeout|in time|try again/i.test(JSON.stringify(r.output))
  const note = (tool: string, input: any, r: any) => { log.push({ from: 'tool', tool, input, ok: r.ok, output: r.output }) }
  // a reading is repeated while the tool fails or shows an old copy
  async function read(tool: string, input: any): Promise<{ ok: boolean; output: any }> {
    let r: any
    for (let n = 0; n < 5; n++) {
      r = await desk.call(tool, input)
      if (r.ok ? !r.output?.out_of_date : !weak(r)) break
    }
    if (r.ok && r.output?.out_of_date) r = { ok: false, output: { error: 'unavailable' } }
    note(tool, input, r)
    return r
  }
  const lastRead = (tool: string) => [...log].reverse().find(e => e.from === 'tool' && e.tool === tool && e.ok && !e.output?.out_of_date)
  // after a deed that did not answer: has it been done?
  async function done(tool: string, input: any, before: number): Promise<boolean> {
    if (input.order_id && ['cancel_order', 'change_address', 'edit_address', 'apply_promo'].includes(tool)) {
      const o = (await read('lookup_order', { order_id: input.order_id })).output?.order
      return !!o && (tool === 'cancel_order' ? o.status === 'cancelled' : tool === 'apply_promo' ? o.promo_code === input.code : o.address === input.address)
    }
    if (tool === 'refund_payment') {
      const x = lastRead('lookup_payments')
      const p = x ? (await read('lookup_payments', x.input)).output : null
      return p?.second_charge?.status === 'refunded'
    }
    if (['create_replacement', 'create_reshipment', 'send_replacement'].includes(tool)) return (await claims()) > before
    return false
  }
  async function claims(): Promise<number> {
    const t = D === 'lunchbox' ? 'lookup_customer' : 'lookup_account', x = lastRead(t)
    if (!x) return 0
    const r = await read(t, x.input)
    return r.output?.customer?.replacements_this_year ?? r.output?.account?.claims_12m ?? 0
  }
  const countOf = () => { const x = lastRead(D === 'lunchbox' ? 'lookup_customer' : 'lookup_account'); return x?.output?.customer?.replacements_this_year ?? x?.output?.account?.claims_12m ?? 0 }
  async function call(tool: string, input: any): Promise<{ ok: boolean; output: any }> {
    const old = log.find(e => e.from === 'tool' && e.tool === tool && same(e.input, input) && (e.ok ? !e.output?.out_of_date : e.output?.error === 'not_found' && !write.has(tool)))
    if (old && tool !== 'hand_over' && tool !== 'close_ticket') return { ok: !!old.ok, output: old.output }
    if (!write.has(tool) && tool !== 'hand_over' && tool !== 'close_ticket') return read(tool, input)
    const before = countOf()
    let r: any
    for (let n = 0; n < 4; n++) {
      r = await desk.call(tool, input)
      note(tool, input, r)
      if (r.ok || !weak(r)) break
      if (/timed_out|in time/.test(JSON.stringify(r.output)) && await done(tool, input, before)) return { ok: true, output: { amount: input.amount } }
    }
    return r
  }
  const again = 'I am sorry, that did not go through just now. Shall I try once more?'
  const out: string[] = []
  const reply = () => ({ messages: [out.join(' ').replace(/\s+/g, ' ').trim()] })
  const say = (x: string) => { out.push(x); return reply() }

  if (s.closed) return say('Goodbye, and all the best.')
  if (s.handed) {
    if (s.bye) { await call('close_ticket', {}); return say('Thank you. My colleague will take it from here. Goodbye!') }
    return say('Your request is with my colleague now, who will answer you.')
  }
  let who = 'a customer whose identity is not confirmed'
  const handOver = async (reason: string, want: string, found: string, words: string) => {
    const r = await call('hand_over', { reason, note: `Customer: ${who}. Wants: ${want}. Found out: ${found}. Please take over and answer the customer.` })
    return say(r.ok ? words : 'I am sorry, I could not reach a colleague just now. Please write to us again in a little while.')
  }
  const topic = s.intents.map(i => `${i.kind.replace('_', ' ')}${i.orderId ? ' for ' + i.orderId : ''}`).join(', ') || 'not said yet'

  // abuse and persons come first
  const lastLow = low(s.last)
  if (D === 'northline' && s.abuse) return handOver('abusive_customer', topic, 'the customer insulted or threatened us', 'I am passing this conversation to a colleague now.')
  if (s.human >= 2) return handOver('asked_for_human', topic, 'the customer asked for a person twice' + (s.orders.length ? '; order ' + s.orders.join(', ') : ''), 'Of course. I have passed you to a colleague, who will carry on with you.')
  if (D === 'lunchbox' && s.abuse && !s.abuseAnswered) out.push('I do want to help you, and I ask you for a civil tone.')
  if (R_HUMAN.test(lastLow)) out.push('I understand that you would like to talk to a person; let me try to help you right here first.')

  if (!s.intents.length) return say(heard.length <= 1 ? 'Hello! I am glad to help. What can I do for you?' : 'What can I do for you? For example, is it about where an order is, a change, or something that went wrong?')

  const first = !s.lastAgent
  if (first) out.push('Hello!')

  const all = s.intents.every(i => i.done)
  if (all) {
    const last = s.intents[s.intents.length - 1]
    const c = last.closing ?? ''
    const declined = /cannot|sorry|unfortunately|do not/i.test(c) && !/I have |is done/.test(c)
    const object = /\b(but|please|still|unfair|insist|must|why|need|want|come on|exception|ridiculous|lawyer|review|chargeback)\b/.test(lastLow) && !s.bye
    if (s.stall) return say('Take your time. Is there anything else I can help you with?')
    if (!object && (s.bye || last.pushed > 1 || R_YES.test(lastLow) || /^\W*no\b/.test(lastLow) || !lastLow.includes('?'))) {
      await call('close_ticket', {})
      return say(declined ? 'Thank you for your patience. Goodbye, and all the best!' : 'You are welcome. Goodbye, and all the best!')
    }
    if (last.pushed > 2) { await call('close_ticket', {}); return say('I am sorry that I have no other answer for you. All the best, goodbye!') }
    return say(declined ? `I understand, and I am sorry, but my answer stays the same. ${ELSE}` : `What I told you still stands. ${ELSE}`)
  }

  // go through the open intents; a finished one lets the next begin in the same message
  for (let guard = 0; guard < 4; guard++) {
    const it = s.intents.find(i => !i.done)
    if (!it) break
    const state = { finished: false }
    const fin = (x: string) => { state.finished = true; it.done = true; const more = s.intents.some(i => !i.done); out.push(x + ' ' + (more ? NEXT : ELSE)); return null }
    const res = D === 'lunchbox' ? await lunch(it, fin) : await north(it, fin)
    if (res) return res
    if (!state.finished) break
    if (s.intents.every(i => i.done)) break
  }
  return reply()

  // ----- asking -----
  // returns an answer if we ask, 'no' if we have to give up
  function want(it: Intent, slot: string, q: string, why: string, max = 2): any {
    const ref = it.refused[slot] ?? 0, asks = it.asks[slot] ?? 0
    if (ref >= max || asks >= 5 || (asks - ref >= 4)) return 'no'
    if (!asks || !s.lastAsked.includes(slot)) return say(q)
    if (s.stall) return say('No hurry, take your time. ' + q)
    return say((ref ? `I understand, but ${why}. ` : s.why ? `I ask because ${why}. ` : `Sorry, I still need this to help you. `) + q)
  }
  function text(it: Intent) { return it.said.join('\n') }

  async function findOrder(it: Intent, fin: any, prefix: string, alsoMail: boolean, whereNot: string): Promise<any> {
    const id = it.orderId ?? s.orders[s.orders.length - 1]
    if (!id) {
      const r = want(it, 'order', alsoMail ? 'What is your order number, please, and the e-mail address the order was placed with?' : 'What is your order number, please?', `I need the number to find your order; ${whereNot}`)
      if (r === 'no') return { r: fin(`I am sorry, but I cannot go on without the order number: ${whereNot}. If you find it, just send it to me.`) }
      return { r }
    }
    const o = await call('lookup_order', { order_id: id })
    if (!o.ok) {
      if (!/not_found|no order/i.test(JSON.stringify(o.output))) return { r: say('I am sorry, our order records do not answer at the moment. Shall I try once more?') }
      if ((it.asks.order ?? 0) >= 2 || (it.asks.order && !s.lastAsked.includes('order'))) return { r: fin(`I am sorry, but I cannot find an order ${id}, and I cannot go on without the right number: ${whereNot}.`) }
      return { r: say(`I am sorry, I cannot find an order ${id}, and I cannot go on without the right number: ${whereNot}. Could you check it? What is your order number?`) }
    }
    it.orderId = id
    return { o: o.output }
  }
  async function verify(it: Intent, fin: any, acc: any): Promise<any> {
    const rec = String(acc.email).toLowerCase()
    if (s.emails.slice(0, 4).includes(rec)) { who = `${acc.name} (${acc.email})`; return null }
    const tries = s.emails.length
    const asks = it.asks.email ?? 0
    const own = 'we change an order only for the person who placed it'
    const act = D === 'northline' ? 'I am sorry, but we act only for the person who placed the order, and I cannot confirm that without the matching e-mail address.' : 'I am sorry, but we change an order only for the person who placed it, and without the matching e-mail address I cannot confirm that.'
    if (tries && asks >= 2 && s.lastAsked.includes('email')) { if (s.last.match(EMAIL) || (it.refused.email ?? 0) >= 1) return { r: fin(act) } }
    if (tries && (s.last.match(EMAIL) || !asks)) {
      if (tries >= 2 && asks >= 1) return { r: fin(act) }
      return { r: say('That address does not match our records, but many people have two. What is the e-mail address the order was placed with?') }
    }
    const r = want(it, 'email', 'Thank you. What is the e-mail address the order was placed with?', `I need it because ${own}`)
    return r === 'no' ? { r: fin(act) } : { r }
  }

  // ================= Lunchbox =================
  async function lunch(it: Intent, fin: any): Promise<any> {
    const whereNo = 'it stands in the confirmation mail and begins with LB'
    const f = await findOrder(it, fin, 'LB', false, whereNo)
    if (!f.o) return f.r
    const { order, items } = f.o, id = order.order_id, st = order.status
    const things = items.map((x: any) => (x.quantity > 1 ? x.quantity + ' x ' : '') + x.title).join(' and ')
    if (it.kind === 'where') {
      if (st === 'paid' || st === 'packed') return fin(`Order ${id} is ${st} and has not left us yet. It leaves within two working days.`)
      if (st === 'cancelled') return fin(`Order ${id} was cancelled, so nothing is on its way.`)
      if (st === 'delivered') return fin(`Our record says that order ${id} was delivered on ${nice(order.delivered_on)}. Please have a look with your neighbours as well.`)
      const p = await call('track_parcel', { parcel_id: order.parcel_id })
      if (!p.ok && p.output?.error !== 'not_found') return say('I am sorry, the carrier does not answer at the moment. Shall I try once more?')
      if (!p.ok) return fin(`Order ${id} is shipped, but I cannot see the carrier's scans at the moment.`)
      const q = p.output.parcel
      const scan = `Your parcel was last scanned on ${nice(q.last_scan_on)}: ${q.last_scan_at} (${q.carrier}).`
      if (days(q.last_scan_on, today) > 7) {
        const r = await call('open_search', { parcel_id: order.parcel_id })
        if (!r.ok) return say(again)
        if (r.ok) return fin(`${scan} That is more than 7 days ago, so I have opened a search with the carrier. The answer takes up to 5 working days.`)
      }
      return fin(scan)
    }
    const c = await call('lookup_customer', { customer_id: order.customer_id })
    if (!c.ok) return say('I am sorry, our customer records do not answer at the moment. Shall I try once more?')
    const cust = c.output.customer
    const v = await verify(it, fin, cust)
    if (v) return v.r
    if (it.kind === 'cancel') {
      if (st === 'cancelled') return fin(`Order ${id} is cancelled already.`)
      if (st === 'shipped' || st === 'delivered') return fin(`I am sorry, order ${id} is ${st} already, and then we do not cancel it any more. You can send it back to us.`)
      if (st === 'packed') return handOver('packed_already', `to cancel order ${id}`, `order ${id} is packed and on the trolley; e-mail matched`, `Order ${id} is packed already, and only the warehouse can stop it. I have passed this to a colleague, who will get back to you.`)
      if (it.no) return fin(`All right, order ${id} stays as it is.`)
      if (!it.yes) return say(`Order ${id} (${things}, ${$(order.total)}) can still be cancelled. Are you sure? Shall I cancel it?`)
      const r = await call('cancel_order', { order_id: id })
      if (!r.ok) return say(again)
      return fin(`I have cancelled order ${id}, and the money, ${$(order.total)}, is on its way back to you.`)
    }
    if (it.kind === 'address') {
      if (st === 'delivered' || st === 'cancelled') return fin(`I am sorry, order ${id} is ${st} already, so there is no address to change any more.`)
      if (st === 'shipped') {
        let w = whoOf(it.said, it.answers.who ?? '')
        if (!w) { const r = want(it, 'who', 'The parcel is on its way, and the carrier redirects it only to another address of the same person. Who will receive it at the new address?', 'the carrier redirects only to the same person'); if (r !== 'no') return r; w = 'other' }
        if (w === 'other') return fin(`I am sorry, once an order is shipped it can only be redirected to another address of the same person, because that is how parcels are stolen. So order ${id} keeps its address.`)
      }
      const a = addressOf(it.said)
      if (!a) { const r = want(it, 'address', 'What is the new address, please?', 'I cannot change anything without it'); return r === 'no' ? fin(`Without a new address everything stays as it is.`) : r }
      if (it.no && it.pending?.includes(a)) return fin('All right, everything stays as it is.')
      if (!(it.yes && it.pending?.includes(a))) return say(`I would send order ${id} to this address: ${a}. Shall I change it?`)
      const r = await call('change_address', { order_id: id, address: a })
      if (!r.ok) return say(again)
      return fin(`I have changed it: order ${id} now goes to ${a}.`)
    }
    // damaged
    if (cust.replacements_this_year > 2) return handOver('many_replacements', `a replacement for damaged goods, order ${id}`, `${cust.replacements_this_year} replacements in twelve months; e-mail matched`, 'Thank you. A colleague has to look at this, so I have passed it on. You will hear from them.')
    if (st !== 'delivered') return fin(`I am sorry, our record shows no delivery for order ${id} yet. We put right what arrived damaged within 30 days of delivery, so I cannot replace it now.`)
    if (days(order.delivered_on, today) > 30) return fin(`I am sorry, order ${id} was delivered on ${nice(order.delivered_on)}. We put right what arrived damaged only within 30 days of delivery, so I cannot replace it.`)
    const ph = photoOf(it.said)
    if (ph === undefined || (ph === false && (it.asks.photo ?? 0) < 1)) { const r = want(it, 'photo', 'I am sorry about that. Do you have a photo of the damage?', 'we need to see what happened'); if (r !== 'no') return r }
    if (ph !== true) return fin('I am sorry, but without a photo I have to decline: we cannot replace what we cannot see.')
    if (it.no) return handOver('address_changed', `a replacement for order ${id}`, 'damage with photo, within 30 days, e-mail matched; the delivery address is no longer right', 'Thank you. New addresses are checked by the warehouse, so I have passed this to a colleague, who will get back to you.')
    if (!it.yes) return say(`Thank you, that is enough for me. I would send you ${things} again, free of charge, to ${order.address}. Is that address still right? Shall I send it?`)
    const r = await call('create_replacement', { order_id: id, address: order.address })
    if (!r.ok) return say(again)
      return fin(`Done: I have sent it again, free of charge, to ${order.address}. It arrives within 3 working days.`)
  }

  // ================= Northline =================
  async function north(it: Intent, fin: any): Promise<any> {
    const whereNo = 'it begins with NL and stands in the subject of the confirmation e-mail'
    const K = it.kind, T = text(it)
    if (K === 'compensation') return fin('I am sorry for the trouble. We put right what went wrong, but beyond that we pay no compensation and give no credit or discount.')
    if (K === 'unsupported') {
      const mail = s.emails[s.emails.length - 1]
      const ref = /don't leave e-mail|do not leave e-mail/.test(low(T))
      if (!mail && !ref) { const r = want(it, 'contact', 'That is something I cannot decide here myself. What is your e-mail address, please, so that we can answer you?', 'we need it to answer you', 1); if (r !== 'no') return r }
      return handOver('unsupported_request', it.text.slice(0, 300), `not something we decide here; contact: ${mail ?? 'no e-mail address left'}`, 'Thank you. I cannot decide this here, so I have passed it to a colleague, who will get back to you.')
    }
    if (K === 'advice') {
      const trip = tripOf(it.said.join(' '))
      if (!trip) {
        const r = want(it, 'trip', 'Happily! What kind of trip is it: a weekend, business, family, a long flight or outdoors?', 'then I can pick the right set', 1)
        if (r !== 'no') return r
        const p = await call('lookup_product', { product: 'Meridian Carry-On' })
        const x = p.output?.found
        return fin(`Then I recommend our Meridian Carry-On, which is never wrong.${x ? ` It costs $${x.price}: ${x.link}` : ''}`)
      }
      const r = await call('lookup_set', { trip })
      const x = r.output?.set
      if (!x) return say('I am sorry, I cannot see our sets at the moment. Shall I try once more?')
      if (x.availability !== 'in_stock') {
        const p = await call('lookup_product', { product: x.main_piece })
        return fin(`I would recommend our ${x.set_name}, but it is sold out. So I recommend its main piece alone, the ${x.main_piece}${p.ok ? `, at $${p.output.found.price}` : ''}: ${x.main_piece_link}`)
      }
      return fin(`I recommend our ${x.set_name} (${x.pieces}) at $${x.price}: ${x.link}`)
    }
    if (K === 'stock') {
      const p = await product(it)
      if (!p && it.tried) return fin(`I am sorry, we find no such product. We need the name as it stands in the shop.`)
      if (!p) { const r = want(it, 'product', 'What is the name of the product, as it stands in the shop?', 'I need the name to look it up'); return r === 'no' ? fin('I am sorry, I cannot look it up like that. We need the name as it stands in the shop.') : r }
      if (p.availability === 'in_stock') return fin(`Good news: the ${p.product} is in stock, so we have it, at $${p.price}. Here is the link: ${p.link}`)
      if (p.availability === 'discontinued') return fin(`I am sorry, the ${p.product} is discontinued and does not come back.`)
      const when = p.back_on ? `We expect it on ${nice(p.back_on)}.` : 'I have no day for it yet.'
      const mail = s.emails[s.emails.length - 1]
      if (!mail) {
        const no = /not be giving out my e-mail|enough mailing lists/.test(low(T))
        const r = no ? 'no' : want(it, 'alert', `The ${p.product} is sold out, but it comes back. Which e-mail address should I send the stock alert to?`, 'the alert goes out by e-mail', 1)
        return r === 'no' ? fin(`All right, no alert then. The ${p.product} is sold out. ${when}`) : r
      }
      const r = await call('set_stock_alert', { product_id: p.product_id, email: mail })
      if (!r.ok) return say(again)
      return fin(r.ok ? `The ${p.product} is sold out at the moment. ${when} I have set a stock alert for ${mail}.` : `The ${p.product} is sold out. ${when}`)
    }
    const open = K === 'where' || K === 'present'
    if (K === 'where' && !it.orderId && !s.orders.length) {
      const noNumber = (it.refused.order ?? 0) > 0 || /don't ask me for a number|dont ask me for a number|no encuentro el número|havent got one|never got one|do not have (the|a) number/.test(low(T))
      if (s.emails.length && ((it.asks.order ?? 0) > 0 || noNumber)) {
        const r = await call('find_orders_by_email', { email: s.emails[s.emails.length - 1] })
        if (r.ok && !r.output.account.latest_order_id) return fin(`I found the account for ${s.emails[s.emails.length - 1]}, but there is no order on it. I am sorry, I cannot go on without the order number: ${whereNo}.`)
        if (r.ok) { it.orderId = r.output.account.latest_order_id }
        else if (r.output?.error === 'not_found' && ((it.asks.order ?? 0) >= 2)) return fin(`I am sorry, no account has the address ${s.emails[s.emails.length - 1]}, so I cannot go on without the order number: ${whereNo}.`)
        else if (r.output?.error === 'not_found') return fin(`I am sorry, no account has the address ${s.emails[s.emails.length - 1]}, so I cannot go on without the order number: ${whereNo}.`)
      }
      if (!it.orderId) {
        if (!it.asks.order && !noNumber) return say('What is your order number, please?')
        if (!it.asks.email) return say(noNumber ? 'No problem. What is the e-mail address the order was placed with? I can look with that.' : 'What is your order number, please? If you have none, what is the e-mail address the order was placed with?')
        if ((it.refused.email ?? 0) >= 2 || (it.asks.email ?? 0) >= 3) return fin(`I am sorry, but I cannot go on without the order number: ${whereNo}.`)
        return say('What is your order number, please? If you have none, what is the e-mail address the order was placed with?')
      }
    }
    const f = await findOrder(it, fin, 'NL', !open, whereNo)
    if (!f.o) return f.r
    const { order, lines } = f.o, id = order.order_id, st: string = order.status
    if (K === 'where') return where(it, fin, order)
    if (K === 'present') return present(it, fin, order)
    const a = await call('lookup_account', { customer_id: order.customer_id })
    if (!a.ok) return say('I am sorry, our account records do not answer at the moment. Shall I try once more?')
    const acc = a.output.account
    const v = await verify(it, fin, acc)
    if (v) return v.r
    const known = `order ${id} is ${st}${order.delivered_on ? ', delivered on ' + order.delivered_on : ''}; e-mail matched`
    const past = st === 'cancelled' ? `Order ${id} was cancelled already, so nothing is left to change.` : `Order ${id} has come back to our warehouse already, and the refund takes up to 10 business days.`
    const gone = st === 'cancelled' || st === 'returned'
    const age = order.delivered_on ? days(order.delivered_on, today) : st === 'delivered' ? Infinity : -1
    const delivered = st === 'delivered'
    const unsent = st === 'processing' || st === 'label_created'

    if (['not_received', 'missing', 'wrong', 'damaged'].includes(K)) {
      if (acc.under_review) return handOver('account_under_review', `${K.replace('_', ' ')} claim`, known + '; account marked as under review', 'Thank you. A colleague has to look at this, so I have passed it on, and they will get back to you.')
      if (acc.claims_12m > 2) return handOver('serial_claims', `${K.replace('_', ' ')} claim`, known + `; ${acc.claims_12m} claims in twelve months`, 'Thank you. A colleague has to look at this, so I have passed it on, and they will get back to you.')
      const elsewhere = /do not send it here|not send it here|brother's house|to my (brother|sister|friend|neighbo|mother|office)|instead of my address/.test(low(T))
      const notRight = () => handOver('address_not_right', `${K.replace('_', ' ')} claim`, known + '; the customer does not want it at the address on the order', 'Thank you. Free goods go only to the address on the order, so I have passed this to a colleague, who will get back to you.')
      if (K === 'not_received') {
        if (!delivered) return where(it, fin, order)
        if (it.no || elsewhere) return notRight()
        if (!it.yes) return say(`I am sorry that nothing came. I can send order ${id} again, free of charge, to the address on the order: ${order.address}. Shall I send it there?`)
        const r = await call('create_reshipment', { order_id: id, address: order.address })
        if (!r.ok) return say(again)
      return fin(`I have sent order ${id} again to ${order.address}. The new parcel takes 3 to 5 business days once it has left us.`)
      }
      let line: any
      if (K === 'missing') {
        if (st === 'partially_shipped') return fin(`Order ${id} travels in two parcels: the rest is in a second parcel and follows separately, so nothing is lost.`)
        if (!delivered) return fin(gone ? `${past} We can look at it only once an order has arrived.` : `Order ${id} has not been delivered yet. We can look at it once it has arrived.`)
        if (age > 30) return fin(`I am sorry, order ${id} was delivered on ${nice(order.delivered_on)}. A missing item has to be reported within 30 days of delivery, so I cannot send it any more.`)
        line = lineOf(it.answers.item ?? '', lines) ?? lineOf(T, lines)
        if (!line && it.answers.item && s.lastAsked.includes('item') && !s.stall && !R_CANNOT.test(lastLow) && !R_REFUSE.test(lastLow) && (it.asks.item ?? 0) < 3) return say(`I cannot find that on order ${id}; it holds ${lines.map((l: any) => l.title).join(' and ')}. Which item is missing?`)
        if (!line) { const r = want(it, 'item', 'I am sorry about that. Which item is missing?', 'we can send nothing we cannot name', 1); return r === 'no' ? fin('I am sorry, but without the name of the item I have to decline: we send nothing we cannot name.') : r }
      } else if (K === 'wrong') {
        if (!delivered && st !== 'partially_shipped') return fin(gone ? `${past} We can look at it only once an order has arrived.` : `Order ${id} has not arrived yet. We can look at it once it has arrived.`)
        line = lines.length === 1 ? lines[0] : lineOf(it.answers.ordered ?? '', lines) ?? lineOf(T, lines)
        if (!line) { const r = want(it, 'ordered', `I am sorry, that is our mistake. Which of the items in the order should have come: ${lines.map((l: any) => l.title).join(' or ')}?`, 'I want to send the right one', 1); if (r !== 'no' && (it.asks.ordered ?? 0) < 2) return r; if (r !== 'no') out.length = 0; line = {} }
      } else {
        if (!delivered || age > 30) return fin(`I am sorry, we replace what arrived damaged within 30 days of delivery, and ${delivered ? `order ${id} was delivered on ${nice(order.delivered_on)}` : `our record shows no delivery for order ${id}`}. So I cannot replace it.`)
        const ph = photoOf(it.said)
        if (ph === undefined || (ph === false && !it.asks.photo)) { const r = want(it, 'photo', 'I am sorry about that. Do you have a photo of the damage?', 'we need to see what happened', 1); if (r !== 'no') return r }
        if (ph !== true) return fin('I am sorry, but without a photo I have to decline: we cannot replace what we cannot see.')
        line = lines.length === 1 ? lines[0] : lineOf(it.answers.ordered ?? '', lines) ?? lineOf(T, lines)
        if (!line) { const r = want(it, 'ordered', `Which of the items in the order is it: ${lines.map((l: any) => l.title).join(' or ')}?`, 'I want to send the right one', 1); if (r !== 'no' && (it.asks.ordered ?? 0) < 2) return r; if (r !== 'no') out.length = 0; line = {} }
      }
      if (it.no || elsewhere) return notRight()
      if (!it.yes) return say(`I am sorry about that. I can send ${!line.title ? (K === 'damaged' ? 'a replacement for the damaged item' : 'the right item') + ' of order ' + id : (K === 'damaged' ? 'a new ' : K === 'wrong' ? 'the right ' : 'the ') + line.title + (K === 'damaged' ? ' as a replacement' : '')}, free of charge, to the address on the order: ${order.address}. Shall I send it there?`)
      const r = await call(K === 'damaged' ? 'send_replacement' : 'create_reshipment', line.title ? { order_id: id, address: order.address, item_name: line.title } : { order_id: id, address: order.address })
      if (!r.ok) return say(again)
      return fin(K === 'wrong' ? `I have sent the right item${line.title ? `, the ${line.title},` : ''} to ${order.address}. A prepaid label for the wrong one comes by e-mail.` : `I have sent ${K === 'damaged' ? 'a replacement for ' : ''}the ${line.title ?? 'damaged item'} to ${order.address}. It takes 3 to 5 business days once it has left us.`)
    }
    if (K === 'return') {
      if (gone) return fin(past)
      if (!delivered) return fin(`Order ${id} has not been delivered yet, so it cannot be returned now. The 100 days for a return begin when it arrives.`)
      if (order.final_sale) return fin(`I am sorry, order ${id} was final sale, and final sale orders cannot come back.`)
      if (age > 100) return handOver('outside_return_window', `to return order ${id}`, known + `; day ${age} since delivery`, 'Thank you. I cannot decide this one myself, so I have passed it to a colleague, who will get back to you.')
      let cond = conditionOf(it.said, it.answers.condition)
      if (!cond) { const r = want(it, 'condition', 'Has it been used, or is it unused?', 'how long it may come back depends on its condition', 1); if (r !== 'no') return r; cond = 'used' }
      if (cond === 'used' && age > 30) return fin(`I am sorry, order ${id} was delivered on ${nice(order.delivered_on)}, and a used item can come back only until day 30. So we cannot take it back.`)
      const r = await call('create_return_label', { order_id: id })
      if (!r.ok) return say(again)
      return fin(`I have created the return label for order ${id}; it reaches you by e-mail. The refund comes up to 10 business days after the parcel is back with us.`)
    }
    if (K === 'exchange') {
      if (gone) return fin(past)
      if (!unsent && !delivered) return fin(`I am sorry, order ${id} is on its way, so nothing can be changed now. An exchange is possible once it has arrived.`)
      if (delivered && order.final_sale) return fin(`I am sorry, order ${id} was final sale, and final sale orders cannot be exchanged.`)
      if (delivered && age > 100) return handOver('outside_return_window', `to exchange order ${id}`, known + `; day ${age} since delivery`, 'Thank you. I cannot decide this one myself, so I have passed it to a colleague, who will get back to you.')
      const ans = it.answers.variant ?? ''
      let line = lines.length === 1 ? lines[0] : lineOf(T, lines)
      const asked = variantsIn(ans || T)
      if (!line) {
        const mine = lines.filter((l: any) => variantsIn(it.text).some(x => x === l.size || x === l.colour) && variantsIn(it.text).some(x => x !== l.size && x !== l.colour))
        const other = lines.filter((l: any) => asked.length === 1 && ![l.size, l.colour].includes(asked[0]) && !(l.size === 'one size' && ['small', 'medium', 'large'].includes(asked[0])))
        line = mine.length === 1 ? mine[0] : other[0] ?? lines[0]
      }
      const vr = (ans ? variantOf(ans, line) ?? (asked.length === 1 && variantsIn(ans).length ? asked[0] : undefined) : undefined) ?? variantOf(T, line) 
      let cond = conditionOf(it.said, it.answers.condition)
      if (!vr) { const r = want(it, 'variant', delivered && !cond ? 'Which size or colour would you like instead? And has it been used, or is it unused?' : 'Which size or colour would you like instead?', 'I need to know it before I can change anything', 1); if (r !== 'no') return r; return fin('I am sorry, we need to know which size or colour you would rather have before we can change anything.') }
      if (unsent) {
        const r = await call('edit_line_item', { order_id: id, change: 'variant', item_name: line.title, variant: vr })
        if (!r.ok) return say(again)
      return fin(`Done: I have changed the ${line.title} in order ${id} to ${vr}.`)
      }
      if (!cond) { const r = want(it, 'condition', 'Has it been used, or is it unused?', 'an exchange depends on its condition', 1); if (r !== 'no') return r; cond = 'used' }
      if (cond === 'used' && age > 30) return fin(`I am sorry, order ${id} was delivered on ${nice(order.delivered_on)}, and a used item can be exchanged only until day 30. So we cannot exchange it.`)
      if (it.no) return fin(`All right, everything stays as it is.`)
      if (!(it.yes && it.pending?.includes(vr))) return say(`I can send you the ${line.title} in ${vr} in exchange, to the address on the order: ${order.address}. Shall I do that?`)
      const r = await call('create_exchange', { order_id: id, variant: vr, address: order.address, item_name: line.title })
      if (!r.ok) return say(again)
      return fin(`I have created the exchange: the ${line.title} in ${vr} goes to ${order.address}. The label for the old item comes by e-mail with it.`)
    }
    if (K === 'edit') {
      if (gone) return fin(past)
      if (!unsent) return fin(`I am sorry, order ${id} has shipped already, at least in part, so its lines cannot be changed. You can place a new order, or return what you do not need.`)
      const e = await editOf(it, lines)
      if (!e) { const r = want(it, 'change', 'What exactly should I change: which item should I add, remove or change in number?', 'I need to know what to change', 1); return r === 'no' ? fin(`All right. As long as I do not know what to change, order ${id} stays as it is.`) : r }
      const r = await call('edit_line_item', { order_id: id, ...e })
      return fin(r.ok ? `Done: in order ${id} I have ${e.change === 'add' ? 'added the ' + e.item_name : e.change === 'remove' ? 'removed the ' + e.item_name : `changed the number of the ${e.item_name} to ${e.quantity}`}. The difference is charged or refunded by itself.` : 'I am sorry, the change did not go through.')
    }
    if (K === 'cancel') {
      if (gone) return fin(st === 'cancelled' ? `Order ${id} was cancelled already, so nothing is on its way.` : past)
      if (!unsent) return fin(`I am sorry, order ${id} has ${delivered ? 'been delivered' : 'shipped'} already, at least in part, and then we never cancel. It can be returned ${delivered ? 'now that it has arrived' : 'after it has arrived'}.`)
      if (it.no) return fin(`All right, order ${id} stays as it is.`)
      if (!it.yes) return say(`I can cancel order ${id} (${lines.map((l: any) => l.title).join(', ')}, $${order.total}). Shall I cancel it?`)
      const r = await call('cancel_order', { order_id: id })
      if (!r.ok) return say(again)
      return fin(`I have cancelled order ${id}. The money, $${order.total}, is back within 5 business days.`)
    }
    if (K === 'address') {
      let w = whoOf(it.said, it.answers.who ?? '')
      if (!w) { const r = want(it, 'who', 'Who will receive it at the new address?', 'I have to know it before I can go on', 1); if (r !== 'no') return r; w = 'other' }
      if (w === 'other') return handOver('third_party_reroute', `order ${id} to another address`, known + '; somebody else would receive it, or the customer will not say who', 'Thank you. A colleague has to look at this, so I have passed it on, and they will get back to you.')
      if (gone) return fin(st === 'cancelled' ? `Order ${id} was cancelled, so there is nothing to send.` : `Order ${id} has come back to us, so there is nothing to send.`)
      if (!unsent) return fin(delivered ? `I am sorry, order ${id} has been delivered already, so its address can no longer be changed.` : `I am sorry, order ${id} has shipped already and the carrier has it, so the address can no longer be changed.`)
      const ad = addressOf(it.said)
      const bare = (x: string) => x.split(/\n|(?<=[.?!])\s+/).filter(y => !(/\d/.test(y) && /,/.test(y))).join(' ')
      const rest = bare(it.said.join(' \n '))
      const inOpening = ad && addressOf([it.text]) === ad
      const ctry = countryOf(bare(it.answers.country ?? '')) ?? (inOpening ? countryOf(ad!) : undefined) ?? (/po box/i.test(T) ? undefined : countryOf(rest) === 'other' ? undefined : countryOf(rest))
      if (ctry === 'other') return fin('I am sorry, we ship to the United States, the United Kingdom and Canada only, so I cannot send it there. The order keeps the address it has.')
      if (!ad) { const r = want(it, 'address', `What is the new address${ctry ? '' : ', and in which country is it'}?`, 'I cannot change anything without it', 1); return r === 'no' ? fin(`All right, without a new address order ${id} keeps the address it has.`) : r }
      if (!ctry) {
        const r = want(it, 'country', 'Thank you. And in which country is it?', 'I need the country to be sure that we ship there'); return r === 'no' ? fin(`All right, then order ${id} keeps the address it has.`) : r
      }
      if (it.no && it.pending?.includes(ad)) return fin(`All right, order ${id} keeps the address it has.`)
      if (!(it.yes && it.pending?.includes(ad))) return say(`I would send order ${id} to this address: ${ad}. Shall I change it?`)
      const r = await call('edit_address', { order_id: id, address: ad })
      if (!r.ok) return say(again)
      return fin(`I have changed it: order ${id} now goes to ${ad}.`)
    }
    if (K === 'promo') {
      const codes = [...T.replace(EMAIL, ' ').matchAll(/\b([A-Z]{3,}\d{1,3})\b/gi)].map(m => m[1].toUpperCase()).filter(c => !/^(NL|LB)/.test(c))
      const code = codes[codes.length - 1]
      if (!code) { const r = want(it, 'code', 'What is the promo code?', 'I need the code to look it up', 1); return r === 'no' ? fin('I am sorry, we cannot look for a promo code for you, and without the code I can apply nothing.') : r }
      const p = await call('lookup_promo', { code })
      if (!p.ok && p.output?.error !== 'not_found') return say('I am sorry, I cannot look the code up at the moment. Shall I try once more?')
      if (!p.ok) return fin(`I am sorry, the promo code ${code} is not valid: we have no such code. So I cannot apply it.`)
      const x = p.output.promo
      if (x.state !== 'active') return fin(`I am sorry, the code ${code} expired on ${nice(x.ends_on)}, so I cannot add it.`)
      if (days(order.ordered_on, today) > 14) return fin(`I am sorry, order ${id} was placed on ${nice(order.ordered_on)}, and a code can be added only within 14 days of the order.`)
      if (order.discount > 0 || order.promo_code) return fin(`I am sorry, there is one discount per order, and order ${id} has one already, so I cannot add another.`)
      if (order.subtotal < x.minimum) return fin(`I am sorry, the code ${code} has a minimum of $${x.minimum}, and order ${id} comes to $${order.subtotal}. So I cannot add it.`)
      const r = await call('apply_promo', { order_id: id, code })
      if (!r.ok) return say(again)
      return fin(`I have applied ${code} to order ${id}. The difference of $${r.output.amount ?? Math.round(order.subtotal * x.percent) / 100} goes back to your card.`)
    }
    if (K === 'twice') {
      const p = await call('lookup_payments', { order_id: id })
      const x = p.output?.second_charge
      if (!p.ok && p.output?.error !== 'not_found') return say('I am sorry, I cannot see the payments at the moment. Shall I try once more?')
      if (!p.ok || !x) return fin(`I have looked at the payments of order ${id}, and we see one payment only.`)
      if (x.status === 'pending') return fin(`There is a second charge of $${x.amount} for order ${id}, but it is only pending: a hold of the bank, which drops off by itself within 5 business days. There is nothing to refund.`)
      if (x.status === 'refunded') return fin(`The second charge of $${x.amount} for order ${id} has been refunded already.`)
      if (x.status !== 'captured') return fin(`The second charge of $${x.amount} for order ${id} is ${x.status}, so there is nothing to refund.`)
      const r = await call('refund_payment', { payment_id: x.payment_id, amount: x.amount })
      if (!r.ok) return say(again)
      return fin(`You are right, order ${id} was charged twice, and I am sorry. I have refunded the second charge of $${x.amount}; it is back within 5 business days.`)
    }
    if (K === 'invoice') {
      if (st === 'cancelled') return fin(`Order ${id} was cancelled, and for a cancelled order there is no invoice.`)
      const r = await call('send_invoice', { order_id: id, email: acc.email })
      if (!r.ok) return say(again)
      return fin(`I have sent the invoice for order ${id} to ${acc.email}, the address on the account. We send it to no other address.`)
    }
    if (K === 'warranty') {
      if (delivered && !order.delivered_on) return fin(`I am sorry, our record shows no delivery of order ${id} within the last 730 days. The warranty runs for 730 days from delivery, so for us it has ended and I have to decline.`)
      if (!delivered) return fin(`Our record does not show order ${id} as delivered. The warranty begins when an order arrives.`)
      if (age > 730) return fin(`I am sorry, order ${id} was delivered on ${nice(order.delivered_on)}, and the warranty runs for 730 days. It has ended, so I have to decline.`)
      const part = partOf(it.answers.part ?? '') ?? partOf(T)
      if (!part) { const r = want(it, 'part', 'Which part is it: a wheel, handle, zip, lock or the shell?', 'the warranty depends on the part', 1); return r === 'no' ? fin('I am sorry, if we do not know which part has failed, I have to decline: the warranty covers wheels, handles, zips, locks and shells, and wear is not covered.') : r }
      if (part === 'wear') return fin('I am sorry, that is wear, and wear such as scuffs, scratches, dents or stains is not covered by the warranty.')
      const r = await call('open_warranty_claim', { order_id: id, part })
      if (!r.ok) return say(again)
      return fin(`I have opened a warranty claim for the ${part} of order ${id}. The workshop answers within 5 business days.`)
    }
    return say('What can I do for you?')
  }

  async function where(it: Intent, fin: any, order: any): Promise<any> {
    const id = order.order_id, st = order.status
    if (st === 'processing' || st === 'label_created') return fin(`Order ${id} is still with us${st === 'label_created' ? ' (only a label has been created)' : ''}. It leaves within 1 to 2 business days, and we cannot speed it up.`)
    if (st === 'cancelled') return fin(`Order ${id} was cancelled, so nothing is on its way.`)
    if (st === 'returned') return fin(`Order ${id} has come back to our warehouse. A refund takes up to 10 business days.`)
    if (st === 'out_for_delivery') return fin(`Order ${id} is with the driver and comes today.`)
    const p = order.tracking_no ? await call('track_parcel', { tracking_no: order.tracking_no }) : { ok: false, output: {} as any }
    if (st === 'delivered') {
      const sc = p.output?.scans?.[p.output.scans.length - 1]
      return fin(`Order ${id} was delivered on ${nice(order.delivered_on)}.${p.ok ? ` The driver left it here: ${p.output.parcel.last_scan_at}${sc && sc.event !== p.output.parcel.last_scan_at ? ` (${sc.event})` : ''}.` : ''}`)
    }
    if (!p.ok && p.output?.error && p.output.error !== 'not_found') return say('I am sorry, the carrier does not answer at the moment. Shall I try once more?')
    if (!p.ok) return fin(`Order ${id} has shipped, but I cannot see the carrier's scans at the moment.`)
    const q = p.output.parcel
    let m = st === 'partially_shipped' ? `One parcel of order ${id} is on its way, and the rest follows separately at no extra cost. ` : `Order ${id} is on its way. `
    m += `It was last scanned on ${nice(q.last_scan_on)} at ${q.last_scan_at}, and it is expected on ${nice(q.expected_on)}. You can follow it here: ${q.tracking_link}`
    if (it.kind === 'present') m = `Order ${id} is on its way${st === 'partially_shipped' ? ' in part, and the rest follows separately' : ''}. The carrier expects to deliver it on ${nice(q.expected_on)}. It was last scanned on ${nice(q.last_scan_on)} at ${q.last_scan_at}. You can follow it here: ${q.tracking_link}`
    if (days(q.last_scan_on, today) > 7) {
      const r = await call('open_trace', { tracking_no: order.tracking_no })
      if (!r.ok) return say(again)
      if (r.ok) m += ` It has not been scanned for more than 7 days, so I have opened a trace; the carrier answers within 5 business days.`
    }
    return fin(m)
  }
  async function present(it: Intent, fin: any, order: any): Promise<any> {
    const id = order.order_id, st = order.status
    if (st === 'delivered' || st === 'cancelled' || st === 'returned' || st === 'out_for_delivery') return where(it, fin, order)
    const d = dateOf(it.answers.date ?? '', today) ?? dateOf(it.said.join('\n'), today)
    const vague = /up to the baby|could be next week, could be/.test(low(it.text))
    if (!d) {
      const r = vague && !it.asks.date ? want(it, 'date', 'By which day does it have to be there, as far as you can say?', 'then I can tell you more', 1) : want(it, 'date', 'By which day does it have to be there?', 'then I can tell you more', 1)
      if (r !== 'no') return r
      if (st === 'shipped' || st === 'partially_shipped') return where(it, fin, order)
      return fin(`Our usual times are these: orders leave us within 1 to 2 business days, and then take 3 to 5 business days.`)
    }
    if (st === 'shipped' || st === 'partially_shipped') return where(it, fin, order)
    if (days(today, d) >= 8) return fin(`Order ${id} is still with us. It should arrive in time for ${nice(d)}, but we cannot promise a date.`)
    return fin(`Order ${id} is still with us, so it may not arrive in time for ${nice(d)}, and we cannot expedite it. I can offer you a printable gift card to hand over on the day.`)
  }
  async function product(it: Intent): Promise<any> {
    const txt = (it.answers.product ? it.answers.product + '\n' : '') + it.said.join('\n')
    const cands = [...txt.matchAll(/((?:[\w]+\.)?[A-Z][\w-]+(?: (?:[A-Z0-9][\w-]*))+)/g)].map(m => m[1])
    for (const c0 of cands) {
      const ws = c0.split(' ')
      if (ws.length > 1 && it.answers.product?.includes(c0) || /\./.test(ws[0])) it.tried = true
      if (/\./.test(ws[0])) { await call('lookup_product', { product: c0 }); return undefined }
      for (let i = 0; i < ws.length - 1; i++) {
        const c = ws.slice(i).join(' ')
        if (!/[a-z]{3}/.test(c)) continue
        const r = await call('lookup_product', { product: c })
        if (r.ok) return r.output.found
      }
    }
    return findIn(txt)
  }
  async function findIn(txt: string): Promise<any> {
    const t = low(txt)
    const cats: string[] = []
    if (/case|carry|check-in|trunk|suitcase/.test(t)) cats.push('suitcases')
    if (/backpack|daypack|roll-top|roll top/.test(t)) cats.push('backpacks')
    if (/cube/.test(t)) cats.push('packing_cubes')
    if (/garment/.test(t)) cats.push('garment_bags')
    if (/duffel|weekender/.test(t)) cats.push('duffels')
    if (/strap|pillow|scale|mask|tag|fob|organis|wallet|sleeve|pouch|cover|wash bag|toiletry|blanket|belt|folder|adapter|lock/.test(t)) cats.push('accessories')
    let best: any
    for (const category of cats) for (let page = 1; page < 6; page++) {
      const r = await call('search_products', { category, page })
      const ps = r.ok ? r.output.products ?? [] : []
      for (const p of ps) if (t.replace(/-/g, ' ').includes(low(p.product).replace(/-/g, ' ')) && (!best || p.product.length > best.product.length)) best = p
      if (ps.length < 10) break
    }
    return best
  }
  async function editOf(it: Intent, lines: any[]): Promise<any> {
    const A = it.answers.change ?? ''
    if (A) {
      const w = low(A)
      const kind = /\badd\b|on top|one more|extra|añad|put something/.test(w) ? 'add' : /remove|take|\boff\b|without|drop|leave out|quit/.test(w) ? 'remove' : /number|how many|quantity|fewer|\d|more of|less of/.test(w) ? 'quantity' : ''
      if (kind === 'add') { const p = await product({ ...it, answers: { product: A }, said: [] }) ?? await product({ ...it, answers: {}, said: it.said }); const nm = p?.product ?? /(?:name of the item is|item is|it's|it is|add (?:the|a|an)?)\s+(?:the |a )?([A-Z][\w-]+(?: [A-Z][\w-]+)*)/.exec(A)?.[1]; if (nm) return { change: 'add', item_name: nm } }
      if (kind === 'remove') { const l = lineOf(A, lines); if (l) return { change: 'remove', item_name: l.title } }
    }
    const T = A ? A + '\n' + it.text : it.said.join('\n')
    const t = low(T)
    if (/take something off|change what is on|change my order/.test(low(it.text)) && !A) return null
    const rem = /\b(take|off|remove|without|don't need|do not need|drop|leave out|quitar)\b/.test(t), add = /\badd\b|squeeze|forgot the|one more|put in|include|añadir/.test(t)
    const num = ({ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 } as any)
    const q = /(?:want|make it|only|to|just|number:?|instead)\s+(\d+|one|two|three|four|five|six)\b(?! (?:of my|parcel|little))/.exec(t) ?? /\b(\d+|two|three|four|five) (?:of (?:it|them)|pieces|instead)/.exec(t)
    const line = lineOf(it.answers.change ?? '', lines) ?? lineOf(T, lines)
    if (A && /\badd\b|on top|añad/.test(low(A))) return null
    if (add && !rem) { const p = await product(it); return p ? { change: 'add', item_name: p.product } : null }
    if (rem && line) return { change: 'remove', item_name: line.title }
    if (q && (line ?? (lines.length === 1 ? lines[0] : null))) return { change: 'quantity', item_name: (line ?? lines[0]).title, quantity: num[q[1]] ?? +q[1] }
    return null
  }
}
