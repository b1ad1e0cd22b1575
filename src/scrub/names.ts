import { PLAIN_MONTHS, WEEKDAYS } from '../text/calendar-words.ts'
import { fold } from '../text/fold.ts'
import { type Finding, matches } from './finding.ts'

/**
 * Persons in what was said, by the words around them: an introduction, a greeting, a title, a role, a label, a closing. No
 * list of names: "May I have your name" and "Awesome, thanks" have none of these.
 */
export const findNames = (text: string): readonly Finding[] => [
  ...SIGNS.flatMap((sign) => matches(text, sign, 'person', (said) => isNameLike(said))),
  ...matches(text, IN_LOWER_CASE, 'person', (said) => isNameLike(said)),
  ...matches(text, LABELLED, 'person').flatMap(({ said }) => namesOf(said.split(/, | and /))),
  ...[...text.matchAll(ACCOUNT)].flatMap(({ groups }) => namesOf([groups?.['a'] ?? '', groups?.['b'] ?? ''])),
]

/** "May I have your name?" - "sarah brown": a short answer is the name. */
export function findNamed(asked: string, answer: string): readonly Finding[] {
  const { it } = ANSWERED.exec(answer)?.groups ?? {}
  return ASKS_NAME.test(asked) && !ASKS_THING.test(asked) && it !== undefined ? namesOf([it]) : []
}

const namesOf = (all: readonly string[]): readonly Finding[] =>
  all.filter(isNameLike).map((said) => ({ said, kind: 'person', known: false }))

/** No word that begins sentences, ends them or answers a question. */
const isNameLike = (said: string): boolean =>
  said.length > 1 && said.split(' ').every((word) => !NO_NAME.has(fold(word)))

const WORD = String.raw`\p{Lu}[\p{L}'’-]*[\p{L}]`
const PARTICLE = String.raw`(?:(?:van|von|der|den|de|la|las|los|del|di|da|dos|du|le|y|al|el|bin|ibn) )`
const NAME = String.raw`(?<it>${WORD}(?: ${PARTICLE}*(?:${WORD}|\p{Lu}\.(?= \p{Lu}))){0,3})`
const AFTER = String.raw`(?=['’]s\b|\W*$|\s*[,.!?;:)"(\n–—-]| and | from | here| with | y | und | et )`
const ROLE =
  'driver|host|guest|passenger|engineer|plumber|doctor|dentist|nurse|neighbou?r|colleague|technician|tenant|landlord|husband|wife|son|daughter|brother|sister|partner|friend|girlfriend|boyfriend|mother|father|mum|mom|dad|fahrer|techniker|arzt|ärztin|kolleg(?:e|in)|nachbar(?:in)?|mann|frau|tochter|sohn|bruder|schwester|conductora?|t[ée]cnic[oa]|vecin[oa]|marido|mujer|herman[oa]|hij[oa]|mari|femme|fils|fille|fr[eè]re|sœur|voisine?|coll[èe]gue'
const INTRODUCTION = [
  String.raw`[Mm]y (?:full )?name(?:['’]s| is|:)?|(?:I['’]m|I am|[Tt]his is|[Ii]t['’]?s(?: me,?)?|[Yy]ou are|[Cc]all me|[Nn]amed)(?! (?:not|a|the) )`,
  String.raw`[Mm]e llamo|[Ss]oy|[Mm]i nombre es|[Jj]e m['’]appelle|[Jj]e suis|[Mm]on nom est|[Ii]ch bin|[Ii]ch hei(?:ß|ss)e|[Mm]ein [Nn]ame ist`,
].join('|')

