import type { CardSays } from './card-says.ts'
import type { Stage } from './mind.ts'
import type { MoveName } from './moves.ts'

/**
 * What a customer does, as one table: where a request stands x what was heard x what the card and the memory say -> move. Read
 * from top to bottom, phase by phase; in a phase the first row that holds counts (`beside`: every row that holds). The rows
 * are drawn in docs/customers.md, and each has a test by its id. Nothing edits a message after its row.
 *
 * `first`: once a turn. `answer`: for each question. `outcome`: for each request, when nothing was asked. `close`: when
 * nothing is open any more. `words`: when nothing was said yet. `beside`: what rides along.
 */
export const PHASES = ['first', 'answer', 'outcome', 'close', 'words', 'beside'] as const
export type PolicyPhase = (typeof PHASES)[number]

/** What was heard, as the waist names it; `something`: a question no customer could place. */
export type Hears =
  | 'asks'
  | 'something'
  | 'checks'
  | 'proposes'
  | 'declines'
  | 'claims'
  | 'tells'
  | 'promises'
  | 'closes'
  | 'confirmed'
  | 'no question'
  | '-'

export type PolicyRow = {
  readonly id: string
  readonly phase: PolicyPhase
  /** where the request stands; `any` where no request is in hand or all stages will do */
  readonly stands: readonly Stage[] | 'any'
  readonly hears: Hears
  /** all of it holds; `not x`: it does not */
  readonly says: readonly (CardSays | `not ${CardSays}`)[]
  readonly does: MoveName
  readonly why: string
}

type Columns = readonly [string, PolicyRow['stands'], Hears, PolicyRow['says'], MoveName, string]

