import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lexicon } from '../../base/values/lexicon.ts'
import { fold, READ_CHARACTERS_MAX } from './fold.ts'
import { recognise, recogniseActs, recogniseClaims } from './recognise.ts'

const en = (...words: string[]) => ({ en: words })
const lexicon = Lexicon.parse({
  intents: {},
  fields: {
    ref: {
      name: 'order number',
      asks: en('Which order is it about?'),
      cues: {
        en: ['order number', 'order id'],
        es: ['número de pedido'],
        fr: ['numéro de commande'],
        de: ['bestellnummer'],
      },
      answers: en('{value}'),
    },
    mail: {
      name: 'e-mail address',
      asks: en('Where can we write to you?'),
      cues: en('e-mail', 'email'),
      answers: en('{value}'),
    },
  },
  topics: {
    no_photo: {
      says: en('Without a photo we cannot replace it.'),
      cues: en('without a photo', 'no picture'),
    },
  },
  tools: {
    look_up: { name: 'the order', cues: en('look up') },
    replace: {
      name: 'a new one',
      proposes: en('Shall I send {item} to {address}?'),
      claims: en('A new one is on its way.'),
      cues: { en: ['replac', 'new one'], es: ['uno nuevo'], fr: ['un nouveau'], de: ['ersatz'] },
    },
  },
})
const acts = (text: string) => recogniseActs(text, lexicon)
const kinds = (text: string) => acts(text).map(({ act }) => act)

describe("the desk's own wordings", () => {
  test('asks, proposes with its arguments, claims and tells', () => {
    expect(acts('Hello! Which order is it about?')).toEqual([
      { act: 'request', field: 'ref' },
      { act: 'greet' },
    ])
    expect(acts('Shall I send the Blue Kettle to 5 Mill Lane, York?')).toEqual([
      {
        act: 'propose',
        tool: 'replace',
        arguments: { item: 'the Blue Kettle', address: '5 Mill Lane, York' },
      },
    ])
    expect(acts('A new one is on its way.')).toEqual([{ act: 'claim-done', tool: 'replace' }])
    expect(acts('I am sorry. Without a photo we cannot replace it.')).toEqual([
      { act: 'decline', about: 'no_photo' },
      { act: 'comfort' },
    ])
  })

  test('the graph may say which act telling a topic is', () => {
    const [found] = recognise('Without a photo we cannot replace it.', lexicon, {
      topicActs: { no_photo: 'explain' },
    })
    expect(found).toMatchObject({ act: { act: 'explain', about: 'no_photo' }, sure: true, from: 0 })
  })
})

