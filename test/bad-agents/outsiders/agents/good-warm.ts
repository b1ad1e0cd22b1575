export const stateless = true

// ---------------------------------------------------------------- replay: the state is worked out again from what was heard
class Say { constructor(public text: string, public fields: string[]) {} }          // a question: the turn ends
class Done { constructor(public text: string, public reopen?: string) {} }          // a request is settled
class Over { constructor(public text: string) {} }                                  // handed over

export default async function agent(turn: any, desk: any) {
  const segs: any[] = []
  let cur: any = null
  for (const h of turn.heard) {
    if (h.from === 'customer') {
      if (!cur || cur.replied) { cur = { text: [], tools: [], replied: false }; segs.push(cur) }
      cur.text.push(h.text)
    } else if (h.from === 'tool') { if (cur) cur.tools.push({ ...h, used: false }) }
    else if (cur) cur.replied = true
  }
  const S = fresh(turn)
  let out: string[] = []
  for (let i = 0; i < segs.length; i++) {
    const s = segs[i], live = i === segs.length - 1 && !s.replied
    const api = async (tool: string, input: any) => {
      const k = JSON.stringify(input)
      const r = s.tools.find((x: any) => !x.used && x.tool === tool && JSON.stringify(x.input) === k)
      if (r) { r.used = true; return { ok: r.ok, output: r.output } }
      if (!live) return { ok: false, output: { error: 'replay' } }
      return await desk.call(tool, input)
    }
    out = await step(S, s.text.join('\n'), api)
  }
  return { messages: out }
}

function fresh(turn: any) {
  const north = turn.tools.some((t: any) => t.name === 'lookup_set')
  return { N: north, today: turn.today, n: 0, reqs: [] as any[], order: '', orders: [] as string[], emails: [] as string[], emailN: 0,
    ref: {} as any, asks: {} as any, last: [] as string[], conf: {} as any, pend: '', slot: {} as any, human: 0, rude: false, handed: false,
    closed: false, all: '', cache: {} as any, first: '', reask: -1, deeds: {} as any }
}

// ---------------------------------------------------------------- small helpers
const day = 86400000
const diff = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / day)
const MON = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const nice = (d: string) => d ? `${+d.slice(8, 10)} ${MON[+d.slice(5, 7) - 1]} ${d.slice(0, 4)}` : 'a day I cannot see'
const norm = (t: string) => t.toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' ')
const sentences = (t: string) => t.replace(/\n+/g, '. ').split(/(?<=[.!?])\s+/).map(x => x.trim()).filter(Boolean)
const has = (t: string, r: RegExp) => r.test(t)

const ABUSE = /\b(morons?|cretins?|half-?wits?|brainless|brain-?dead|parasites?|imbeciles?|scum|dumb as|dumb(ass|er)|soft in the head|you little worm|useless|pathetic|clowns?|incompetent|idiotas?|imb[eé]cil|in[uú]til(es)?|regret the day|you'?ll pay for this|shut up|screw you|go to hell|loser|bloody fool)\b|\bidiots?\b|\b(jerks?|bastards?|ass-?holes?|arseholes?|dimwits?|nitwits?|dolts?|numbskulls?|worthless|dunces?|vermin)\b|\bf\w*ck (you|off)|\byou (are |all )*(bunch of |lot of )?fools?\b|\byou(?:'re| are)? (?:all |just |so |as )?(?:\w+ )?(stupid|dumb|dense)\b|are you .{0,25}stupid/i
const HUMAN = /\b(real|actual|living) (person|human)|human (agent|being)|talk to (a|some) (human|person|body|one)|(speak|talk|put me through|connect me|pass me|transfer me) (to|with|through to)\b.{0,30}(person|human|people|someone|somebody|supervisor|manager|colleague|agent|staff)|\bsupervisor\b|\bsomeone real\b|not (to )?a (machine|bot|robot)|representative|human (colleague|member|being|agent|operator)|(get|give) me (a|an) (person|human|agent|operator|manager)|like a (person|human)|need a (person|human)|anyone real|a human\b|operator|persona (real|de verdad)|(un|una) (humano|persona)\b|agente humano|hablar con (una persona|alguien)|a human,? please|one of your people|want a (person|human)/i