const SIGNS = [
  String.raw`(?<!\p{L})(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Sra?|Srta|Señor(?:a|ita)?|Don|Doña|Mme|Mlle|Monsieur|Madame)\.? ${NAME}`,
  String.raw`(?:^|[.!?\n,] ?)(?:Hi|Hello|Hey|Dear|Thanks|Thank you|Cheers|Good (?:morning|afternoon|evening)|Sorry|Welcome|Great|Perfect|Bonjour|Bonsoir|Merci|Chère?|Hola|Gracias|Estimad[oa]|Hallo|Guten (?:Tag|Morgen)|Danke|Liebe[rs]?)(?: again)?,? ${NAME}(?=[,.!:;?\n–—]|$)`,
  String.raw`(?<!\p{L})(?:${INTRODUCTION}),? ${NAME}${AFTER}`,
  String.raw`(?:^|[.!?,\n] ?)${NAME} (?:here(?=[,.!\n]|$)|is my name|speaking)`,
  String.raw`(?<!\p{L})(?:${ROLE})(?:,| is| was| isn['’]t| es| est| ist)?(?: not)? ${NAME}${AFTER}`,
  String.raw`(?:${ROLE}) (?:named|called|namens|llamad[oa]) ${NAME}`,
  String.raw`(?:[Rr]egards|[Bb]est(?: wishes)?|[Ss]incerely|[Tt]hanks|[Cc]heers|[Ll]ove|MfG|LG|Gr(?:ü|ue)(?:ß|ss)e?n?|[Ss]aludos|[Aa]tentamente|[Cc]ordialement),?\s*(?:\n|– |- )\s*${NAME}\s*$`,
  String.raw`(?:^|[.!?\n] )${NAME}['’]s party`,
  String.raw`(?<!\p{L})(?:User|Customer|Passenger|Guest) ${NAME}(?= \()`,
  // "J. Okafor, 12 Harbour Road", "Tom Ashworth, 7 Mill Lane"
  String.raw`(?<![\p{L}\p{N}@._-])(?<it>(?:\p{Lu}\.|${WORD}) ${WORD})(?=(?:, |\n)\d{1,5} \p{Lu})`,
].map((sign) => new RegExp(sign, 'gu'))

/** "my name is alexis": who writes names so says at once that it is one. */
const IN_LOWER_CASE =
  /(?<!\p{L})(?:my name(?:['’]s| is)|me llamo|mi nombre es|je m['’]appelle|ich hei(?:ß|ss)e|mein name ist) (?<it>\p{Ll}{2,}(?: \p{Ll}{2,})?)(?=\W*$|\s*[,.!?;\n])/gu

/** "Name: Raj Santos", "- Passengers: Aarav Ahmed, Daiki Li" */
const LABELLED = new RegExp(
  String.raw`(?:[Nn]ame|[Nn]ombre|[Nn]om|[Pp]assengers?|[Cc]ustomer|[Gg]uests?|[Dd]river|[Hh]ost|[Cc]ontact|[Tt]itular|[Pp]asajer[oa]s?)\**: ?\** ?(?<it>${WORD}(?: ${WORD}){0,3}(?:(?:, | and )${WORD}(?: ${WORD}){1,3})*)(?=\W*$|\s*[,.\n(/])`,
  'gu',
)
/** The two names of an e-mail or of an account: `raj.santos4322@`, `raj_santos_9079`. */
const ACCOUNT = /(?<![\p{L}\p{N}_.])(?<a>\p{Ll}{2,})[._](?<b>\p{Ll}{2,})(?:_?\d*@[\p{L}\d]|_\d{4}(?!\d))/gu

const ASKS_NAME =
  /(?<!\p{L})(?:name|nombre|nom|namen?|surname|apellidos?)(?!\p{L})[^.!?]{0,50}\?|^(?:full |your )?name\W*$/iu
const ASKS_THING =
  /(?:venue|hotel|restaurant|company|business|street|place|city|product|item|app)(?:['’]s)? name|name of (?:the |your )?(?:venue|hotel|restaurant|company|business|street|place|city|product|item|app)/iu
const ANSWERED =
  /^\W*(?:(?:yes|sure|hi|hello|it['’]?s|i['’]?m|this is)[,.!]? )*(?<it>\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+){0,2})(?:[.!?]*\s*$|\. |, (?:\d|i\W|my |and ))/iu

const NO_NAME: ReadonlySet<string> = new Set(
  `i you he she it we they the a an this that my your no not yes yeah yep ok okay sure thanks thank please sorry well right hi hello hey bye
   goodbye good great what when where why how which here there again everyone all both team sir madam sirs support customer service agent order account
   name first last full email sure of course don't do i'm i've it's si sí gracias hola buenas oui non merci bonjour ja nein danke hallo guten tag
   and or to from at in on for with is are its im oh ah yup nope wait nevermind mr mrs ms dr son daughter one gift card credit certificate debit info help contact sales booking noreply`
    .trim()
    .split(/\s+/)
    .concat(Object.values(WEEKDAYS).flat(), PLAIN_MONTHS)
    .map(fold),
)