// biome-ignore format: a table is read row by row
const ROWS = {
  first: [
    ['goodbye-again', 'any', 'no question', ['has left'], 'say goodbye', 'who has left is not drawn back by a word that asks nothing'],
    ['patience-is-spent', 'any', 'no question', ['patience spent', 'not brings what I want'], 'leave unserved', 'several turns brought nothing; no customer walks off in answer to a question'],
    ['changes-its-mind', 'any', '-', ['wants something else now'], 'open another instead', 'the card changes the wish from a turn on'],
    ['is-silent', 'any', 'asks', ['tactic has silences', 'question is new'], 'be silent', 'once for each field, or the silence would decide the case'],
    ['has-to-look', 'any', 'asks', ['answers late', 'question is new'], 'look first', 'who answers late answers the next time'],
    ['corrects-itself', 'any', '-', ['has something to correct'], 'correct itself', 'what the card corrects later is said before anything is agreed on it'],
    ['corrects-the-desk', 'any', '-', ['wrong value said back'], 'say the right value', 'no customer says "okay" to another order number'],
  ],
  answer: [
    ['evades', 'any', 'something', ['has evaded'], 'pass over', 'who evades one question volunteers nothing beside it'],
    ['reason-of-a-no', 'any', 'asks', ['is a reason'], 'pass over', '"we would need a valid one, so I cannot": the no is answered, not its reason'],
    ['not-my-matter', 'any', 'asks', ['not on the card', 'beside my matter'], 'pass over', 'a strange field beside a question about its matter was misread'],
    ['old-beside-new', 'any', 'asks', ['old beside new'], 'pass over', 'what was told is not told again beside something new'],
    ['misread', 'any', 'asks', ['misread'], 'guess', 'a reading that no word bears out, of something told or foreign, is taken for something else'],
    ['dodges', 'any', 'asks', ['tactic has dodges', 'untold'], 'dodge', 'the tactic evades each field once'],
    ['gives', 'any', 'asks', [], 'tell or lack', 'every question it can answer is answered, in the order asked'],
    ['no-to-the-file', 'any', 'checks', ['asks about a place', 'refuses a place'], 'say why not', 'who has moved says so when the address is read out'],
    ['wrong-value-checked', 'any', 'checks', ['wrong value in it'], 'say the right value', 'a wrong number said back is corrected'],
    ['check-beside-yes', 'any', 'checks', ['has said yes', 'not names what was told'], 'pass over', 'one yes serves both'],
    ['checks-what-i-told', 'any', 'checks', ['on the card'], 'affirm or tell', 'a question of fact is answered as one, and gives no consent'],
    ['checks-the-file', 'any', 'checks', [], 'confirm what is on file', 'what the desk has on file is right, as far as the customer knows'],
    ['back-to-the-dodge', 'any', 'proposes', ['no deed named', 'asks what', 'dodged something'], 'tell what it dodged', '"what would you like it in?" after an evasion'],
    ['answered-already', 'any', 'proposes', ['message is answered'], 'pass over', 'one yes for one message'],
    ['does-not-agree-on-that', 'any', 'proposes', ['takes something back'], 'pass over', 'who corrects or keeps something to itself agrees to nothing built on it'],
    ['wrong-value-proposed', 'any', 'proposes', ['wrong value in it'], 'say the right value', 'no yes to the wrong order'],
    ['refuses', 'any', 'proposes', ['says no to it'], 'refuse', 'a card that refuses a deed refuses it however it is worded, and says why'],
    ['vague-beside-answer', 'any', 'proposes', ['has answered', 'vague or a choice'], 'pass over', 'beside an answer nothing more was proposed'],
    ['vague-to-a-refuser', 'any', 'proposes', ['no deed named', 'refuses some deed'], 'say it is all right', 'says what all others say, and means no yes'],
    ['less-than-wanted', 'any', 'proposes', ['less, or after a no'], 'agree reluctantly', 'no customer says "yes, please!" to less than was wanted'],
    ['agrees', 'any', 'proposes', [], 'agree', 'a yes is a yes for each matter that is still open'],
    ['reason-beside-a-no', 'any', 'something', ['no question beside a no'], 'pass over', 'the same where the question could not be placed'],
    ['is-it-right', 'any', 'something', ['asks whether right', 'stale', 'not has answered'], 'confirm what is on file', '"would it still go to Mill Lane?"'],
    ['answered-beside', 'any', 'something', ['answered by the rest'], 'pass over', 'part of a question that was answered'],
    ['which-way-after-a-no', 'any', 'something', ['asks for a way', 'heard a no', 'only such questions', 'stale'], 'pass over', 'the no is answered, not the ways left'],
    ['nothing-new-beside-news', 'any', 'something', ['beside news', 'only such questions', 'asks for nothing'], 'pass over', '"it is done. Will you sleep better?"'],
    ['yes-to-what-i-told', 'any', 'something', ['yes or no', 'names what was told', 'stale', 'not has answered', 'not asks to say'], 'accept', '"is it your wish that KT-1047 be settled so?"'],
    ['lacks-it-still', 'any', 'something', ['about what it lacks'], 'lack again', 'what it could not give keeps being asked for'],
    ['once-more', 'any', 'something', ['not has answered', 'last told again'], 'tell the last again', 'what was just told is asked for again'],
    ['means-an-untold', 'any', 'something', ['means something untold'], 'tell what is meant', 'what the question names, or could mean by its words'],
    ['speaks-of-told', 'any', 'something', ['not has answered', 'speaks of what was told'], 'tell what it speaks of', '"please attach them here"'],
    ['something-of-that-kind', 'any', 'something', ['has one of that kind'], 'tell and ask back', 'so an agent that asks in whatever words is told all the card would tell (E8)'],
    ['told-before', 'any', 'something', ['not has answered', 'was told before'], 'tell what was told', 'better the same again than no answer'],
    ['first-of-the-ways', 'any', 'something', ['not has answered', 'asks for a way'], 'choose the first', '"which would you like?" is answered by a choice'],
    ['leaves-it', 'any', 'something', ['not has answered', 'was declined', 'not asks for proof'], 'leave it as it is', 'after a no, whatever is asked is what becomes of it'],
    ['no-stays', 'any', 'something', ['not has answered', 'has refused'], 'stay with the no', 'a no once said stays'],
    ['which-proof', 'any', 'something', ['not has answered', 'asks for proof'], 'ask which proof', 'a proof that the card has no field for'],
    ['says-its-wish', 'any', 'something', ['not has answered', 'not was puzzled'], 'say the wish', '"could you tell me more?": what it wants, not "more of what?"'],
    ['is-puzzled', 'any', 'something', ['not has answered'], 'ask what is meant', 'nothing else is left to say'],
  ],
  outcome: [
    ['sees-it-done', ['open', 'asked', 'proposed', 'refused'], 'confirmed', ['serves me'], 'take as done', 'it has the confirmation of what it came for'],
    ['sees-the-wrong-thing', ['open', 'asked', 'proposed', 'refused'], 'confirmed', ['of another thing'], 'point out the wrong thing', 'a deed with another number than its own does nothing for it'],
    ['own-no-is-taken', ['open', 'asked', 'proposed', 'refused'], '-', ['said no itself', 'agent continues'], 'take as told', 'who has said no asks for no more'],
    ['is-told', ['open', 'asked', 'proposed', 'refused'], 'tells', ['is my answer', 'not heard a sure no'], 'take as told', 'its card counts that as the answer'],
    ['is-told-it-is-done', ['open', 'asked', 'proposed', 'refused'], 'claims', ['cannot see deeds', 'about me', 'not more to come'], 'take as done', 'where no world sends confirmations, a deed told as done is one'],
    ['gives-up', ['open', 'asked', 'proposed', 'refused'], 'declines', ['about me', 'no more noes'], 'give up', 'it takes so many noes, by intensity'],
    ['presses', ['open', 'asked', 'proposed', 'refused'], 'declines', ['about me', 'presses'], 'press', 'the tactic, or from intensity 1 any customer, presses against a no'],
    ['asks-for-another-way', ['open', 'asked', 'proposed', 'refused'], 'declines', ['about me'], 'ask for another way', 'no customer takes the first no without a word'],
  ],
  close: [
    ['leaves-it-at-the-no', 'any', '-', ['asked for a way', 'was declined'], 'leave it as it is', 'of the ways left after a no it chooses none'],
    ['next-matter', 'any', '-', ['has another matter'], 'bring up the next', 'a goodbye would let the agent close before it is raised'],
    ['thanks-and-waits', 'any', '-', ['only told', 'not agent closes'], 'thank or take note', 'an answer may continue: the agent has one more turn'],
    ['is-served', 'any', 'no question', ['something served'], 'leave satisfied', 'all it came for is done or told'],
    ['was-refused', 'any', 'no question', [], 'leave declined', 'it was refused, and leaves it'],
    ['thanks-and-stays', 'any', '-', ['something served'], 'thank or take note', 'no customer leaves in answer to a question, or what sounds like one'],
    ['stays-for-the-question', 'any', '-', [], 'take note', 'no customer leaves in answer to a question'],
  ],
  words: [
    ['closed-twice', 'any', 'closes', ['was dismissed'], 'leave unresolved', 'the agent closes a second time with nothing done'],
    ['objects', 'any', 'closes', [], 'object', 'the agent takes as settled what is not: it says what it still wants'],
    ['thanks-early', 'any', 'no question', ['tactic has thanks'], 'thank early', 'the tactic thanks before anything is done'],
    ['not-asked-for', 'any', 'confirmed', ['of nothing I asked'], 'say it was not asked for', 'a confirmation of something else answers nothing'],
    ['waits-for-a-colleague', 'any', 'claims', ['a colleague has it', 'first in a row'], 'wait', 'no customer sees a handover: it waits, and patience is spent'],
    ['nothing-came', 'any', 'claims', ['can see deeds', 'not more to come', 'not news of mine', 'not third in a row'], 'say that nothing came', 'told as done, and nothing was sent to it: no customer is satisfied by a claim'],
    ['other-matter', 'any', '-', ['half is settled'], 'ask for the other matter', 'one matter is settled, and of another nothing was said'],
    ['waits', 'any', 'promises', ['first in a row'], 'wait', 'there is something to wait for'],
    ['does-not-follow', 'any', '-', ['owes an answer'], 'say the wish', 'a question that left nothing to answer: what it wants'],
    ['takes-note', 'any', '-', ['news of mine', 'first in a row'], 'take note', 'part of it was done or told'],
    ['complains', 'any', '-', ['third in a row'], 'complain', 'several turns brought nothing'],
    ['says-what-is-missing', 'any', '-', ['second in a row'], 'say what is missing', 'two turns brought nothing'],
    ['restates-the-wish', 'any', '-', [], 'say the wish', 'an answer that brings nothing gets the wish again, in other words (E8)'],
  ],
  beside: [
    ['presses-beside', 'any', '-', ['tactic presses beside', 'has told something'], 'press beside', 'the tactic presses while it answers'],
    ['wanders-off', 'any', '-', ['tactic has detours', 'has said something'], 'wander off', 'the tactic wanders off while it answers'],
    ['thanks-beside', 'any', '-', ['tactic has thanks', 'has said something'], 'thank early', 'the tactic thanks before anything is done'],
    ['demands-a-person', 'any', '-', ['demands a person'], 'demand a person', 'from the second message on, the last time at the moment of the card'],
    ['insults', 'any', '-', ['insults'], 'insult', 'from the second message on, the last time at the moment of the card'],
  ],
} as const satisfies Readonly<Record<PolicyPhase, readonly Columns[]>>

export const POLICY: readonly PolicyRow[] = PHASES.flatMap((phase) =>
  ROWS[phase].map(
    ([id, stands, hears, says, does, why]): PolicyRow => ({ id, phase, stands, hears, says, does, why }),
  ),
)
