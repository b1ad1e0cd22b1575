import { fold } from './fold.ts'
import type { KnownLanguage } from './languages.ts'

/**
 * A light stem: the same for refund, refunded, refunding and refunds. It need be no word. `word` is in lower case. The stems
 * of two languages are not comparable; those of `any` language are cut after five letters.
 */
export const stemOf = (word: string, language: KnownLanguage | 'any'): string => STEMMERS[language](word)

/** English forms whose stem no ending shows. */
const IRREGULAR: Readonly<Record<string, string>> = {
  paid: 'pay',
  sent: 'send',
  held: 'hold',
  left: 'leave',
  lost: 'lose',
  gave: 'give',
  given: 'give',
  took: 'take',
  taken: 'take',
  made: 'make',
  sold: 'sell',
  bought: 'buy',
  stolen: 'steal',
  broken: 'break',
  chosen: 'choose',
  written: 'write',
  worn: 'wear',
  flown: 'fly',
  kept: 'keep',
  met: 'meet',
  found: 'find',
  grown: 'grow',
  people: 'person',
  children: 'child',
}

const ENGLISH_ENDINGS: readonly Ending[] = [
  ...endings(4, 'ation ement ment ness ance ence ency ion'),
  ...endings(3, 'ing'),
  ...endings(4, 'able ous'),
  ...endings(3, 'ed'),
  ...endings(4, 'ly ate'),
]

function english(word: string): string {
  const known = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined
  if (known !== undefined) return english(known)
  let form = word.replace(/['’]s?$/, '')
  if (/\d/.test(form)) return form
  form = form.replace(/ies$/, 'y')
  if (form.length > 3) form = form.replace(/([^aeious])es$/, '$1e').replace(/([^us])s$/, '$1')
  form = withoutEnding(form, ENGLISH_ENDINGS).replace(/([bdfglmnprt])\1$/, '$1')
  return form.length > 4 ? form.replace(/[ey]$/, '') : form.replace(/e$/, form.length > 3 ? '' : 'e')
}

const SPANISH_ENDINGS: readonly Ending[] = [
  ...endings(4, 'aciones uciones amientos imientos'),
  ...endings(
    3,
    'acion ucion amiento imiento iones adores mente ando iendo yendo aron ieron aremos eremos iremos',
  ),
  ...endings(3, 'ados adas idos idas ador amos emos imos abas aban aria eria iria aran eran iran'),
  ...endings(3, 'ado ada ido ida ion aba are ere ire ara era ira ais eis aste iste'),
  ...endings(3, 'ar er ir an en as es os'),
  ...endings(3, 'a e i o s'),
]

/** Accents are dropped first: customers leave them out as often as not. */
function spanish(word: string): string {
  const form = bare(word)
  if (/\d/.test(form)) return form
  // -ces is the plural of -z; before e and i, c and qu stand for z and c.
  return withoutEnding(form.replace(/ces$/, 'z'), SPANISH_ENDINGS).replace(/qu$/, 'c')
}

const FRENCH_ENDINGS: readonly Ending[] = [
  ...endings(4, 'issements issement ations ation ateurs ateur ements ement'),
  ...endings(3, 'assions issions erions irions eraient iraient eront iront issons issez issent'),
  ...endings(3, 'aient erons irons erez irez erais erait irais irait ions eurs euses euse'),
  ...endings(3, 'ees ies eur ant ons ent ait ais era ira erai irai ions ion'),
  ...endings(3, 'ee ie es er ez ir re'),
  ...endings(3, 'e i s x t'),
]

function french(word: string): string {
  const form = bare(word).replace(/^(?:[cdjlmnst]|qu)'/, '')
  if (/\d/.test(form)) return form
  const singular = form.replace(/aux$/, 'al').replace(/([^aeiousx])[sx]$/, '$1')
  return withoutEnding(singular, FRENCH_ENDINGS).replace(/([lmnrst])\1$/, '$1')
}

const GERMAN_ENDINGS: readonly Ending[] = [
  ...endings(4, 'ierungen ierung ungen ung heiten heit keiten keit ierten ierte iert ieren'),
  ...endings(4, 'lichen liche lich isch'),
  ...endings(3, 'em en er es'),
  ...endings(3, 'e n s'),
]

function german(word: string): string {
  const form = bare(word.replaceAll('ß', 'ss'))
  if (/\d/.test(form)) return form
  const participle = /^ge(.{4,}?)e?(?<!ch)t(?:e[mnrs]?)?$/.exec(form)?.[1]
  if (participle !== undefined) return participle
  // kündigt, kündigte; not Paket, Recht, Monat.
  const verb = /^(.{3,}[bdglnr])t(?:e[nst]?)?$/.exec(form)?.[1]
  return verb ?? withoutEnding(form, GERMAN_ENDINGS)
}

const STEMMERS: Readonly<Record<KnownLanguage | 'any', (word: string) => string>> = {
  any: (word) => word.slice(0, 5),
  en: english,
  es: spanish,
  fr: french,
  de: german,
}

type Ending = { readonly ending: string; readonly stemMin: number }

function endings(stemMin: number, list: string): readonly Ending[] {
  return list.split(' ').map((ending) => ({ ending, stemMin }))
}

/** The word without the first ending of the list that leaves enough of it. */
function withoutEnding(word: string, list: readonly Ending[]): string {
  const found = list.find(
    ({ ending, stemMin }) => word.endsWith(ending) && word.length - ending.length >= stemMin,
  )
  return found === undefined ? word : word.slice(0, -found.ending.length)
}

const bare = (word: string): string => fold(word)
