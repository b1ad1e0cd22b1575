import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PRINT_SHOP_CHAT } from './print-shop-chat.ts'
import { recordedText } from './recorded/recorded.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

const folder = emptyFolder()
const sage = (...words: string[]) => sageIn(folder, words)
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** Does what the recorded agent did, or something else. */
const AGENT = (instead: object): string => `
export const stateless = true
const has = (heard, tool) => heard.some((one) => one.tool === tool)
export default ({ heard }) => {
  const said = heard.filter(({ from }) => from === 'customer').map(({ text }) => text)
  if (!has(heard, 'get_job')) return { calls: [{ tool: 'get_job', input: { job_id: 'P-7781' } }] }
  if (!said.some((text) => /yes|please do|go ahead|ok/i.test(text)))
    return { messages: ['Shall I cancel job P-7781?'] }
  if (!has(heard, 'cancel_job')) return ${JSON.stringify(instead)}
  return { messages: ['Your job has been cancelled. Goodbye!'] }
}
`
const CANCELS = { calls: [{ tool: 'cancel_job', input: { job_id: 'P-7781', surname: 'Okafor' } }] }
const CANCELS_ANOTHER = { calls: [{ tool: 'cancel_job', input: { job_id: 'P-1', surname: 'Okafor' } }] }
const REFUSES = { messages: ['I am sorry, that cannot be cancelled. Goodbye!'] }

const Run = z.object({
  run: z.string(),
  trials: z.number(),
  judged: z.number(),
  agents: z.array(z.object({ agent: z.string(), metrics: z.record(z.string(), z.json()) })),
})
const Scored = z.object({
  each: z.array(
    z.object({ transcript: z.string(), fails: z.array(z.string()), not_judged: z.array(z.string()) }),
  ),
})

async function adoptAt(at: number): Promise<string> {
  write('chat.jsonl', JSON.stringify(PRINT_SHOP_CHAT))
  expect((await sage('import', 'chat.jsonl', '-o', 'transcripts')).exit).toBe(0)
  return (await sage('adopt', 'transcripts/job-7.0.jsonl', '--at', String(at))).out
}

/** The event with these words or this tool. */
function eventWith(words: string): number {
  const line = read('transcripts/job-7.0.jsonl')
    .split('\n')
    .find((one) => one.includes(words) && !one.includes('"recording.opened"'))
  return z.object({ n: z.number() }).parse(JSON.parse(line ?? '{}')).n
}

