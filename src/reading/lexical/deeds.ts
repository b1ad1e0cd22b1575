import { memoText } from '../../base/memo.ts'

/** Kinds of deeds that belong to no desk: they tie "send it again" to a tool that replaces. Folded stems, four languages. */
const DEEDS = {
  refund:
    /\b(?:refund\w*|money (?:\w+ )?back|pay(?:ing|s)? (?:\S+ ){0,3}back|paid (?:\S+ ){0,3}back|repay\w*|repaid|reimburs\w*|give (?:you )?(?:your|the) money|(?:return|returned|returning|hand|give) (?:you )?(?:back )?(?:your|the )?(?:full |whole )?(?:money|fee|fare|amount|sum|price|payment|[$€£]?\d[\d.,]*)|back (?:to|on|onto) (?:you\b|your (?:card|account|means of payment))|pay(?:ing)? out|reembols\w*|devol\w* (?:el )?(?:dinero|importe)|rembours\w*|erstatt\w*|zuruckzahl\w*|geld zuruck)\b/,
  replace:
    /\b(?:replac\w*|substitut\w*|anew|afresh|once more|a second time|fresh (?:one|parcel|consignment|delivery|item)|reship\w*|resend\w*|resent|(?:send|sent|sending|ship\w*|dispatch\w*)\b.{0,40}\b(?:again|new one|another|replacement|a new|brand-new|once more)|a (?:brand-)?new \w+|reemplaz\w*|reenvi\w*|de nuevo|nuev[oa]|remplac\w*|renvo\w*|nouvel\w*|ersatz\w*|erneut|neu(?:e|en|es)?)\b/,
  exchange: /\b(?:exchang\w*|swap\w*|cambi\w*|echang\w*|umtausch\w*|tausch\w*)\b/,
  cancel:
    /\b(?:cancel\w*|withdraw\w*|scrap\w*|void\w*|give up|call(?:ed|ing)? (?:it )?off|terminat\w*|end(?:ed|ing)? (?:the|your) (?:line|contract|subscription)|annul\w*|stornier\w*|kundig\w*|rescind\w*|anul\w*|resil\w*)\b/,
  stop: /\b(?:stop\w*|held|hold(?:ing)? (?:it|the parcel)|pull(?:ed)? (?:it |them )?(?:out|back)|call(?:ed)? (?:\S+ ){1,2}back|retain\w*|intercept\w*|halt\w*|turn (?:it|the parcel) (?:round|around)|deten\w*|intercep\w*|arret\w*|anhalt\w*|abfang\w*|stopp\w*)\b/,
  change:
    /\b(?:chang\w*|sav(?:e|ed|ing)\b|updat\w*|edit\w*|switch\w*|alter\w*|amend\w*|mov(?:e|ed|ing)\b|modif\w*|correct\w*|adjust\w*|cambi\w*|actualiz\w*|changer|modifi\w*|ander\w*|umstell\w*|aktualisier\w*)\b/,
  redirect:
    /\b(?:redirect\w*|destination|(?:go|goes|going|point|deliver\w*|bring)\b.{0,30}\bto \d|rerout\w*|divert\w*|(?:send|deliver\w*|go|sent)\b.{0,30}\b(?:to|at) (?:the |another |this |your |that )?(?:new )?(?:address|place)|redirig\w*|reachemin\w*|umleit\w*)\b/,
  book: /\b(?:book\w*|reserv\w*|schedul\w*|arrang\w*|appointment|rebook\w*|program\w*|reprogram\w*|buch\w*|umbuch\w*|vereinbar\w*|agend\w*)\b/,
  register:
    /\b(?:regist\w*|log(?:ged|ging)?\b|record(?:ed|ing)?\b|note(?:d)?\b|put (?:it |that |this )?(?:in|into|down|on)|enter(?:ed|ing)?\b|report(?:ed)?\b|anot\w*|enregistr\w*|not(?:e|er|iert)|erfass\w*|eintrag\w*|aufnehm\w*|aufgenommen)\b/,
  open: /\b(?:open\w*|fil(?:e|ed|ing)\b|rais(?:e|ed|ing)\b|start\w*|creat\w*|launch\w*|abr\w*|inici\w*|ouvr\w*|eroffn\w*|offn\w*|anleg\w*|angelegt)\b/,
  search:
    /\b(?:search\w*|trac(?:e|ed|ing)\b|hunt\w*|missing|look(?:ing)? for|investigat\w*|inquir\w*|enquir\w*|busc\w*|busqueda|recherch\w*|enquet\w*|suchauftrag|nachforsch\w*|such\w*)\b/,
  block:
    /\b(?:block\w*|bar(?:red|ring)?\b|clos(?:e|ed|ing) (?:it|the card|your card)|freez\w*|frozen|lock\w*|bloque\w*|sperr\w*|gesperrt)\b/,
  pay: /\b(?:pay\w*|paid|credit\w*|compensat\w*|goodwill|debit\w*|charg(?:e|ed|ing)\b|transfer\w*|pag\w*|abon\w*|pay\w*|vers\w*|credit\w*|zahl\w*|gutschrift|gutschreib\w*|uberweis\w*|abbuch\w*)\b/,
  waive:
    /\b(?:waiv\w*|remit\w*|forgo\w*|take (?:that|the) (?:charge|fee) off|let you off|drop(?:ped|ping)? the fee|without (?:the|a|any) (?:fee|charge)|no (?:fee|charge)|exoner\w*|erlass\w*)\b/,
  send: /\b(?:send\w*|sent|e-?mail(?:ed|ing)?|post(?:ed|ing)?\b|forward\w*|mand\w*|envi\w*|envoy\w*|schick\w*|gesendet|send\w*|zuschick\w*)\b/,
  label:
    /\b(?:label\w*|return\w*|send (?:it|them) back|etiqueta|devolucion|etiquette|retour\w*|rucksend\w*)\b/,
  collect: /\b(?:collect\w*|pick\w* (?:it |them )?up|van|courier|recog\w*|enlev\w*|abhol\w*)\b/,
  call: /\b(?:call(?:s|ed|ing)?\b|phon\w*|ring\b|llam\w*|appel\w*|anruf\w*|ruckruf\w*)\b/,
  remind:
    /\b(?:alert\w*|notif\w*|heads-?up|drop (?:you )?a line|inform you|message you|let you know|remind\w*|avis\w*|prevenir|benachrichtig\w*|bescheid)\b/,
  pause:
    /\b(?:paus\w*|rest\b|break\b|interrupt\w*|suspend\w*|put on hold|extend\w*|prolong\w*|verlanger\w*|unterbrech\w*)\b/,
  assign:
    /\b(?:assign\w*|allocat\w*|plan [a-f]\b|enrol\w*|put you on|asign\w*|attribu\w*|zuteil\w*|zuweis\w*)\b/,
  play: /\b(?:play\w*|watch\w*|rent\w*|buy\w*|purchas\w*|bought|order\w*|compr\w*|achet\w*|kauf\w*|bestell\w*)\b/,
  dispute:
    /\b(?:disput\w*|contest\w*|challeng\w*|object(?:s|ed|ion)?\b|chargeback\w*|impugn\w*|reklam\w*|beanstand\w*)\b/,
  hurry:
    /\b(?:priorit\w*|queue|speed(?:ed|ing)? (?:it |this )?up|fast[- ]?track\w*|expedit\w*|first in line|urgen\w*|vorrang\w*|eil\w*)\b/,
  goodwill: /\b(?:goodwill|gesture|compensat\w*|cortesia|geste|kulanz\w*|entschadig\w*)\b/,
  complain: /\b(?:complain\w*|grievance|house book|queja|reclam\w*|plainte|beschwer\w*)\b/,
  invoice: /\b(?:invoic\w*|bill\b|receipt|factura|facture|rechnung\w*)\b/,
  review: /\b(?:review\w*|look(?:s)? (?:at|into)|revis\w*|examin\w*|pruf\w*|uberpruf\w*)\b/,
} as const

export type Deed = keyof typeof DEEDS

const NAMES = Object.keys(DEEDS) as Deed[]

export const deedsIn: (folded: string) => readonly Deed[] = memoText((folded) =>
  NAMES.filter((name) => DEEDS[name].test(folded)),
)
