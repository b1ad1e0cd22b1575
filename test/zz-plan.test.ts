import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { planCases } from '../src/cases/plan-cases.ts'
import { makeAgent, makeCustomer } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { scoreTrial } from '../src/verdicts/scoring/score-trial.ts'
import { loadPackOnce } from './agents/contract.ts'
import { aTrialId } from './support/base/ids.ts'
test('plan', async () => {
  const oracle = await makeAgent(referenceRequest('oracle'))
  const pack = await loadPackOnce(process.env.PACK ?? 'telecom-package')
  const { cases } = planCases(pack, { size: 'full', seed: 1, tactics: [...pack.tactics.values()] })
  let out = ''
  let bad = 0
  for (const each of cases) {
    const t = await playTrial({ id: aTrialId('t'), pack, case: each, intensity: each.intensity, seed: 1, attempt: 0, agent: oracle, customer: makeCustomer('scripted') })
    const s: any = scoreTrial(pack, each, t)
    if (s.state === 'judged' && s.outcome === 'right' && s.path?.exact !== false) continue
    bad += 1
    if (bad > 6) continue
    out += `=== ${each.id} ${each.tactic} ${each.intensity} ${s.state} ${s.outcome} exact ${s.path?.exact} no ${each.card.requests[0]?.says_no_to} acc ${JSON.stringify(each.acceptable)}\n`
    for (const e of t as any) if (e.type === 'message.sent') out += `   ${e.from}: ${e.text.replaceAll('\n', ' / ').slice(0, 200)}${e.from === 'customer' ? '  ' + JSON.stringify(e.act.moves.map((m: any) => m.do + (m.field ? ' ' + m.field : ''))) : ''}\n`; else if (e.type === 'tool.called') out += `       [${e.tool}]\n`; else if (e.type === 'fault.raised') out += `  FAULT ${e.code}\n`
  }
  writeFileSync('/tmp/plan.txt', `${cases.length} cases, ${bad} bad\n` + out)
}, 600000)
