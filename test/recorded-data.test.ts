import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_FORMATS } from '../src/recordings/all-formats.ts'
import { NO_MAPPING } from '../src/recordings/mapping-file.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { checkAll } from '../src/runner/jobs/import/import-recordings.ts'
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

/** What a whole file holds: the first of the two passes of an import, which stores and judges nothing. */
async function countsOf(file: string) {
  const { checked } = await checkAll({
    formats: ALL_FORMATS,
    format: null,
    files: [{ path: file, named: file }],
    mapping: NO_MAPPING,
    pack: null,
    agent: null,
    scrub: null,
  })
  return { conversations: checked.conversations, ...checked.counts }
}

/** Imports the first conversations of a tau2 file, each changed before. */
async function importFirst(n: number, file: string, change: (simulation: object) => object) {
  const { simulations, ...rest } = z
    .looseObject({ simulations: z.array(z.looseObject({})) })
    .parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))
  const first = { ...rest, simulations: simulations.slice(0, n).map(change) }
  writeFileSync(join(folder, 'first.json.gz'), gzipSync(JSON.stringify(first)))
  const imported = Imported.parse((await sage('import', 'first.json.gz')).json)
  expect(imported.transcripts).toBe(n)
  return imported
}

const verdictsOf = ({ fails, not_judged }: z.infer<typeof Score>['each'][number]) => ({ fails, not_judged })

// Recordings of others are read in place and never copied here; without them there is nothing to compare with.
describe.skipIf(!isRecordedDataHere())(
  'published recordings (skipped where ../shared/data is absent)',
  () => {
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'sage-recorded-data-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('tau-bench airline: nothing is lost, and all agree; so do pass^1 to pass^4', async () => {
      const imported = Imported.parse((await sage('import', TAU)).json)
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
        // The same verdicts without the reward, of the first ten: no rule looks at what is not there.
        const bare = await importFirst(10, tau2(domain), (one) => ({ ...one, reward_info: undefined }))
        const { each } = Score.pick({ each: true }).parse((await sage('score', bare.run)).json)
        expect(each.map(verdictsOf)).toEqual(scored.each.slice(0, 10).map(verdictsOf))
      },
    )

    test('tau2 telecom is imported and shown: customers call tools of their own, and its outcome is not judged', async () => {
      expect(await countsOf(tau2('telecom'))).toMatchObject({ conversations: 40, calls: 689, results: 689 })
      const imported = await importFirst(10, tau2('telecom'), (one) => one)
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
      const file = join(DATA, 'star/dialogues-sample.jsonl.gz')
      const whole = { conversations: 300, messages: 4172, calls: 631, results: 631 }
      expect(await countsOf(file)).toMatchObject(whole)
      const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(0, 30)
      writeFileSync(join(folder, 'star.jsonl'), lines.join('\n'))
      expect(Imported.parse((await sage('import', 'star.jsonl')).json)).toMatchObject({ transcripts: 30 })
    })
  },
)
