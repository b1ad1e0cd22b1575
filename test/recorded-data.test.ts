import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_FORMATS } from '../src/recordings/all-formats.ts'
import { NO_MAPPING } from '../src/recordings/mapping-file.ts'
import { checkAll } from '../src/runner/jobs/import/import-recordings.ts'
import { recordedFile, recordedText } from './recorded/recorded.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

const tau2 = (domain: string): string => `tau2-${domain}.json.gz`

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

const folder = tempFolder()
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
    .parse(JSON.parse(recordedText(file)))
  const first = { ...rest, simulations: simulations.slice(0, n).map(change) }
  writeFileSync(join(folder, 'first.json.gz'), gzipSync(JSON.stringify(first)))
  const imported = Imported.parse((await sage('import', 'first.json.gz')).json)
  expect(imported.transcripts).toBe(n)
  return imported
}

const verdictsOf = ({ fails, not_judged }: z.infer<typeof Score>['each'][number]) => ({ fails, not_judged })

describe('published recordings', () => {
  test('tau-bench airline: nothing is lost, and all agree; so do pass^1 to pass^4', async () => {
    const imported = Imported.parse((await sage('import', recordedFile('tau-bench-airline.json.gz'))).json)
    // 142 messages of customers, 3 of them only the word that ends it; 122 and 16 of agents; 20 instructions.
    expect(imported).toMatchObject({ transcripts: 20, messages: 277, calls: 113, results: 113, asides: 23 })
    const { labels, pass_k } = Score.parse((await sage('score', imported.run, '--labels')).json)
    expect(labels).toMatchObject({ of: 20, agree: 20 })
    expect(Object.values(pass_k).map(({ published, ours }) => [published, ours])).toEqual([
      [0.4, 0.4],
      [0.133, 0.133],
      [0.05, 0.05],
      [0, 0],
    ])
  })

  test.each([
    ['airline', 10, 132, 62, 10],
    ['retail', 10, 153, 81, 9],
  ])(
    'tau2 %s: nothing is lost, and verdicts agree with the reward they never read',
    async (domain, transcripts, messages, calls, agree) => {
      const imported = Imported.parse((await sage('import', 'tau2', recordedFile(tau2(domain)))).json)
      expect(imported).toMatchObject({ transcripts, messages, calls, results: calls })
      const scored = Score.parse((await sage('score', imported.run, '--labels')).json)
      expect(scored.labels.of).toBe(transcripts)
      expect(scored.labels.agree).toBeGreaterThanOrEqual(agree)
      // The same verdicts without the reward: no rule looks at what is not there.
      const bare = await importFirst(transcripts, tau2(domain), (one) => ({ ...one, reward_info: undefined }))
      const { each } = Score.pick({ each: true }).parse((await sage('score', bare.run)).json)
      expect(each.map(verdictsOf)).toEqual(scored.each.map(verdictsOf))
    },
  )

  test('tau2 telecom is imported and shown: customers call tools of their own, and its outcome is not judged', async () => {
    expect(await countsOf(recordedFile(tau2('telecom')))).toMatchObject({
      conversations: 5,
      calls: 74,
      results: 74,
    })
    const imported = await importFirst(5, tau2('telecom'), (one) => one)
    const scored = z.object({ each: Score.shape.each }).parse((await sage('score', imported.run)).json)
    expect(scored.each.every(({ not_judged }) => not_judged.includes('outcome_accuracy'))).toBe(true)
  })

  test('a file whose task ids do not match its conversations is refused with the reason', async () => {
    const { exit, err } = await sage('import', recordedFile('tau2-toolorchestra-retail.json.gz'))
    expect(exit).toBe(2)
    expect(err).toContain('the task ids do not match the conversations: in 10 of 13')
  })

  test('STAR: 30 dialogues', async () => {
    const whole = { conversations: 30, messages: 404, calls: 51, results: 51 }
    expect(await countsOf(recordedFile('star.jsonl.gz'))).toMatchObject(whole)
    const imported = await sage('import', recordedFile('star.jsonl.gz'))
    expect(Imported.parse(imported.json)).toMatchObject({ transcripts: 30 })
  })
})
