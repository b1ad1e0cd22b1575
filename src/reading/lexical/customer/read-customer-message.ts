import type {
  CustomerReadAct,
  CustomerReading,
  CustomerReadSentence,
} from '../../../base/values/customer-reading.ts'
import type { DeskLists } from '../../../base/values/desk-lists.ts'
import { actsOf, type Reading } from '../../../base/values/reading.ts'
import { likelyLanguage } from '../../../text/languages.ts'
import { contentOf } from '../bags.ts'
import { foldMessage } from '../fold.ts'
import { layOut } from '../layout.ts'
import { enumValueIn, type FieldShape, type FoundValue, fieldShapes, valuesFound } from './field-values.ts'

/**
 * What a customer's message does: opens a request, tells values, agrees, refuses, corrects, presses, thanks, leaves. In: its
 * words, the desk's closed lists and the reading of the agent message it answers (null: it is the first). It knows neither
 * card nor graph, so that it can check what a model customer says, and read conversations of other systems.
 */
export function readCustomerMessage(
  text: string,
  lists: DeskLists,
  answers: Reading | null,
): CustomerReading {
  const folded = foldMessage(text)
  const context = contextOf(answers)
  const laid = layOut(folded).map(({ from, to, items, part }) => ({
    from,
    to: Math.max(to, ...items.map((item) => item.to)),
    part,
  }))
  const told = tellings(text, folded, lists, context)
  const sentences = laid.map((span, at): CustomerReadSentence => {
    const words = folded.slice(span.from, span.to)
    const own = told.filter(({ from }) => from >= span.from && from < span.to)
    const acts = [
      ...own.map((act) => (customerFrames.corrects.test(words) ? { ...act, kind: 'correct' as const } : act)),
      ...spoken(words, span, { context, isFirst: at === firstBody(laid), hasValue: own.length > 0, lists }),
    ]
    const hasContent = span.part === 'body' && contentOf(words, 'en').length > 1
    return { from: span.from, to: span.to, unread: acts.length === 0 && hasContent, acts }
  })
  return { language: likelyLanguage(text), sentences }
}

const firstBody = (laid: readonly { readonly part: string }[]): number =>
  Math.max(
    0,
    laid.findIndex(({ part }) => part === 'body'),
  )

type Context = {
  readonly isFirst: boolean
  readonly asked: ReadonlySet<string>
  readonly proposed: boolean
  readonly declined: boolean
}

function contextOf(answers: Reading | null): Context {
  const acts = answers === null ? [] : actsOf(answers)
  const asked = acts.flatMap(({ kind, place }) =>
    (kind === 'request' || kind === 'request-proof' || kind === 'check-fact') && place?.in === 'field'
      ? [place.name]
      : [],
  )
  return {
    isFirst: answers === null,
    asked: new Set(asked),
    proposed: acts.some(({ kind }) => kind === 'propose' || kind === 'offer'),
    declined: acts.some(({ kind }) => kind === 'decline'),
  }
}

/** Values that fit a field. One that was asked for goes before one that was not; of two that fit alike none is sure. */
function tellings(
  text: string,
  folded: string,
  lists: DeskLists,
  { asked }: Context,
): readonly CustomerReadAct[] {
  const shapes = fieldShapes(lists)
  const acts: CustomerReadAct[] = []
  const taken = new Set<string>()
  const tell = (
    shape: FieldShape,
    value: string | boolean,
    span: { from: number; to: number },
    sure: boolean,
  ): void => {
    if (taken.has(shape.field.name)) return
    taken.add(shape.field.name)
    acts.push({ kind: 'tell', field: shape.field.name, value, sure, from: span.from, to: span.to })
  }
  for (const found of valuesFound(folded)) {
    const shape = fieldFor(found, shapes, asked, taken, folded)
    if (shape !== undefined) tell(shape.shape, text.slice(found.from, found.to), found, shape.sure)
  }
  for (const { from, to } of layOut(folded)) {
    const words = folded.slice(from, to)
    for (const shape of shapes) {
      const value = shape.field.type === 'enum' ? enumValueIn(shape, words) : undefined
      if (value !== undefined) tell(shape, value, { from, to }, asked.has(shape.field.name))
      if (shape.field.type === 'boolean' && asked.has(shape.field.name)) {
        const isAbout = [...shape.content].some((word) => contentOf(words, 'en').includes(word))
        // "I have no photo" gives none; a bare "no" says that it is not so.
        if (customerFrames.lacks.test(words)) continue
        if (customerFrames.refuses.test(words)) tell(shape, false, { from, to }, asked.size === 1)
        else if (customerFrames.agrees.test(words) || isAbout)
          tell(shape, true, { from, to }, asked.size === 1)
      }
    }
  }
  for (const act of namedTexts(text, folded, shapes, { asked, taken, told: acts })) acts.push(act)
  return acts
}

