import { expect, test } from 'vitest'
import { lunchbox } from '../../test/golden/check.ts'
import { readPicture } from '../../test/golden/picture.ts'
import { CANCELLED } from '../../test/golden/pictures.ts'
import { trial } from '../../test/support/metrics/trials.ts'
import { scoreTrial } from '../../test/support/verdicts/score.ts'
import { declared } from '../../tools/declared.ts'
import { fitting } from '../text/said/literals.ts'
import { RULES_OF_EVERY_DESK } from '../verdicts/all-rules.ts'
import { defineRule, failed, passed } from '../verdicts/rules/rule.ts'
import { ALL_METRICS } from './all-metrics.ts'
import { one, rate } from './metric.ts'
import { metricOfRule } from './rule-metrics.ts'
import { summarise } from './summarise.ts'
import { openTally } from './tally.ts'

const shouted = defineRule({
  id: 'shouted',
  words: {
    name: 'Shouting',
    broken: 'shouted',
    meaning: 'A message of the agent ends with an exclamation mark.',
  },
  counted: { hits: 'fails', of: 'applicable' },
  failsForGood: true,
  appliesTo: ({ messages }) => messages.length > 0 || 'the agent said nothing',
  check: ({ messages, end }) => {
    const loud = messages.filter(({ heard }) => heard.answers(fitting('!$'))).map(({ n }) => n)
    return loud.length > 0
      ? [failed({ evidence: loud, basis: 'text', because: 'it shouted' })]
      : [passed({ evidence: [end], basis: 'text', because: 'it never shouted' })]
  },
})

const briefness = rate({ name: 'briefness', words: 'Brief', better: 'higher' }, ({ score }) =>
  one(score.turns.length < 3),
)

test('a rule and a metric are one declaration each: verdict, count, value and words follow', () => {
  const { theCase, transcript } = readPicture(lunchbox, CANCELLED)
  const score = scoreTrial(lunchbox, theCase, transcript, [shouted])
  expect(score.verdicts.at(-1)).toMatchObject({
    rule: 'shouted',
    outcome: 'fail',
    basis: 'text',
    blame: 'agent',
  })

  const metrics = [...ALL_METRICS, metricOfRule(shouted), briefness]
  const tally = openTally([], metrics)
  tally.add(trial({ score }))
  const [summary] = summarise(tally)
  expect(summary?.metrics).toMatchObject({ shouted: { hits: 1, of: 1 }, briefness: { of: 1 } })

  const words = declared(metrics, [...RULES_OF_EVERY_DESK, shouted])
  expect(words.metrics).toMatchObject({
    shouted: { words: 'Shouting', better: 'lower', unit: 'share' },
    briefness: { words: 'Brief', better: 'higher' },
  })
  expect(words.rules).toMatchObject({ shouted: 'shouted' })
})
