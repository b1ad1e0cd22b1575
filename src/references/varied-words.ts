import { seedFrom } from '../base/chance.ts'
import { STOCK_WORDS, type StockWords } from './stock-words.ts'

/** Other ways to say what no pack has words for. A corpus in which every dialogue ends in one sentence teaches that sentence. */
const VARIANTS = {
  /** what comes before a goodbye */
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

/** Stock words by chance, the same for a seed. */
export function variedWords(seed: number): StockWords {
  const { endings, goodbyes, anythingElse, letMeSee, heard } = VARIANTS
  const one = (key: string, of: readonly string[]): string => of[seedFrom(seed, key) % of.length] ?? ''
  return {
    ...STOCK_WORDS,
    goodbye: `${one('ending', endings)} ${one('goodbye', goodbyes)}`,
    anythingElse: one('anything', anythingElse),
    letMeSee: one('see', letMeSee),
    heard: one('heard', heard),
  }
}
