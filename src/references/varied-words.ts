import { seedFrom } from '../base/chance.ts'
import { type StockWords, stockWordsOf } from './stock-words.ts'

/** Other ways to say what no pack has words for. A corpus in which every dialogue ends in one sentence teaches that sentence. */
type Variants = {
  /** what comes before a goodbye */
  readonly endings: readonly string[]
  readonly goodbyes: readonly string[]
  readonly anythingElse: readonly string[]
  readonly letMeSee: readonly string[]
  readonly heard: readonly string[]
}

const en: Variants = {
  endings: [
    'Thank you for writing to us.',
    'Thanks for getting in touch.',
    'Thank you for your message.',
    'Thank you for contacting us.',
    'Thanks for your time.',
    'Thank you for your patience.',
    'Many thanks for writing.',
    'Thanks for reaching out to us.',
    'You are welcome.',
    'You are very welcome.',
    'I am glad that I could help.',
    'It was a pleasure to help.',
    'Thanks for bearing with me.',
    'Thanks for letting us know.',
    'We appreciate your message.',
    'Have a nice day.',
    'Have a lovely day.',
    'Have a good day.',
    'Have a pleasant day.',
    'Enjoy the rest of your day.',
    'All the best.',
    'Take care.',
    'I wish you a nice day.',
    'Have a great day.',
  ],
  goodbyes: ['Goodbye!', 'Bye!', 'Goodbye.', 'Bye for now!', 'Goodbye for now.'],
  anythingElse: [
    'Is there anything else I can do for you?',
    'Can I help you with anything else?',
    'Is there anything else you need?',
    'Anything else I can help with?',
    'Do you need anything else?',
    'Is there anything else I can help you with today?',
    'Would you like help with anything else?',
    'Is there something else I can do for you?',
    'Can I do anything else for you today?',
    'Anything else you need from me?',
  ],
  letMeSee: [
    'I understand. Let me see what I can do for you.',
    'I understand. Let me see how I can help.',
    'I see. Let me see what I can do here.',
    'I hear you. Let me see what can be done.',
  ],
  heard: [
    'Thank you for telling me.',
    'Thanks for letting me know.',
    'Thank you for letting me know.',
    'Thanks for telling me.',
    'I hear you.',
    'I understand.',
  ],
}

const es: Variants = {
  endings: [
    'Gracias por escribirnos.',
    'Gracias por su mensaje.',
    'Gracias por ponerse en contacto con nosotros.',
    'Muchas gracias por su tiempo.',
    'Gracias por su paciencia.',
    'De nada.',
    'Ha sido un placer.',
    'Que tenga un buen día.',
    'Que pase un buen día.',
    'Le deseo un buen día.',
    'Que le vaya bien.',
    'Un cordial saludo.',
  ],
  goodbyes: ['¡Hasta luego!', 'Adiós.', '¡Adiós!', 'Hasta luego.', '¡Hasta pronto!'],
  anythingElse: [
    '¿Puedo ayudarle en algo más?',
    '¿Hay algo más en lo que pueda ayudarle?',
    '¿Le puedo ayudar con algo más?',
    '¿Puedo hacer algo más por usted?',
  ],
  letMeSee: [
    'Lo entiendo. Déjeme ver qué puedo hacer por usted.',
    'Le entiendo. Déjeme ver cómo puedo ayudarle.',
    'Entiendo. Déjeme ver qué se puede hacer.',
  ],
  heard: ['Gracias por decírmelo.', 'Gracias por avisarme.', 'Lo entiendo.', 'Le entiendo.'],
}

const VARIANTS: Readonly<Record<string, Variants>> = { en, es }

/** Stock words by chance, the same for a seed. English where nobody wrote the language. */
export function variedWords(language: string, seed: number): StockWords {
  const { endings, goodbyes, anythingElse, letMeSee, heard } = VARIANTS[language] ?? en
  const one = (key: string, of: readonly string[]): string => of[seedFrom(seed, key) % of.length] ?? ''
  return {
    ...stockWordsOf(language),
    goodbye: `${one('ending', endings)} ${one('goodbye', goodbyes)}`,
    anythingElse: one('anything', anythingElse),
    letMeSee: one('see', letMeSee),
    heard: one('heard', heard),
  }
}
