import { type Finding, matches } from './finding.ts'

/** Streets with their number and what stands around them: unit, floor, postcode, town. */
export const findAddresses = (text: string): readonly Finding[] => [
  ...[...STREETS, TOWN].flatMap((core) =>
    matches(text, core, 'address').map((found) => ({
      ...found,
      from: startOf(text, found.from),
      to: endOfAddress(text, found.to),
    })),
  ),
  ...[POSTCODE_ALONE, TOWN_WITH_CODE].flatMap((pattern) =>
    matches(text, pattern, 'address').map((found) => ({ ...found, from: linesBefore(text, found.from) })),
  ),
  ...matches(text, HOUSE_NUMBER, 'address'),
]

/** Does a street with its number begin right here? */
export const startsWithStreet = (text: string): boolean =>
  STREETS.some((street) => text.matchAll(street).next().value?.index === 0)

/** "Rose Court": a house, though its first word is a name people have. */
export const isBuilding = (named: string): boolean => new RegExp(`^${BUILDING}$`, 'u').test(named)

/** Does this message ask where somebody lives? */
export const asksForAddress = (text: string): boolean => ASKS_ADDRESS.test(text)
const ASKS_ADDRESS =
  /(?:address|postcode|where (?:do|does|should|shall)|adresse|code postal|o[uù] (?:habite|dois|faut|devons)|livrer o[uù]|direcci[oó]n|domicilio|c[oó]digo postal|d[oó]nde (?:vive|lo|la|se)|anschrift|postleitzahl|plz|wohin|wo wohn)[^?]{0,80}\?/iu

/** The answer to that question: a number beside words, in whatever spelling. */
export const findAskedAddress = (text: string): readonly Finding[] =>
  matches(text, ANSWERED, 'address', (found) => (COUNTED.test(found) ? null : found)).map((found) => ({
    ...found,
    to: endOfAddress(text, found.to),
  }))
const ANSWERED =
  /(?<![\p{L}\p{N}@.-])(?:\d{1,4}[a-z]?(?:[-/]\d{1,4})?,? \p{L}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]+){0,3}(?=[,.\n;!?)]|$)|\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,3},? \d{1,4}[a-z]?(?![\p{L}\p{N}:h€%]))/gu
const COUNTED =
  /^\d+ (?:days?|weeks?|months?|years?|hours?|minutes?|mins?|times?|of|people|items?|boxes|jours?|semaines?|mois|ans?|heures?|fois|d[ií]as?|semanas?|meses|años?|horas?|veces|tage?n?|wochen?|monate?|jahre?|stunden?|uhr|mal|de|per|x)(?![\p{L}])|(?:^|[ .])(?:am|pm|uhr|um|at|on|le|el|den|vom|bis|seit|nr|no|size|grösse|größe|talla|taille) \d/iu

const SEGMENTS_MAX = 4
const SEGMENT =
  /^(?<gap>[,;]? ?\n? ?| \(|[,;] )(?<part>[^,;\n.!?)]*(?:\.(?=[^\s]|[ºª]| \p{Ll}| \d| \p{Lu}(?!\p{Ll})| (?:OG|EG|Stock|Etage))[^,;\n.!?)]*)*\)?)/u

/** The parts of an address that stand before its postcode: a house, a street, a town, each in capitals or with a number. */
function linesBefore(text: string, from: number): number {
  const before = PARTS_BEFORE.exec(text.slice(Math.max(0, from - 90), from))?.[0] ?? ''
  return from - before.length
}

