/** An answer that is there already, or one that has to be waited for. */
export type Soon<Answer> = Answer | Promise<Answer>

/**
 * Goes on with an answer, at once if it is there. Built-in parties answer at once, and a promise for each of their answers costs
 * more than the answer.
 */
export const whenThere = <Answer, Next>(
  answer: Soon<Answer>,
  goOn: (answer: Answer) => Soon<Next>,
): Soon<Next> => (answer instanceof Promise ? answer.then(goOn) : goOn(answer))
