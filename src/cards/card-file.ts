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
    const { name, tone, language, lies, hides, manner, speaks_for, yields_after, patience, ...members } = rest
    const card = {
      name,
      tone,
      language,
      manner,
      yields_after,
      patience,
      ...said({ lies, hides, speaks_for }),
    }
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
const said = (members: Pick<Partial<Card>, 'lies' | 'hides' | 'speaks_for'> | Unsaid): Said => ({
  ...(members.lies === undefined ? {} : { lies: members.lies }),
  ...(members.hides === undefined ? {} : { hides: members.hides }),
  ...(members.speaks_for === undefined ? {} : { speaks_for: members.speaks_for }),
})

type Said = Pick<Card, 'lies' | 'hides' | 'speaks_for'>
type Unsaid = { readonly [Name in keyof Said]: Said[Name] | undefined }
