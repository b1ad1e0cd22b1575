import { fold } from './fold.ts'

/** The languages we have words for. */
export const LANGUAGES = ['en', 'es'] as const
export type KnownLanguage = (typeof LANGUAGES)[number]
/** "und", the code of undetermined, is any other language. */
export type Language = KnownLanguage | 'und'

export const isKnownLanguage = (language: string): boolean => LANGUAGES.some((known) => known === language)

type Words = { readonly own: ReadonlySet<string>; readonly shared: ReadonlySet<string> }
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Little words of a language: its own, and those that others write, too. */
const WORDS: Readonly<Record<KnownLanguage, Words>> = {
  en: {
    own: words(
      'the and you your is are for with have that this please can of to we i my not does be been were had would could should there here what which who how but from they them their any by if its thanks thank sorry yes when then than only more into out up about after before because let need want get know like still now goodbye welcome take care understood anything else why sure good day back right see fine enough just everything very too much well done okay hello shall without cannot customer customers order number account address refund wants asks asked says within days weeks hours',
    ),
    shared: words('it was will me do or as at on has no bye'),
  },
  es: {
    own: words(
      'el los las para por con su sus una del usted ha gracias puede esta este lo no y al ya hemos he pero como muy mas hola favor quiero necesito tiene adios hay eso esto cuando sin fue soy hace todo nada mi estoy estan era sera ser sido porque aqui ahora ver gusto entiendo claro vale luego dias buenos buenas pues otra otro donde cual quien referencia correo falta tengo estaba',
    ),
    shared: words('la un se es le en te tu si de que me son bien numero nos ni'),
  },
}

/** So many words, none of them the language's own and few that others share: it is another one. */
const WORDS_MIN = 6
const SHARED_MIN = 0.35
const READ_MAX = 1_000

/** The language of a text by its little words. Null: nothing tells, as in a name or a number. */
export function languageOf(text: string): Language | null {
  const said = fold(text.slice(0, READ_MAX)).replace(NUMBERED, ' ').match(WORD) ?? []
  const [en, es] = [countIn(said, WORDS.en), countIn(said, WORDS.es)]
  if (/[\u00bf\u00a1]/.test(text)) es.own += 1
  const more = es.own + es.shared - en.own - en.shared
  const [best, found] = more > 0 ? (['es', es] as const) : (['en', en] as const)
  if (said.length >= WORDS_MIN && found.own === 0 && found.shared < said.length * SHARED_MIN) return 'und'
  return more === 0 ? null : best
}

/** The same for a text of any length: English where nothing speaks for another. */
export const likelyLanguage = (text: string): Language => languageOf(text) ?? 'en'

/** Numbers and addresses of mail are in no language. */
const NUMBERED = /\S*[@\d]\S*/g
/** "I've" and "it's" count by what stands before the mark. */
const WORD = /(?<![\p{L}'])\p{L}+/gu

function countIn(said: readonly string[], { own, shared }: Words): { own: number; shared: number } {
  const count = { own: 0, shared: 0 }
  for (const word of said) {
    if (own.has(word)) count.own += 1
    else if (shared.has(word)) count.shared += 1
  }
  return count
}
