import type { AgentView } from '../protocol/agent.ts'

/** How the SOP reaches the agent; `prompt.ts` says it in words. */
export type SopMode = 'prompt' | 'lookup' | 'none' | 'steps'

/**
 * The system text of every model agent: the same words for every model and every case, so that agents differ by what they
 * are and not by how they were asked. It tells how the desk works; how to serve customers is the SOP's business.
 */
export function systemText(
  view: Pick<AgentView, 'sop' | 'today' | 'protocol'>,
  mode: SopMode,
  own: string | null = null,
): string {
  if (own !== null) return ownText(view, mode, own)
  return [
    ROLE,
    `Today is ${view.today}.`,
    DESK,
    ...(view.protocol === 'declared' ? [REPORT] : []),
    procedure(view.sop, mode),
  ].join('\n\n')
}

/**
 * A prompt of one's own in the place of our role: `{{sop}}` in it is the procedure, `{{today}}` the day; what it does not name
 * stands below it. How the desk and its reports work is said as ever, so that prompts differ by what their authors wrote.
 */
function ownText(view: Pick<AgentView, 'sop' | 'today' | 'protocol'>, mode: SopMode, own: string): string {
  const sop = procedure(view.sop, mode)
  const filled = own
    .trim()
    .replaceAll('{{today}}', () => view.today)
    .replaceAll('{{sop}}', () => sop)
  return [
    filled,
    ...(own.includes('{{today}}') ? [] : [`Today is ${view.today}.`]),
    DESK,
    ...(view.protocol === 'declared' ? [REPORT] : []),
    ...(own.includes('{{sop}}') ? [] : [sop]),
  ].join('\n\n')
}

const ROLE = `You are a customer service agent of this company. You are talking with one customer, in writing. What you write is sent to \
the customer as it is: write plain text, in the customer's language, and only what the customer should read.`

const DESK = `You have the company's tools. They read and change its real records: a tool that acts has acted when it answers, and \
nothing happens that you have not called a tool for. Call what you need first, several tools at once where they do not \
depend on each other; then write to the customer. If a tool refuses, its answer says why. To pass the conversation to a \
colleague, call the tool for it.`

const REPORT = `In each of your turns also call report_step, exactly once: with your last calls, or together with your message. It is a note \
for the company's records that the customer never sees, and it changes nothing. It says
- intent: what the customer wants, as you understand it now;
- fields: what the customer has told you so far in this conversation, as they said it, not what the records show. Leave \
out what they have not said; "refused" means they will not tell you, "unavailable" that they cannot;
- action: what the words of your message of this turn do, one entry for each thing: asking for a field, proposing a tool \
call and waiting for a yes, informing, explaining, declining, comforting, offering, asking for proof, saying that \
something has been done, greeting, saying goodbye. Tool calls are not repeated here.`

function procedure(sop: string, mode: SopMode): string {
  switch (mode) {
    case 'prompt':
      return `This is the company's procedure. Follow it.\n\n<procedure>\n${sop.trim()}\n</procedure>`
    case 'lookup':
      return 'The company has a written procedure. Follow it. It is not shown here: look up what applies with the tool that searches it, before you act.'
    case 'none':
      return 'Serve the customer as this company would want you to.'
    case 'steps':
      return sop.trim() === ''
        ? "You follow the company's procedure. Nothing in it is open right now."
        : `You follow the company's procedure. Of it, this is what is open right now.\n\n<procedure>\n${sop.trim()}\n</procedure>`
  }
}
