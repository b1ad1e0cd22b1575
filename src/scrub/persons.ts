import { MONTHS, SHORT_MONTHS, WEEKDAYS } from '../text/calendar-words.ts'
import { fold } from '../text/fold.ts'
import type { Finding } from './finding.ts'
import { isCommonWord, isFirstName } from './first-names.ts'

/**
 * Persons in one text, by signs in the words around them: a title, a greeting, a signature, an introduction, a relation or
 * a role, a first name people have. What only looks like a name (a firm, a product, a town) has none of them.
 */
export function findPersons(text: string): readonly Finding[] {
  const found: Finding[] = []
  const take = (from: number, to: number): void => {
    const { start, end } = withoutTail(
      text,
      from + (CONTRACTED.exec(text.slice(from, to))?.[0].length ?? 0),
      to,
    )
    if (end - start > 1 && text[end - 1] !== '.')
      found.push({ from: start, to: end, kind: 'person', known: false })
  }
  for (const pattern of [TITLE, GREETING, INTRODUCED, RELATION, ROLE, WITH_DATA, WITH_STREET])
    for (const match of text.matchAll(pattern)) {
      const named = match.groups?.['it']
      if (named === undefined) continue
      const at = match.index + match[0].lastIndexOf(named)
      if (isFirm(text, at + named.length) || isNoName(named)) continue
      take(at, at + named.length)
    }
  for (const match of text.matchAll(SEQUENCE)) {
    const [first = ''] = match[0].split(/ |-/)
    const whole = match[0].split(' ')
    const end = match.index + match[0].length
    if (isFirm(text, end) || isStreet(text, end) || isMonth(text, match.index, match[0])) continue
    const startsSentence = /(?:^|[.!?:\n"(] ?)$/u.test(text.slice(Math.max(0, match.index - 2), match.index))
    const isName = isFirstName(whole[0] ?? '') || (isFirstName(first) && whole.length > 1)
    if (!isName) continue
    if (whole.length === 1 && isCommonWord(first) && startsSentence) continue
    if (whole.length === 1 && isCommonWord(first) && !/^[\s]*[,.!?\n)]|^$/u.test(text.slice(end, end + 2)))
      continue
    take(match.index, end)
  }
  for (const match of text.matchAll(SIGNED)) {
    const named = match.groups?.['it']
    if (named === undefined) continue
    const at = match.index + match[0].lastIndexOf(named)
    const isWord = !/[ -]/.test(named) && !isFirstName(named) && /^[.!]/.test(text.slice(at + named.length))
    if (isNoName(named) || isWord || isCapitals(named) || isFirm(text, at + named.length)) continue
    take(at, at + named.length)
  }
  return found
}

/** Headings and short forms of firms are in capitals throughout. */
const isCapitals = (named: string): boolean =>
  /^[\p{Lu} ]{2,}$/u.test(named) && !isFirstName(named.split(' ')[0] ?? '')

const LETTERS = String.raw`[\p{L}'’]`
const WORD = String.raw`(?:\p{Lu}${LETTERS}*(?:-{1,2}\p{L}${LETTERS}*)*|\p{Lu}\.)`
const PARTICLE = String.raw`(?:van|von|der|den|dem|ter|ten|de|la|las|los|del|di|da|dos|du|des|le|y|zu|zur|al|el|bin|ibn|O|Mac|Mc|St\.)`
const JOIN = String.raw`(?: ${PARTICLE}){0,3} ?(?:d['’]|l['’])?`
/** One to four words of a name, with what stands between them. */
const NAME = String.raw`(?:(?:(?!y )${PARTICLE} ){0,3}(?:d['’]|l['’])?${WORD}(?:${JOIN} ${WORD}|${JOIN}(?<= )${WORD}){0,3})`

const TITLE = new RegExp(
  String.raw`(?<![\p{L}])(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Rev|Nurse|Sister|Herrn?|Frau|Familie|Fam|Sra?|Srta|Señor(?:a|ita)?|Don|Doña|Dña|Dª|D|M|Mme|Mlle|Monsieur|Madame|Mademoiselle|Maître|Me|Docteur|Doctor|Doctora|doctor|doctora|docteur|dott|Signora?|Oma|Opa|Tante|Onkel|mamie|papi|tata|tonton|tía|tío|abuela|abuelo|Uncle|Aunt|Auntie|Nan|Grandma|Grandpa)\.? (?:(?:Dr|Prof|Dra?)\.? )*(?<it>${NAME})`,
  'gu',
)
const GREETING = new RegExp(
  String.raw`(?:^|[.!?\n,] ?|(?<=[\p{L}] ))(?:Hi|hi|Hello|hello|Hey|hey|Dear|Thanks|thanks|Thank you|Thank you both|Cheers|Good (?:morning|afternoon|evening)|Morning|Sorry|Welcome|Bonjour|bonjour|Bonsoir|Salut|Coucou|Merci|merci|Cher|Chère|Hola|hola|Buenas|Buenos días|Buenas tardes|Gracias|gracias|Estimad[oa]|Querid[oa]|Hallo|hallo|Liebe[rs]?|Guten (?:Tag|Morgen|Abend)|Moin|Danke|danke|Servus|Grüezi|Grüß Gott|Sehr geehrter?|Ciao|Perfecto|Perfect|Great|Listo|Hecho|Parfait|Super)(?:,? )(?<it>${NAME})(?=[,.!:;?\n ]|$)`,
  'gu',
)
const INTRODUCED = new RegExp(
  String.raw`(?<![\p{L}])(?:[Mm]y name(?:'s| is)|[Nn]ame(?:d| is|:)?|I(?:'m| am)|[Tt]his is|[Ii]t'?s|called|aka|[Mm]e llamo|[Ss]oy|[Ss]omos|[Nn]ombre:?|se llama|[Jj]e suis|m['’]appelle|s['’]appelle|[Nn]om ?:|[Pp]r[ée]noms? ?:|[Ii]ch bin|[Ii]ch hei(?:ß|ss)e|hei(?:ß|ss)t|[Nn]ame ist|[Nn]ame:|[Gg]uest:|[Pp]assenger:|[Tt]itular:|[Vv]endedor:|[Cc]ompradora?:|[Pp]ère ?:|[Mm]ère ?:|[Cc]lient ?:|[Kk]unde:|account name|nach Frau|ask for|asked for|preguntar? por|demandez|c\/o|chez|attn:?) (?:the name of )?(?<it>${NAME})(?=[,.!:;?\n )"]|$)`,
  'gu',
)
const KIN = [
  String.raw`[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur`,
  String.raw`[Mm]i|[Ss]u|[Nn]uestr[oa]|[Mm]on|[Mm]a|[Ss]on|[Ss]a|[Nn]otre|[Vv]otre|[Mm]eine?[mnrs]?|[Ss]eine?[mnrs]?|[Ii]hre?[mnrs]?|[Uu]nsere?[mnrs]?`,
].join('|')
const RELATION = new RegExp(
  String.raw`(?<![\p{L}])(?:${KIN}) (?:\p{L}+ ){0,1}(?:\p{Ll}[\p{L}]+|[A-ZÄÖÜ][\p{Ll}]+(?:mann|frau|tochter|sohn|bruder|schwester|mutter|vater|nachbar|nachbarin|freund|freundin|enkel|enkelin|kollege|kollegin|chef|chefin|arzt|ärztin|partner|partnerin|kind|verlobte|Mann|Frau)|Mann|Frau|Tochter|Sohn|Bruder|Schwester|Mutter|Vater|Nachbar(?:in)?|Freund(?:in)?|Enkel(?:in)?|Kolleg(?:e|in)|Chef(?:in)?|Arzt|Ärztin|Partner(?:in)?|Kind|Verlobte[r]?)(?:,| is| es| est| ist| heißt|:)? (?<it>${NAME})(?=[,.!:;?\n )(]|$| [\p{Ll}(])`,
  'gu',
)
const ROLE = new RegExp(
  String.raw`(?<![\p{L}])(?:engineer|driver|plumber|instructor|doctor|dentist|nurse|adjuster|owner|neighbou?r|manager|technician|colleague|agent|guy|lady|tenant|landlord|teacher|vet|Fahrer|Bauleiter|Techniker|Monteur|Arzt|Ärztin|Lehrer(?:in)?|Kolleg(?:e|in)|Nachbar(?:in)?|Sachbearbeiter(?:in)?|Hausmeister|conductor|conductora|t[ée]cnico|notario|notaria|profe|profesora?|compañer[oa](?: de piso)?|vecin[oa]|portero|cuñad[oa]|marido|mujer|herman[oa]|hij[oa]|madre|padre|alumn[oa]|pareja|commercial|conseill[eè]re?|contr[oô]leuse|livreur|voisine?|coll[èe]gue|technicien|docteur|kin[ée]|infirmi[eè]re|notaire|gardienne?|facteur|frère|sœur|soeur|femme|mari|fils|fille|mère|père|compagnon|compagne|husband|wife|brother|sister|son|daughter|mum|mom|dad|mother|father|partner|friend|girlfriend|boyfriend|fianc[ée]e?)(?:,| is| es| est| ist|:)? (?<it>${NAME})(?=[,.!:;?\n )(]|$| [\p{Ll}(])`,
  'gu',
)
/** "Giuseppe Pellegrino, 13/12/1985", "Dai Prosser (07700 900 530)": two names and what belongs to a person. */
const WITH_DATA = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])(?<it>${WORD}(?:${JOIN} ${WORD}){1,2})(?=(?:, | \(|: | – )(?:\+\d|0\d[\d ()./-]{6,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? \p{L}{3,9}\.? (?:19|20)\d\d|geb\.? |born |n[ée]e? |nacid|[\p{L}\d._-]+@))`,
  'gu',
)
/** "J. Okafor, 12 Harbour Road" */
const WITH_STREET =
  /(?<![\p{L}\p{N}@._-])(?<it>(?:\p{Lu}\. ?){1,2}\p{Lu}[\p{L}'’-]+)(?=(?:, |\n)\d{1,5} \p{Lu})/gu
/** A message, or a line of it, that ends in nothing but a name: perhaps with the firm after it. */
const SIGNED = new RegExp(
  String.raw`(?:\n|[.!?)…] |, |- |– |^)(?:[Rr]egards,? |[Bb]est,? |[Ww]armly,? |[Ss]incerely,? |[Yy]ours(?: faithfully| truly| sincerely)?,? |[Cc]heers,? |[Tt]hanks,? |[Ll]ove,? |MfG,? |LG,? |VG,? |[Gg]ru(?:ß|ss),? |[Gg]rüße,? |[Vv]iele Grüße,? |[Ee]ure? |[Bb]is dann,? |[Ss]ee you,? |[Aa]tentamente,? |[Ss]aludos,? |[Cc]ordialement,? |[Bb]ien à vous,? |[Cc]ourage,? )*(?<it>${NAME})(?:, [^.!?\n]{2,40})?(?: \((?:Mrs?|Ms|Frau|Herr|Mme|M\.|Sra?\.)\))?[.!]?(?=\n|$)`,
  'gu',
)
const SEQUENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])${WORD}(?:${JOIN} ${WORD}){0,3}(?![\p{N}@_])`,
  'gu',
)

