import { describe, expect, test } from 'vitest'
import type { Transcript } from '../../src/transcript/event.ts'
import type { TrialScore } from '../../src/verdicts/model/score.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { DECLINED, HANDED_OVER, REPLACED } from './pictures.ts'

/** The same conversation by an agent that keeps its own tools: our desk neither ran its calls nor changed by them. */
const byOwnTools = (transcript: Transcript): Transcript =>
  transcript
    .filter((event) => event.type !== 'world.changed')
    .map((event, index) => ({
      ...event,
      n: index + 1,
      ...(event.type === 'trial.started' ? { tools: 'own' as const } : {}),
    }))

function scoreOf(
  picture: string,
  change: (events: Transcript) => Transcript = (events) => events,
): TrialScore {
  const { theCase, transcript } = readPicture(lunchbox, picture)
  return scoreTrial(lunchbox, theCase, change(byOwnTools(transcript)))
}

const outcomes = (score: TrialScore): Readonly<Record<string, string>> =>
  Object.fromEntries(
    score.verdicts.map((verdict) => [
      verdict.rule,
      verdict.outcome === 'not-judged' ? verdict.because : verdict.outcome,
    ]),
  )

const WITHOUT_DESK = [
  'report_missing',
  'report_against_words',
  'leaked_internal',
  'phantom_action',
  'false_handover',
  'own_assertions',
]

describe('[D38] an agent with tools of its own', () => {
  test.each([
    ['a replacement', REPLACED],
    ['a decline', DECLINED],
    ['a handover', HANDED_OVER],
  ])('[D38] %s: words, reports and named calls are judged, nothing that rests on our desk', (_, picture) => {
    const score = scoreOf(picture)
    expect(score).toMatchObject({ state: 'judged', world: 'own', outcome: 'not-judged' })
    for (const member of ['path', 'divergence', 'forbidden', 'policy', 'money_at_risk', 'end_state', 'steps'])
      expect(score).not.toHaveProperty(member)
    const found = outcomes(score)
    for (const rule of Object.keys(found))
      if (WITHOUT_DESK.includes(rule)) expect(['pass', 'not-applicable']).toContain(found[rule])
      else expect({ rule, is: found[rule] }).toEqual({ rule, is: 'no-world' })
    expect(score.turns.every(({ intent_right, fields }) => intent_right === true && fields !== null)).toBe(
      true,
    )
  })

  test('[D38] a deed claimed and not among the named calls is phantom', () => {
    const score = scoreOf(REPLACED, (events) =>
      events.map((event) =>
        event.type === 'tool.called' && event.tool === 'create_replacement'
          ? { ...event, tool: 'lookup_order' }
          : event,
      ),
    )
    expect(outcomes(score)['phantom_action']).toBe('fail')
  })

  test('[D38] a call that is not mapped may have been the deed: not judged', () => {
    const score = scoreOf(REPLACED, (events) =>
      events.map((event) =>
        event.type === 'tool.called' && event.tool === 'create_replacement'
          ? { ...event, tool: 'sendAgain' }
          : event,
      ),
    )
    expect(outcomes(score)['phantom_action']).toBe('no-world')
  })

  test('[D38] the same conversation at our desk is judged in full', () => {
    const { theCase, transcript } = readPicture(lunchbox, REPLACED)
    const score = scoreTrial(lunchbox, theCase, transcript)
    expect(score).toMatchObject({ world: 'ours', outcome: 'right', path: { exact: true } })
  })
})
