import { does, isSaid, left, liveIn } from './draft.ts'
import {
  correctionsDue,
  hasField,
  isLacking,
  isStory,
  isUntold,
  saidBackWrong,
  untoldOf,
} from './facts-told.ts'
import { hasBeenDeclined, isLive, levelOf, yieldsAfter } from './mind.ts'
import {
  askedOnceMore,
  brings,
  confirmedFor,
  fieldOf,
  interruptsNow,
  isAbout,
  isAnswered,
  isOfAnother,
  isOnCard,
  isServed,
  isStale,
  lackedAgain,
  type Moment,
  meantBy,
  namesTold,
  nextUntold,
  onlyOpen,
  owedFields,
  ownerOf,
  refusesPlace,
  saidBefore,
  shows,
  toldAndNamed,
  toolsOf,
  wouldChange,
  wouldYield,
} from './moment.ts'

/** What a row of the table may ask of the card, the tactic, the memory and the question in hand, by its name in the table. */
const SAYS = {
  // ---- memory
  'has left': ({ draft }) => draft.mind.left !== null,
  'patience spent': ({ draft }) => draft.mind.fruitless > draft.who.card.patience,
  'brings what I want': (moment) =>
    moment.turn.declines.is !== 'no' ||
    liveIn(moment.draft).some(
      (request) => isServed({ ...moment, request }) || isAnswered({ ...moment, request }),
    ),
  'has evaded': ({ draft }) => draft.says !== null || does(draft, 'dodge'),
  'has answered': ({ draft }) => isSaid(draft),
  'has told something': ({ draft }) => does(draft, 'tell', 'lack'),
  'has said something': ({ draft }) => does(draft, 'tell', 'lack', 'agree', 'refuse'),
  'has said yes': ({ draft }) => does(draft, 'agree'),
  'has refused': ({ draft }) => draft.mind.refused,
  'was declined': ({ draft }) => hasBeenDeclined(draft.mind),
  'was puzzled': ({ draft }) => draft.mind.puzzled > 0,
  'was dismissed': ({ draft }) => draft.mind.dismissed > 0,
  'first in a row': ({ draft }) => draft.mind.fruitless < 2,
  'second in a row': ({ draft }) => draft.mind.fruitless === 2,
  'third in a row': ({ draft }) => draft.mind.fruitless > 2,
  'half is settled': ({ draft: { mind } }) =>
    mind.requests.some(({ stage, yielded }) => stage === 'done' || stage === 'told' || yielded) &&
    mind.requests.some(({ stage }) => stage === 'open'),
  // ---- the card
  'wants something else now': ({ draft }) =>
    liveIn(draft).length > 0 &&
    draft.mind.requests.some(
      ({ stage, card: { comes } }) =>
        stage === 'unopened' && typeof comes === 'object' && comes.instead_after_turn < draft.mind.turn,
    ),
  'has something to correct': ({ draft }) => correctionsDue(draft).length > 0,
  'wrong value said back': ({ draft, turn, items }) =>
    items.every(({ wants }) => wants === 'fact') && saidBackWrong(draft, turn) !== undefined,
  'wrong value in it': ({ draft, turn }) => saidBackWrong(draft, turn) !== undefined,
  'answers late': ({ draft }) => draft.who.card.manner.includes('late') && !draft.mind.waited,
  'has another matter': ({ draft }) =>
    draft.mind.requests.some(({ stage, card }) => stage === 'unopened' && card.comes === 'after-first'),
  'refuses some deed': (moment) => (ownerOf(moment)?.card.says_no_to.length ?? 0) > 0,
  'says no to it': (moment) =>
    toolsOf(moment).some((tool) => ownerOf(moment)?.card.says_no_to.includes(tool) === true),
  'refuses a place': refusesPlace,
  'less, or after a no': ({ draft, turn }) =>
    hasBeenDeclined(draft.mind) ||
    turn.declines.is === 'yes' ||
    (turn.declines.is === 'maybe' && turn.shows('sounds-no')) ||
    liveIn(draft).some(({ card }) => card.instead?.some((less) => turn.shows(less)) === true),
  // ---- the question in hand
  'question is new': ({ draft, items }) =>
    items.some(
      ({ wants, fields: [field] }) =>
        wants === 'fact' &&
        field !== undefined &&
        !draft.mind.teased.includes(field) &&
        liveIn(draft).some(({ said }) => said[field] === undefined),
    ),
  untold: (moment) => {
    const field = fieldOf(moment)
    return (
      !moment.draft.mind.teased.includes(field) &&
      liveIn(moment.draft).every(({ said }) => said[field] === undefined)
    )
  },
  'on the card': (moment) => isOnCard(moment, fieldOf(moment)),
  'is a reason': isReason,
  'no question beside a no': (moment) =>
    moment.turn.declines.is !== 'no' &&
    !moment.turn.shows('asks-plainly') &&
    !(shows(moment, 'say') && lackedAgain(moment) !== undefined) &&
    moment.items.every(
      (item) => item.wants === 'anything' || (item.wants === 'fact' && isReason({ ...moment, item })),
    ),
  'a colleague has it': ({ turn }) => turn.shows('hands-over'),
  'last told again': (moment) => askedOnceMore(moment) !== undefined,
  'asks whether right': (moment) => shows(moment, 'right'),
  'yes or no': (moment) => shows(moment, 'mark') && !shows(moment, 'what', 'open'),
  'asks to say': (moment) => shows(moment, 'say'),
  'dodged something': (moment) => owedFields(moment).length > 0,
  'names what was told': (moment) => namesTold(moment, false),
  'beside my matter': (moment) =>
    moment.items.some(
      ({ wants, fields }) => wants === 'anything' && fields.some((field) => isOnCard(moment, field)),
    ),
  'old beside new': (moment) =>
    moment.asksAnew && !isUntold(moment.draft, fieldOf(moment)) && !isAskedAgain(moment),
  misread: (moment) => {
    const field = fieldOf(moment)
    const live = liveIn(moment.draft)
    const isElsewhere = live.every(
      (request) =>
        !isLacking(request.said[field]) && (request.said[field] !== undefined || !hasField(request, field)),
    )
    const couldMean =
      live.some((request) => untoldOf(moment.draft, request).length > 0) ||
      moment.item?.fields.slice(1).some((other) => isOnCard(moment, other)) === true
    return shows(moment, 'doubtful') && isElsewhere && couldMean
  },
  'asks about a place': ({ item }) => item?.kind === 'words' || item?.fields.length === 0,
  'message is answered': ({ draft, items, item }) =>
    items.some(
      (other) =>
        other !== item &&
        other.of === item?.of &&
        other.wants === 'consent' &&
        items.indexOf(other) < (item === null ? 0 : items.indexOf(item)),
    ) && does(draft, 'agree', 'refuse', 'tell'),
  'no deed named': (moment) => toolsOf(moment).length === 0,
  'takes something back': ({ draft }) =>
    draft.corrects.length > 0 || draft.moves.some((move) => move.do === 'lack' && move.lack === 'refused'),
  'vague or a choice': (moment) =>
    toolsOf(moment).length === 0 || shows(moment, 'guessed') || shows(moment, 'ways'),
  stale: isStale,
  'answered by the rest': ({ draft, item }) =>
    item !== null &&
    draft.moves.length > 0 &&
    (draft.moves.some((move) => move.do === 'lack' && item.near.includes(move.field)) ||
      item.traits.has('scrap') ||
      (item.traits.has('guessed') &&
        item.fields.length === 1 &&
        item.fields.every((field) => draft.mind.requests.some(({ said }) => said[field] !== undefined)))),
  'asks for a way': (moment) => shows(moment, 'ways'),
  'asks for proof': (moment) => shows(moment, 'proof'),
  'asks what': (moment) => shows(moment, 'what'),
  'heard a sure no': ({ turn }) => turn.declines.is === 'yes',
  'heard a no': ({ turn }) => turn.declines.is !== 'no',
  'only such questions': onlyOpen,
  'beside news': brings,
  'asks for nothing': (moment) =>
    isStale(moment) &&
    !shows(moment, 'proof', 'open', 'say') &&
    !(shows(moment, 'again') && (moment.turn.declines.is !== 'yes' || (moment.item?.fields.length ?? 0) > 0)),
  'about what it lacks': (moment) => lackedAgain(moment) !== undefined,
  'means something untold': (moment) => meantBy(moment) !== undefined,
  'speaks of what was told': (moment) => toldAndNamed(moment) !== undefined,
  'has one of that kind': (moment) => nextUntold(moment) !== undefined,
  'was told before': (moment) => saidBefore(moment) !== undefined,
  // ---- what came of the request in hand
  'serves me': isServed,
  'of another thing': ({ draft, request, turn }) =>
    request !== null &&
    (turn.confirmed ?? []).some(
      (one) =>
        isOfAnother(request, one.with) && draft.mind.requests.every((other) => isOfAnother(other, one.with)),
    ),
  'said no itself': ({ request }) => request?.ownNo === true,
  'agent continues': ({ turn }) => turn.closes || turn.shows('tells'),
  'is my answer': (moment) => isAnswered(moment),
  'can see deeds': ({ turn }) => turn.confirmed !== null,
  'cannot see deeds': ({ turn, draft }) =>
    turn.confirmed === null &&
    (turn.claims.is === 'yes' ? turn.declines.is !== 'yes' || draft.mind.agreed : draft.mind.agreed),
  'about me': (moment) => isAbout(moment, [...moment.turn.claims.names, ...moment.turn.declines.names]),
  'not more to come': ({ turn }) => !turn.promises || turn.closes || turn.shows('hands-over'),
  'no more noes': (moment) =>
    wouldYield(moment, yieldsAfter(moment.draft.who)) ||
    // "Anything else?" after a no it has pressed against: the no stands.
    (moment.turn.closes &&
      moment.draft.mind.pressed &&
      moment.turn.declines.is === 'maybe' &&
      moment.turn.claims.is !== 'no' &&
      wouldYield(moment, 0)),
  presses: ({ draft }) => levelOf(draft.who).per_decline > 0,
  'of nothing I asked': ({ draft, turn }) =>
    (turn.confirmed ?? []).every(({ tool }) =>
      draft.mind.requests.every(({ card }) => card.concerns?.includes(tool) === false),
    ),
  // ---- what is settled
  'asked for a way': ({ items }) => items.some(({ traits }) => traits.has('ways')),
  'only told': ({ draft }) =>
    draft.mind.requests.some(({ stage }) => stage === 'told') &&
    draft.mind.requests.every(({ stage, ownNo }) => stage !== 'done' && !ownNo) &&
    !draft.mind.seen.includes('thanked'),
  'agent closes': ({ turn }) => turn.closes,
  'something served': ({ draft }) =>
    draft.mind.requests.some(({ stage }) => stage === 'done' || stage === 'told'),
  'owes an answer': ({ asks }) => asks,
  'news of mine': ({ draft, turn }) =>
    draft.mind.requests.some((request) => isLive(request) && confirmedFor(request, turn).length > 0),
  // ---- the tactic
  'tactic has silences': ({ draft }) => left(draft, 'silences'),
  'tactic has dodges': ({ draft }) => left(draft, 'dodges'),
  'tactic has detours': ({ draft }) => left(draft, 'detours'),
  'tactic has thanks': (moment) =>
    left(moment.draft, 'thanks') && !does(moment.draft, 'leave') && !interruptsNow(moment, 'demands', false),
  'tactic presses beside': ({ draft }) => left(draft, 'with_answers'),
  'demands a person': (moment) => interruptsNow(moment, 'demands', levelOf(moment.draft.who).openly),
  insults: (moment) => interruptsNow(moment, 'abuses', levelOf(moment.draft.who).openly),
} as const satisfies Readonly<Record<string, (moment: Moment) => boolean>>

export type CardSays = keyof typeof SAYS

export const holds = (says: CardSays | `not ${CardSays}`, moment: Moment): boolean => {
  const named = SAYS[says as CardSays]
  return named === undefined ? !SAYS[says.slice('not '.length) as CardSays](moment) : named(moment)
}

/** "We would need a valid one, so I can't refund it" names what was told, and asks for nothing. */
function isReason(moment: Moment): boolean {
  return (
    moment.turn.declines.is !== 'no' &&
    !moment.turn.shows('asks-plainly') &&
    moment.items.every(({ wants }) => wants === 'fact' || wants === 'anything') &&
    !shows(moment, 'say') &&
    liveIn(moment.draft).every(({ said }) => said[fieldOf(moment)] !== undefined) &&
    !wouldChange(moment, fieldOf(moment))
  )
}

/** How something is, or what was not given, may be asked for again in so many words. */
const isAskedAgain = (moment: Moment): boolean => {
  const field = fieldOf(moment)
  return (
    !shows(moment, 'doubtful') &&
    liveIn(moment.draft).some(({ card, said }) => isStory(card.knows[field]) || isLacking(said[field]))
  )
}