function yesNo(text: string): string {
  let res = ''
  for (const s0 of sentences(text)) {
    const s = norm(s0).replace(/^(oh|well|hm+|ah|and|so|but),? /, '')
    if (/^["'¿¡\[({<#]/.test(s) && !/^¡?s[ií]/.test(s)) continue
    if (/\?$/.test(s)) continue
    if (/(moment|minute|let me|hang on|hold on|a sec|i'?d have to|not sure|look first|thank(s| you)? .*that should be everything)/.test(s)) { continue }
    if (/^(no\b|nope|nah|don'?t|do not|please don'?t|please do not|rather not|i'?d rather|not (there|that|to)|stop|leave (it|everything)|better not|that'?s (wrong|not)|that is (wrong|not)|i (do not|don't) want|never mind|that address is|wait)/.test(s) || /(not (the )?(right|correct) (address|one)|address is (no longer|not)|no longer (right|live)|i (have )?moved|no es correct)/.test(s)) return 'no'
    if (/^(yes|yep|yeah|sure|ok\b|okay|go ahead|please do|do (it|that)|that (sounds|is|works|would be) (fine|all right|alright|good|ok|okay|right|correct|great|perfect)|sounds (fine|good|all right)|correct|exactly|of course|all right|alright|absolutely|certainly|i agree|fine|agreed|right|perfect|s[ií]\b|vale|de acuerdo|claro|adelante|i confirm|confirmed)/.test(s)) res = 'yes'
  }
  return res
}

const NO_ORDER = /\b(rather not give|not going to (dig|look)|do not need my order|don'?t need my order|cannot find the (order )?number|can'?t find the (order )?number|(do not|don'?t) have (the|an|any|my) (order )?number|no idea what the order number|havent got one|haven'?t got (one|a number|the number)|i certainly do not keep order numbers|no number|without a number|dont ask me for a number|no tengo el n[uú]mero|no encuentro el n[uú]mero)/i
const NO_EMAIL = /(do not give out my e-?mail|don'?t give out my e-?mail|have my e-?mail already|why you need my e-?mail|cannot remember the e-?mail|can'?t remember the e-?mail|which of my e-?mail|which address i used|don'?t leave e-?mail|shall not be giving out my e-?mail|e-?mail is nobody|not handing out any personal|no recuerdo (el|mi) correo|no doy mi correo)/i
const GENERAL_NO = /\b(i (just )?(don'?t|do not) have (that|it|one|a|any)|that i don'?t (have|know)|i can'?t (give you that|say|find it|tell)|i cannot (say|tell|name)|i couldn'?t tell|could not tell you|i have nothing like|(i'?d|i would) rather not|i won'?t (give|tell|say)|(i'?m|i am) not (going to|able to|comfortable)|i will not\b|just make it right|keeping that to myself|that stays with me|don'?t want to (give|say|tell)|(don'?t|do not) see why i should|own affair|none of your business|not relevant to you|don'?t have to say|do not have to say|no lo tengo|no lo encuentro|no tengo eso|de eso no tengo|no s[eé] cu[aá]l|prefiero no|no quiero|no voy a|me lo guardo|no pienso|no te lo|no se lo|what does it matter|i do not know|i don'?t know)/i
const STALL = /(moment|just a sec|hang on|hold on|in a minute|\[no|\[nothing|have to (look|check)|let me (look|think|check)|on record|in your files|on your screen|in front of you|on your side)/i

function strip(t: string) { return t.replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, ' ') }
const SELF = /\b(it'?s me who|(my|mine) own address|own address|my own (place|home|flat|house)|it is for me|it'?s for me|for myself|i live there|where i live|i collect (it|everything)|it'?ll be me|it will be me|be there myself|receiv\w+ (it )?myself|i will be there|my own office|i'?ll be (at|there)|lo recibo yo|es para m[ií]|para m[ií] misma|it is me\b|i'?m the one|vivo (yo )?all[ií]|only me\b|i take it myself|lo recojo yo|me acabo de mudar)/i
const OTHER = /\b(friend|relative|cousin|brother|sister|daughter|son\b|mother|father|nephew|niece|aunt|uncle|neighbou?r'?s?|buyer|forward(ing|er)|somebody else|someone else|(?:my|a) colleague|her dorm|to him|to her|grand\w+|amig[oa]|otra persona|familiar|herman[oa]|hij[oa]|vecin[oa]|partner takes|wife will|husband will|not for me|who lives there is not)/i

function intent(text: string, N: boolean): string {
  const t = norm(strip(text))
  const f = (r: RegExp) => r.test(t)
  const where = /where('s| is| has| are|s)?\b.{0,40}(order|parcel|bag|suitcase|bottle|delivery|it\b|nl-|lb-)|where did the driver|tracking|any news|waiting for (my|a|the)|not turned up|is it lost|por d[oó]nde va|seguir el env[ií]o|hasnt moved|hasn't moved|what became of|look for (it|my parcel)|what is going on|does not arrive|hasn't arrived|not arrived|could you check|checking on|should have been here|label was created for|not heard a peep|d[oó]nde est[aá]|partially shipped\"/
  const damaged = /arrived (damaged|broken|cracked)|damaged|(?<!nothing )broken|\bcrack|\btorn\b|\btear in\b|\bbent\b|crushed|\bdent\b|leaks|clasp|hole in it|split down|forklift|come off inside|came off in (its|the)|came off|hinge|roto\b|da[nñ]ad/
  const cancel = /\bcancel\b|(order|it|one)( to be)? cancelled\b(?! by)|stop (my|the) order|call(ed)? off|call (it|my order|the order) off|cancelar|anular/
  const addr = /(different|another|new|other|change)( \w+){0,3} address|address .{0,40}(changed|should go|not where)|send (it|my|this|nl-\d+|what|the)?.{0,25}(somewhere else|elsewhere|to (her|him|another)|to a different)|somewhere else|redirect|divert|change where|mandarlo|dropped at|nueva direcci[oó]n|cambiar la direcci[oó]n|directly to him|to him directly/
  if (!N) {
    if (f(cancel)) return 'cancel'
    if (f(addr)) return 'address'
    if (f(damaged)) return 'damaged'
    if (f(where)) return 'where'
    return ''
  }
  if (f(/price.?match|match (a |your |other )?prices|match (it|that|this|the|their)\b|(met|meet|beat) the other shop|other shop's price|competitor|credit the difference|cheaper (elsewhere|at another|in another)|(sells|has|offers) (it|this|the same).{0,20}(for less|cheaper)|another shop (sells|has)|give me that price|igualar el precio/)) return 'price'
  if (f(/gift.?wrap|engrav|wholesale|mayorista|collect (it |them )?in person|pick it up (myself|in person|at)|another maker|other maker|monogram|bulk order|deliver (it )?to (my \w+ in )?(norway|germany|france|spain|australia|japan)|(wrap|wrapped)\b.{0,20}(it|present)|initials/)) return 'special'
  if (f(/charged (me )?twice|(two|2) payments|double (payment|booking|charge)|billed (two times|2|twice)|money twice|amount twice|(off )?(my )?card twice|two times for|payments to you|cobrado dos|dos veces/)) return 'twice'
  if (f(/invoice|factura|\bbill\b|(copy of|need|mail me|send me|lost).{0,25}receipt|mi recibo|copia del recibo/)) return 'invoice'
  if (f(/promo\b|\bcode\b|discount did|discount didn|coupon|newsletter|used winter|spring20|family25|c[oó]digo/)) return 'promo'
  if (f(/compensat|goodwill|expect something from you|make it up to me|for (all )?(my|the) trouble|free item|give me (something|a voucher)|after all this trouble/)) return 'compensation'
  if (f(/back in\b|in stock|restock|sold out|(coming|come|comes) back\?|when.{0,15}(is|'s).{0,50}coming back|available again|have it again|no longer have it|further deliveries|agotad|vuelven a tener|getting the .* back/)) return 'stock'
  if (f(/recommend|suggest|help me choose|put together for|what should i get|which of your bags|what's good|i am lost|looking for a new bag|go well together|advise|which (bag|suitcase|case|of your)|need luggage|what (bag|suitcase|luggage) (do|would|should)|aconsej|recomiend/)) return 'recommend'
  if (f(/warrant|guarantee|repair|am i still covered|garant[ií]a|failing after/)) return 'warranty'
  if (f(cancel) && !f(/has been cancelled by/)) return 'cancel'
  if (f(/(delivered|deliver|entregado|handed over)\b.{0,90}(it was not|was not\b|it wasn't|wasn't|never|nothing|nobody|isn't here|no hay nada|nadie|i do not have it|not have it)|never (arrived|reached|received)|nothing (has come|here|is here)|simply isn't here|theres nothing here/)) return 'notreceived'
  if (f(/missing|isn't there|is not there|was never in|not in it|forgot to pack|\bfalta\b(?! el otro)|set was not, and|not there, although|: not there|something isn't/) && !f(/falta el otro/)) return 'missing'
  if (f(damaged) && !f(/\b(to|i'd like to|want to) return\b|send it back/)) return 'damaged'
  if (f(/but i ordered|nobody ordered|not order\b|what arrived is not|not the (bag|case|suitcase|one|thing|item|colou?r|size) i (bought|ordered|paid|chose)|sent (me )?the wrong|(came|arrived|got|received) the wrong|not what('s| is| was)|not the one i|did not ask for|instead of (what|the one)|something else (came|arrived|was in)|(is|was) not what|different (thing|item|product)|wrong (item|thing|half|product|bag|suitcase|case|article)|sent me (a|something)|somebody else's order|about to deliver the wrong|found the wrong|was a dark blue one|i did order/)) return 'wrong'
  if (f(/different number of|wrong number of/)) return 'edit'
  if (f(/exchange(?! year)|exchanged|\bswap|swaps|(another|different|other|wrong|next larger) (size|colou?r)|wrong size|size (does|ought|for me)|large instead|different one|colou?r (of|on)|from sand to|want the (small|medium|large)|navy please|i'd like the black|rather have it in|i wanted black|otra talla|otro color|change the size/)) return 'exchange'
  if (f(addr)) return 'address'
  if (f(/refund|\breturn(ing)?\b|send (it|this|them|something|my \w+|an order|the order) back|put it back in the post to you|give it back|(has to|have to) go back|money back|take (it|them) back|devolver|give me my money/) && !f(/what became of/)) return 'return'
  if (f(/\badd\b|take .{0,40} off|\bremove\b|fix the number|change what is on|different number of|wrong number of|more of something|how many of|change my order|like to change what|fewer|squeeze|put something on|quit(ar|e)|a[nñ]adir/)) return 'edit'
  if (f(/present\b|\bgift\b|birthday|anniversary|wedding|party|retirement|goddaughter|regalo|boda|on the day/)) return 'gift'
  if (f(where) || f(/any(thing)? new about my|my (parcel|suitcase|order)\b.{0,30}(where|late)|check nl|waiting|radio silence|order nl.*came apart/)) return 'where'
  return ''
}

const VAR = /\b(small|medium|large|black|navy|sand|olive|clay|dark blue|green|beige|azul marino|marino|arena|oliva|arcilla|terracota|peque[nñ]\w|median\w|grande|negr\w|verde)\b/gi
const VMAP: any = { 'azul marino': 'navy', marino: 'navy', arena: 'sand', oliva: 'olive', arcilla: 'clay', terracota: 'clay', 'dark blue': 'navy', green: 'olive', beige: 'sand', grande: 'large', verde: 'olive' }
const vnorm = (v: string) => { v = v.toLowerCase(); if (VMAP[v]) return VMAP[v]; if (v.startsWith('peque')) return 'small'; if (v.startsWith('median')) return 'medium'; if (v.startsWith('negr')) return 'black'; return v }

function country(t: string): string {
  const s = t
  if (/\b(another country|other country|overseas|in none of|otro pa[ií]s|ninguno de esos|elsewhere in the world)\b/i.test(s)) return 'other'
  if (/\b(USA|U\.S\.A?|United States|America|Estados Unidos|EE\. ?UU)\b/.test(s) || /\b(the usa|in the us\b|united states|estados unidos)/i.test(s)) return 'US'
  if (/\b(UK|U\.K\.|United Kingdom|England|Scotland|Wales|Britain|Reino Unido)\b/i.test(s)) return 'UK'
  if (/\b(Canada|Canad[aá])\b/i.test(s)) return 'CA'
  if (/\b(Norway|Germany|France|Spain|Malta|Cura[cç]ao|Australia|Ireland|Italy|Mexico|Netherlands|Japan|New Zealand|Portugal|Sweden|Austria|Switzerland|Belgium|Denmark)\b/i.test(s)) return 'other'
  return ''
}
const cut = (a: string) => a.replace(/^((?:.|\n)*?,? ?(?:USA|UK|Canada))\b[, ].*$/s, '$1').replace(/,? (?:and|where|which|is that|was that|is the only|is all i)\b.*$/i, '').replace(/^(?:i can only give you|i only have|that would be|it'?s|it is|sure[,.]?|to)\s+/i, '').trim()
function address(text: string, asked: boolean): string {
  text = text.replace(/\b(NL|LB)[-–\s]?\d+\b/g, '')
  const t = text.replace(/\s*\n\s*/g, '\n')
  let m = /(?:the new address is|the new one is|it should go to|should go to|please send it to|send it to|la nueva direcci[oó]n es|direcci[oó]n es|debe ir a|que vaya a|env[ií]en?lo a)\s*:?\s*([^\n]*?\d[^\n]*?)(?:\.(?:\s|$)|\?|!|\n|$)/i.exec(t.replace(/\n/g, asked ? '\n' : ' '))
  if (m && m[1].length > 7 && m[1].includes(',')) return cut(m[1])
  const one = t.replace(/\n/g, ' ')
  m = /((?:(?:Unit|Apt|Apartment|Room|Suite|Flat|PO Box|House)\s+\w+|\d+\w?)[ ,][^.;!?]*?,[^.;!?]*?(?:USA|UK|Canada|United Kingdom|United States|Cura[cç]ao|[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}(?:, (?:UK|United Kingdom))?))(?:\W|$)/.exec(one)
  if (m) return m[1].trim()
  if (asked) {
    m = /([^\n.]*\d[^\n.]*,[^\n.?]*)/.exec(t)
    if (m && m[1].length > 10) return cut(m[1].trim())
  }
  return ''
}
function giftDate(text: string, today: string): string {
  const t = norm(text)
  const M: any = { january: 1, february: 2, march: 3, april: 4, may: 5, june: 6, july: 7, august: 8, september: 9, october: 10, november: 11, december: 12, enero: 1, febrero: 2, marzo: 3, abril: 4, mayo: 5, junio: 6, julio: 7, agosto: 8, septiembre: 9, octubre: 10, noviembre: 11, diciembre: 12 }
  let m = /(\d{1,2})(?:st|nd|rd|th)?(?: of| de)? (january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: de)?,?(?: (\d{4}))?/.exec(t)
  const mk = (y: number, mo: number, d: number) => `${y}-${String(mo).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  if (m) return mk(+(m[3] || today.slice(0, 4)), M[m[2]], +m[1])
  m = /\b(january|february|march|april|may|june|july|august|september|october|november|december) (\d{1,2})(?:st|nd|rd|th)?\b/.exec(t)
  if (m) return mk(+today.slice(0, 4), M[m[1]], +m[2])
  m = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(t); if (m) return m[0]
  m = /\bthe (\d{1,2})(?:st|nd|rd|th)\b/.exec(t)
  if (m) { let y = +today.slice(0, 4), mo = +today.slice(5, 7); const d = +m[1]; if (d < +today.slice(8, 10)) { mo++; if (mo > 12) { mo = 1; y++ } } return mk(y, mo, d) }
  if (/\btomorrow\b/.test(t)) return new Date(Date.parse(today) + day).toISOString().slice(0, 10)
  return ''
}
function product(text: string): string[] {
  const t = strip(text).replace(/\b(NL|LB)-?\d+/g, ' ').replace(/\n/g, ' ')
  const out: string[] = []
  const r = /(?:\b\w+\.)?(?:[A-Z][\w'&]+)(?:[- ](?:[A-Z][\w'&-]*|\d+)){1,4}/g
  let m
  while ((m = r.exec(t))) {
    let p = m[0].replace(/^(?:The|Is|When|Hi|Hello|Hey|Dear|Good|I|Do|La|El|It|My|Since|Constance)\s+/i, '')
    if (/^(Dear|Good|Buenos|Hello|Kind|Best|Many|Northline)\b/.test(p)) continue
    const ws = p.split(/[ ]/)
    if (ws.length < 2 || ws.some(w => /^(Something|I|I'd|When|Your|Hi|Hey|Hello|Is|Can|The|Order|NL.*|LB.*|My|It|Please|Could|Would|We|You|Do|What|How|Good|Dear|Best|Kind|Regards|Thanks|Yours|And|But|If|No|Yes|Me|Es|El|La|Le|Un|Una)$/.test(w))) continue
    out.push(p)
  }
  return out
}

function parse(S: any, text: string) {
  const asked = (f: string) => S.last.includes(f)
  const t = norm(text), bare = strip(text)
  S.all += '\n' + text
  S.text = text
  // numbers and addresses
  const nums = [...text.matchAll(/\b(NL|LB)[-–\s]?(\d{3,6})\b/gi)].map(m => m[1].toUpperCase() + '-' + m[2])
  S.nums = nums
  for (const n of nums) { if (!S.orders.includes(n)) { S.orders.push(n); S.newOrder = n } ; if (nums.length === 1) S.order = n; else if (!S.order) S.order = n }
  const em = [...text.matchAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)].map(m => m[0].replace(/\.$/, '').toLowerCase())
  S.gotEmail = em.length > 0
  for (const e of em) { if (!S.emails.includes(e)) S.emails.push(e); S.email = e }
  if (em.length > 1) { const m = /(?:my own address|bought it with|ordered with)[^@]*?([\w.+-]+@[\w.-]+\w)/i.exec(text); if (m) S.email = m[1].toLowerCase() }
  S.emailN += em.length
  // refusals
  const inc = (f: string) => { S.ref[f] = (S.ref[f] || 0) + 1 }
  const general = GENERAL_NO.test(t) && !/let me (look|see|check)|one moment|i'll (look|find)|have to (look|check)/.test(t)
  if (!nums.length && (NO_ORDER.test(t) || (general && asked('order') && !NO_EMAIL.test(t) && !/photo|picture/.test(t)))) inc('order')
  if (!em.length && (NO_EMAIL.test(t) || (general && asked('email') && !NO_ORDER.test(t) && !asked('order')) )) inc('email')
  for (const f of S.last) if (!['order', 'email', 'confirm'].includes(f) && general && !NO_ORDER.test(t) && !NO_EMAIL.test(t)) S.gen = f
  // photo
  if (/(no photo|no picture|not (taken|have) a (photo|picture)|(don'?t|do not|cannot|can'?t) (have|take|make) (a )?(photo|picture)|have no (photo|picture)|not taken a picture|no tengo (ninguna )?foto|sin foto|threw it away)/.test(t)) S.slot.photo = false
  else if (/(photos?|pictures?|pics?|foto|\.jpg|filming)/.test(t) && !/photo of the price/.test(t)) { if (/(have|took|taken|got|take|available|are no problem|\.jpg|attached|tengo|there are|is on my phone|s[ií],)/.test(t)) S.slot.photo = true }
  else if (asked('photo') && /^(yes|sure|sí)/.test(t) && !/\?$/.test(t)) S.slot.photo = true
  else if (asked('photo') && general) S.slot.photo = false
  // who receives
  if (S.reqs.some((r: any) => r.intent === 'address' && !r.done) || S.n === 0 || S.it === 'address') {
    const who = sentences(bare).filter(x => !HUMAN.test(x)).join(' ').replace(/one of your colleagues|(your )?colleague on the phone|my partner is reading|mi madre también|my neighbou?r was at the door|i had to answer the phone/gi, '')
    if (SELF.test(who) && !/not for me/.test(who)) S.slot.who = 'self'
    else if (OTHER.test(who)) S.slot.who = 'other'
    else if (asked('who') && general) S.slot.who = 'refused'
    else if (/not relevant to you|none of your business/.test(t)) S.slot.who = 'refused'
    const a = address(bare, asked('address')); if (a) { if (S.slot.address && S.slot.address !== a) { S.conf = {}; } S.slot.address = a; const c = country(a); if (c) S.slot.country = c; else if (S.slot.country === undefined) S.slot.country = '' }
    if (asked('country') || asked('address')) { const c = country(bare) || (asked('country') ? (/\bUS\b/i.test(bare.replace(/\b(tell|let|give|help|for|of|with|to) us\b/gi, '')) ? 'US' : /\bCA\b/i.test(bare) ? 'CA' : /\bGB\b/i.test(bare) ? 'UK' : '') : ''); if (c) { S.slot.country = c; S.slot.saidCountry = S.slot.saidCountry || asked('country') } else if (asked('country') && !a && (general || /(don't|do not) see why|why .*country|country matters|not say/.test(t))) inc('country') }
    if (!a && (asked('address') && general || /(not give you the|not want to write the|rather not (say|give)( you)?( the)?) (address|where it goes)|rather not say where it goes/.test(t))) inc('address')
    else if (asked('address') && /(don'?t|do not) (have|know) (the|it|a)|not know yet|no address|have not (got|decided)/.test(t)) inc('address')
  }
  // condition
  if (/\bunused|never (been )?(used|out of|left)|not (been )?used|not been touched|brand.?new|tags on|still in (the|their|its) box|as good as new|never wor|stands exactly where|only stood|sin usar|sin estrenar|nunca lo he usado|in its box\b.*black|can't look at them|still in their boxes/.test(t)) S.slot.used = false
  else if (/\bused\b(?!.*unused)|took .{0,40}(on one|to a)|one trip|wore (it|the)|worn it|went to the gym|eight flights|on a trip|usad[oa]|been on|used it|used twice|every day for a month/.test(t) && !/whether (i|it was) used/.test(t)) S.slot.used = true
  if (asked('condition') && (general || /whether (i|it was) used/.test(t))) S.slot.used = S.slot.used === undefined ? true : S.slot.used
  // variants named
  const vs = [...bare.matchAll(VAR)].map(m => vnorm(m[0]))
  if (vs.length && (S.reqs.some((r: any) => ['exchange', 'edit'].includes(r.intent)) || S.n === 0 || ['exchange', 'edit'].includes(S.it)) && !/no idea which|you choose|surprising/.test(t)) { S.slot.variants = [...(asked('variant') ? [] : S.slot.variants || []), ...vs]; S.slot.vtext = text; if (asked('variant')) S.slot.vAnswered = true }
  if (/next (larger|bigger) size|next size up/.test(t)) S.slot.larger = true
  if (asked('variant') && /(you decide|not picking|whatever|not choose|surprise me|do not know|don'?t know|cannot say|can'?t say|not made up my mind|no idea|not decided)/.test(t)) inc('variant')
  else if (asked('variant') && general && !vs.length) inc('variant')
  // promo
  const code = /\b(?!NL\d|LB\d)([A-Z]{4,12}\d{1,3})\b/.exec(bare) || (asked('code') ? /\b([a-z]{4,12}\d{1,3})\b/i.exec(bare) : null) || /\bcode (?:is |was )?([a-z]{4,}\d+)\b/i.exec(bare)
  if (code) S.slot.code = code[1].toUpperCase()
  if (asked('code') && !code && !/let me (look|see|check)|moment/.test(t) && (general || /(don'?t|do not|cannot|can'?t) (know|remember|find)|no idea|forgot/.test(t))) inc('code')
  // trip
  const trip = /outdoor|mountains|wild|trail|hik|huts|camp|mountain|aire libre/.test(t) ? 'outdoor' : /business|suit and a laptop|hotels with|work trip|conference|for work|negocios|trabajo/.test(t) ? 'business' : /famil|kids|children|ni[nñ]os/.test(t) ? 'family' : /long.?haul|long flight|auckland|overseas flight|far away|vuelo largo|other side of the world/.test(t) ? 'long_haul' : /weekend|two days|fin de semana/.test(t) ? 'weekend' : ''
  if (trip && (asked('trip') || S.n === 0 || !S.slot.trip) && !/weekender/.test(t.replace(/short weekends/, ''))) S.slot.trip = trip
  if (asked('trip') && !trip && (general || /do not know|don't know|no plans|not decided/.test(t))) inc('trip')
  // part
  const wear = /\b(scuff|scratch|\bdents?\b|stain|worn\b|wear\b|looks worn|ara[nñ]az|desgast)/.test(t)
  const part = wear ? 'wear' : /\bwheels?|rueda/.test(t) ? 'wheel' : /\bhandle|asa\b/.test(t) ? 'handle' : /\bzips?\b|zipper|cremallera/.test(t) ? 'zip' : /\block\b|candado|cierre/.test(t) ? 'lock' : /\bshell\b|carcasa/.test(t) ? 'shell' : ''
  if (part && (S.n === 0 || asked('part') || !S.slot.part)) S.slot.part = part
  if (asked('part') && !part && (general || /hard to say|not know|does not feel right|can'?t put my finger/.test(t))) inc('part')
  // item
  if (asked('item') || asked('product')) {
    const bits = sentences(bare).filter(s => !/\?$/.test(s)).map(s => s.replace(/^(it (still|really) is|once more:?|it'?s|it is|the|i mean|es|un[ao]?|la|el|that is|it was|falta|i am missing|i'm missing)\s+/i, '').replace(/^((the )?name of the (item|product) is|el nombre (del art[ií]culo )?es)\s+/i, '').replace(/^(the|la|el)\s+/i, '').replace(/[.!]+$/, '').replace(/,? as i said$/i, '').trim())
    const b = bits.find(x => x.length > 3 && x.length < 50 && !/\b(you|i|we|should|know|not|that|what|why|which|are|my|no|look|system|look in)\b|n't/i.test(x) && !/\b(NL-|e-?mail|photo|moment|minute|angry|phone)\b/i.test(x) && !GENERAL_NO.test(x) && !STALL.test(x) && !yesNo(x + '.') )
    if (b) { S.slot.said = b; S.slot.marked = /\b(i mean|it'?s|it is|it still is|it really is|name of the (item|product) is|once more|the|falta|es)\b/i.test(bare) }
    if (general || /cannot say which|not know what it is called|not tell you which|no idea/.test(t)) inc(asked('item') ? 'item' : 'product')
  }
  // date
  if (asked('date') || S.n === 0 || S.reqs.some((r: any) => r.intent === 'gift')) { const d = giftDate(bare, S.today); if (d) S.slot.date = d }
  if (asked('date') && !S.slot.date && (general || /do not know|no fixed|never mind the date|that is all you need|as soon as|cannot name|not decided/.test(t))) inc('date')
  if (/up to the baby|could be next week/.test(t)) S.slot.nodate = true
  // changes of lines
  if (S.n === 0 || asked('change') || asked('item') || S.reqs.some((r: any) => r.intent === 'edit' && !r.done)) {
    const tt = t.replace(/\b(nl|lb)-\d+/g, '').replace(/order number/g, '')
    const ch = /take .{0,60}off|\bremove|do not need .* any longer|leave out|quitar/.test(tt) ? 'remove' : /\b(i want|only|make it|number|quantity|instead of)\b.{0,20}\b\d+\b|fix the number|different number|another number|how many|number of|fewer|more of (it|the)|change the (number|quantity)|two of|three of/.test(tt) ? 'quantity' : /\badd\b|squeeze|on top|one more thing|a[nñ]ad/.test(tt) ? 'add' : vs.length && asked('change') ? 'variant' : ''
    if (ch) S.slot.change = ch
    const q = /\b(?:i want|make it|only|to|just|need|like)\s+(\d+|two|three|one|four)\b/.exec(tt) || (asked('qty') ? /\b(\d+|one|two|three|four)\b/.exec(tt) : null)
    if (q) S.slot.qty = ({ one: 1, two: 2, three: 3, four: 4 } as any)[q[1]] || +q[1]
    if ((asked('change') || asked('qty') && !S.slot.qty) && (/will not spell it out|not decided|do not know|don'?t know|no idea|cannot say|can'?t say/.test(t) || general)) inc('change')
  }
  // confirmation
  if (S.pend && asked('confirm')) {
    const a = yesNo(text)
    if (a) S.conf[S.pend] = a
    else inc('confirm')
  }
}

// ---------------------------------------------------------------- one customer turn
async function step(S: any, text: string, api: any): Promise<string[]> {
  S.it = intent(text, S.N)
  parse(S, text)
  const n = S.n++
  const call = async (tool: string, input: any) => {
    const k = tool + JSON.stringify(input)
    if (S.cache[k]) return S.cache[k]
    let r = await api(tool, input)
    if (!r.ok && r.output && !/not_found/.test(JSON.stringify(r.output)) && /unavailable|timeout|busy|again/i.test(JSON.stringify(r.output))) r = await api(tool, input)
    if (r.ok) S.cache[k] = r
    return r
  }
  const over = async (reason: string, what: string) => {
    if (!S.handed) {
      const who = S.email ? S.email : 'a customer whose e-mail address we do not have'
      const note = `Who: ${who}${S.order ? ', order ' + S.order : ''}. What they want: ${S.reqs.map((r: any) => r.intent).join(', ') || 'not clear yet'}. Found out and tried: ${what} Asked of you: please take it from here.`
      const r = await api('hand_over', { reason, note })
      if (!r.ok) return 'I am sorry, I could not reach a colleague just now.'
      S.handed = true
    }
    return ''
  }
  const C: any = { S, call, over, deed: async (tool: string, input: any) => {
    const k = tool + JSON.stringify(input)
    if (S.deeds[k]) return S.deeds[k]
    const r = await api(tool, input); if (r.ok) { S.deeds[k] = r; S.cache = {} } return r } }

  if (S.closed) return ['Goodbye, and take good care!']
  const t = norm(text)
  const bye = /\b(bye|goodbye|that('s| is| was) all|that'?s it|nothing else|no,? thank|that will be all|have a (nice|good)|adi[oó]s|eso es todo|nada m[aá]s|all good)\b/.test(t) || /^(no|nope)\b[^?]{0,40}$/.test(t)
  const thanks = /\b(thanks|thank you|thx|cheers|gracias|great|perfect|lovely)\b/.test(t)
  const it = S.it

  if (S.handed) {
    if (bye || thanks) { await api('close_ticket', {}); S.closed = true; return ['Thank you for your patience. My colleague has everything in front of them. Take good care!'] }
    return ['Thank you. A colleague has your conversation now and will read all of this; from here on it is in their hands.']
  }

  // requests
  if (n === 0) {
    S.first = text
    const two = [...new Set(S.nums)] as string[]
    if (two.length > 1) {
      for (const o of two) {
        const s = text.split(/\n(?=\d\))|(?<=[.!?])\s+(?=[A-Z])/).find(x => x.includes(o)) || ''
        const i2 = intent(s, S.N) || it
        if (i2) S.reqs.push({ intent: i2, order: o })
      }
    } else if (it) S.reqs.push({ intent: it })
  } else {
    const open = S.reqs.find((r: any) => !r.done)
    if (!S.reqs.length && it) S.reqs.push({ intent: it })
    else if (!open && it && (it !== S.reqs[S.reqs.length - 1].intent || (S.nums.length && !S.reqs.some((r: any) => r.used === S.nums[0])))) {
      if (!S.reqs.some((r: any) => r.intent === it && (!S.nums.length || r.used === S.nums[0]))) { S.reqs.push({ intent: it, order: S.nums[0] }); S.conf = {}; S.pend = '' }
    } else if (open && it && it !== open.intent && open.intent !== 'edit' && /\b(also|one more thing|another thing|by the way|in addition)\b/.test(t) && !S.reqs.some((r: any) => r.intent === it)) S.reqs.push({ intent: it, order: S.nums[0] })
    // what was missing has come after all
    const d = S.reqs.find((r: any) => r.done && r.reopen)
    if (d && !open) {
      if (d.reopen === 'product' && !it && !bye && (product(text).length || /\b(i mean|it'?s|it is|the) /i.test(text)) && (S.reopened = (S.reopened || 0) + 1) < 3) { const m = /(?:i mean|it'?s|it is)?\s*(?:the )?([^.?!\n]{4,50})/i.exec(text); S.slot.said = product(text)[0] || (m ? m[1].trim() : ''); d.done = false; d.reopen = '' }
      if (d.reopen === 'order' && S.newOrder && S.newOrder !== d.used) { d.done = false; d.reopen = ''; d.order = '' }
    }
  }
  S.newOrder = ''

  const pre: string[] = []
  const rude = ABUSE.test(text.replace(/because i am an idiot|i('m| am) (such )?an idiot|(like|felt) an idiot|stupid backpack/gi, ''))
  if (rude && S.N) { await over('abusive_customer', 'The customer insulted or threatened us; their words: "' + text.slice(0, 150).replace(/\s+/g, ' ') + '".'); return ['I have passed your conversation to a colleague, who takes over from here.'] }
  if (rude && !S.rude) { S.rude = true; pre.push('I really do want to help you with this, and I ask you kindly for a civil tone between us.') }
  if (HUMAN.test(text)) {
    S.human++
    if (S.human >= 2) { await over('asked_for_human', 'The customer asked for a person twice.'); return ['Of course. I have passed your conversation to a colleague, a real person, who takes over from here.'] }
    pre.push('I understand that you would like to speak to a person. Please let me try to help you first; I can look into most things right away.')
  }
  const msgs: string[] = []
  let guard = 0
  if (!S.reqs.length) {
    S.whats = (S.whats || 0) + 1
    S.last = ['what']
    if (S.whats === 2) return [...pre, 'Thank you. So that I can help: is it about where an order is, a return or an exchange, something damaged, missing or wrong, a cancellation, or something else? Please tell me which.']
    return [...pre, (n === 0 ? 'Hello, and thank you for writing to us! ' : 'Thank you. ') + 'What can I do for you? Just tell me in a sentence or two what it is about.']
  }
  const wasOpen = S.reqs.some((r: any) => !r.done)
  while (guard++ < 5) {
    const r = S.reqs.find((x: any) => !x.done)
    if (!r) break
    try {
      S.last = []
      await FLOW[S.N ? 'N' : 'L'](C, r)
      r.done = true
    } catch (e: any) {
      if (e instanceof Say) {
        S.last = e.fields; for (const f of e.fields) S.asks[f] = (S.asks[f] || 0) + 1
        const hello = n === 0 && !pre.length ? 'Hello, and thank you for writing to us! ' : ''
        return [[...pre, ...msgs, hello + e.text].join('\n\n')]
      }
      if (e instanceof Over) return [[...pre, ...msgs, e.text].join('\n\n')]
      if (e instanceof Done) { r.done = true; r.reopen = e.reopen || ''; S.pend = ''; S.declined = /I am sorry, but|I cannot|we cannot|without/i.test(e.text); msgs.push(e.text); continue }
      throw e
    }
  }
  S.last = ['else']
  if (msgs.length || wasOpen) { return [[...pre, ...msgs, 'Is there anything else I can do for you? I am happy to help.'].join('\n\n')] }
  if (bye || (thanks && !/\?/.test(text))) { await api('close_ticket', {}); S.closed = true; return ['You are very welcome, it was a pleasure. Thank you so much for writing to us, and have a lovely day!'] }
  S.idle = (S.idle || 0) + 1
  if (pre.length) return [pre.join('\n\n')]
  if (S.idle >= 2) { await api('close_ticket', {}); S.closed = true; return ['Then I have done all that I can do here. Thank you for writing to us, and take good care!'] }
  return [(S.declined ? 'I understand, and I wish I had better news for you, but what I told you stays as it is.' : 'Thank you for telling me. What I told you before stands.') + ' Is there anything else I can do for you?']
}

// ---------------------------------------------------------------- building blocks
async function getOrder(C: any, r: any, withEmail: boolean): Promise<any> {
  const S = C.S, pre = S.N ? 'NL' : 'LB'
  const id = r.order || S.order
  if (!id) {
    if ((S.ref.order || 0) >= 2 || (S.asks.order || 0) >= 6) throw new Done(`I am sorry, but without the order number we cannot go on. You find it in the ${S.N ? 'subject of the confirmation e-mail' : 'confirmation mail'}, and it begins with ${pre}. As soon as you have it, do write to us again.`, 'order')
    const again = (S.asks.order || 0) > 0 ? `I do need it to find your order: it stands in the ${S.N ? 'subject of the confirmation e-mail' : 'confirmation mail'} and begins with ${pre}. ` : ''
    const both = withEmail && !S.emails.length && !(S.ref.email > 1)
    throw new Say(`${again}Could you tell me your order number, please${again ? '' : ', so that I can look everything up for you'}?` + (both ? ' And what is the e-mail address the order was placed with?' : ''), both ? ['order', 'email'] : ['order'])
  }
  const o = await C.call('lookup_order', { order_id: id })
  r.used = id
  if (!o.ok) throw new Done(`I am sorry, I cannot find an order with the number ${id}, and without the right order number we cannot go on. It stands in the ${S.N ? 'subject of the confirmation e-mail' : 'confirmation mail'} and begins with ${pre}.`, 'order')
  return { ...o.output.order, lines: o.output.lines || o.output.items || [] }
}
async function verify(C: any, r: any, o: any): Promise<any> {
  const S = C.S
  const a = await C.call(S.N ? 'lookup_account' : 'lookup_customer', { customer_id: o.customer_id })
  const acc = a.output?.account || a.output?.customer
  if (!acc) throw new Done('I am sorry, I cannot open the account of this order just now, so I cannot go on.')
  if (S.emails.includes(String(acc.email).toLowerCase())) { S.email = acc.email; return acc }
  const no = () => { throw new Done(`I am sorry, but I cannot do that: we ${S.N ? 'act only for' : 'change an order only for'} the person who placed the order, and I could not match the e-mail address with our records.`, 'email') }
  if (!S.emails.length) {
    if ((S.ref.email || 0) >= 2 || (S.asks.email || 0) >= 5) no()
    throw new Say(((S.asks.email || 0) > 0 ? 'I do need it, because we act only for the person who placed the order. ' : '') + 'Could you tell me the e-mail address the order was placed with, please?', ['email'])
  }
  if (S.reask < 0 || S.reaskId !== o.order_id) { S.reaskId = o.order_id; S.reask = S.emailN; S.reref = S.ref.email || 0; S.reasks = 0; throw new Say('Thank you. That e-mail address is not the one in our records for this order. Many people have two: could you tell me the other e-mail address, the one the order was placed with, please?', ['email']) }
  S.reasks++
  if (S.emailN > S.reask || (S.ref.email || 0) > S.reref || S.reasks >= 3) no()
  throw new Say('Could you please tell me which other e-mail address the order was placed with?', ['email'])
}
function confirm(C: any, key: string, q: string): string {
  const S = C.S
  if (S.conf[key]) return S.conf[key]
  const again = S.pend === key
  S.pend = key
  if (again && (S.asks[key] = (S.asks[key] || 0) + 1) >= 4) return 'no'
  throw new Say((again ? 'Forgive me for asking again, I just need a clear yes or no. ' : '') + q, ['confirm'])
}
const passed = 'I have passed this to a colleague, who takes over from here and has all that we found out.'
async function handover(C: any, reason: string, what: string, say?: string) { await C.over(reason, what); throw new Over((say ? say + ' ' : '') + passed) }
const failed = (what: string) => new Done(`I am sorry, ${what} did not work just now, so nothing has been changed.`)
const money = (S: any, x: number) => S.N ? `$${Number(x).toFixed(2)}` : `${Number(x).toFixed(2)} euros`

const FLOW: any = { L: lunchbox, N: northline }

async function lunchbox(C: any, r: any) {
  const S = C.S
  const o = await getOrder(C, r, r.intent !== 'where')
  const id = o.order_id
  if (r.intent === 'where') {
    if (o.status === 'paid' || o.status === 'packed') throw new Done(`Thank you, I have found order ${id}. It has not left us yet; it leaves within two working days.`)
    if (o.status === 'cancelled') throw new Done(`Thank you, I have looked it up: order ${id} was cancelled, so nothing is on its way.`)
    if (o.status === 'delivered') throw new Done(`Our record says that order ${id} was delivered${o.delivered_on ? ' on ' + nice(o.delivered_on) : ', though it shows no day'}. Could you please have a look with the neighbours?`)
    const p = o.parcel_id ? (await C.call('track_parcel', { parcel_id: o.parcel_id })).output?.parcel : null
    if (!p) throw new Done(`Order ${id} has been shipped, but the carrier's tracking does not answer just now, so I cannot tell you the last scan.`)
    if (diff(p.last_scan_on, S.today) > 7) {
      const d = await C.deed('open_search', { parcel_id: o.parcel_id })
      if (!d.ok) throw failed('opening a search with the carrier')
      throw new Done(`Your parcel was scanned last on ${nice(p.last_scan_on)} at ${p.last_scan_at}. That is more than 7 days ago, so I have opened a search with the carrier. Their answer takes up to 5 working days.`)
    }
    throw new Done(`Good news: order ${id} is on its way. Your parcel was scanned last on ${nice(p.last_scan_on)} at ${p.last_scan_at}.`)
  }
  const acc = await verify(C, r, o)
  if (r.intent === 'cancel') {
    if (o.status === 'cancelled' && !S.deeds['cancel_order' + JSON.stringify({ order_id: id })]) throw new Done(`I have looked it up: order ${id} is cancelled already.`)
    if (o.status === 'packed') await handover(C, 'packed_already', `${acc.name} wants order ${id} cancelled; e-mail matched; it is packed already, so only the warehouse can stop it.`, `Order ${id} is packed already, and only the warehouse can stop it now.`)
    if (o.status !== 'paid') throw new Done(`I am sorry, but order ${id} has been ${o.status} already, and then we cannot cancel it any more. You can send it back to us, though.`)
    const c = confirm(C, 'cancel' + id, `I have found order ${id} over ${money(S, o.total)}. Are you sure that you want me to cancel order ${id}?`)
    if (c === 'no') throw new Done(`All right, I leave order ${id} just as it is.`)
    const d = await C.deed('cancel_order', { order_id: id })
    if (!d.ok) throw failed('cancelling the order')
    throw new Done(`It is done: order ${id} is cancelled, and your money, ${money(S, o.total)}, is on its way back to you.`)
  }
  if (r.intent === 'address') {
    if (o.status === 'delivered' || o.status === 'cancelled') throw new Done(`I am sorry, but order ${id} ${o.status === 'delivered' ? 'has been delivered already' : 'was cancelled'}, so there is no address to change any more.`)
    if (o.status === 'shipped') {
      if (!S.slot.who) {
        if ((S.asks.who || 0) >= 4) S.slot.who = 'refused'
        else throw new Say('Your order has been shipped already. May I ask whom the new address is for: for you, or for somebody else?', ['who'])
      }
      if (S.slot.who !== 'self') throw new Done('I am sorry, but I cannot do that: once an order is shipped, the carrier can redirect it only to another address of the same person, and not to somebody else. That is how parcels get stolen, so we make no exceptions.')
    }
    if (!S.slot.address) {
      if ((S.ref.address || 0) >= 1 || (S.asks.address || 0) >= 5) throw new Done('Without a new address I cannot change anything, so everything stays as it is.')
      throw new Say('Gladly. What is the new address, please?', ['address'])
    }
    const c = confirm(C, 'addr' + id + S.slot.address, `Just to be sure: I will change the delivery address of order ${id} to ${S.slot.address}. Is that right, and shall I go ahead?`)
    if (c === 'no') throw new Done('All right, then everything stays as it is, and I have changed nothing.')
    const d = await C.deed('change_address', { order_id: id, address: S.slot.address })
    if (!d.ok) throw failed('changing the address')
    throw new Done(`It is done: the delivery address of order ${id} is changed to ${S.slot.address}.`)
  }
  // damaged
  if (acc.replacements_this_year > 2 && !S.deeds.rp) await handover(C, 'many_replacements', `${acc.name} reports damage on ${id}; e-mail matched; ${acc.replacements_this_year} replacements in twelve months.`, 'This is one for my colleagues.')
  if (o.status !== 'delivered' || !o.delivered_on) throw new Done('I am sorry, but we can put right only what was delivered within the last 30 days, and our record shows no delivery of this order yet. So I cannot send anything now.')
  if (diff(o.delivered_on, S.today) > 30) throw new Done(`I am sorry, but we can replace what arrived damaged only within 30 days of delivery. ${o.delivered_on ? `Our record says that it was delivered on ${nice(o.delivered_on)}, so those 30 days are over.` : 'Our record shows no day of delivery, so I cannot do it.'}`)
  if (S.slot.photo === undefined) { if ((S.asks.photo || 0) >= 4) S.slot.photo = false; else throw new Say('I am sorry that it arrived like that. Do you have a photo of the damage that you can show us?', ['photo']) }
  if (S.slot.photo === false) throw new Done('I am sorry, but without a photo I cannot do that: we cannot replace what we cannot see.')
  const c = confirm(C, 'rp' + id, `Thank you for the photo. I will send you the same thing again, free of charge, to ${o.address}. Is that address right, and shall I send it?`)
  if (c === 'no') await handover(C, 'address_changed', `${acc.name} needs a replacement for ${id}, damaged on arrival, photo exists; e-mail matched; said no to the delivery address.`, 'Thank you for telling me. The warehouse checks new addresses.')
  const d = await C.deed('create_replacement', { order_id: id, address: o.address })
  if (!d.ok) throw failed('sending the replacement')
  S.deeds.rp = true
  throw new Done(`It is done: your replacement is on its way, free of charge, and arrives within 3 working days.`)
}

// ---------------------------------------------------------------- Northline
const STILL = ['processing', 'label_created'], WAY = ['shipped', 'partially_shipped', 'out_for_delivery']
async function status(C: any, o: any): Promise<string> {
  const S = C.S, id = o.order_id
  if (STILL.includes(o.status)) return `I have looked up order ${id}: it is still with us. It leaves us within 1 to 2 business days, and I am afraid we cannot speed it up or expedite it.`
  if (o.status === 'returned') return `Order ${id} has come back to our warehouse. The refund takes up to 10 business days.`
  if (o.status === 'cancelled') return `Order ${id} was cancelled, and nothing is on its way.`
  if (o.status === 'out_for_delivery') return `Good news: order ${id} is out for delivery. It is with the driver and comes today.`
  const p = o.tracking_no ? (await C.call('track_parcel', { tracking_no: o.tracking_no })).output?.parcel : null
  if (o.status === 'delivered') {
    const left = p ? String(p.last_scan_at).split(', ').slice(1).join(', ') : ''
    return `Our record says that order ${id} was delivered${o.delivered_on ? ' on ' + nice(o.delivered_on) : ', though it shows no day'}` + (left ? `, and the driver's note says: ${left}.` : '.')
  }
  const part = o.status === 'partially_shipped' ? `One parcel of order ${id} is on its way, and the rest follows separately at no extra cost.` : `Order ${id} is on its way to you.`
  if (!p) return `${part} The carrier's tracking does not answer just now, so I cannot tell you the last scan.`
  let s = `${part} The last scan was on ${nice(p.last_scan_on)} at ${p.last_scan_at}, ` + (p.expected_on ? `and the expected day is ${nice(p.expected_on)}.` : 'and there is no expected day yet.') + ` Here is the tracking link: ${p.tracking_link}`
  if (diff(p.last_scan_on, S.today) > 7) {
    const d = await C.deed('open_trace', { tracking_no: o.tracking_no })
    if (d.ok) s += `\n\nAs it has not been scanned for more than 7 days, I have opened a trace with the carrier. The carrier answers within 5 business days.`
  }
  return s
}
const GENERIC = ['bag', 'case', 'set', 'travel', 'check', 'carry', 'large', 'small', 'medium', 'the', 'one', 'with', 'for', 'pair']
function lineFor(S: any, o: any, text: string, min = 0.1): any {
  const t = norm(strip(text))
  let best: any = null, score = 0
  for (const l of o.lines) {
    const ws = norm(l.title).split(/[^a-z0-9]+/).filter((w: string) => w.length > 2)
    let s = 0
    for (const w of ws) if (new RegExp('\\b' + w.replace(/s$/, '') + 's?\\b').test(t)) s += GENERIC.includes(w) ? 0.4 : 1
    if (t.includes(norm(l.title))) s += 10
    if (s > score) { best = l; score = s }
  }
  return score >= min ? best : null
}
async function claimRules(C: any, acc: any, o: any, what: string) {
  if (acc.under_review) await handover(C, 'account_under_review', `${acc.name}, order ${o.order_id} (${o.status}), reports: ${what}; e-mail matched; the account is under review.`)
  if (acc.claims_12m > 2) await handover(C, 'serial_claims', `${acc.name}, order ${o.order_id} (${o.status}), reports: ${what}; e-mail matched; ${acc.claims_12m} claims in twelve months.`)
}
async function sendFree(C: any, o: any, acc: any, tool: string, item: string, offer: string, after: string) {
  const S = C.S
  if (/(not|n't) send it (here|there)|brother's house has|to (a|another|my) (different|other|new) address|send it to my (brother|sister|friend|office)/i.test(S.all)) await handover(C, 'address_not_right', `${acc.name} wants ${tool} for ${o.order_id}, but to another address than the one on the order; e-mail matched; nothing sent.`)
  const c = confirm(C, tool + o.order_id + item, `${offer} It goes to the address on the order: ${o.address}. Is that address right, and shall I go ahead?`)
  if (c === 'no') await handover(C, 'address_not_right', `${acc.name} was offered ${tool} for ${o.order_id} and said no to the address on the order; e-mail matched; nothing sent.`)
  const input: any = { order_id: o.order_id, address: o.address }
  if (item) input.item_name = item
  const d = await C.deed(tool, input)
  if (!d.ok) throw failed('sending it')
  throw new Done(after)
}

async function northline(C: any, r: any) {
  const S = C.S, I = r.intent
  // without an order
  if (I === 'compensation') throw new Done('I am sorry for the trouble you had. We pay no compensation and give no goodwill credit, no free item and no discount for it: we put right what went wrong, and nothing beyond it.')
  if (I === 'price' || I === 'special') {
    if (!S.emails.length && !S.ref.email && (S.asks.email || 0) < 3) throw new Say('Thank you for asking. That is something I cannot decide here. At which e-mail address can a colleague reach you?', ['email'])
    await handover(C, 'unsupported_request', `${I === 'price' ? 'Asks for a price match.' : 'Asks for a special service.'} Their words: "${S.first.slice(0, 200).replace(/\s+/g, ' ')}". E-mail: ${S.email || 'not given'}.`)
  }
  if (I === 'recommend') {
    if (!S.slot.trip && !S.ref.trip && (S.asks.trip || 0) < 4) throw new Say('How nice, I help you gladly. What kind of trip is it: a weekend, business, a family holiday, a long-haul journey, or something outdoors?', ['trip'])
    if (!S.slot.trip) {
      const f = (await C.call('lookup_product', { product: 'Meridian Carry-On' })).output?.found
      throw new Done(`Then I recommend our Meridian Carry-On, which is never wrong.` + (f ? ` It costs ${money(S, f.price)}, and you find it here: ${f.link}` : ''))
    }
    const s = (await C.call('lookup_set', { trip: S.slot.trip })).output?.set
    if (!s) throw new Done('I am sorry, I cannot find a set for that trip just now.')
    if (s.availability === 'in_stock') throw new Done(`For that trip I recommend our ${s.set_name} (${s.pieces}). It costs ${money(S, s.price)}, and you find it here: ${s.link}`)
    const f = (await C.call('lookup_product', { product: s.main_piece })).output?.found
    throw new Done(`For that trip we put together the ${s.set_name}, but I am afraid that set is sold out. I recommend its main piece alone, the ${s.main_piece}.` + (f ? ` It costs ${money(S, f.price)}, and you find it here: ${f.link}` : ` You find it here: ${s.main_piece_link}`))
  }
  if (I === 'stock') {
    const names = [...(S.slot.said ? [S.slot.said] : []), ...product(S.all.replace(/\n/, '').replace(S.first, S.first.replace(/([.?!,])\s+[A-Z][\w'’áéíóúñäöüß-]+( [A-Z][\w'’áéíóúñäöüß-]+){0,2}\s*$/u, '$1')))].filter(Boolean)
    let f: any = null, tried = ''
    for (const p of names) {
      const x = await C.call('lookup_product', { product: p }); tried = p
      if (x.ok) { f = x.output.found; break }
    }
    if (!f) {
      if (!names.length && !S.ref.product && (S.asks.product || 0) < 4) throw new Say('I look that up for you gladly. Which product do you mean? Please give me its name as it stands in the shop.', ['product'])
      throw new Done(`I am sorry, ${tried ? `I find no product called ${tried}. ` : ''}I need the name of the product as it stands in the shop; without that name I cannot look it up.`, 'product')
    }
    if (f.availability === 'in_stock') throw new Done(`Good news: we have the ${f.product} in stock. You find it here: ${f.link}`)
    if (f.availability === 'discontinued') throw new Done(`I am sorry, the ${f.product} is discontinued and does not come back.`)
    if (!S.email && !S.ref.email && (S.asks.email || 0) < 3) throw new Say(`The ${f.product} is sold out at the moment. I can set a stock alert for you: which e-mail address may I use for it?`, ['email'])
    if (!S.email) throw new Done(`The ${f.product} is sold out at the moment. We expect it back on ${nice(f.back_on)}.`)
    const d = await C.deed('set_stock_alert', { product_id: f.product_id, email: S.email })
    if (!d.ok) throw failed('setting the stock alert')
    throw new Done(`The ${f.product} is sold out at the moment. I have set a stock alert, so we write to ${S.email} when it is back. We expect it on ${nice(f.back_on)}.`)
  }
  // where is it: the number, or the e-mail address
  if (I === 'where') {
    const id = r.order || S.order
    if (!id && ((S.ref.order || 0) >= 1)) {
      if (!S.emails.length) {
        if ((S.ref.email || 0) >= 1 || (S.asks.email || 0) >= 4) throw new Done('I am sorry, but without the order number we cannot go on. You find it in the subject of the confirmation e-mail, and it begins with NL.', 'order')
        throw new Say('No problem. Could you tell me the e-mail address the order was placed with instead, please?', ['email'])
      }
      const a = await C.call('find_orders_by_email', { email: S.email })
      if (!a.ok) throw new Done('I am sorry, no account has that e-mail address, and without the order number we cannot go on. You find it in the subject of the confirmation e-mail, and it begins with NL.', 'order')
      let os = a.output.orders || []
      const lid = a.output.account?.latest_order_id
      let o = os.find((x: any) => x.order_id === lid)
      if (!o && lid) o = (await C.call('lookup_order', { order_id: lid })).output?.order
      if (!o) o = os.slice().sort((x: any, y: any) => x.ordered_on < y.ordered_on ? 1 : -1)[0]
      if (!o) throw new Done('I am sorry, I find no order for that e-mail address, and without the order number we cannot go on. You find it in the subject of the confirmation e-mail, and it begins with NL.')
      throw new Done(await status(C, o))
    }
    const o = await getOrder(C, r, false)
    throw new Done(await status(C, o))
  }
  if (I === 'gift') {
    const ask: string[] = [], f: string[] = []
    if (!(r.order || S.order)) await (async () => { if ((S.ref.order || 0) >= 2 || (S.asks.order || 0) >= 6) return getOrder(C, r, false); ask.push('Could you tell me your order number, please?'); f.push('order') })()
    if (!S.slot.date && !S.slot.nodate && !S.ref.date && (S.asks.date || 0) < 4) { ask.push('By which date does it have to be there?'); f.push('date') }
    if (f.length && f[0] === 'order') throw new Say(ask.join(' '), f)
    const o = await getOrder(C, r, false)
    if (f.length && STILL.includes(o.status)) throw new Say(ask.join(' '), f)
    if (STILL.includes(o.status)) {
      if (!S.slot.date) throw new Done(`Without a date I can give you our usual times: orders leave us within 1 to 2 business days, and then take 3 to 5 business days.`)
      if (diff(S.today, S.slot.date) >= 8) throw new Done(`Order ${o.order_id} is still with us. It should arrive in time for ${nice(S.slot.date)}, but we cannot promise a date.`)
      throw new Done(`Order ${o.order_id} is still with us, and I want to be open with you: it may not arrive in time for ${nice(S.slot.date)}, and we cannot expedite it. I can offer you a printable gift card instead, so that you have something to hand over on the day.`)
    }
    throw new Done(await status(C, o))
  }
  const o = await getOrder(C, r, true)
  const id = o.order_id
  const acc = await verify(C, r, o)
  const back = () => { if (o.status === 'returned') throw new Done(`I have looked it up: order ${id} has come back to our warehouse already.`); if (o.status === 'cancelled') throw new Done(`I have looked it up: order ${id} was cancelled already, and nothing is on its way.`) }
  const since = o.delivered_on ? diff(o.delivered_on, S.today) : o.status === 'delivered' ? 9999 : -1   // a day we cannot show is no day within a term
  const item = () => lineFor(S, o, S.slot.said || '') || lineFor(S, o, S.all) || (o.lines.length === 1 ? o.lines[0] : null)

  switch (I) {
    case 'notreceived': {
      await claimRules(C, acc, o, 'not received')
      if (o.status !== 'delivered') throw new Done((await status(C, o)) + (WAY.includes(o.status) ? '\n\nSo nothing is lost yet.' : ''))
      return sendFree(C, o, acc, 'create_reshipment', '', `I am sorry that nothing came. I offer to send order ${id} again, free of charge.`, `It is done: order ${id} is being sent again. The new parcel takes 3 to 5 business days once it has left us.`)
    }
    case 'missing': {
      await claimRules(C, acc, o, 'an item is missing')
      if (o.status === 'cancelled' || o.status === 'returned') throw new Done(`Order ${id} ${o.status === 'returned' ? 'has come back to us' : 'was cancelled'}, so it is not with you. We can look at something like this only once it has arrived.`)
      if (o.status === 'partially_shipped') throw new Done(`Order ${id} was sent in two parts: the rest travels in a second parcel, so there is no need to send anything again.`)
      if (o.status !== 'delivered') throw new Done(`Order ${id} has not been delivered yet. We can look at it once it has arrived.`)
      if (since > 30) throw new Done(`I am sorry, but a missing item must be reported within 30 days of delivery. Our record says ${o.delivered_on ? nice(o.delivered_on) : 'no day that I could count from'}, so I cannot send it any more.`)
      const named = S.slot.said || /(rain cover|watch roll|wash bag|luggage strap|packing cube|scale|blanket|pillow)/i.exec(S.all)?.[0] || ''
      let l = lineFor(S, o, S.slot.said || S.all, S.slot.said ? 0.1 : 1)
      let thing = l ? l.title : ''
      if (!l && named) for (const c of [named, named.replace(/\b[a-z]/g, (x: string) => x.toUpperCase())]) { const x = await C.call('lookup_product', { product: c }); if (x.ok) { thing = x.output.found.product; break } }
      if (!thing && S.slot.said && S.slot.marked) thing = S.slot.said
      if (!thing) {
        if (S.ref.item || (S.asks.item || 0) >= 4) throw new Done('I am sorry, but we send nothing we cannot name. Without the name of the missing item I cannot send it.')
        throw new Say('I am sorry about that. Which item is missing?', ['item'])
      }
      if (S.ref.item && !S.slot.said && !l) throw new Done('I am sorry, but we send nothing we cannot name. Without the name of the missing item I cannot send it.')
      const name = thing
      return sendFree(C, o, acc, 'create_reshipment', name, `I offer to send you the ${name} again, free of charge.`, `It is done: the ${name} is being sent. It takes 3 to 5 business days once it has left us.`)
    }
    case 'wrong': {
      await claimRules(C, acc, o, 'the wrong item came')
      if (o.status === 'cancelled' || o.status === 'returned') throw new Done(`Order ${id} ${o.status === 'returned' ? 'has come back to us' : 'was cancelled'}, so it is not with you. We can look at something like this only once it has arrived.`)
      if (!['delivered', 'partially_shipped'].includes(o.status)) throw new Done(`Nothing of order ${id} has arrived yet. We can look at it once it has arrived.`)
      const l = item()
      const name = l ? l.title : ''
      return sendFree(C, o, acc, 'create_reshipment', name, `I am sorry, that was our mistake. I offer to send you the right item${name ? `, the ${name},` : ''} free of charge.`, `It is done: the right item is being sent. A prepaid label for the wrong one comes to you by e-mail.`)
    }
    case 'damaged': {
      await claimRules(C, acc, o, 'damaged on arrival')
      if (o.status !== 'delivered' || since < 0) throw new Done('I am sorry, but we replace what arrived damaged within 30 days of delivery, and our record does not say delivered for this order. So I cannot send anything now.')
      if (since > 30) throw new Done(`I am sorry, but we can replace what arrived damaged only if it is reported within 30 days of delivery. ${o.delivered_on ? `Our record says that it was delivered on ${nice(o.delivered_on)}, so those 30 days are over.` : 'Our record shows no day of delivery, so I cannot do it.'}`)
      if (S.slot.photo === undefined) { if ((S.asks.photo || 0) >= 4) S.slot.photo = false; else throw new Say('I am sorry that it arrived like that. Do you have a photo of the damage that you can show us?', ['photo']) }
      if (S.slot.photo === false) throw new Done('I am sorry, but without a photo I cannot do that: we cannot replace what we cannot see.')
      const l = item()
      const name = l ? l.title : ''
      return sendFree(C, o, acc, 'send_replacement', name, `Thank you for the photo. I offer to send you a replacement${name ? ` for the ${name}` : ''}, free of charge.`, `It is done: the replacement is being sent. It takes 3 to 5 business days once it has left us.`)
    }
    case 'return': case 'exchange': {
      const ex = I === 'exchange'
      back()
      const pickVariant = (): string => {
        const ls = o.lines, l = ls.length === 1 ? ls[0] : lineFor(S, o, S.all) || ls[0]
        if (S.slot.larger && !(S.asks.variant)) return l.size === 'small' ? 'medium' : 'large'
        const vs = [...new Set((S.slot.variants || []).filter((v: string) => v !== l.size && v !== l.colour))] as string[]
        const said = [...new Set(S.slot.variants || [])] as string[]
        if (vs.length === 1) return vs[0]
        if (!vs.length && said.length === 1 && S.slot.vAnswered) return said[0]
        return ''
      }
      const noVar = 'We need to know what you want instead before we can change anything, so nothing is changed for now.'
      if (ex && STILL.includes(o.status)) {
        const v = pickVariant()
        if (!v) { if (S.ref.variant || (S.asks.variant || 0) >= 4) throw new Done(noVar); throw new Say('Gladly. Which size or colour would you like instead?', ['variant']) }
        const l = lineFor(S, o, S.all) || o.lines[0]
        const d = await C.deed('edit_line_item', { order_id: id, change: 'variant', item_name: l.title, variant: v })
        if (!d.ok) throw failed('the change')
        throw new Done(`It is done: I have changed the ${l.title} in order ${id} to ${v}.`)
      }
      if (ex && o.status !== 'delivered') throw new Done(`I am sorry, but order ${id} is on its way, and nothing can be changed now. An exchange is possible once it has arrived.`)
      if (o.status !== 'delivered') throw new Done(`Order ${id} has not been delivered yet, so it cannot be returned now. The 100 days begin when it arrives.`)
      if (o.final_sale) throw new Done(`I am sorry, but order ${id} is marked as final sale, and final sale orders cannot come back.`)
      if (since > 100) await handover(C, 'outside_return_window', `${acc.name} wants to ${ex ? 'exchange' : 'return'} ${id}, delivered on ${o.delivered_on}, ${since > 9000 ? 'no day in the record' : `that is ${since} days ago`}; e-mail matched; nothing created.`)
      const v = ex ? pickVariant() : 'x'
      const ask: string[] = [], f: string[] = []
      if (ex && !v) { if (S.ref.variant || (S.asks.variant || 0) >= 4) throw new Done(noVar); ask.push('Which size or colour would you like instead?'); f.push('variant') }
      if (S.slot.used === undefined) { if ((S.asks.condition || 0) >= 4) S.slot.used = true; else { ask.push('In what condition is the item: has it been used, or is it unused?'); f.push('condition') } }
      if (f.length) throw new Say(ask.join(' '), f)
      if (S.slot.used && since > 30) throw new Done(`I am sorry, but a used item can come back only until day 30 after delivery, and ${since > 9000 ? 'our record shows no day of delivery' : `today is day ${since}`}. So I cannot ${ex ? 'exchange it' : 'take it back'}.`)
      if (!ex) {
        const d = await C.deed('create_return_label', { order_id: id })
        if (!d.ok) throw failed('creating the return label')
        throw new Done(`It is done: I have created the return label for order ${id}, and it reaches you by e-mail. The refund comes up to 10 business days after the parcel is back with us.`)
      }
      const l = item()
      const name = l ? l.title : ''
      const c = confirm(C, 'ex' + id + v, `I offer to exchange ${name ? `the ${name}` : 'it'} and send the new one in ${v} to the address on the order: ${o.address}. Is that right, and shall I go ahead?`)
      if (c === 'no') throw new Done('All right, then everything stays as it is.')
      const input: any = { order_id: id, variant: v, address: o.address }
      if (name) input.item_name = name
      const d = await C.deed('create_exchange', input)
      if (!d.ok) throw failed('creating the exchange')
      throw new Done(`It is done: the exchange is created, and the new one comes in ${v}. The label for the old item comes by e-mail with it.`)
    }
    case 'edit': {
      back()
      if (!STILL.includes(o.status)) throw new Done(`I am sorry, but order ${id} has shipped already, in part or in full, so I cannot change its lines any more. You can place a new order, or return what you do not need.`)
      const ch = S.ref.change ? '' : S.slot.change
      if (!ch) { if (S.ref.change || (S.asks.change || 0) >= 4) throw new Done(`If we do not know what to change, order ${id} stays as it is.`); throw new Say('Gladly. What would you like to change on the order: add something, remove something, or another number of something?', ['change']) }
      const input: any = { order_id: id, change: ch }
      let name = ''
      if (ch === 'add') { for (const c of [S.slot.said, S.slot.said && S.slot.said.replace(/\b[a-z]/g, (x: string) => x.toUpperCase()), ...product(S.all)].filter(Boolean)) { const x = await C.call('lookup_product', { product: c }); if (x.ok) { name = x.output.found.product; break } } }
      else { let l = lineFor(S, o, S.slot.said || S.all, S.slot.said ? 0.1 : 0.8)
        if (l && !norm(S.all).includes(norm(l.title))) for (const c of product(S.all + (S.slot.said ? '. ' + S.slot.said : ''))) { const x = await C.call('lookup_product', { product: c }); if (x.ok && x.output.found.product !== l.title) { l = null; break } }
        name = l ? l.title : S.slot.said || '' }
      if (!name && !S.ref.item && (S.asks.item || 0) < 2) throw new Say(S.asks.change ? 'Which item do you mean?' : 'What exactly would you like to change on the order, and which item do you mean?', S.asks.change ? ['item'] : ['change', 'item'])
      if (name) input.item_name = name
      if (ch === 'quantity') { if (!S.slot.qty) { if (S.asks.qty >= 3) throw new Done(`If I do not know how many you would like, order ${id} stays as it is.`); else throw new Say('How many of it would you like to have?', ['qty']) } else input.quantity = S.slot.qty }
      if (ch === 'variant') input.variant = (S.slot.variants || [])[0]
      const d = await C.deed('edit_line_item', input)
      if (!d.ok) throw failed('the change')
      throw new Done(`It is done: I have ${ch === 'add' ? 'added' : ch === 'remove' ? 'removed' : 'changed'} ${name ? 'the ' + name : 'the line'} ${ch === 'add' ? 'to' : ch === 'remove' ? 'from' : 'on'} order ${id}${ch === 'quantity' && S.slot.qty ? ` to ${S.slot.qty}` : ''}. The difference is charged or refunded by itself.`)
    }
    case 'cancel': {
      if (!S.deeds['cancel_order' + JSON.stringify({ order_id: id })]) back()
      if (!STILL.includes(o.status)) throw new Done(`I am sorry, but order ${id} has ${o.status === 'delivered' ? 'been delivered' : 'shipped already, at least in part'}, and then we never cancel. It can be returned after it has arrived.`)
      const c = confirm(C, 'cancel' + id, `I have found order ${id} over ${money(S, o.total)}. Shall I cancel order ${id} for you? Please answer with a yes or a no.`)
      if (c === 'no') throw new Done(`All right, I leave order ${id} just as it is.`)
      const d = await C.deed('cancel_order', { order_id: id })
      if (!d.ok) throw failed('cancelling the order')
      throw new Done(`It is done: order ${id} is cancelled, and the money, ${money(S, o.total)}, is back within 5 business days.`)
    }
    case 'address': {
      if (!S.slot.who) { if ((S.asks.who || 0) >= 4) S.slot.who = 'refused'; else throw new Say('May I ask who will receive the parcel at the new address: you yourself, or somebody else?', ['who']) }
      if (S.slot.who !== 'self') await handover(C, 'third_party_reroute', `${acc.name} wants ${id} (${o.status}) sent to a new address; e-mail matched; receiver: ${S.slot.who === 'other' ? 'somebody else' : 'would not say'}; nothing changed.`)
      if (o.status === 'returned' || o.status === 'cancelled') throw new Done(`Order ${id} ${o.status === 'returned' ? 'has come back to us' : 'was cancelled'}, so there is nothing to send.`)
      if (!STILL.includes(o.status)) throw new Done(`I am sorry, but order ${id} has shipped already, at least in part. The carrier has it now, so I cannot change the address any more.`)
      const keep = `Without a new address I cannot change anything: order ${id} keeps the address it has.`
      const ask: string[] = [], f: string[] = []
      if (!S.slot.address) { if ((S.ref.address || 0) >= 1 || (S.asks.address || 0) >= 5) throw new Done(keep); ask.push('What is the new address, please?'); f.push('address') }
      if (S.ref.country && !S.slot.saidCountry) throw new Done(keep)
      if (S.slot.country !== 'other' && (!S.slot.country || !S.slot.saidCountry)) { if (S.ref.country || (S.asks.country || 0) >= 3) throw new Done(keep); ask.push(ask.length ? 'And in which country is it?' : 'In which country is the new address, please?'); f.push('country') }
      if (S.slot.country === 'other') throw new Done('I am sorry, but I cannot send it there: we ship to the United States, the United Kingdom and Canada, and nowhere else.')
      if (f.length) throw new Say(ask.join(' '), f)
      const c = confirm(C, 'addr' + id + S.slot.address, `Just to be sure: I will change the address of order ${id} to ${S.slot.address}. Is that right, and shall I go ahead?`)
      if (c === 'no') throw new Done(`All right: order ${id} keeps the address it has.`)
      const d = await C.deed('edit_address', { order_id: id, address: S.slot.address })
      if (!d.ok) throw failed('changing the address')
      throw new Done(`It is done: the address of order ${id} is changed to ${S.slot.address}.`)
    }
    case 'promo': {
      const code = S.slot.code
      if (!code) { if (S.ref.code || (S.asks.code || 0) >= 4) throw new Done('I am sorry, but without the code I cannot add it: we cannot look for one.'); throw new Say('Gladly. Which promo code do you have?', ['code']) }
      const p = (await C.call('lookup_promo', { code })).output?.promo
      if (!p) throw new Done(`I am sorry, there is no promo code ${code}, so I cannot apply it.`)
      if (p.state !== 'active' || (p.ends_on && p.ends_on < S.today)) throw new Done(`I am sorry, the promo code ${code} has expired, so I cannot apply it.`)
      if (diff(o.ordered_on, S.today) > 14) throw new Done(`I am sorry, a promo code can be added only up to 14 days after the order was placed, and order ${id} was placed on ${nice(o.ordered_on)}.`)
      if (o.discount > 0 || o.promo_code) { if (!S.deeds.promo) throw new Done(`I am sorry, there is one discount per order, and order ${id} has one already.`) }
      if (o.subtotal < p.minimum) throw new Done(`I am sorry, order ${id} is below the minimum of the code ${code}, which is ${money(S, p.minimum)}.`)
      const d = await C.deed('apply_promo', { order_id: id, code })
      if (!d.ok) throw failed('applying the code')
      S.deeds.promo = true
      throw new Done(`It is done: I have applied the code ${code} to order ${id}. The difference${d.output?.amount ? `, ${money(S, d.output.amount)},` : ''} goes back to your card.`)
    }
    case 'twice': {
      const p = await C.call('lookup_payments', { order_id: id })
      const s = p.output?.second_charge
      if (!s) throw new Done(`I have looked up the payments of order ${id}: we see one payment only.`)
      if (s.status === 'refunded') throw new Done(`I have looked it up: the second charge of ${money(S, s.amount)} has been refunded already.`)
      if (s.status === 'pending') throw new Done(`I have looked it up: the second charge of ${money(S, s.amount)} is only pending. It is a hold of the bank and drops off by itself within 5 business days.`)
      const d = await C.deed('refund_payment', { payment_id: s.payment_id, amount: s.amount })
      if (!d.ok) throw failed('the refund')
      throw new Done(`I am sorry about that. I have refunded the second charge of ${money(S, s.amount)}; it is back within 5 business days.`)
    }
    case 'warranty': {
      if (o.status !== 'delivered' || since < 0) throw new Done(`Our record does not say that order ${id} has been delivered. The warranty begins when an order arrives.`)
      if (since > 730) throw new Done(`I am sorry, our warranty runs for 730 days from delivery, and by our record of order ${id} that time is over. So the warranty has ended.`)
      if (!S.slot.part) { if (S.ref.part || (S.asks.part || 0) >= 4) throw new Done('I am sorry, but without knowing which part has failed I cannot open a warranty claim: wear is not covered, only wheels, handles, zips, locks and shells that fail.'); throw new Say('I am sorry to hear that. Which part has failed: a wheel, a handle, a zip, a lock or the shell?', ['part']) }
      if (S.slot.part === 'wear') throw new Done('I am sorry, but that is wear, and wear such as scuffs, scratches, dents or stains is not covered by the warranty.')
      const d = await C.deed('open_warranty_claim', { order_id: id, part: S.slot.part })
      if (!d.ok) throw failed('opening the warranty claim')
      throw new Done(`It is done: I have opened a warranty claim for the ${S.slot.part}. The workshop answers within 5 business days.`)
    }
    case 'invoice': {
      if (o.status === 'cancelled') throw new Done(`Order ${id} was cancelled, and for a cancelled order there is no invoice.`)
      const d = await C.deed('send_invoice', { order_id: id, email: acc.email })
      if (!d.ok) throw failed('sending the invoice')
      throw new Done(`It is done: I have sent a copy of the invoice for order ${id} to the e-mail address on the account, ${acc.email}.`)
    }
  }
  throw new Done('I am sorry, that is nothing I can help with here.')
}
