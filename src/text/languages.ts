import { fold } from './fold.ts'

/** The languages we have words for. */
export const LANGUAGES = ['en'] as const
/** "und", the code of undetermined, is any other language. */
export type Language = (typeof LANGUAGES)[number] | 'und'

export const isKnownLanguage = (language: string): boolean => LANGUAGES.some((known) => known === language)

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Little words of English. */
const OWN = words(
  'the and you your is are for with have that this please can of to we i my not does be been were had would could should there here what which who how but from they them their any by if its thanks thank sorry yes when then than only more into out up about after before because let need want get know like still now goodbye welcome take care understood anything else why sure good day back right see fine enough just everything very too much well done okay hello shall without cannot customer customers order number account address refund wants asks asked says within days weeks hours',
)
/** Those that others write, too. */
const SHARED = words('it was will me do or as at on has no bye')
/** Those of neighbours, none of which English has: by them a short message is known to be in another language. */
const FOREIGN = words(
  'el los las una por su usted gracias puede puedo esta este lo al ya hemos pero como muy hola quiero tiene eso cuando soy todo nada mi aqui ahora donde cual que der das und ist sind nicht ich sie wir ein eine mit auf haben konnen bitte danke le les est pas pour vous nous je une dans avec votre merci bonjour',
)

/** So many words, none of them English and few that others share: it is another language. */
const WORDS_MIN = 6
const SHARED_MIN = 0.35
const READ_MAX = 1_000

/** The language of a text by its little words. Null: nothing tells, as in a name or a number. */
export function languageOf(text: string): Language | null {
  const said = fold(text.slice(0, READ_MAX)).replace(NUMBERED, ' ').match(WORD) ?? []
  const count = (list: ReadonlySet<string>): number => said.filter((word) => list.has(word)).length
  const [own, shared] = [count(OWN), count(SHARED)]
  const elsewhere = count(FOREIGN) + (/[\u00bf\u00a1]/.test(text) ? 1 : 0)
  const isStrange = said.length >= WORDS_MIN && own === 0 && shared < said.length * SHARED_MIN
  if (isStrange || elsewhere > own) return 'und'
  return own + shared === 0 ? null : 'en'
}

/** The same for a text of any length: English where nothing speaks for another. */
export const likelyLanguage = (text: string): Language => languageOf(text) ?? 'en'

/** Numbers and addresses of mail are in no language. */
const NUMBERED = /\S*[@\d]\S*/g
/** "I've" and "it's" count by what stands before the mark. */
const WORD = /(?<![\p{L}'])\p{L}+/gu
