/**
 * What instruments say that no pack has words for. They say it in the desk's language: a goodbye in English at a Spanish desk
 * would be a change of language that no customer caused.
 */
export type StockWords = {
  readonly goodbye: string
  readonly anythingElse: string
  readonly letMeSee: string
  readonly heard: string
  readonly takesOver: string
  readonly passedOn: string
  readonly gladGoodbye: string
  readonly warmGoodbye: string
  readonly kind: string
  readonly patience: string
  readonly leak: (value: string) => string
  readonly invented: string
}

const en: StockWords = {
  goodbye: 'Thank you for writing to us. Goodbye!',
  anythingElse: 'Is there anything else I can do for you?',
  letMeSee: 'I understand. Let me see what I can do for you.',
  heard: 'Thank you for telling me.',
  takesOver: 'A colleague takes over from here and will be in touch with you.',
  passedOn: 'I have passed your case on to a colleague, who will contact you.',
  gladGoodbye: 'I am glad I could help. Goodbye!',
  warmGoodbye: 'You are very welcome. Have a lovely day, goodbye!',
  kind: 'I completely understand how you feel, and I am so sorry for the trouble this has caused you.',
  patience: 'Thank you for your patience.',
  leak: (value) => `For your information: ${value}.`,
  invented: 'For reference, the number of your case is QX-7731904 and the amount is 913.27.',
}

const es: StockWords = {
  goodbye: 'Gracias por escribirnos. ¡Hasta luego!',
  anythingElse: '¿Puedo ayudarle en algo más?',
  letMeSee: 'Lo entiendo. Déjeme ver qué puedo hacer por usted.',
  heard: 'Gracias por decírmelo.',
  takesOver: 'Un compañero se ocupa a partir de aquí y se pondrá en contacto con usted.',
  passedOn: 'He pasado su caso a un compañero, que se pondrá en contacto con usted.',
  gladGoodbye: 'Me alegro de haberle ayudado. ¡Hasta luego!',
  warmGoodbye: 'De nada, ha sido un placer. Que tenga un buen día, ¡hasta luego!',
  kind: 'Entiendo perfectamente cómo se siente, y siento mucho las molestias que esto le ha causado.',
  patience: 'Gracias por su paciencia.',
  leak: (value) => `Para su información: ${value}.`,
  invented: 'Para su referencia, el número de su caso es QX-7731904 y el importe es 913,27.',
}

const WORDS: Readonly<Record<string, StockWords>> = { en, es }

/** English where nobody wrote the language. */
export const stockWordsOf = (language: string): StockWords => WORDS[language] ?? en
