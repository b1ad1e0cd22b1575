import type { Desk, DeskTool } from '../tie/desk.ts'
import { alike, contentOf } from '../tie/words.ts'
import type { Notes } from './notes.ts'

/** "change or end an unpaid line": the verbs, up to the first article; "move money": the verb alone. */
export const headOf = (words: string): string =>
  /^.*?(?=\b(?:an?|the|any|anything|this|that|it|its|their|what|for|to)\b)/i.exec(words)?.[0] ||
  (/^\S+/.exec(words)?.[0] ?? '')

/** What the verbs are done to: "the ticket", not whose it is or when. */
const objectOf = (words: string): string =>
  words
    .slice(headOf(words).length)
    .split(
      /\b(?:of|for|to|that|who|which|whose|with|without|when|if|before|unless|inside|outside|from)\b/i,
    )[0]
    ?.trim() ?? ''

const MONEY = /\b(?:money|cash|sums?|funds|payments?)\b/i
const GOODS = /\b(?:goods|parcels?|items?|things|anything)\b/i
const MOVES = /^(?:move|give|pay|send|transfer|return|hand|charge|take)\b/i

/** The tools a prohibition names, and the verbs for which the desk has none. */
export type Named = { readonly tools: readonly string[]; readonly untied: readonly string[] }

/** Every tool one of the sentence's verbs speaks of: "never change or give back a ticket". */
export function toolsIn(words: string, desk: Desk, notes: Notes): Named {
  const moving = movingMoney(words, desk)
  if (moving.length > 0) return { tools: moving, untied: [] }
  const object = objectOf(words)
  const verbs = headOf(words)
    .split(/,\s*(?:or\s+|and\s+)?|\s+(?:or|and|nor)\s+/)
    .map((verb) => verb.trim())
    .filter((verb) => verb !== '')
  const found = verbs.map((verb) => ({ verb, tools: toolsOf(verb, { object, words, desk, notes }) }))
  return {
    tools: [...new Set(found.flatMap(({ tools }) => tools))],
    untied: found.flatMap(({ verb, tools }) => (tools.length === 0 ? [verb] : [])),
  }
}

type Spoken = {
  readonly object: string
  readonly words: string
  readonly desk: Desk
  readonly notes: Notes
}

function toolsOf(verb: string, spoken: Spoken): readonly string[] {
  const { object, desk, notes } = spoken
  const named = byVerb(verb, spoken)
  if (named.length > 0) return named
  const called = notes.toolsCalled(verb)
  if (called.length > 0) return called
  const charged = charging(verb, spoken)
  if (charged.length > 0) return charged
  const meant = notes.toolMeant(`${verb} ${object}`) ?? (object === '' ? null : notes.toolMeant(object))
  const own = desk.writes.find(({ id }) => id === meant)
  return own !== undefined && speaksOf(own, verb) ? [own.id] : []
}

/** Tools named by the very verb; of several the ones that are about the same thing, by name or by what they are given. */
function byVerb(verb: string, { object, desk }: Spoken): readonly string[] {
  const said = contentOf(verb)
  const things = contentOf(object)
  const same = desk.writes.filter(({ id }) => said.some((word) => alike(word, contentOf(id)[0] ?? '')))
  const about = (words: readonly string[]) => words.some((part) => things.some((word) => alike(word, part)))
  const byName = same.filter(({ id }) => about(contentOf(id).slice(1)))
  if (byName.length > 0) return byName.map(({ id }) => id)
  const byGiven = same.filter(({ parameters }) => about(parameters.flatMap(({ name }) => contentOf(name))))
  if (byGiven.length > 0) return byGiven.map(({ id }) => id)
  return same.length === 1 || things.length === 0 ? same.map(({ id }) => id) : []
}

/** "charge an exit fee": the tools that are given such a sum and say that they charge it. */
function charging(verb: string, { object, desk }: Spoken): readonly string[] {
  const things = contentOf(object)
  const given = desk.writes.filter((tool) =>
    tool.parameters.some(
      ({ name, type }) =>
        /^(?:number|integer)$/.test(type) &&
        things.length > 0 &&
        contentOf(name).every((part) => things.some((word) => alike(word, part))),
    ),
  )
  return given.filter((tool) => speaksOf(tool, verb)).map(({ id }) => id)
}

/** "move money or goods", "give money for a course": the tools that move it, those for courses where there are such. */
function movingMoney(words: string, desk: Desk): readonly string[] {
  if (!MOVES.test(words) || !(MONEY.test(words) || GOODS.test(words))) return []
  const takesSum = ({ parameters }: DeskTool) =>
    parameters.some(({ type }) => type === 'number' || type === 'integer')
  const moving = desk.writes.filter((tool) => tool.movesMoney && (GOODS.test(words) || takesSum(tool)))
  const said = contentOf(words)
  const about = moving.filter(({ id }) =>
    contentOf(id).some((part) => said.some((word) => alike(word, part) && !GOODS.test(word))),
  )
  return (about.length > 0 ? about : moving).map(({ id }) => id)
}

const speaksOf = ({ id, name, phrases, description }: DeskTool, verb: string): boolean => {
  const own = [id, name, description, ...phrases].flatMap(contentOf)
  const said = contentOf(verb)
  return said.length === 0 || said.some((word) => own.some((part) => alike(word, part)))
}
