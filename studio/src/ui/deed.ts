import { plain, sayRule } from '../metric-facts.ts'
import { words } from '../words.ts'

/** Why a conversation ended: `limit.hit turns` is "it reached the limit of turns". A code that has no words stays beside them. */
export function sayEnding(ended: string): string {
  const whole = words.trial.ending[ended]
  if (whole !== undefined) return whole
  const [kind = '', ...code] = ended.split(' ')
  const said = words.trial.ending[kind]
  return said === undefined ? ended : `${said} (${code.join(' ')})`
}

const ENDS = 'the conversation ends: '

/**
 * What an agent did, as a person says it: `calls send_label {"order_id":"A-1"}` is "called send label (order id: A-1)".
 * What does not look like that stays as it is.
 */
export function sayDeed(did: string): string {
  if (did.startsWith(ENDS)) return `${ENDS}${sayEnding(did.slice(ENDS.length))}`
  const call = /^(calls|proposes) (\S+) (\{.*\})$/s.exec(did)
  if (call !== null) {
    const [, does = '', tool = '', input = ''] = call
    const given = membersOf(input)
    return given === null ? plain(did) : `${words.deed[does] ?? does} ${plain(tool)}${inBrackets(given)}`
  }
  const [act = '', ...about] = did.split(' ')
  const said = words.deed[act]
  if (said === undefined) return plain(did)
  return about.length === 0 ? said : `${said}: ${plain(about.join(' '))}`
}

const SHOWN_CHARS_MAX = 90

function membersOf(input: string): readonly (readonly [string, unknown])[] | null {
  try {
    return Object.entries(JSON.parse(input))
  } catch {
    return null
  }
}

function inBrackets(members: readonly (readonly [string, unknown])[]): string {
  const told = members.map(([name, value]) => `${plain(name)}: ${short(wordOf(value))}`)
  return told.length === 0 ? '' : ` (${told.join('; ')})`
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? plainWord(value) : JSON.stringify(value)

/** `asked_for_human` is a word of a list; what people wrote is left alone. */
const plainWord = (value: string): string => (/^[a-z]+(_[a-z]+)+$/.test(value) ? plain(value) : value)

const short = (text: string): string =>
  text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`

/** The first line of `sage explain` without the names rules have in files. */
export function sayHeadline(says: string): string {
  const broken = /^(the outcome is (?:right|wrong)); broken: (.+)$/.exec(says)
  if (broken === null) return plain(says)
  const [, outcome = '', rules = ''] = broken
  const told = rules.split(', ').filter((rule) => rule !== 'outcome_accuracy')
  // "The outcome is right: enabled fraud" would read as praise.
  const but = outcome.endsWith('right') ? ', but' : ''
  return told.length === 0 ? outcome : `${outcome}${but}: ${told.map(sayRule).join(', ')}`
}
