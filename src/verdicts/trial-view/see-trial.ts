import type { Case, Pack } from '../../cases/case.ts'
import type { Transcript, TrialStarted } from '../../transcript/event.ts'
import { heardOf, silenced } from '../../transcript/heard-in.ts'
import { contradictions, lensOf } from './belief.ts'
import { openDesk } from './desk.ts'
import type { Seen } from './seen.ts'
import { splitTurns } from './split-turns.ts'
import { writeScript } from './trial-script.ts'
import { type Walked, walkScript } from './walk-script.ts'

/**
 * Walks a transcript through the graph. In: pack, case, the events of one trial, in order. Out: what the rules see.
 * Nothing is decided here but what the walk decides.
 */
export function seeTrial(
  pack: Pack,
  theCase: Case,
  trial: { events: Transcript; started: TrialStarted },
): Seen {
  const { started } = trial
  const { today, protocol } = started
  const words = heardOf(trial.events)
  const events = silenced(trial.events)
  const raw = splitTurns(events)
  const script = writeScript(pack, raw, { events, words, protocol })
  const setting = { raw, today, lens: null, generous: false }
  const walked = walkScript(pack, theCase, script, setting)
  const contradicted = contradictions(pack, script, walked.read)
  const last = events.at(-1)
  const see = (own: Walked, more: Pick<Seen, 'generous' | 'ifBelieved'>): Seen => ({
    pack,
    case: theCase,
    protocol,
    events,
    words,
    heard: raw.heard,
    messages: script.messages,
    calls: script.calls,
    consents: script.consents,
    turns: own.turns,
    actions: own.actions,
    requests: own.requests,
    dueAtEnd: own.dueAtEnd,
    owedAtEnd: own.owedAtEnd,
    readAtStart: (field) => openDesk(pack, theCase, { today, lens: null }).readWith(field),
    contradicted,
    ending: last?.type === 'conversation.ended' ? last.ending : null,
    end: last?.n ?? 1,
    generous: more.generous,
    ifBelieved: more.ifBelieved,
  })
  const believing = (generous: boolean) => () =>
    walkScript(pack, theCase, script, { ...setting, generous, lens: lensOf(contradicted) }).actions
  let generous: Seen | null = null
  return see(walked, {
    ifBelieved: believing(false),
    // Only what fails is asked for a second time, and only words that nobody could read are walked again.
    generous: () => {
      const again: Seen =
        generous ??
        see(
          walked.hasCandidates ? walkScript(pack, theCase, script, { ...setting, generous: true }) : walked,
          { ifBelieved: believing(true), generous: () => again },
        )
      generous = again
      return again
    },
  })
}
