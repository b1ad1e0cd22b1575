import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { seedFrom } from '../src/base/chance.ts'
import { aTrialId } from '../src/base/values/ids-testing.ts'
import { makeCustomer } from '../src/runner/agents/parties.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { writeTranscript } from '../src/transcript/write-transcript.ts'
import { oracleIn } from './customer-talks.ts'
import { readdirSync } from 'node:fs'

test('play', async () => {
  const out = process.env['OUT'] ?? '/tmp/hold/played'
  mkdirSync(out, { recursive: true })
  const count = Number(process.env['COUNT'] ?? 60)
  const salt = process.env['SALT'] ?? 'a'
  const names = readdirSync('packs')
  const packs = await Promise.all(names.map((n) => loadPack(`packs/${n}`)))
  const agents = ['terse', 'chatty', 'formal'].map(oracleIn)
  for (let i = 0; i < count; i += 1) {
    const pack = packs[i % packs.length]!
    const all = pack.cases.flatMap((each) => each.intensities.map((intensity) => ({ each, intensity })))
    const one = all[seedFrom(salt, String(i)) % all.length]!
    const transcript = await playTrial({ id: aTrialId(`t${i}`), pack, case: one.each, intensity: one.intensity, seed: 5000 + i, attempt: 0, agent: agents[Math.floor(i / packs.length) % 3]!, customer: makeCustomer('scripted') })
    writeFileSync(`${out}/${salt}${String(i).padStart(3, '0')}-${one.each.id.replaceAll('/', '_')}-${one.intensity}.jsonl`, writeTranscript(transcript))
  }
}, 600_000)