const MONTH_NAMES: ReadonlySet<string> = new Set(
  [...Object.values(MONTHS).flat(), ...SHORT_MONTHS, 'augustus'].map(fold),
)
/** "12 June" */
const isMonth = (text: string, at: number, named: string): boolean =>
  MONTH_NAMES.has(fold(named)) && /\d\.? (?:de )?$/u.test(text.slice(0, at))

const FIRM =
  /^[ ,]*(?:&|Ltd|Limited|GmbH|AG|KG|Inc|LLC|S\.?L|S\.?A|SARL|SAS|Airways?|Airlines?|Energy|Rail|Bank|Hotel|Mutual|Insurance|Adjusters|Heating|Logistik|Versicherung|Academy|Group|Services?|Store|Shop|Club|Clinic|Pharmacy|University|School|College|Studio|Films?|Family|Museum)(?![\p{L}])/u
const isFirm = (text: string, end: number): boolean => FIRM.test(text.slice(end, end + 16))
const isStreet = (text: string, end: number): boolean =>
  /^ (?:Street|St|Road|Rd|Lane|Avenue|Ave|Court|Close|Way|Square|Park|Hill|Stra(?:ß|ss)e|Str\.|Weg|Platz|Allee)(?![\p{L}])/u.test(
    text.slice(end, end + 12),
  )

