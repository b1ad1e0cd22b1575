import type { ClauseId } from '../../base/values/ids.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { World } from '../../world/world.ts'
import { alike, contentOf, stem, wordsOf } from '../tie/words.ts'
import { type LintContext, type LintTool, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'
import { isNothing } from './outcomes.ts'

/** Verbs whose deed leaves a trace in a back office: whoever is told to do it needs something to do it with. */
const AT_THE_DESK = new Set(
  `refund cancel reship resend ship replace exchange credit pay book block unblock unlock lock reset open register assign
  pause suspend resume extend upgrade downgrade change update waive charge debit redirect reroute intercept issue
  activate deactivate disable enable reactivate reinstate close delete remove add apply grant transfer void
  schedule reschedule rebook order send mail email file log create generate print dispatch freeze escrow compensate
  reimburse renew terminate enrol upload`
    .split(/\s+/)
    .map(stem),
)

/** "Send a courier", at a desk that cannot send anybody. */
export function noTool({ sop, placed, tools }: LintContext): readonly Finding[] {
  if (tools === null || tools.length === 0) return []
  const known = tools.map(wordsOfTool)
  const found = new Set<string>()
  return placed.flatMap(({ statement }): readonly Finding[] => {
    if (
      statement.says === 'do' &&
      statement.deed.does === 'handover' &&
      !tools.some(({ role }) => role === 'handover')
    )
      return once(found, statement.clause, () =>
        finding('no-tool', [sentenceOf(sop, statement)], {
          says: 'The desk has no tool to hand a conversation over with.',
          instead: 'Give the desk such a tool, or say what the agent can do itself.',
        }),
      )
    if (statement.says !== 'do' || statement.deed.does !== 'act') return []
    const { object } = statement.deed
    if (!isForTheDesk(object) || isHandover(object) || known.some((tool) => canDo(tool, object))) return []
    return once(found, statement.clause, () =>
      finding('no-tool', [sentenceOf(sop, statement)], {
        says: `The text says ${quote(object)}, and the desk has no tool for it.`,
        instead: 'Give the desk a tool that does it, hand such requests over, or take the order out.',
      }),
    )
  })
}

function once(found: Set<string>, clause: ClauseId, make: () => Finding): readonly Finding[] {
  if (found.has(clause)) return []
  found.add(clause)
  return [make()]
}

const isForTheDesk = (object: string): boolean => {
  const [verb = ''] = wordsOf(object)
  return AT_THE_DESK.has(stem(verb)) && !isNothing(object) && contentOf(object).length > 1
}

/** "Send these people to the accounts team": nobody is posted. */
const isHandover = (object: string): boolean =>
  /^(?:send|pass|forward|refer|direct|transfer)\b.*\bto (?:the |an? |our )?[\w ]*\b(?:team|manager|department|desk|office|lead|colleague|supervisor|specialist)s?\b/i.test(
    object,
  )

type ToolWords = ReadonlySet<string>

const wordsOfTool = ({ name, phrases }: LintTool): ToolWords =>
  new Set([...wordsOf(name).map(stem), ...phrases.flatMap(contentOf)])

/** Words that name no thing: "pay it as well", "exchange anything". */
const NO_THING: ReadonlySet<string> = new Set(
  [
    'well',
    'instead',
    'too',
    'anything',
    'everything',
    'something',
    'nothing',
    'customer',
    'guest',
    'caller',
    'client',
    'person',
    'same',
  ].map(stem),
)

/** Verbs that mean the same deed at a desk; one of a group is as good as another. */
const SAME_DEED: readonly ReadonlySet<string>[] = [
  'refund reimburse repay pay credit compensate return give back',
  'cancel end terminate close void stop withdraw',
  'send mail email post ship dispatch resend reship forward deliver',
  'replace exchange swap reship resend send',
  'change update edit correct modify switch move set redirect reroute adjust',
  'book schedule reschedule rebook arrange reserve order plan',
  'open create register file log issue generate record start launch note',
  'block lock freeze suspend pause hold deactivate disable stop intercept',
  'unblock unlock reactivate resume enable activate reinstate restore lift',
  'extend renew prolong lengthen longer keep',
  'waive strike drop charge debit collect bill take',
  'grant give apply add issue offer',
  'assign transfer pass move hand',
  'delete remove erase wipe',
].map((verbs) => new Set(verbs.split(' ').map(stem)))

const sameDeed = (verb: string): ReadonlySet<string> =>
  new Set([verb, ...SAME_DEED.filter((group) => group.has(verb)).flatMap((group) => [...group])])

/** The deed and one of its things, or most of the things and a like deed: enough to leave the sentence alone. */
function canDo(tool: ToolWords, object: string): boolean {
  const [, first = '', second = '', rest = ''] = /^(\S+)(?: (?:or|and) (\S+))?(.*)$/.exec(object) ?? []
  const isPronoun = /^ (?:it|them|this|that|these|those|one)\b/i.test(rest)
  const things = (isPronoun ? [] : contentOf(rest)).filter((word) => !/^\d/.test(word) && !NO_THING.has(word))
  const has = (word: string) => [...tool].some((known) => alike(known, word))
  const known = things.filter(has).length
  const verbs = [first, second].filter((verb) => verb !== '').map((verb) => stem(verb.toLowerCase()))
  const isVerb = verbs.some(has)
  const isLike = verbs.some((verb) => [...sameDeed(verb)].some(has))
  return (isVerb && (things.length === 0 || known > 0)) || (isLike && known * 2 > things.length)
}

/** What a desk's tools are called by. */
export function lintToolsOf(world: World, lexicon: Lexicon | null): readonly LintTool[] {
  return [...world.tools.values()].map(({ name, role, description }) => {
    const words = lexicon?.tools[name]
    const said = [words?.cues, words?.proposes, words?.claims].flatMap((each) =>
      Object.values(each ?? {}).flat(),
    )
    return { name, role, phrases: [description, ...(words === undefined ? [] : [words.name]), ...said] }
  })
}
