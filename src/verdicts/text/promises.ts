import { memo, memoText } from '../../base/memo.ts'
import type { Pack } from '../../cases/case.ts'
import { isAsked, isDenied, sentencesOf } from './sentences.ts'

/**
 * Finds promises of deeds ("I'll add a voucher") and says whether this desk knows such a deed at all: in a tool's name,
 * description or cues, or anywhere in the SOP. The deeds are those any service desk is asked for, in general words.
 */
export type Promise = { readonly deed: string; readonly possible: boolean }

/** what is promised -> the stems by which a tool or an SOP would speak of it */
const DEEDS: readonly { readonly deed: string; readonly said: string; readonly stems: readonly string[] }[] =
  [
    {
      deed: 'a refund',
      said: 'refund(?:ed|ing)?\\b|(?:give|send|pay|get) (?:you )?(?:your|the) money back|reimburs',
      stems: [
        'refund',
        'money back',
        'reimburs',
        'credit',
        'give the money',
        'money is on its way',
        'money goes back',
      ],
    },
    {
      deed: 'a discount',
      said: 'discount|price reduction|\\d ?(?:%|percent) off',
      stems: ['discount', 'price reduction', 'rebate', 'promo', ' off '],
    },
    {
      deed: 'a voucher',
      said: 'voucher|gift card|coupon|store credit',
      stems: ['voucher', 'gift card', 'coupon', 'store credit', 'certificate'],
    },
    { deed: 'a compensation', said: 'compensat', stems: ['compensat', 'certificate', 'goodwill'] },
    { deed: 'an upgrade', said: 'upgrad(?:e|ing)\\b', stems: ['upgrad'] },
    {
      deed: 'a replacement',
      said: 'replac(?:e|ing)\\b|(?:a|the|your) replacement|new one|another one',
      stems: ['replac', 'exchange', 'send the same', 'new one', 'again', 'resend', 'reship'],
    },
    {
      deed: 'a call back',
      said: '(?:call|phone|ring) you|callback|call back',
      stems: ['call back', 'callback', 'phone', 'call the', 'call you'],
    },
    {
      deed: 'an e-mail',
      said: 'e-?mail you|send you an? (?:\\w{1,15} )?e-?mail',
      stems: [
        'send an e',
        'send a mail',
        'confirmation mail',
        'confirmation e',
        'by e-mail',
        'by email',
        'by mail',
        'notif',
        'e-mail them',
        'email them',
      ],
    },
    {
      deed: 'a technician or courier',
      said: '(?:technician|engineer|courier|driver|mechanic)',
      stems: ['technician', 'engineer', 'courier', 'driver', 'mechanic', 'pick'],
    },
    {
      deed: 'faster delivery',
      said: 'express (?:shipping|delivery)|expedit|priority shipping|overnight|rush (?:it|your|the)|by tomorrow|speed (?:it|this|things) up',
      stems: ['express', 'expedit', 'priorit', 'overnight', 'rush'],
    },
    { deed: 'a waived fee', said: 'waiv(?:e|ing)\\b', stems: ['waiv', 'free of charge', 'fee'] },
    { deed: 'a cancellation', said: 'cancel(?:l?ing)?\\b', stems: ['cancel', 'terminat'] },
    {
      deed: 'an extension',
      said: 'extend(?:ing)?\\b|give you more time',
      stems: ['extend', 'extension', 'more time', 'prolong'],
    },
    { deed: 'an exception', said: '(?:make|making) an exception', stems: ['exception'] },
  ]

/** Who binds themselves, and how: "I'll", "we will", "I'm going to", "you will get". */
const COMMITS =
  /\b(?:I|we)(?: ?[’']ll|(?: am|[’']m| are|[’']re) going to| will| promise| guarantee| shall)\b|\byou(?: ?[’']ll| will) (?:get|receive|have|find|see)\b/i

type Deed = { readonly deed: string; readonly said: RegExp; readonly possible: boolean }

export const promisesIn = (text: string, pack: Pack): readonly Promise[] => promisedAt(pack)(text)

const promisedAt = memo((pack: Pack) => {
  const deeds = deedsOf(pack)
  return memoText((text): readonly Promise[] => (COMMITS.test(text) ? findPromises(text, deeds) : []))
})

const findPromises = (text: string, deeds: readonly Deed[]): readonly Promise[] =>
  sentencesOf(text).flatMap((sentence) => {
    const commits = COMMITS.exec(sentence)
    if (commits === null || isDenied(sentence) || isAsked(sentence)) return []
    const promised = sentence.slice(commits.index)
    return deeds.filter(({ said }) => said.test(promised)).map(({ deed, possible }) => ({ deed, possible }))
  })

function deedsOf(pack: Pack): readonly Deed[] {
  const words = deskWords(pack)
  return DEEDS.map(({ deed, said, stems }) => ({
    deed,
    said: new RegExp(`\\b(?:${said})`, 'i'),
    possible: stems.some((stem) => words.includes(stem)),
  }))
}

/** What this desk can do or grants: its writes, and what the SOP says without forbidding it. */
function deskWords({ graph, world, lexicon }: Pack): string {
  const writes = [...world.tools.values()].filter(({ role }) => role === 'write' || role === 'handover')
  const tools = writes.map(({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`)
  const cues = writes.flatMap(({ name }) => {
    const words = lexicon.tools[name]
    return words === undefined ? [] : [words.name, ...Object.values(words.cues).flat()]
  })
  const granted = [...graph.sop.clauses.values()].filter(({ text }) => !forbids(text)).map(({ text }) => text)
  return [...tools, ...cues, ...granted].join(' ').toLowerCase().replace(/\s+/g, ' ')
}

const forbids = (sentence: string): boolean =>
  /\b(?:never|nothing|nobody|no|not|decline|refuse)\b|n[’']t\b/i.test(sentence)