/** A text that was asked for: "the passphrase is blue heron", or "it's Vega" where nothing else is open. */
function namedTexts(
  text: string,
  folded: string,
  shapes: readonly FieldShape[],
  {
    asked,
    taken,
    told,
  }: { asked: ReadonlySet<string>; taken: ReadonlySet<string>; told: readonly CustomerReadAct[] },
): readonly CustomerReadAct[] {
  const open = shapes.filter(
    ({ field, kinds }) =>
      asked.has(field.name) && !taken.has(field.name) && field.type === 'string' && kinds.size === 0,
  )
  const found = new Map<string, CustomerReadAct>()
  for (const { from, to } of layOut(folded)) {
    if (told.some((act) => act.from < to && act.to > from && typeof act.value === 'string')) continue
    const match = NAMED_TEXT.exec(folded.slice(from, to))
    const value = match?.[1]
    if (match === null || value === undefined) continue
    const words = new Set(contentOf(folded.slice(from, to), 'en'))
    const named = open.filter(({ content }) => [...content].some((word) => words.has(word)))
    const [shape] = named.length > 0 ? named : open
    if (shape === undefined || (named.length > 0 ? named : open).length > 1 || found.has(shape.field.name))
      continue
    const begin = from + match.index + match[0].indexOf(value, match[0].length - value.length - 1)
    const end = begin + value.length
    found.set(shape.field.name, {
      kind: 'tell',
      field: shape.field.name,
      value: text.slice(begin, end),
      sure: true,
      from: begin,
      to: end,
    })
  }
  return [...found.values()]
}

const NAMED_TEXT = /(?:\b(?:it's|it is|that's|that is|would be|should be|is|was)|:) ([^.!?:]{2,60})[.!?]*$/

function fieldFor(
  { kind, from }: FoundValue,
  shapes: readonly FieldShape[],
  asked: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  folded: string,
): { readonly shape: FieldShape; readonly sure: boolean } | undefined {
  const fits = shapes.filter(({ field, kinds }) => kinds.has(kind) && !taken.has(field.name))
  const wanted = fits.filter(({ field }) => asked.has(field.name))
  const [one] = wanted.length > 0 ? wanted : fits
  if (one === undefined) return undefined
  if ((wanted.length > 0 ? wanted : fits).length === 1)
    return {
      shape: one,
      sure: wanted.length === 1 || kind === 'email' || kind === 'id' || kind === 'address',
    }
  // Of several the one whose name stands before the value.
  const before = new Set(contentOf(folded.slice(Math.max(0, from - NAMED_WITHIN), from), 'en'))
  const named = (wanted.length > 0 ? wanted : fits).filter(({ content }) =>
    [...content].some((word) => before.has(word)),
  )
  const [best = one] = named
  return { shape: best, sure: named.length === 1 }
}

const NAMED_WITHIN = 40

type Around = {
  readonly context: Context
  readonly isFirst: boolean
  readonly hasValue: boolean
  readonly lists: DeskLists
}

