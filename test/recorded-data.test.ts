import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { sageIn } from './sage-in.ts'
import { isRecordedDataHere } from './understanding/recorded.ts'

const DATA = join(packageRoot(), '../shared/data')
const TAU = join(DATA, 'tau-bench/trajectories/gpt-4o-airline.json.gz')
const tau2 = (domain: string): string =>
  join(DATA, `tau2-bench/results/sierra_gpt-4.1_${domain}_1trial.json.gz`)

const Imported = z.object({
  run: z.string(),
  transcripts: z.number(),
  messages: z.number(),
  calls: z.number(),
  results: z.number(),
  asides: z.number(),
})
const Score = z.object({
  each: z.array(z.looseObject({ fails: z.array(z.string()), not_judged: z.array(z.string()) })),
  labels: z.object({ of: z.number(), agree: z.number() }),
  pass_k: z.record(z.string(), z.object({ published: z.number(), ours: z.number().nullable() })),
})

let folder = ''
const sage = async (...words: string[]) => {
  const { out, exit, err } = await sageIn(folder, [...words, '--json'])
  return { json: exit === 0 ? (JSON.parse(out) as unknown) : null, exit, err: err + out }
}

// Recordings of others are read in place and never copied here; without them there is nothing to compare with.
describe.skipIf(!isRecordedDataHere())(
  'published recordings (skipped where ../shared/data is absent)',
  () => {
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'sage-recorded-data-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('tau-bench airline, replayed on its database: nothing is lost, and all agree; so do pass^1 to pass^4', async () => {
      const imported = Imported.parse(
        (await sage('import', TAU, '--records', join(DATA, 'tau-bench/env/airline'))).json,
      )
      // 1,490 messages of customers, 29 of them only the word that ends it; 1,290 and 90 of agents; 200 instructions.
      expect(imported).toMatchObject({
        transcripts: 200,
        messages: 2841,
        calls: 1164,
        results: 1164,
        asides: 229,
      })
      const { labels, pass_k } = Score.parse((await sage('score', imported.run, '--labels')).json)
      expect(labels).toMatchObject({ of: 200, agree: 200 })
      expect(Object.values(pass_k).map(({ published, ours }) => [published, ours])).toEqual([
        [0.42, 0.42],
        [0.273, 0.273],
        [0.22, 0.22],
        [0.2, 0.2],
      ])
    })

    test.each([
      ['airline', 20, 268, 148, 19],
      ['retail', 40, 569, 299, 38],
    ])(
      'tau2 %s: nothing is lost, and verdicts agree with the reward they never read',
      async (domain, transcripts, messages, calls, agree) => {
        const imported = Imported.parse((await sage('import', 'tau2', tau2(domain))).json)
        expect(imported).toMatchObject({ transcripts, messages, calls, results: calls })
        const scored = Score.parse((await sage('score', imported.run, '--labels')).json)
        expect(scored.labels.of).toBe(transcripts)
        expect(scored.labels.agree).toBeGreaterThanOrEqual(agree)
        const text = JSON.parse(gunzipSync(readFileSync(tau2(domain))).toString('utf8')) as {
          simulations: object[]
        }
        const bare = {
          ...text,
          simulations: text.simulations.map((one) => ({ ...one, reward_info: undefined })),
        }
        writeFileSync(join(folder, 'bare.json.gz'), gzipSync(JSON.stringify(bare)))
        const again = Imported.parse((await sage('import', 'bare.json.gz')).json)
        const verdicts = async (run: string) =>
          z
            .object({ each: Score.shape.each })
            .parse((await sage('score', run)).json)
            .each.map(({ fails, not_judged }) => ({ fails, not_judged }))
        expect(await verdicts(again.run)).toEqual(await verdicts(imported.run))
      },
    )

    test('tau2 telecom is imported and shown: customers call tools of their own, and its outcome is not judged', async () => {
      const imported = Imported.parse((await sage('import', tau2('telecom'))).json)
      expect(imported).toMatchObject({ transcripts: 40, calls: 689, results: 689 })
      const scored = z.object({ each: Score.shape.each }).parse((await sage('score', imported.run)).json)
      expect(scored.each.every(({ not_judged }) => not_judged.includes('outcome_accuracy'))).toBe(true)
    })

    test('a file whose task ids do not match its conversations is refused with the reason', async () => {
      const { exit, err } = await sage(
        'import',
        join(DATA, 'tau2-bench/results/toolorchestra_retail_gpt-5_a.json.gz'),
      )
      expect(exit).toBe(2)
      expect(err).toContain('the task ids do not match the conversations: in 94 of 114')
    })

    test('STAR: 300 dialogues', async () => {
      const imported = Imported.parse(
        (await sage('import', join(DATA, 'star/dialogues-sample.jsonl.gz'))).json,
      )
      expect(imported).toMatchObject({ transcripts: 300, messages: 4172, calls: 631, results: 631 })
    })
  },
)