describe('sage adopt', () => {
  test('the card holds what was said and used, the outcome what was done, and the YAML passes pack check', async () => {
    write('chat.jsonl', JSON.stringify(PRINT_SHOP_CHAT))
    await sage('import', 'chat.jsonl', '-o', 'transcripts')
    const said = await sage('adopt', 'transcripts/job-7.0.jsonl', '--at', String(eventWith('May I have')))
    expect(said.out).toContain('job_id = P-7781, surname = Okafor')
    expect(said.out).toContain('Acceptable: cancel_job')
    expect(read('adopted/sop.md')).toContain('You work at a print shop.')
    expect(await sage('pack', 'check', 'adopted')).toMatchObject({ exit: 0 })
    const again = await sage('adopt', 'transcripts/job-7.0.jsonl', '--at', String(eventWith('May I have')))
    expect(again.exit).toBe(2)
    expect(again.err).toContain('there already')
  })

  test('a wrong case is said with its place: an unknown tool, a field without words, a deed that was never done', async () => {
    await adoptAt(4)
    const file = 'adopted/cases/job-7-at-4.yaml'
    const text = read(file)
    write(
      file,
      text.replace('tool: cancel_job', 'tool: cancel_jobs').replace('surname: Okafor', 'sirname: Okafor'),
    )
    const { exit, err } = await sage('pack', 'check', 'adopted')
    expect(exit).toBe(1)
    expect(err).toContain('tools.yaml has no tool "cancel_jobs"')
    expect(err).toContain('is not in the recording')
    expect(err).toMatch(/job-7-at-4\.yaml:\d+:\d+/)
  })

  test('the agent takes over: the same deeds are right, none are wrong, and what rests on an unrecorded call is not judged', async () => {
    await adoptAt(4)
    write('same.mjs', AGENT(CANCELS))
    write('other.mjs', AGENT(CANCELS_ANOTHER))
    write('refuses.mjs', AGENT(REFUSES))
    const agents = ['same', 'other', 'refuses'].flatMap((name) => ['--agent', `./${name}.mjs`])
    const ran = await sage('run', '--pack', './adopted', ...agents, '--intensity', '0', '--json')
    const run = Run.parse(JSON.parse(ran.out))
    expect(run).toMatchObject({ trials: 3, judged: 3 })
    const outcome = (agent: string) =>
      run.agents.find((one) => one.agent === agent)?.metrics['outcome_accuracy']
    expect(outcome('same')).toMatchObject({ hits: 1, of: 1 })
    expect(outcome('refuses')).toMatchObject({ hits: 0, of: 1 })
    expect(outcome('other')).toMatchObject({ of: 0 })
    // Scored again from the store it is the same.
    const { each } = Scored.parse(JSON.parse((await sage('score', run.run, '--json')).out))
    expect(each.find(({ transcript }) => transcript.includes('/other/'))?.not_judged).toContain(
      'outcome_accuracy',
    )
    expect(each.find(({ transcript }) => transcript.includes('/refuses/'))?.fails).toContain(
      'outcome_accuracy',
    )
    const story = await sage('show', `${run.run}/same/adopted/job-7-at-4@0#0`)
    expect(story.out).toContain('took over a recorded conversation')
  })

  test('it runs at every intensity its card allows, and a fork of it replays what was recorded', async () => {
    await adoptAt(4)
    write('same.mjs', AGENT(CANCELS))
    const ran = await sage(
      ...'run --pack ./adopted --agent ./same.mjs --intensity 0 --intensity 3 --json'.split(' '),
    )
    const { run, judged } = Run.parse(JSON.parse(ran.out))
    expect(judged).toBe(2)
    const forked = await sage('fork', `${run}/same/adopted/job-7-at-4@0#0`, '--at', '4', '-n', '2', '--json')
    expect(forked.exit).toBe(0)
    expect(z.object({ forks: z.number() }).parse(JSON.parse(forked.out)).forks).toBe(2)
  })

  test.each([
    [1, 'the customer has said nothing before event 1'],
    [999, 'has no event 999'],
  ])('event %i: %s', async (at, why) => {
    write('chat.jsonl', JSON.stringify(PRINT_SHOP_CHAT))
    await sage('import', 'chat.jsonl', '-o', 'transcripts')
    const { exit, err } = await sage('adopt', 'transcripts/job-7.0.jsonl', '--at', String(at))
    expect(exit).toBe(2)
    expect(err).toContain(why)
  })

  test('STAR dialogues adopted at a wizard turn run to an end and are judged or say why not', async () => {
    const lines = recordedText('star.jsonl.gz').split('\n').slice(0, 4)
    write('star.jsonl', lines.join('\n'))
    await sage('import', 'star.jsonl', '-o', 'transcripts')
    for (const line of lines) {
      const { DialogueID } = z.object({ DialogueID: z.number() }).parse(JSON.parse(line))
      const file = `transcripts/${DialogueID}.0.jsonl`
      const turns = read(file)
        .trim()
        .split('\n')
        .map((one) => z.looseObject({ n: z.number(), from: z.string().optional() }).parse(JSON.parse(one)))
        .filter(({ from }) => from === 'agent')
      const { exit } = await sage('adopt', file, '--at', String(turns[Math.floor(turns.length / 2)]?.n))
      expect(exit).toBe(0)
    }
    expect(await sage('pack', 'check', 'adopted')).toMatchObject({ exit: 0 })
    write(
      'sorry.mjs',
      'export const stateless = true\nexport default () => ({ messages: ["I am sorry, I cannot do that."] })\n',
    )
    const ran = await sage('run', '--pack', './adopted', '--agent', './sorry.mjs', '--json')
    expect(Run.parse(JSON.parse(ran.out))).toMatchObject({ trials: 4, judged: 4 })
  })
})
