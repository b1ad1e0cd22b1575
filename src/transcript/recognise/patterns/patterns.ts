/** What an agent's words do, in general wordings of one language; all patterns read folded text, one sentence at a time. */
export type SpeechPatterns = {
  /** says goodbye */
  readonly closing: RegExp
  /** takes the matter as settled without a goodbye: "if you need anything else, let me know" */
  readonly settled: RegExp
  /** asks without a question mark: "please provide ..." */
  readonly asks: RegExp
  /** looks settled, still waits for word: "let me know if this works" */
  readonly notSettled: RegExp
  /** a question mark that asks nothing: "is there anything else?" */
  readonly emptyQuestion: RegExp
  readonly proposes: RegExp
  /** looks like a proposal, asks for a value: "how would you like ..." */
  readonly notProposal: RegExp
  readonly refuses: RegExp
  /** looks like a refusal, is a condition or a courtesy: "if you cannot ..." */
  readonly notRefusal: RegExp
  readonly done: RegExp
  /** looks done, is a condition, a plan or a look-up */
  readonly notDone: RegExp
  readonly handover: RegExp
  /** looks like a handover, is an offer of one */
  readonly notHandover: RegExp
  readonly comfort: RegExp
  readonly offer: RegExp
  readonly proof: RegExp
  readonly greet: RegExp
  /** "one moment, please": nothing said yet */
  readonly waits: RegExp
}
