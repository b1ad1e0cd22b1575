/** Which of the languages customers speak a text is in, by its little words; undefined: too short to tell. */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const
export type KnownLanguage = (typeof LANGUAGES)[number]

const WORDS: Readonly<Record<KnownLanguage, string>> = {
  en: 'the your you is are and to of for have i we with this that can please would it my not what was will be there do any if an on at been has could me order',
  es: 'el los las su usted es y para por con que una puede podria favor pedido mi no como esta este hola gracias tiene se ha su sus del al lo numero quiero necesito pero muy la he hemos un una quiere adios buen dia en de',
  fr: 'le les des votre vous est et pour avec que une pouvez pourriez plait mon je nous pas bonjour merci avez du sur ce cette il ne ma mes commande numero veuillez au la un de voulez ete a en quel quelle',
  de: 'der die das ihre ihr sie ist und fur mit dass eine konnen konnten bitte mein ich wir nicht hallo danke haben zu den dem ein es auf von wurde werden kann noch bestellung soll ihnen mir uns leider habe den einen',
}
const OWNERS = new Map<string, KnownLanguage[]>()
for (const language of LANGUAGES) {
  for (const word of WORDS[language].split(' ')) OWNERS.set(word, [...(OWNERS.get(word) ?? []), language])
}

const READ_MAX = 240
const WORD_LETTERS_MAX = Math.max(...[...OWNERS.keys()].map((word) => word.length))

/** `folded` as made by fold(). The winner must lead by two words, or be alone with two. */
export function languageOf(folded: string): KnownLanguage | undefined {
  const { best, lead } = countLanguages(folded)
  return lead >= 2 ? best : undefined
}

/** The best guess for a text of any length: English where nothing speaks for another. */
export const likelyLanguage = (folded: string): KnownLanguage => countLanguages(folded).best

function countLanguages(folded: string): { readonly best: KnownLanguage; readonly lead: number } {
  const counts = { en: 0, es: folded.includes('\u00bf') || folded.includes('\u00a1') ? 2 : 0, fr: 0, de: 0 }
  const length = Math.min(folded.length, READ_MAX)
  let from = -1
  for (let at = 0; at <= length; at += 1) {
    const code = at < length ? folded.charCodeAt(at) : 32
    if (code >= 97 && code <= 122) {
      if (from < 0) from = at
    } else if (from >= 0) {
      // No little word is longer than the longest in the lists.
      if (at - from <= WORD_LETTERS_MAX) {
        for (const language of OWNERS.get(folded.slice(from, at)) ?? []) counts[language] += 1
      }
      from = -1
    }
  }
  let best: KnownLanguage = 'en'
  let second = 0
  for (const language of LANGUAGES) if (counts[language] > counts[best]) best = language
  for (const language of LANGUAGES) if (language !== best) second = Math.max(second, counts[language])
  return { best, lead: counts[best] - second }
}