/** What a sentence does by its words alone. */
function spoken(
  words: string,
  { from, to }: { readonly from: number; readonly to: number },
  { context, isFirst, hasValue, lists }: Around,
): readonly CustomerReadAct[] {
  const act = (kind: CustomerReadAct['kind'], sure = true, field: string | null = null): CustomerReadAct => ({
    kind,
    field,
    value: null,
    sure,
    from,
    to,
  })
  const acts: CustomerReadAct[] = []
  const leaves = customerFrames.leaves.test(words)
  if (customerFrames.thanks.test(words)) acts.push(act('thank', !context.isFirst))
  if (leaves) acts.push(act('leave', !customerFrames.opensMore.test(words)))
  if (context.isFirst) return isFirst || customerFrames.asksFor.test(words) ? [act('open'), ...acts] : acts
  if (customerFrames.opensMore.test(words)) acts.push(act('open', customerFrames.asksFor.test(words)))
  if (context.proposed && customerFrames.refuses.test(words)) acts.push(act('refuse'))
  else if (
    context.proposed &&
    (customerFrames.agrees.test(words) ||
      (customerFrames.goesAhead.test(words) && !customerFrames.negates.test(words)))
  )
    acts.push(act('agree'))
  else if (!hasValue && customerFrames.lacks.test(words)) {
    const field = lackedField(words, context, lists)
    acts.push(act('refuse', field !== null, field))
  }
  if (acts.length === 0 && customerFrames.presses.test(words)) acts.push(act('press'))
  return acts
}

/** The field that is not given: the one the words name, or the only one that was asked for. */
function lackedField(words: string, { asked }: Context, lists: DeskLists): string | null {
  const said = new Set(contentOf(words, 'en'))
  const shapes = fieldShapes(lists).filter(({ field }) => asked.has(field.name))
  const named = shapes.filter(({ content }) => [...content].some((word) => said.has(word)))
  const [one] = named.length > 0 ? named : shapes
  return (named.length > 0 ? named : shapes).length === 1 ? (one?.field.name ?? null) : null
}

