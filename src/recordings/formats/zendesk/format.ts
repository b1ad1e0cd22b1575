import type { JsonObject } from '../../../base/values/json.ts'
import { defineFormat } from '../shared/define-format.ts'
import { firstOf, idOf, isList, listOf, objectOf, textOf } from '../shared/members.ts'
import { plainText } from '../shared/plain-text.ts'

/** Zendesk tickets with their comments: the requester is the customer, everybody else the desk. */
export const zendesk = defineFormat({
  name: 'zendesk',
  title: 'Zendesk tickets with comments (JSON or JSON lines)',
  lists: ['tickets'],
  detect: ({ value }) => {
    const ticket = ticketIn(objectOf(value))
    const isTicket = ticket['requester_id'] !== undefined || ticket['requester'] !== undefined
    return isTicket && isList(commentsOf(objectOf(value))) ? 'yes' : 'no'
  },
  idOf: (value) => idOf(ticketIn(objectOf(value))['id']),
  tell: (value, talk) => {
    const record = objectOf(value)
    const ticket = ticketIn(record)
    const customer = idOf(ticket['requester_id'] ?? objectOf(ticket['requester'])['id'])
    const isOpened = listOf(commentsOf(record)).some((one) => textOf(objectOf(one)['body']) !== null)
    const opening = textOf(ticket['description'])
    if (!isOpened && opening !== null) talk.said('customer', opening)
    for (const given of listOf(commentsOf(record))) {
      const comment = objectOf(given)
      const text = wordsOf(comment)
      const author = idOf(comment['author_id'] ?? objectOf(comment['author'])['id'])
      if (author === null || customer === null) {
        talk.doubt('unknown-role', 'a comment does not say who wrote it; it is kept as a note')
        talk.aside('other', 'note', text)
      } else if (comment['public'] === false) talk.aside('agent', 'note', text)
      else talk.said(author === customer ? 'customer' : 'agent', text)
      if (listOf(comment['attachments']).length > 0)
        talk.doubt('not-text', 'it holds attachments; they are left out')
    }
  },
})

const ticketIn = (record: JsonObject): JsonObject =>
  'ticket' in record ? objectOf(record['ticket']) : record

const commentsOf = (record: JsonObject) =>
  firstOf(record, ['comments']) ?? firstOf(ticketIn(record), ['comments'])

const wordsOf = (comment: JsonObject): string =>
  textOf(comment['plain_body']) ?? textOf(comment['body']) ?? plainText(textOf(comment['html_body']) ?? '')
