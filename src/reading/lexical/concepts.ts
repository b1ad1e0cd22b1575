import { memoText } from '../../base/memo.ts'

/**
 * General ideas that belong to no desk: when, where, who, how many. They tie "until what day?" to `dropoff_date` and
 * "how should we reach you?" to `phone` although no word is shared. Words are stems of folded text, by language.
 */
export type Concept = keyof typeof CONCEPTS

const CONCEPTS = {
  when: /\b(?:when|dates?|days?|times?|weeks?|months?|years?|hours?|o'clock|schedul\w*|today|tomorrow|since|cuando|fechas?|dias?|hora|horas|quand|dates?|jours?|heures?|wann|datum|tag|tage|uhrzeit|zeitpunkt)\b/,
  clock: /\b(?:times?|hours?|o'clock|am|pm|hora|heure|uhrzeit|uhr)\b/,
  calendar:
    /\b(?:dates?|days?|birthday|birth|born|fecha|dia|nacimiento|date|jour|naissance|datum|tag|geburts\w*)\b/,
  where:
    /\b(?:where|whereabouts|cit(?:y|ies)|towns?|locations?|places?|areas?|address(?:es)?|destinations?|stations?|airports?|regions?|country|located|venue|donde|direccion|ciudad|lugar|pais|ou|adresse|ville|lieu|pays|wo|wohin|woher|anschrift|ort|stadt|land)\b/,
  address:
    /\b(?:address(?:es)?|street|postcode|zip|house number|direccion|calle|codigo postal|adresse|rue|anschrift|strasse|strase|postleitzahl|lieferadresse)\b/,
  city: /\b(?:cit(?:y|ies)|towns?|area|location|ciudad|ville|stadt)\b/,
  who: /\b(?:who|whom|whose|persons?|passengers?|riders?|names?|surname|recipient|receiv\w*|customer|owner|holder|somebody|someone|yourself|quien|nombre|apellido|qui|nom|prenom|wer|wem|name|nachname|empfanger)\b/,
  name: /\b(?:names?|surname|called|titles?|nombre|apellidos?|nom|prenom|titre|nachname|vorname|titel|heis?t)\b/,
  howmany:
    /\b(?:how many|number of|count|quantity|party size|group size|people|persons?|guests?|travel+ers|tickets|seats|rooms|beds?|cuant[oa]s|cantidad|combien de|nombre de|quantite|wie viele|anzahl|menge)\b/,
  howmuch:
    /\b(?:how much|price|cost|fare|amount|budget|sum|rent|fee|rate|expensive|cheap|paid|charge|pric\w*|cuanto|precio|importe|coste|combien|prix|montant|cout|wie viel|preis|betrag|kosten)\b/,
  from: /\b(?:from|origin|depart\w*|leav\w*|source|sender|desde|origen|salida|depuis|depart|provenance|von|ab|abfahrt|abflug|start\w*)\b/,
  to: /\bto\?|\bto (?:where|what|which|whom)\b|\b(?:where|what|which)\b.{0,40}\bto$|\b(?:destination|arriv\w*|going|go|headed|heading|toward\w*|towards|fly(?:ing)? to|travel+ing to|travel to|visit\w*|destino|llegada|vers|arrivee|nach|ziel|ankunft)\b/,
  begin:
    /\b(?:start\w*|begin\w*|check ?in|pick ?up|depart\w*|leav\w*|from|opening|outbound|empez\w*|comienz\w*|inicio|debut|commenc\w*|beginn\w*|anfang|start\w*)\b/,
  end: /\b(?:end\w*|until|till|check ?out|drop ?off|return\w*|back|finish\w*|expir\w*|inbound|hasta|fin|vuelta|jusqu\w*|retour|bis|ende|ruckkehr|ruckgabe)\b/,
  back: /\b(?:return\w*|back|inbound|round ?trip|devolv\w*|devolucion|vuelta|retour\w*|renvo\w*|zuruck\w*|rucksend\w*|retoure)\b/,
  pickup: /\b(?:pick\w*|collect\w*|recog\w*|retir\w*|abhol\w*)\b/,
  dropoff: /\b(?:drop\w*|return\w*|devolv\w*|rend\w*|ruckgabe)\b/,
  why: /\b(?:why|reasons?|cause|because|grounds|motive|what (?:went wrong|happened|is wrong)|por que|motivo|razon|pourquoi|raison|motif|warum|weshalb|grund)\b/,
  happened:
    /\b(?:happened|happen|wrong|problem|issue|trouble|matter|complain\w*|describe|occurred|paso|ocurrio|problema|passe|probleme|passiert|problem|beschwer\w*)\b/,
  which:
    /\b(?:which|what (?:kind|type|sort)|types?|kinds?|sorts?|categor\w*|genres?|class|models?|brand|prefer\w*|favou?rite|option|choice|cual|tipo|clase|quel|quelle|type|genre|welche\w*|art|sorte|typ)\b/,
  kind: /\b(?:types?|kinds?|sorts?|categor\w*|genres?|class|cuisine|style|format|tipo|clase|type|genre|art|typ|sorte)\b/,
  size: /\b(?:sizes?|big|large|small|length|talla|tamano|taille|grose|groesse|grose)\b/,
  colour: /\b(?:colou?rs?|shade|color|couleur|farbe)\b/,
  phone:
    /\b(?:phones?|telephone|mobile|cell|call you|ring you|reach you|contact number|telefono|movil|telephone|portable|telefon\w*|handy\w*|rufnummer)\b/,
  email: /\b(?:e-?mails?|mail|inbox|correo|courriel|mail\w*)\b/,
  idnumber:
    /\b(?:numbers?|references?|ref|ids?|codes?|digits?|no\.|numero|referencia|codigo|numero|reference|code|nummer|kennung|referenz|aktenzeichen)\b/,
  order: /\b(?:orders?|purchase|bought|pedido|compra|commande|achat|bestell\w*|auftrag\w*)\b/,
  booking:
    /\b(?:bookings?|reservations?|booked|reserved|tickets?|itinerary|reserva|reservation|buchung\w*|reservier\w*)\b/,
  account:
    /\b(?:accounts?|customer|member\w*|client|cuenta|cliente|compte|client|konto|kunden\w*|mitglied\w*)\b/,
  secret:
    /\b(?:passwords?|passphrase|pin|secret|security (?:question|word)|contrasena|clave|mot de passe|passwort|kennwort|geheim\w*)\b/,
  photo:
    /\b(?:photos?|photograph\w*|pictures?|pics?|images?|illustrations?|screenshots?|snaps?|snapshots?|shots?|foto\w*|imagen|image|bild\w*|aufnahme)\b/,
  proof:
    /\b(?:proof|evidence|documents?|receipts?|invoice|certificate|papers?|attach\w*|show (?:me|us)|prueba|documento|recibo|factura|preuve|justificatif|recu|document|facture|beleg\w*|nachweis\w*|dokument\w*|rechnung|quittung)\b/,
  used: /\b(?:used|untouched|state|brand-new|as new|in use|use (?:has|was)|unused|worn|wear|condition|opened|new|tried on|unworn|usad[oa]|nuevo|estado|utilise|neuf|etat|porte|benutzt|gebraucht|getragen|zustand|neu)\b/,
  damage:
    /\b(?:damag\w*|broken|defect\w*|fault\w*|torn|crack\w*|danad\w*|rot[oa]|defecto|abime\w*|casse\w*|endommag\w*|beschadig\w*|kaputt|defekt\w*)\b/,
  feeling:
    /\b(?:feel\w*|felt|annoy\w*|frustrat\w*|angr\w*|calm\w*|cop(?:e|ing)\b|patience|enjoy\w*|content\b|disappoint\w*|going for you|been for you|happy|unhappy|satisf\w*|dissatisf\w*|upset|emotion\w*|mood|experience|found|siente|contento|satisfech\w*|sentez|content|satisfait\w*|zufrieden|fuhl\w*|gefuhl)\b/,
  urgent:
    /\b(?:urgen\w*|rush|time-sensitive|deadline|immediate\w*|delay\w*|at once|right away|danger\w*|emergency|hurry|soon|quick\w*|how badly|press\w*|wait|dring\w*|eilig|notfall|prisa|urgence|presse)\b/,
  depends:
    /\b(?:depend\w*|need\w*|rely|important|matters?|affect\w*|necesit\w*|besoin|brauch\w*|abhang\w*|wichtig)\b/,
  again:
    /\b(?:again|before|already|repeat\w*|previous\w*|earlier|first time|last time|otra vez|antes|ya|deja|encore|avant|wieder|schon|bereits|zuvor|fruher)\b/,
  want: /\b(?:want|like|wish|prefer\w*|looking for|hoping|quiere|desea|prefiere|souhait\w*|voul\w*|veut|mocht\w*|wunsch\w*|hatten)\b/,
  item: /\b(?:items?|products?|articles?|things?|goods|articulo|producto|article|produit|artikel|produkt|ware)\b/,
  parcel:
    /\b(?:parcels?|packages?|deliver\w*|shipment|shipp\w*|tracking|courier|paquete|envio|entrega|colis|livraison|suivi|paket|lieferung|sendung|zustell\w*)\b/,
  money:
    /\b(?:money|pay\w*|refund\w*|cash|bank|card|credit|debit|account to|dinero|pago|reembolso|tarjeta|argent|paiement|rembours\w*|carte|geld|zahl\w*|erstatt\w*|karte)\b/,
  live: /\b(?:live\w*|home|house|flat|apartment|unit|room|building|resident|vive|casa|piso|habit\w*|logement|appartement|maison|wohn\w*|haus|zimmer)\b/,
  discount:
    /\b(?:discounts?|coupons?|vouchers?|promo\w*|codes?|descuento|cupon|remise|bon|rabatt\w*|gutschein\w*)\b/,
  part: /\b(?:parts?|components?|pieces?|bits?|elements?|pieza|parte|piece|teil\w*)\b/,
  trip: /\b(?:trips?|travel\w*|journeys?|holidays?|vacations?|flights?|fly\w*|viaje\w*|voyage\w*|reise\w*)\b/,
  gift: /\b(?:gifts?|presents?|birthday|wedding|regalo|cadeau|geschenk\w*)\b/,
  seller:
    /\b(?:merchants?|shops?|sellers?|stores?|trader|dealers?|company|vendor|retailer|comercio|vendedor|tienda|commercant|vendeur|magasin|handler|verkaufer|geschaft)\b/,
  others:
    /\b(?:any(?:one|body)(?: else)?|some(?:one|body)(?: else)?|other (?:people|person|persons)|third part\w+|share\w*|shared|hand(?:ed)? (?:it|the \w+) to|access|otra persona|alguien|quelqu'un|autre personne|jemand\w*|dritte\w*)\b/,
  deadline:
    /\b(?:deadline|by when|due|needed by|in time|at the latest|no later than|fecha limite|delai|frist|spatestens)\b/,
  settle:
    /\b(?:settle\w*|sort(?:ed)? (?:it|this)? ?out|resolv\w*|talk\w* to|contact\w*|approach\w*|taken up|ask(?:ed)? (?:the|them)|tried)\b/,
  student:
    /\b(?:students?|learners?|pupils?|member of the course|alumn\w*|eleve|etudiant|schuler\w*|lernende\w*)\b/,
  unsafe:
    /\b(?:fraud\w*|scams?|trick\w*|danger\w*|hazard\w*|unsafe|safe|fishy|dodgy|wrong with|suspicious|hurt|fraude|estafa|arnaque|betrug|gefahr\w*)\b/,
  scope:
    /\b(?:inside|shared|common|public|private|personal|own|dentro|comun|privad\w*|commun\w*|prive\w*|gemein\w*|privat\w*|eigen\w*)\b/,
  data: /\b(?:data|internet|calls?|minutes|usage|use it|mostly|datos|llamadas|donnees|appels|daten|anruf\w*|telefonier\w*)\b/,
  yesno:
    /^(?:(?:and|so|ok|okay|also)[, ]+)*(?:do|does|did|is|are|was|were|have|has|had|will|would|can|could|should|any|tiene|ha|es|esta|avez|est|etes|as|haben|hat|ist|sind|war|wurde|konnen)\b/,
} as const

const NAMES = Object.keys(CONCEPTS) as Concept[]

export const conceptsIn: (folded: string) => readonly Concept[] = memoText((folded) =>
  NAMES.filter((name) => CONCEPTS[name].test(folded)),
)

/** Question words say what is asked for, whatever nouns stand beside them. */
export const QUESTION_CONCEPTS: ReadonlySet<Concept> = new Set([
  'when',
  'where',
  'who',
  'howmany',
  'howmuch',
  'why',
  'which',
])
