import type { Json, JsonObject } from '../../../base/values/json.ts'
import { defineFormat, type Told } from '../shared/define-format.ts'
import { idOf, isList, listOf, objectOf, textOf } from '../shared/members.ts'

/** STAR: people who talk to people that follow a flow chart. The wizard is the agent, the knowledge base its only tools. */
export const star = defineFormat({
  name: 'star',
  title: 'STAR dialogues (schema-guided, human to human)',
  detect: ({ value }) => {
    const { Events, DialogueID } = objectOf(value)
    return isList(Events) && DialogueID !== undefined ? 'yes' : 'no'
  },
  idOf: (value) => idOf(objectOf(value)['DialogueID']),
  tell: (value, talk) => {
    for (const event of eventsOf(value)) readEvent(talk, event)
  },
  about: (value) => {
    const isWhole = eventsOf(value).some((event) => event['Action'] === 'complete')
    return { agent: 'wizard', ending: { by: isWhole ? 'customer' : 'unknown' } }
  },
})

const eventsOf = (value: Json): readonly JsonObject[] => listOf(objectOf(value)['Events']).map(objectOf)

function readEvent(talk: Told, event: JsonObject): void {
  const who = textOf(event['Agent'])
  const action = textOf(event['Action'])
  const text = textOf(event['Text']) ?? ''
  const tool = textOf(event['APIName'])
  if (who === 'User' && action === 'utter') talk.said('customer', text)
  else if (who === 'Wizard' && (action === 'utter' || action === 'pick_suggestion')) talk.said('agent', text)
  else if (who === 'Wizard' && action === 'query')
    talk.called({
      from: 'agent',
      id: null,
      tool: tool ?? 'query',
      input: constraintsOf(event['Constraints']),
    })
  else if (who === 'KnowledgeBase') talk.returned({ id: null, tool, ok: true, output: event['Item'] ?? null })
  // What the wizard typed to look for a sentence, what the guide told the customer: said to nobody at the desk.
  else if (who === 'Wizard' || who === 'UserGuide') {
    const what = text === '' ? JSON.stringify(event['PrimaryItem'] ?? null) : text
    talk.aside(who === 'Wizard' ? 'agent' : 'other', 'note', `${action}: ${what}`)
  } else if (!(who === 'User' && action === 'complete')) {
    const doing = `"${who ?? 'nobody'}" (${action ?? 'no action'})`
    talk.doubt('unknown-role', `an event is by ${doing}; it is kept as a note`)
    talk.aside('other', 'note', JSON.stringify(event))
  }
}

/** `[{"Name": "\"Tamarind\""}, {"PartySize": "39"}]` as one object. */
function constraintsOf(given: Json | undefined): Json {
  const pairs = listOf(given).flatMap((one) => Object.entries(objectOf(one)))
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(/^"|"$/g, '') : value]),
  )
}
