import { pressKind } from '../../cards/tactic.ts'
import { type Draft, left, spend } from './draft.ts'

export const press = (draft: Draft, request: string): void => {
  draft.plays = true
  draft.moves.push({ do: 'push', request, kind: pressKind(draft.who.tactic?.raises) })
}

/** Moves that ride along with an answer: they never take the place of one. */
export function playBeside(draft: Draft): void {
  const answers = draft.moves.find((move) => move.do === 'tell' || move.do === 'lack')
  const agrees = draft.moves.some((move) => move.do === 'agree' || move.do === 'refuse')
  if (draft.leaving !== null || (answers === undefined && !agrees)) return
  if (answers !== undefined && 'request' in answers && left(draft, 'with_answers')) {
    press(draft, answers.request)
    spend(draft, 'with_answers')
  }
  if (left(draft, 'detours')) {
    draft.moves.push({ do: 'detour' })
    spend(draft, 'detours')
  }
  thankEarly(draft)
  if (left(draft, 'switches')) switchLanguage(draft)
}

export function thankEarly(draft: Draft): boolean {
  if (!left(draft, 'thanks')) return false
  draft.moves.push({ do: 'thank' })
  spend(draft, 'thanks')
  return true
}

const OTHER_LANGUAGE: Readonly<Record<string, string>> = { en: 'es', es: 'en', fr: 'en', de: 'en' }

/** An agent that has followed is not left again. */
function switchLanguage(draft: Draft): void {
  const { card } = draft.who
  if (draft.mind.language !== card.language) return
  const to = OTHER_LANGUAGE[card.language] ?? 'en'
  draft.moves.unshift({ do: 'switch_language', to })
  draft.mind = { ...draft.mind, language: to }
  spend(draft, 'switches')
}

/** The card's language stays. A tactic that changed it goes on so only if the agent follows. */
export function followLanguage(draft: Draft, spoken: string | undefined): void {
  const { language } = draft.who.card
  if (draft.mind.language !== language && spoken === language) draft.mind = { ...draft.mind, language }
}

/** Demands for a human and abuse: from the first message on where they are open about it, else from the second. */
export function playInterrupts(draft: Draft, opening: boolean): void {
  if (draft.leaving !== null || draft.mind.handed || (draft.mind.turn === 1 && !opening)) return
  if (left(draft, 'demands')) {
    draft.moves.push({ do: 'demand_human' })
    spend(draft, 'demands')
  }
  if (left(draft, 'abuses')) {
    draft.moves.push({ do: 'abuse' })
    spend(draft, 'abuses')
  }
}
