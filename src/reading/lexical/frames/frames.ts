/**
 * General wordings of one language, of no desk: how people ask, propose, claim, promise, decline and close. Patterns are
 * matched on one folded clause (small letters, no accents). Negation, condition and modality are decided before any of them.
 */
export type Frames = {
  /** where a sentence falls into clauses; the separator goes with the clause it opens */
  readonly clauseBreak: RegExp
  readonly anythingElse: RegExp
  /** offers more help without asking: "if you need anything else, just let me know"; tested on a whole sentence */
  readonly offersMore: RegExp
  /** asks outright: "could you tell me", "please send", "I need two things" */
  readonly asks: RegExp
  readonly notAsks: RegExp
  /** says that something is missing: asks, if the learned kinds agree */
  readonly asksPerhaps: RegExp
  /** says that something will be asked, and not what: "I need two things" */
  readonly announces: RegExp
  /** says what a question is for: "so that I can find it" */
  readonly purposes: RegExp
  /** begins an alternative of the clause before it */
  readonly alternative: RegExp
  /** asks to choose between two things */
  readonly choice: RegExp
  /** asks for consent */
  readonly consents: RegExp
  readonly notConsents: RegExp
  /** asks whether a fact is right */
  readonly checksFact: RegExp
  /** begins with a question word */
  readonly questionWord: RegExp
  /** a question by the order of its words alone */
  readonly inversion: RegExp
  readonly handsOver: RegExp
  /** says what a team or somebody will do: handed over, if the learned kinds agree */
  readonly handsOverPerhaps: RegExp
  readonly notHandsOver: RegExp
  /** says that a deed is done: in the first person, as a passive, as a result */
  readonly claims: RegExp
  /** in the first person and as done: needs no second opinion */
  readonly claimsOutright: RegExp
  readonly notClaims: RegExp
  /** verbs of looking up: no deed */
  readonly looksUp: RegExp
  readonly negates: RegExp
  readonly conditions: RegExp
  readonly hypothetical: RegExp
  /** a condition that is known not to hold: "if it hadn't shipped" */
  readonly counterfactual: RegExp
  /** announces a list of what is only proposed; tested on the whole line */
  readonly proposesList: RegExp
  /** a state of the records, not a deed of now: "already", "on 3 May" */
  readonly states: RegExp
  /** says for whom or when alone something is done: the reason of a no */
  readonly limitsTo: RegExp
  /** how bad news is told in the wordings of a desk: "I am afraid", "we need it before anything can change" */
  readonly regrets: RegExp
  /** says under which condition a no holds: "I can't look at it before I know it's you" refuses nothing yet */
  readonly provided: RegExp
  readonly declines: RegExp
  /** in the first person: needs no second opinion */
  readonly declinesOutright: RegExp
  readonly notDeclines: RegExp
  readonly promises: RegExp
  readonly notPromises: RegExp
  readonly offers: RegExp
  readonly explains: RegExp
  readonly comforts: RegExp
  /** the head of a sentence that says something besides: "I am sorry to say that the box is packed" */
  readonly leadsToNews: RegExp
  readonly courtesies: RegExp
  readonly greets: RegExp
  readonly signsOff: RegExp
  readonly notSignsOff: RegExp
  readonly proof: RegExp
  /** a verb: without one a clause only names things */
  readonly says: RegExp
}

/** One pattern of several wordings, a wording a line. */
export const oneOf = (...wordings: readonly RegExp[]): RegExp =>
  new RegExp(wordings.map(({ source }) => source).join('|'))