/** General wordings of customers, of no desk, in four languages together: they are short and do not collide. Matched on one folded sentence. */
const customerFrames = {
  agrees:
    /^(?:(?:oh|ah|hm|well|okay|ok|right|great|perfect|alright|fine|good|hi|hello|um)[,.! -]+)*(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|please do|go ahead|do (?:that|it|so)|go for it|that works|that's (?:right|fine|correct|ok|okay|good|perfect)|that would be (?:good|great|fine|lovely|perfect|helpful|nice|wonderful)|fine by me|ok by me|works for me|that is (?:right|fine|correct)|i agree|agreed|i'm happy with|i am happy with|sounds (?:good|right|fine|great)|that sounds|okay,? (?:do|go|please)|ok,? (?:do|go|please)|let's do|please (?:go|do|proceed)|with pleasure|i'd like that|i confirm|confirmed|correct|si\b|claro|de acuerdo|adelante|vale|oui|d'accord|allez-y|bien sur|ja\b|gern|einverstanden|machen sie|in ordnung)(?:\b|$)/,
  refuses:
    /^(?:(?:oh|ah|hm|well|okay|ok|right|um|actually|sorry)[,.! -]+)*(?:no\b(?! (?:problem|worries|rush|hurry))|nope|nah|never mind|don't|do not|please don't|i don't want|i do not want|i'd rather not|i would rather not|not that|rather not|leave it|stop|no,|non\b|nein\b|lieber nicht|prefiero que no)|\b(?:i don't want (?:that|it|this|a|any)|i'd rather not|changed my mind|forget (?:it|about it))\b/,
  lacks:
    /\b(?:(?:i|we) (?:just |simply |really |honestly )?(?:don't|do not|dont|haven't|have not|havent|can't|cannot|cant|couldn't|could not|won't|will not) (?:\w+ )?(?:have|know|remember|find|recall|got|give|tell|say|see (?:one|it|that)|take (?:a|any) (?:photo|picture)|show|provide|share|want to (?:say|tell|give))|no idea\b(?! why)|i've lost|i lost|i threw|i deleted|(?:i have|i've got|got|there is|there's) no\b(?! (?:time|choice|idea why|problem))|none of your business|not telling|is my business|why do you need|don't ask me|dont ask me|i'd rather (?:not say|keep)|no se\b|no tengo|je n'ai pas|je ne sais pas|ich habe kein\w*|weis ich nicht)\b/,
  corrects:
    /\b(?:i mixed|mixed (?:up|two)|i meant|i mean\b|correction|i was wrong|i made a mistake|my mistake|sorry,? (?:it's|it is|that's|i)|actually,? (?:it's|it is|that|the)|wait,? (?:no|it)|hang on|not \S+,? but|scratch that|i got that wrong|me equivoque|je me suis trompe|ich habe mich)\b/,
  presses:
    /\b(?:but\b.{0,60}(?:please|really|need|must|only|just)|just this once|only this once|only once|this one time|make an exception|exception|come on|i insist|i demand|i expect|unacceptable|ridiculous|outrageous|absurd|not fair|unfair|lawyer|solicitor|court|sue\b|press\b|newspaper|review|social media|manager|supervisor|real person|a human|somebody (?:else|real)|someone (?:else|real)|i swear|i promise|trust me|believe me|it really (?:is|was)|as i said|like i (?:said|wrote)|i told you|again:|all the same|anyway|do it (?:all|anyway)|how hard can|what's there to|loyal|for years|always been|your (?:website|terms|rule|rules|policy|colleague)|the (?:spirit|rule|rules)|everybody else|others (?:get|got)|other shops|you (?:people|lot|have to|must|can't|cannot|could|owe)|how (?:dare|can you)|angry|furious|fed up|disappoint\w*|hurry|urgent\w*|waiting for|i need it|right now|immediately|at once|today\b.{0,20}(?:need|must)|so what now|still here|i'm (?:waiting|between jobs)|in tears|(?:isn't|is no|no) time|any minute|be quick|(?:it|that) has to|same wish|start over|ask(?:ing)? (?:you )?(?:once more|again)|keep asking|(?:someone|people|customers?) like me|premium|personally|mean the world|can't take|all a bit much|used to being treated|done this before|be sensible|somewhere else then|reported it right away|begging|i beg|my (?:kids?|child|children|mother|mum|little one|boss|daughter|son))\b/,
  thanks: /\b(?:thank|thanks|thx|cheers|ta\b|much appreciated|gracias|merci|danke|vielen dank)\b/,
  leaves:
    /\b(?:good ?bye|bye|farewell|see you|take care|have a (?:good|nice|great|lovely)|that's (?:all|everything|it)\b(?! (?:i|the|there|what))|that was (?:all|everything|it)\b(?! (?:i|the))|that is all\b(?! (?:i|the))|nothing (?:else|more)|i'll leave it|leave it (?:there|then|at that)|all the best|so be it|adios|hasta luego|eso es todo|era todo|au revoir|c'etait tout|bonne journee|tschus\w*|auf wiedersehen|das war(?:'s| alles)|schonen tag)\b/,
  opensMore:
    /\b(?:(?:one|another|a second|some|two) (?:more |other |small |last |quick )*(?:thing|things|question|matter|request|issue)s?|while (?:i have you|i'm here|we're at it)|(?:since|as) we're (?:already )?(?:talking|at it)|nearly forgot|almost forgot|something (?:different|else)|before i go|and (?:could|can) you also|(?:could|can|would) you also|i (?:also|would also|'d also) (?:want|need|have|like)|instead i|actually i(?:'d| would) (?:rather|like|prefer)|on second thoughts?|forget (?:that|the)\b.{0,30}\b(?:instead|rather)|ademas|otra cosa|autre chose|noch etwas|noch eine)\b/,
  asksFor:
    /\b(?:(?:can|could|would|will) (?:you|i|we)|i(?:'d| would) like|i want|i need|may i|how do i|where(?:'s| is|s)|when (?:will|do|does|can)|what (?:about|would|does|is)|is it possible)\b|\?/,
  /** a yes anywhere in a sentence that answers a proposal */
  goesAhead:
    /\b(?:go ahead|please do|do (?:it|that|so),? please|you may|you can do that|please (?:cancel|send|change|open|book|refund|register|block|arrange))\b/,
  negates: /\b(?:not|don't|do not|never|no)\b/,
}
