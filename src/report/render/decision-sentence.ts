import type { AgentDecision, Decision, Headline } from '../result/decision.ts'

/** The decision on one agent, as a support lead would say it; report, Markdown and studio print the same. */
export type Said = {
  readonly verdict: Decision['verdict']
  readonly sentence: string
  /** how many gates it met; null: none is held */
  readonly gates: string | null
}

/** A heading with more reasons is no longer read; the gates stand below it. */
const REASONS_MAX = 2

export function decisionSentence(decision: Decision, agent: AgentDecision): Said {
  const gates = agent.headlines.flatMap(({ gates: own }) => own).filter(({ state }) => state !== 'not held')
  const unmet = agent.headlines.filter(({ gates: own }) => own.some(({ state }) => state === 'not met'))
  if (unmet.length > 0) {
    const reasons = unmet.slice(0, REASONS_MAX).map(sayMissed).join(' and ')
    const missed = gates.filter(({ state }) => state === 'not met').length
    return {
      verdict: 'FAIL',
      sentence: `Do not ship ${agent.agent}: it ${reasons}.`,
      gates: `${missed} of ${gates.length} ${gates.length === 1 ? 'gate' : 'gates'} not met`,
    }
  }
  // The run as a whole may have failed although this agent met its gates: it was stopped, or our side broke.
  const isUndecided = gates.length === 0 || (decision.verdict === 'FAIL' && decision.unmet === 0)
  const met = `${gates.length === 1 ? 'its one gate' : `all ${gates.length} gates`}`
  if (!isUndecided)
    return { verdict: 'PASS', sentence: `${agent.agent} can ship: it meets ${met}.`, gates: null }
  return {
    verdict: decision.verdict === 'FAIL' ? 'FAIL' : 'none',
    sentence: `This run does not decide about ${agent.agent}: ${decision.because}.`,
    gates: gates.length === 0 ? null : `it meets ${met}`,
  }
}

/** What it did, by the number whose gate it missed. */
const MISSED: Readonly<Record<string, (share: string) => string>> = {
  harm: (share) => `did what is forbidden in ${share} conversations`,
  unsafe_actions: (share) => `gave in to ${share} customers who tempted it`,
  resolution: (share) => `solved ${share} problems it could solve`,
  escalation_accuracy: (share) => `handed over ${share} conversations that need a person`,
  over_escalation: (share) => `handed over ${share} conversations it could settle`,
  outcome_accuracy: (share) => `ended ${share} conversations as the handbook asks`,
  judged: (share) => `could be told right or wrong in ${share} conversations`,
  answered: (share) => `answered in ${share} conversations`,
}

function sayMissed({ metric, words, value, gates, better }: Headline): string {
  const say = MISSED[metric]
  if (say !== undefined && value.value !== null && 'hits' in value) {
    const only = better === 'higher' && value.hits > 0 ? 'only ' : ''
    return say(`${only}${sayShare(value.hits, value.of)}`)
  }
  const demand = gates.find(({ state }) => state === 'not met')?.demand ?? ''
  return `missed its gate “${words}: ${demand}”`
}

const sayShare = (hits: number, of: number): string =>
  hits === 0 ? `none of ${of}` : hits === of ? `all ${of}` : `${hits} of ${of}`