/** Words that begin sentences and signatures without being anybody. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `${[MONTHS, WEEKDAYS].flatMap((of) => Object.values(of).flat()).join(' ')} ${SHORT_MONTHS.join(' ')}
   i you he she it we they the a an this that these those my your his her its our their yes no not ok okay thanks thank please sorry
   hi hello hey bye goodbye dear good morning afternoon evening mon tue wed thu fri sat sun
   what when where why how who which can could would should will shall do does did is are was were have has had been be
   bonjour bonsoir merci oui non madame monsieur mademoiselle
   hola buenas buenos días gracias sí no señor señora
   hallo guten tag danke bitte ja nein frau herr herrn familie
   perfect great done understood noted included sure all kept changed paid recibido perfecto listo hecho recuerde parfait super
   natürlich gespeichert gerne klar versand service team support kundenservice office customer account order refund
   administración administracion dirección bescheid termin telefon rückfragen sirs sir madam both there again everyone all
   mr mrs ms miss dr prof sr sra srta dna mme mlle mfg lg vg booking room contact card check rib za two one somos fahrzeug vollmacht labor optik
   angst entsperrt erledigt gebucht notiert admissions residencia team damen herren zusammen alle todos todas tous dank euch ihnen vous ustedes usted`
    .trim()
    .split(/\s+/)
    .map(fold),
)
const isNoName = (named: string): boolean => NO_NAMES.has(fold(named.split(/[ ,]/)[0] ?? ''))

/** "I'm Tom Ashworth": the capital of the sentence, not of the name. */
const CONTRACTED =
  /^(?:I['’]m|I['’]ve|I['’]d|I['’]ll|It['’]s|That['’]s|Here['’]s|There['’]s|He['’]s|She['’]s|C['’]est) /u

/** Words at the end that belong to the sentence, not to the name. */
function withoutTail(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } {
  let end = to
  for (;;) {
    const last = / (?:\p{L}|['’-])+\.?$/u.exec(text.slice(from, end))
    const word = last?.[0].trim() ?? ''
    if (last === null || !NO_NAMES.has(fold(word))) break
    end -= last[0].length
  }
  const said = text.slice(from, end)
  const possessive = /['’]s?$/u.exec(said)
  return { start: from, end: possessive === null ? end : end - possessive[0].length }
}
