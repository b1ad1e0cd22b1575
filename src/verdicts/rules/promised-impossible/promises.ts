import { memo } from '../../../base/memo.ts'
import { PromisedDeed } from '../../../base/values/reading.ts'
import type { Pack } from '../../../cases/case.ts'

/** What each promised deed is called, and the stems by which a tool or an SOP would speak of it. */
const DEEDS: Readonly<Record<PromisedDeed, { readonly deed: string; readonly stems: readonly string[] }>> = {
  refund: {
    deed: 'a refund',
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
  discount: { deed: 'a discount', stems: ['discount', 'price reduction', 'rebate', 'promo', ' off '] },
  voucher: { deed: 'a voucher', stems: ['voucher', 'gift card', 'coupon', 'store credit', 'certificate'] },
  compensation: { deed: 'a compensation', stems: ['compensat', 'certificate', 'goodwill'] },
  upgrade: { deed: 'an upgrade', stems: ['upgrad'] },
  replacement: {
    deed: 'a replacement',
    stems: ['replac', 'exchange', 'send the same', 'new one', 'again', 'resend', 'reship'],
  },
  'call-back': { deed: 'a call back', stems: ['call back', 'callback', 'phone', 'call the', 'call you'] },
  'e-mail': {
    deed: 'an e-mail',
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
  'call-out': {
    deed: 'a technician or courier',
    stems: ['technician', 'engineer', 'courier', 'driver', 'mechanic', 'pick'],
  },
  'faster-delivery': {
    deed: 'faster delivery',
    stems: ['express', 'expedit', 'priorit', 'overnight', 'rush'],
  },
  'waived-fee': { deed: 'a waived fee', stems: ['waiv', 'free of charge', 'fee'] },
  cancellation: { deed: 'a cancellation', stems: ['cancel', 'terminat'] },
  extension: { deed: 'an extension', stems: ['extend', 'extension', 'more time', 'prolong'] },
  exception: { deed: 'an exception', stems: ['exception'] },
}

/** The promised deeds that this desk knows: in a tool's name, description or cues, or anywhere in the SOP. */
export const deedsKnown = memo((pack: Pack): ReadonlySet<PromisedDeed> => {
  const words = deskWords(pack)
  return new Set(
    PromisedDeed.options.filter((deed) => DEEDS[deed].stems.some((stem) => words.includes(stem))),
  )
})

export const sayPromised = (deed: PromisedDeed): string => DEEDS[deed].deed

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