/** Takes in what follows a street for as long as it is part of an address. */
export function endOfAddress(text: string, from: number): number {
  let end = from + (FLOOR.exec(text.slice(from))?.[0].length ?? 0)
  for (let taken = 0; taken < SEGMENTS_MAX; taken += 1) {
    const { gap = '', part = '' } = SEGMENT.exec(text.slice(end))?.groups ?? {}
    const town = TOWN_FIRST.exec(part)?.[0] ?? (gap === '' ? '' : '')
    if (town !== '') {
      end += gap.length + town.length
      return withCounty(text, end)
    }
    const isJoined = gap === '' || gap === ' '
    const isInner = part !== '' && part.length <= 26 && INNER.test(part) && !isJoined
    const before = WORDS_BEFORE_TOWN.exec(text.slice(end))?.[0]
    if (before !== undefined) {
      end += before.length
      return withCounty(text, end)
    }
    if (isInner) end += gap.length + part.trimEnd().length
    else if (TOWN_ALONE.test(text.slice(end)) && !isJoined)
      return end + (TOWN_ALONE.exec(text.slice(end))?.[0].length ?? 0)
    else return end
  }
  return end
}

/** A province or a country on the next line. */
const withCounty = (text: string, end: number): number =>
  end + (/^\n[\p{Lu}][\p{L}'’]*(?: [\p{Lu}][\p{L}'’]*){0,2}(?=\n|$)/u.exec(text.slice(end))?.[0].length ?? 0)

