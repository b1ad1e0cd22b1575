import { z } from 'zod'
import { Card, CardRequest } from './card.ts'

/**
 * A card as an author writes it. With one request its members stand at the card itself; with several, under `requests`.
 */
const { requests, ...person } = Card.shape
const { intent, wants, ...details } = CardRequest.shape

export const CardFile = z
  .strictObject({
    ...person,
    ...details,
    intent: intent.optional(),
    wants: wants.optional(),
    requests: requests.optional(),
  })
  .transform((file, context): Card => {
    const { requests: several, intent: wish, wants: words, ...rest } = file
    const { name, tone, language, lies, hides, yields_after, patience, ...members } = rest
    const card = { name, tone, language, yields_after, patience, ...said({ lies, hides }) }
    if (several !== undefined) {
      if (wish !== undefined || words !== undefined)
        complain(context, 'intent', 'belongs under requests if the card has requests')
      return { ...card, requests: several }
    }
    if (wish === undefined)
      complain(context, 'intent', 'is missing: what does the customer want? (or list `requests`)')
    if (words === undefined) complain(context, 'wants', 'is missing: write it as a customer would say it')
    return { ...card, requests: [{ intent: wish ?? '', wants: words ?? '', ...members }] }
  })

function complain(context: z.RefinementCtx, member: string, message: string): void {
  context.addIssue({ code: 'custom', path: [member], message })
}

/** Members that are there: exact optional properties know no `undefined`. */
function said(members: { lies: string | undefined; hides: string | undefined }): {
  lies?: string
  hides?: string
} {
  const { lies, hides } = members
  return { ...(lies === undefined ? {} : { lies }), ...(hides === undefined ? {} : { hides }) }
}
