/** A customer's own words in one language; none of them knows a desk. At least two of most, and no more than are needed. */
export type PhraseBook = {
  /** before and after an answer, or nothing: only from customers whose first message nobody wrote (variety) */
  readonly openers: Words
  readonly tails: Words
  /** `{value}`, where the desk has no words for it */
  readonly plain: Words
  /** `{value}`, a number or address that is asked for again */
  readonly onlyOne: Words
  /** `{value}`, anything else that was told before */
  readonly asSaid: Words
  readonly yes: Words
  readonly no: Words
  readonly unavailable: Words
  readonly refused: Words
  /** the same with `{name}`, where several things are answered */
  readonly unavailableNamed: Words
  /** to a question about how something is */
  readonly cannotSay: Words
  readonly refusedNamed: Words
  /** what stood in the first message already, and the desk has no words for */
  readonly asWritten: Words
  /** with something that is sent now */
  readonly sends: Words
  readonly agree: Words
  /** yes, what was said is all right: nothing is to go ahead */
  readonly accept: Words
  /** yes, the first of two things */
  readonly choose: Words
  /** yes to what is left after a no, or to less than was wanted */
  readonly agreeReluctantly: Words
  readonly refuse: Words
  readonly press: Words
  /** presses before anything was refused */
  readonly nudge: Words
  readonly thank: Words
  readonly thankEarly: Words
  /** to "anything else?" */
  readonly thankAll: Words
  readonly noMore: Words
  readonly byeSatisfied: Words
  /** from somebody who was refused something on the way */
  readonly byeCoolly: Words
  /** to "anything else?", without thanks */
  readonly byeNoMore: Words
  readonly byeDeclined: Words
  /** the same from somebody angry, worried or dissatisfied */
  readonly byeUpset: Words
  readonly byePatience: Words
  readonly byeUnresolved: Words
  readonly dodge: Words
  readonly detour: Words
  readonly silence: Words
  readonly demand: Words
  readonly abuse: Words
  readonly switched: Words
  readonly withdraw: Words
  readonly correct: Words
  /** before another matter: what was said about the first is heard */
  readonly noted: Words
  readonly another: Words
  /** `{wish}`: what is wanted, as the card says it */
  readonly wish: Words
  readonly instead: Words
  readonly greetings: Words
  readonly puzzled: Words
  readonly whichProof: Words
  readonly heard: Words
  /** for what the agent is going to do */
  readonly wait: Words
  /** has to look first */
  readonly later: Words
  /** `{person}`: whom they write for */
  readonly onBehalf: Words
  readonly affirm: Words
  /** what the desk has on file is not right any more */
  readonly notSo: Words
  readonly otherWay: Words
  /** to "which of these would you like?" after a no */
  readonly leaveIt: Words
  /** before a matter that cannot wait */
  readonly alarm: Words
  /** to a question that comes back to what it has said no to */
  readonly staysNo: Words
  /** to a proposal that nobody could place */
  readonly hedge: Words
  /** after something said without knowing whether it was asked */
  readonly asksBack: Words
  readonly prod: Words
  readonly object: Words
  readonly nextMatter: Words
  /** before an evasion beside answers; `{name}` */
  readonly asFor: Words
}
export type Words = readonly [string, ...string[]]