/** A house, a flat or a room named before the street. */
function startOf(text: string, from: number): number {
  const before = text.slice(0, from)
  const named =
    /(?<![\p{L}])(?<=^|[\s,;:(])(?:(?:[\p{Lu}]\p{L}+ )?[Ff]lat(?: \w{1,4})?|[Aa]pt\.? ?\w{1,4}|[Uu]nit \w{1,4}|[Pp]lot \w{1,4}|[Rr]oom \w{1,4}|\d\w\w [Ff]loor|[\p{Lu}]\p{L}+ (?:Farm|House|Cottage|Lodge|Hall)|[\p{Lu}][\p{L}'’]+ (?:Wing|Works|Mansions|Court)|[Rr]esidencia [^,\n]{2,24}|[Rr][ée]sidence [^,\n]{2,24}|[Ff]oyer [^,\n]{2,24}|Haus [\p{Lu}]\p{L}+|App\.? ?\w{1,4}|[Aa]ppt\.? ?\w{1,4}|[Hh]ab\. ?\w{1,4}|Le [\p{Lu}][^,\n]{2,24})(?:[,\n] ?(?:[^,\n]{1,16}[,\n] ?)?)$/u.exec(
      before,
    )
  return named === null ? from : from - named[0].length
}

const NAME = String.raw`(?:[\p{Lu}][\p{L}'’.-]*)`
const NAMES = String.raw`${NAME}(?: (?:de|del|de la|de las|de los|des|du|der|den|dem|und|y|la|le|les|l['’]|d['’]|of|the|zum|zur|am)? ?${NAME}){0,4}`
const UNIT = String.raw`(?:(?:[Ff]lat|[Pp]lot|[Aa]pt\.?|[Aa]partment|[Uu]nit|[Ss]uite|[Ss]te\.?|[Rr]oom|[Ff]loor) ?[\dA-Z]+[A-Za-z]?,? )`
/** "Rose Court, 7 Mill Lane": whatever else stands before a number may be the person who lives there. */
const BUILDING = String.raw`(?:\p{Lu}[\p{L}'’]* ){0,2}(?:House|Court|Lodge|Hall|Mansions?|Cottages?|Farm|Tower|Works|Wing|Mill|Building|Buildings|Barn|Villa|Manor|Halls|Chambers|Wharf|Point|Flats|Ground [Ff]loor|Basement|Studio|Surgery)`
const EN_KIND = String.raw`(?:[Ss]treet|[Ss]t\.?|[Rr]oad|[Rr]d\.?|[Ll]ane|[Ll]n\.?|[Aa]venue|[Aa]ve\.?|[Cc]ourt|[Cc]t\.?|[Dd]rive|[Dd]r\.?|[Cc]lose|[Ww]ay|[Vv]iew|[Pp]lace|[Pp]l\.?|[Ss]quare|[Ss]q\.?|[Tt]errace|[Gg]ardens?|[Mm]ews|[Pp]ond|[Hh]ill|[Rr]ow|[Gg]rove|[Cc]rescent|[Pp]ark|[Bb]oulevard|[Bb]lvd\.?|[Mm]ansions|[Ww]orks|[Hh]ouse|[Ww]alk|[Qq]uay|[Gg]reen|[Rr]ise|[Pp]arade|[Yy]ard|[Bb]ridge|[Cc]ircle|[Tt]rail|[Pp]arkway|[Pp]kwy|[Hh]ighway|[Cc]ottages?|[Vv]ale|[Ww]harf|[Mm]eadows?|[Ee]nd|[Hh]eights|[Cc]anyon|[Bb]rae|[Ww]ynd|[Cc]auseway|[Cc]ommon|STREET|ROAD|LANE|AVENUE|COURT|DRIVE|CLOSE|PLACE|SQUARE)`

const STREETS = [
  // 14 Birch Lane; Flat 9, Regent Mansions; 22/3 Easter Road
  String.raw`(?<![\p{L}\p{N}])(?:${UNIT}(?:[\p{L}'’ ]{2,24}, )?|${BUILDING}, )?(?:\d(?:st|nd|rd|th) floor, )?\d{1,5}(?:[-/–]\d{1,4})?[A-Za-z]?,? (?:(?:[\p{Lu}][\p{L}'’.-]* ){1,4}?${EN_KIND}|(?:\p{L}+ ){1,3}?(?:lane|street|road|avenue|rd|close|drive))(?![\p{L}])(?: (?:NE|NW|SE|SW|North|South|East|West|N|S|E|W)(?![\p{L}]))?`,
  String.raw`(?<![\p{L}\p{N}])${UNIT}(?:\d{1,5}[A-Za-z]? )?(?:${NAMES} ${EN_KIND})(?![\p{L}])`,
  // Siedlerweg 18; Oldenburger Str. 6; Am Sonnenhang 5
  String.raw`(?<![\p{L}])(?:[\p{L}-]+(?:stra(?:ß|ss)e|str\.?|weg|gasse|platz|allee|ring|damm|ufer|hang|hof|steig|chaussee|pfad|markt|berg|tal|wall|graben|kamp|stieg|twiete|winkel|garten|gärten|brücke|park|feld|höhe|anger)|${NAMES}[ -](?:Stra(?:ß|ss)e|Str\.|Weg|Gasse|Platz|Allee|Ring|Damm|Ufer|Steig)|(?:Am|Im|An der|An den|Zum|Zur|In der|In den|Auf dem|Auf der|Hinter der|Unter den|Vor dem|Beim) [\p{Lu}][\p{L}-]+(?: [\p{Lu}][\p{L}-]+)?) ?(?:Nr\. ?)?\d{1,4}(?: ?[a-z](?![\p{L}]))?(?:[-/]\d{1,4})?(?: \([\p{L} .]+\))?`,
  // 31 rue Paul-Bert, 3e ét.
  String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: ?(?:bis|ter|quater|[A-Za-z](?![\p{L}])))?,? ?(?:rue|r\.|avenue|av\.?|boulevard|bd\.?|blvd|chemin|ch\.|place|pl\.|all[ée]es?|impasse|imp\.|quai|route|rte|cours|square|sentier|passage|faubourg|fg|ruelle|mont[ée]e|venelle|esplanade|lotissement|villa|cit[ée]|r[ée]sidence|coron|[Gg]rande-[Rr]ue)(?![\p{L}])(?:[ \p{L}'’.-]+?)?(?: \d{1,2}e(?:r|me)? \p{L}+)?(?=[,\n;.!?)]|$| \d{5}| \()`,
  // 12 rue des Lilas à Nantes
  String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: ?(?:bis|ter|quater))?,? (?:rue|r\.|avenue|av\.?|boulevard|bd\.?|chemin|place|pl\.|all[ée]es?|impasse|quai|route|rte|cours|square|sentier|passage|faubourg|ruelle|mont[ée]e)(?: (?:de|du|des|la|le|les|aux?|à)| (?:de )?l['’]| d['’])* ?[\p{L}'’-]+(?:[ -]\p{Lu}[\p{L}'’-]+){0,3}(?: à \p{Lu}[\p{L}'’-]+)?`,
  // 221 West 57th St; PO Box 12
  String.raw`(?<![\p{L}\p{N}])\d{1,5} (?:\p{Lu}[\p{L}.]* )?\d{1,3}(?:st|nd|rd|th) (?:St|Street|Ave|Avenue|Road|Rd|Place|Pl)(?![\p{L}])`,
  String.raw`(?<![\p{L}])(?:P\.?O\.? ?Box|[Aa]partado(?: de [Cc]orreos)?|[Pp]ostfach|[Ll]ieu-dit|[Hh]ameau) (?:\d[\d ]{1,7}|(?:(?:de|du|des|la|le|les) |l['’])*\p{Lu}[\p{L}'’-]+)`,
  // rue de Bourg 20
  String.raw`(?<![\p{L}])(?:rue|avenue|chemin|route|place|quai) [\p{L}'’ -]{2,30}? \d{1,4}[a-z]?(?=[,\n] ?\d{4} )`,
  // Avda. de Portugal, 88, 2.º D; Plaza de Olavide, n.º 3; C/ Mayor 12
  String.raw`(?<![\p{L}])(?:[Cc]\/|[Cc]alle|[Cc]\.|[Rr]ambla|[Vv]ía|[Vv]ia|[Aa]vda\.?|[Aa]v\.|[Aa]venida|[Pp]laza|[Pp]za\.?|[Pp]l\.|[Pp]laça|[Pp]aseo|P\.?º|[Pp]º|[Rr]onda|[Cc]amino|[Cc]no\.|[Cc]arrer|[Tt]raves[ií]a|[Ll]ugar|[Uu]rb\.|[Uu]rbanizaci[oó]n|[Rr][uú]a|[Gg]ran [Vv][ií]a|[Cc]ostanilla|[Cc]uesta|[Cc]arretera|[Cc]tra\.|[Bb]arrio|[Pp]asaje|[Gg]lorieta|[Aa]vd\.?|[Cc]l\.|[Cc]ll\.?|[Pp]ol[ií]gono|[Pp]ol\.|[Rr]esidencial|[Cc]aser[ií]o|[Aa]ldea|[Pp]artida|[Ff]inca|[Ee]dificio|[Ee]dif\.|[Pp]asseig|[Aa]vinguda|[Aa]lameda|[Cc]allej[oó]n|[Cc]or[rd]al|[Pp]ar[ck]ela)(?![\p{L}])[ \p{L}'’.ºª-]{2,50}?,? ?(?:n\.?º ?|n[uú]m\.? ?|km\.? ?)?(?:\d{1,4}|s\/n)(?: ?(?:bis|[A-Z](?![\p{L}])))?(?: bajo)?`,
  // Vinohradská 1511/230
  String.raw`(?<![\p{L}])${NAMES} \d{1,5}\/\d{1,4}(?=, ?\d{3} ?\d{2} )`,
].map((street) => new RegExp(street, 'gu'))

const PLACE = String.raw`[\p{Lu}][\p{L}'’.-]*(?:[ -](?:(?:am|an der|im|de|del|la|sur|le|les|lès|en|O|A|bei|ob der)[ -])*[\p{Lu}][\p{L}'’.-]*){0,3}`
const POSTCODE = [
  String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}`,
  String.raw`[A-Z]\d\d [A-Z0-9]{4}`,
  String.raw`[A-Z]{2},? \d{5}(?:-\d{4})?`,
  String.raw`(?:[A-Z]{1,2}-)?\d{5}(?: ${PLACE}(?: \(?\d{1,2}\)?(?!\d))?)?`,
  String.raw`\d{3} \d{2} ${PLACE}(?: \d{1,2})?`,
  String.raw`\d{4} ?[A-Z]{2} ${PLACE}`,
  String.raw`(?:[A-Z]{1,2}-)?\d{4} ${PLACE}`,
].join('|')
const TOWN_FIRST = new RegExp(`^(?:${POSTCODE})(?![\\p{L}\\p{N}])`, 'u')
/** " Edinburgh EH7 5RQ", ", Washington, DC 20009" */
const WORDS_BEFORE_TOWN = new RegExp(
  `^[,\n]? ?(?:${UNIT})?(?:#\\w{1,4}, ?)?(?:[\\p{Lu}][\\p{L}'’-]+[, ]{1,2}){0,3}(?:${POSTCODE})(?![\\p{L}\\p{N}])`,
  'u',
)
const TOWN_ALONE =
  /^[,\n] ?[\p{Lu}][\p{L}'’-]+(?:[ -](?:(?:de|del|la|el|sur|am|upon|on)[ -])*[\p{Lu}][\p{L}'’-]+)?(?=\n|$|[.,;:)?!](?:\s|$)| (?:o|y|et|ou|und|oder|and|or) )/u
/** " 3.stock wiesbaden", ", 2º izda", " bajo" */
const FLOOR =
  /^,? ?(?:\d{1,2}\.? ?(?:stock|og|etage|obergeschoss|º|ª|°|piso|planta|e [ée]tage|[ée]tage|floor)(?: ?(?:links|rechts|mitte|izda|dcha|izq|der|[A-Z](?![\p{L}])))*(?: \p{Ll}{4,}(?=$|[\n,.!]))?|(?:bajo|[aá]tico|entlo|rdc|eg)(?![\p{L}]))/iu
/** Floor, door, staircase, block: short, and with a number or a word for one. */
const INNER =
  /^ ?(?:#?\w{1,4}|\d.*|.*\d|.*(?:ét\.|étage|esc|pta|piso|planta|bajo|entl|àtic|ático|entreplanta|izda|dcha|OG|EG|Stock|stock|links|rechts|Vorderhaus|Hinterhaus|Gartenhaus|appt|bât|interphone|cour|Apt|Flat|Unit|floor|s\/n|km|portal|escalera|bloque|letra|puerta|local|nave|parcela|chalet|izquierda|derecha|bâtiment|escalier|porte|lotissement|digicode|Hof|Aufgang|Seitenflügel|Basement|Ground).*)$/u
/** A postcode with its town, and a place named before it. */
const TOWN =
  /(?<![\p{L}\p{N}])(?:[\p{Lu}][\p{L}'’-]+(?: [\p{Lu}\p{L}'’-]+){0,2}(?: \d{1,4}[a-z]?(?:[–/-]\d+)*)?, ?\n?|[\p{Lu}][\p{L}'’-]+ \d{1,4}[a-z]?(?:[–/-]\d+)*,? ?\n?)?(?<!\d )(?:\d{5}|(?<=\d[a-z]?, )\d{4}) [\p{Lu}][\p{L}'’-]{2,}(?:[ -](?:(?:am|an der|im|de|del|la|sur|le|les|lès|en|O|A|bei)[ -])*[\p{Lu}][\p{L}'’-]*){0,2}/gu

const PART = String.raw`(?:(?:\p{Lu}[\p{L}'’.-]*|\d[\w/–-]{0,5}|of|the|de|del|la|las|los|du|des|le|les|der|den|dem|am|an|im|y|et|rue|avenue|chemin|place|route|impasse|all[ée]e|quai|cours|calle|plaza|avenida|paseo) ?)`
const PARTS_BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PART}{1,6}(?:, ?|\\n|(?<= ))){1,4}$`, 'u')
/** A postcode of five digits with its town. */
const TOWN_WITH_CODE =
  /(?<![\p{L}\p{N}])(?:(?:D|F|E|A|CH|L|B)-)?\d{5} \p{Lu}[\p{L}'’-]{2,}(?:[ -](?:(?:am|an der|im|de|del|la|sur|le|les|lès|en|bei)[ -])*\p{Lu}[\p{L}'’-]*){0,2}(?: \(\p{Lu}\p{L}+\))?/gu
const POSTCODE_ALONE =
  /(?<![\p{L}\p{N}-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d\d [A-Z0-9]{4})(?![\p{L}\p{N}])/gu
const HOUSE_NUMBER = /(?<![\p{L}])Nr\. ?\d{1,4}[a-z]?(?= ?[,.\n!?)]|$)/gu