describe('general wordings, placed by cues', () => {
  test.each([
    ['Could you please provide your order ID and the email you used?', ['ref', 'mail']],
    ["I'll need your order number to look into this.", ['ref']],
    ['¿Me puede indicar su número de pedido, por favor?', ['ref']],
    ['Pourriez-vous me donner votre numéro de commande ?', ['ref']],
    ['Könnten Sie mir bitte Ihre Bestellnummer nennen?', ['ref']],
  ])('asks: %s', (text, fields) => {
    expect(acts(text).flatMap((act) => (act.act === 'request' ? [act.field] : []))).toEqual(fields)
  })

  test.each([
    'Would you like me to replace it?',
    'I can replace the item. Is that okay?',
    'Please reply "yes" to proceed with the replacement.',
    'If you would prefer that, I can pass you to a colleague.',
    'Would you like me to replace it, or is there anything else?',
    'Reply "yes" to go on, or let me know what you would change.',
    '¿Quiere que le enviemos uno nuevo?',
    "Voulez-vous que j'en envoie un nouveau ?",
    'Soll ich Ihnen Ersatz schicken?',
  ])('proposes: %s', (text) => {
    expect(kinds(text)).toContain('propose')
  })

  test.each([
    'Which payment method would you like to use?',
    'Please let me know how you would like to proceed.',
    'When should we call you?',
    'Please confirm which size you would like.',
    'Please check your inbox and let me know once you have it.',
    'Would you like to:\n1. keep it, or\n2. send it back?',
  ])('asks, proposes nothing: %s', (text) => {
    expect(kinds(text)).toEqual(['request'])
  })

  test.each([
    'Unfortunately, the ticket cannot be cancelled after departure.',
    "I'm unable to make an exception here.",
    'This order is not eligible for a return.',
    'There is no discount I can add here.',
    'I am only able to help with parcels.',
    'Lo siento, no podemos devolver el dinero.',
    'Nous ne pouvons malheureusement pas le remplacer.',
    'Das ist leider nicht möglich.',
  ])('declines: %s', (text) => {
    expect(kinds(text)).toContain('decline')
  })

  test.each([
    "If you can't find it, send us your name instead.",
    'I could not find an account with that name.',
    'After this, the order cannot be changed again.',
    'You still cannot log in, so let us look further.',
    "Don't hesitate to ask.",
  ])('declines nothing: %s', (text) => {
    expect(kinds(text)).not.toContain('decline')
  })

  test.each([
    'Your reservation has been successfully cancelled.',
    "I've updated the delivery date for you.",
    'You are being transferred to a human agent.',
    'He cancelado la suscripción.',
    'Votre abonnement a été annulé.',
    'Ich habe den Vertrag gekündigt.',
  ])('claims: %s', (text) => {
    expect(kinds(text)).toContain('claim-done')
  })

  test.each([
    "I've verified your account.",
    'Once your payment has been received, we will ship it.',
    'Your refund will be processed within a week.',
    'Has the order been delivered?',
    'I will transfer you if you like.',
    'No refund has been issued.',
    'Since the flight was cancelled, I can offer you a voucher.',
  ])('claims nothing: %s', (text) => {
    expect(kinds(text)).not.toContain('claim-done')
  })

  test.each([
    "You're welcome! Have a great day!",
    'If you need any further assistance, feel free to ask!',
    'Adiós, que tenga un buen día.',
    'Au revoir et bonne journée.',
    'Auf Wiedersehen und einen schönen Tag.',
  ])('signs off: %s', (text) => {
    expect(kinds(text)).toContain('sign-off')
  })

  test('an offer of more help beside a question is no sign-off', () => {
    expect(kinds('What is your order number? If you need anything else, let me know.')).toEqual(['request'])
    expect(kinds('Please let me know if this works.')).toEqual(['request'])
  })

  test('only what is placed on the desk is sure', () => {
    const sure = (text: string) => recognise(text, lexicon).map((found) => found.sure)
    expect(sure('What is your order number?')).toEqual([true])
    expect(sure('What colour is it?')).toEqual([false])
    expect(sure('Shall I go ahead?')).toEqual([false])
  })

  test('a tool without words for proposing is never proposed', () => {
    expect(acts('Shall I look up the order?')).toEqual([{ act: 'propose', tool: '' }])
  })
})

describe('whatever an agent writes', () => {
  test('control characters, JSON and a megabyte are read without harm', () => {
    expect(acts('\u0000\u001b[2J')).toEqual([])
    expect(kinds('{"message": "Done.\\nWhat is your order number?"}')).toContain('request')
    const long = `${'la '.repeat(400_000)}What is your order number?`
    expect(long.length).toBeGreaterThan(READ_CHARACTERS_MAX)
    expect(acts(long)).toContainEqual({ act: 'request', field: 'ref' })
  })

  test('a text made to almost match every pattern is read to its end', () => {
    expect(acts('not is if once the have i need please confirm '.repeat(2_000))).toBeDefined()
  })

  test('folding keeps every character in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(fold(text).length).toBe(text.length)
      }),
    )
    expect(fold('İstanbul “Größe” – ok')).toBe(' stanbul "grose" - ok')
  })

  test('never throws, and reads the same text the same way', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(acts(text)).toEqual(acts(text))
      }),
    )
  })
})

const SENTENCES = [
  'A new one is on its way.',
  'A new one is on its way to you, and I have replaced it.',
  'I have replaced it for you.',
  'I have sent a replacement and cancelled the old one!',
  'I have processed that.',
  'Your replacement has been sent; shall I send a new one again?',
  'Would you like me to replace it?',
  'I am transferring you to a colleague.',
  'Is everything settled now?',
  'I have not replaced anything.',
  'Ich habe den Ersatz verschickt.',
  'He enviado uno nuevo.',
  'Without a photo we cannot replace it.',
  'Sorry to hear that.',
  'What is your order number?',
  'Goodbye!',
]

describe('claims alone', () => {
  test('are those that reading everything finds, in place and sureness', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SENTENCES), { maxLength: 6 }), (sentences) => {
        const text = sentences.join(' ')
        const all = recognise(text, lexicon).filter(({ act }) => act.act === 'claim-done')
        expect(recogniseClaims(text, lexicon)).toEqual(all)
      }),
      { numRuns: 500 },
    )
    expect(recogniseClaims('I have replaced it for you.', lexicon)).toHaveLength(1)
  })
})
