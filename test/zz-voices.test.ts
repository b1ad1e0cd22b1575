import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { makeCustomer } from '../src/runner/agents/parties.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { scoreTrial } from '../src/verdicts/scoring/score-trial.ts'
import { oracleIn } from './customer-talks.ts'
import { aTrialId } from './support/base/ids.ts'

const only = process.env.PACKS?.split(',')
test('voices', async () => {
  let out = ''
  const sum: Record<string, number> = {}
  for (const { name, dir } of knownPacks(packageRoot())) {
    if (only && !only.includes(name)) continue
    const pack = await loadPack(dir)
    const cases = pack.cases.filter((_, at) => at % (pack.cases.length > 100 ? 2 : 1) === 0)
    for (const each of cases.filter((c) => !process.env.CASE || c.id.includes(process.env.CASE)))
      for (const voice of ['terse', 'chatty', 'formal']) {
        const t = await playTrial({ id: aTrialId('t'), pack, case: each, intensity: each.intensity, seed: 5, attempt: 0, agent: oracleIn(voice), customer: makeCustomer('scripted') })
        const s: any = scoreTrial(pack, each, t)
        const end: any = (t.at(-1) as any).ending
        const key = s.state === 'voided' ? 'void' : s.outcome
        sum[key] = (sum[key] ?? 0) + 1
        const ek = `end ${end.kind} ${end.because ?? end.by ?? end.limit ?? ''}`
        sum[ek] = (sum[ek] ?? 0) + 1
        const fails = (s.verdicts ?? []).filter((v: any) => v.outcome === 'fail').map((v: any) => `${v.rule}: ${v.because}`)
        if (fails.length) sum.alarms = (sum.alarms ?? 0) + 1
        if (key === 'wrong' || key === 'void' || fails.length || process.env.ALL) {
          out += `=== ${each.id} ${voice} ${key} ${ek} ${s.because ?? ''} ${fails.join(' | ')}\n`
          for (const e of t as any) if (e.type === 'message.sent') out += `   ${e.from}: ${e.text.replaceAll('\n', ' / ').slice(0, 300)}${e.from === 'customer' ? '  ' + JSON.stringify(e.act.moves.map((m: any) => m.do + (m.field ? ' ' + m.field : ''))) : ''}\n`; else if (e.type === 'fault.raised') out += '   FAULT ' + e.code + '\n'; else if (e.type === 'tool.called') out += `       [${e.tool}]\n`
        }
      }
    writeFileSync(`/tmp/voices-${process.env.NAME ?? 'new'}.txt`, JSON.stringify(sum) + '\n' + out)
  }
}, 900000)
