import { unknownName } from '../base/files/suggest.ts'
import { isIsoDate } from '../base/values/iso-date.ts'
import type { Scalar } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'
import type { FieldSpec } from '../graph/model/graph.ts'
import type { Examined, Path } from './check-case.ts'
import { isStory } from './check-case-opening.ts'

/** A card's words are words of the desk: intents, fields, values, tools; and the opening says what it volunteers. */
export function checkCard(examined: Examined): void {
  for (const [index, request] of examined.case.card.requests.entries()) {
    const path = examined.pathOfRequest(index)
    checkRequest(examined, request, path)
    if (index === 0) checkOpening(examined, request, path)
    else checkShared(examined, { request, path, index })
  }
  checkMoment(examined)
}

/** The moment to interrupt is one that can come: a field or a tool of this desk. */
function checkMoment({ case: { card }, desk: { graph, world }, say }: Examined): void {
  const moment = card.interrupts_with
  if (moment === undefined) return
  const path = ['card', 'interrupts_with']
  if ('field' in moment) {
    const { field } = moment
    if (!graph.fields.has(field)) say(path, ...unknownName('field', field, graph.fields.keys()))
  } else if (!world.tools.has(moment.proposal))
    say(path, ...unknownName('tool', moment.proposal, world.tools.keys()))
}

function checkRequest(examined: Examined, request: CardRequest, path: Path): void {
  const { desk, say } = examined
  const intents = desk.graph.fields.get('intent')?.of ?? []
  if (!intents.includes(request.intent))
    say([...path, 'intent'], ...unknownName('intent', request.intent, intents))
  for (const [name, value] of Object.entries(request.knows))
    checkClaim(examined, [...path, 'knows', name], { name, value })
  for (const [name, value] of Object.entries(request.truth)) {
    checkClaim(examined, [...path, 'truth', name], { name, value })
    if (request.knows[name] === undefined || request.knows[name] === value)
      say(
        [...path, 'truth', name],
        'no-lie',
        `${name}: \`truth\` is set, but \`knows\` has no claim that differs from it`,
        'Drop it, or put what they claim into `knows`.',
      )
  }
  for (const { field, value } of request.corrects)
    checkClaim(examined, [...path, 'corrects'], { name: field, value })
  for (const [name, { as, text }] of Object.entries(request.shows)) {
    const value = request.knows[name]
    if (value === undefined)
      say(
        [...path, 'shows', name],
        'shows',
        `shows ${name}, but the card has no value for it`,
        'Put it into `knows`.',
      )
    else if (as === 'pasted' && typeof value === 'string' && !text.includes(value))
      say(
        [...path, 'shows', name],
        'shows',
        `what is pasted for ${name} does not hold "${value}"`,
        'Put the value into the text.',
      )
  }
  for (const [name, answers] of Object.entries(request.asked_again)) {
    const at = [...path, 'asked_again', name]
    for (const answer of answers)
      if (typeof answer === 'object') checkLacks(examined, at, { names: [name], lack: answer.lack })
      else checkClaim(examined, at, { name, value: answer })
  }
  checkLacks(examined, [...path, 'cannot'], { names: request.cannot, lack: 'unavailable' })
  checkLacks(examined, [...path, 'refuses'], { names: request.refuses, lack: 'refused' })
  const answered = [...Object.keys(request.knows), ...request.cannot, ...request.refuses]
  for (const name of request.volunteers.filter((one) => !answered.includes(one)))
    say(
      [...path, 'volunteers'],
      'volunteers',
      `volunteers ${name}, but the card has no value for it`,
      'Put it into `knows`.',
    )
  for (const tool of request.says_no_to.filter((one) => !desk.world.tools.has(one)))
    say([...path, 'says_no_to'], ...unknownName('tool', tool, desk.world.tools.keys()))
}

function checkClaim(examined: Examined, path: Path, { name, value }: { name: string; value: Scalar }): void {
  const spec = fieldNamed(examined, path, name)
  const fault = spec === undefined ? null : claimFault(spec, value)
  if (fault !== null)
    examined.say(
      path,
      'claim-type',
      `${name} ${fault}`,
      'Use the type that graph.yaml declares for the field.',
    )
}

function checkLacks(
  examined: Examined,
  path: Path,
  { names, lack }: { readonly names: readonly string[]; readonly lack: 'refused' | 'unavailable' },
): void {
  for (const name of names) {
    const spec = fieldNamed(examined, path, name)
    if (spec !== undefined && !spec.mayBe.includes(lack))
      examined.say(
        path,
        'may-not-be',
        `${name} may not be ${lack}`,
        `Add ${lack} to its \`may_be\` in graph.yaml.`,
      )
  }
}

function fieldNamed({ desk, say }: Examined, path: Path, name: string): FieldSpec | undefined {
  const { fields } = desk.graph
  if (!fields.has(name)) say(path, ...unknownName('field', name, fields.keys()))
  return fields.get(name)
}

/** What the first message says in so many words is volunteered; what is volunteered stands in it. */
function checkOpening(examined: Examined, request: CardRequest, path: Path): void {
  const { opens } = examined.case
  if (opens === null) return
  for (const [name, value] of Object.entries(request.knows)) {
    if (examined.desk.graph.fields.get(name)?.type !== 'string' || typeof value !== 'string') continue
    // A story is told in the customer's own words.
    if (isStory(value)) continue
    const [isSaid, isVolunteered] = [opens.includes(value), request.volunteers.includes(name)]
    if (isVolunteered && !isSaid)
      examined.say(
        ['opens'],
        'opening',
        `volunteers ${name}, but the opening does not say "${value}"`,
        'Let them say it, or do not volunteer it.',
      )
    if (!isVolunteered && isSaid)
      examined.say(
        [...path, 'volunteers'],
        'opening',
        `the opening says "${value}", so ${name} is volunteered`,
        `Add ${name} to \`volunteers\`.`,
      )
  }
}

/** R1: a later request about another order says so at once, or the number said before would serve. */
function checkShared(
  { case: { card }, desk, say }: Examined,
  { request, path, index }: { readonly request: CardRequest; readonly path: Path; readonly index: number },
): void {
  const earlier = card.requests.slice(0, index)
  for (const [name, value] of Object.entries(request.knows)) {
    if (desk.graph.fields.get(name)?.shared !== true || request.volunteers.includes(name)) continue
    const other = earlier.map(({ knows }) => knows[name]).find((one) => one !== undefined && one !== value)
    if (other !== undefined)
      say(
        [...path, 'volunteers'],
        'another-one',
        `means ${name} ${value}, but ${other} was said before and serves this request too`,
        `Add ${name} to the \`volunteers\` of this request, so that the customer names it.`,
      )
  }
}

function claimFault(spec: FieldSpec, value: Scalar): string | null {
  switch (spec.type) {
    case 'enum':
      return spec.of.includes(String(value)) ? null : `is not one of ${spec.of.join(', ')}`
    case 'number':
      if (typeof value !== 'number') return 'should be a number'
      return spec.range !== null && (value < spec.range[0] || value > spec.range[1])
        ? `is outside ${spec.range.join(' to ')}`
        : null
    case 'boolean':
      return typeof value === 'boolean' ? null : 'should be true or false'
    case 'date':
      return typeof value === 'string' && isIsoDate(value) ? null : 'should be a date, YYYY-MM-DD'
    case 'string':
      return typeof value === 'string' ? null : 'should be text: put it in quotes'
  }
}
