import { type Finding, matches } from './finding.ts'

/** Streets with their number, and what stands around them: a house, a unit, a postcode with its town. */
export const findAddresses = (text: string): readonly Finding[] =>
  STREETS.flatMap((street) => matches(text, street, 'address'))

const WORD = String.raw`\p{Lu}[\p{L}'’.-]*`
const UNIT = String.raw`(?:[Ff]lat|[Aa]pt\.?|[Aa]partment|[Uu]nit|[Ss]uite|[Ss]te\.|[Rr]oom|[Ff]loor|#) ?[\dA-Z]{1,5}(?!\p{L})`
const HOUSE = String.raw`(?:${WORD} ){1,2}?(?:House|Court|Lodge|Hall|Mansions?|Cottages?|Farm|Tower|Mill|Building|Villa|Manor)`
const EN_KIND = String.raw`(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Court|Ct|Drive|Dr|Close|Way|Place|Pl|Square|Sq|Terrace|Gardens?|Mews|Hill|Row|Grove|Crescent|Park|Boulevard|Blvd|Walk|Quay|Green|Parade|Yard|Circle|Trail|Parkway|Highway)\.?`
const POSTCODE = String.raw`(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d\d [A-Z\d]{4}|[A-Z]{2},? \d{5}(?:-\d{4})?|\d{5})(?![\p{L}\p{N}])`
const TOWN = String.raw`${WORD}(?:[ -](?:(?:am|an der|im|de|del|la|sur|le|upon|on) )?${WORD}){0,2}`
/** "(, Suite 4)(, Leeds LS1 4AB)", "(, 3e étage)(, 69007 Lyon)" */
const REST = String.raw`(?:,? ${UNIT})?(?:[,\n] ?\d[^,\n.]{0,14})?(?:,?[ \n](?:${TOWN},? )?${POSTCODE}|,?[ \n](?:[A-Z]-)?\d{5} ${TOWN})?(?: ${TOWN}(?=$|[.,;\n]))?`
const LINKS = String.raw`(?:(?:de|du|des|la|le|les|los|las|del|aux?|à) |(?:de )?[ld]['’])*`

const STREETS = [
  // 14 Birch Lane; Rose Court, 7 Mill Lane; 221 West 57th St
  String.raw`(?<![\p{L}\p{N}.,$€£-])(?:(?:${UNIT}|${HOUSE}), )?\d{1,5}[A-Za-z]?,? (?:(?:${WORD}|\d{1,3}(?:st|nd|rd|th)) ){1,4}?${EN_KIND}(?!\p{L})${REST}`,
  // Siedlerweg 18; Oldenburger Str. 6; Am Sonnenhang 5
  String.raw`(?<!\p{L})(?:\p{Lu}[\p{L}-]*(?:stra(?:ß|ss)e|str\.?|weg|gasse|platz|allee|ring|damm|ufer|hof|steig)|${WORD}[ -](?:Stra(?:ß|ss)e|Str\.|Weg|Gasse|Platz|Allee|Ring|Damm)|(?:Am|Im|An der|Zum|Zur|In der|Auf dem) \p{Lu}[\p{L}-]+) \d{1,4}[a-z]?(?!\p{L})${REST}`,
  // 12 bis rue des Lilas
  String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: (?:bis|ter))?,? (?:rue|avenue|av\.|boulevard|bd\.?|chemin|place|all[ée]e|impasse|quai|route|cours|square|passage) ${LINKS}[\p{L}'’-]+(?:[ -]${WORD}){0,3}${REST}`,
  // Avda. de Portugal, 88; C/ Mayor 12; Plaza de Olavide, n.º 3
  String.raw`(?<!\p{L})(?:[Cc]\/|[Cc]alle|[Rr]ambla|[Aa]vda\.?|[Aa]venida|[Pp]laza|[Pp]aseo|[Rr]onda|[Cc]amino|[Cc]arrer|[Gg]ran [Vv][ií]a|[Cc]arretera) ?${LINKS}(?:${WORD} ?){0,4},? (?:n\.?º ?)?\d{1,4}(?! ?\p{Ll}|\d)${REST}`,
  // Suite 640; Houston, TX, 77004
  String.raw`(?<!\p{L})(?:Suite|Apt\.?|Apartment|Flat) #?\d{1,5}[A-Z]?(?![\p{L}\p{N}])`,
  String.raw`(?<=\p{L}, [A-Z]{2},? )\d{5}(?![\p{L}\p{N}])`,
  // PO Box 12
  String.raw`(?<!\p{L})(?:P\.?O\.? ?Box|[Aa]partado(?: de [Cc]orreos)?|Postfach) \d[\d ]{0,7}`,
].map((street) => new RegExp(street, 'gu'))
