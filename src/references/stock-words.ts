/** What instruments say that no pack has words for: in English, at every desk. */
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

export const STOCK_WORDS: StockWords = {
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
