import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { readText } from '../../runner/files/read-text.ts'
import { fetchBaseline } from '../ci/baseline.ts'
import { putComment } from '../ci/comment.ts'
import { openGithub, readEvent } from '../ci/github.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

const CommentOptions = z.strictObject({ key: z.string() })
const BaselineOptions = z.strictObject({
  name: z.string(),
  branch: z.string().optional(),
  output: z.string(),
})

export const defineCi: DefineCommand = (command, does) => {
  command
    .command('comment')
    .description('write one comment on the pull request of this job, or update it')
    .argument('<file.md...>', 'what it says: Markdown files, one below the other; missing files are skipped')
    .option('--key <name>', 'keeps comments of several jobs apart', 'sage')
    .addHelpText(
      'after',
      examples([
        ['sage ci comment compare.md summary.md', 'after sage report latest --summary and sage compare --md'],
      ]),
    )
    .action(does(comment))
  command
    .command('baseline')
    .description('fetch the newest baseline that a job on the default branch kept as an artifact')
    .option('--name <artifact>', 'name of the artifact', 'sage-baseline')
    .option('--branch <name>', 'the branch that makes baselines (default: the repository’s default branch)')
    .option('-o, --output <file>', 'where to write it', 'baseline.jsonl.gz')
    .addHelpText('after', examples([['sage ci baseline', 'writes baseline.jsonl.gz, if there is one']]))
    .action(does(baseline))
  command.addHelpText(
    'after',
    '\nBoth run in GitHub Actions and need GITHUB_TOKEN. docs/ci.md has the whole workflow, and one for GitLab.\n',
  )
}

async function comment({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { key } = CommentOptions.parse(options)
  const files = z.array(z.string()).parse(words[0])
  const texts = await Promise.all(
    files.map((file) => readText(resolve(workingFolder, file)).catch(() => undefined)),
  )
  const text = texts.filter((one) => one !== undefined).join('\n\n')
  if (text === '')
    throw usageError(
      'file-missing',
      `None of ${files.join(', ')} is there.`,
      'Write one: sage report latest --summary <file>',
    )
  const { pull_request: pull } = await eventOf(process.env)
  if (pull === undefined)
    return { json: { comment: null }, text: 'This job belongs to no pull request.', exit: EXIT.ok }
  const done = await putComment(openGithub(process.env), pull.number, { key, text })
  return {
    json: { comment: done, pull: pull.number },
    text: `The comment on pull request ${pull.number} was ${done}.`,
    exit: EXIT.ok,
  }
}

async function baseline({ options, workingFolder }: Asked): Promise<Answer> {
  const { name, branch, output } = BaselineOptions.parse(options)
  const of = branch ?? (await eventOf(process.env)).repository?.default_branch ?? 'main'
  const found = await fetchBaseline(openGithub(process.env), { name, branch: of })
  if (found === undefined)
    return {
      json: { baseline: null },
      text: `There is no artifact ${name} of branch ${of} yet. This run can make the first.`,
      exit: EXIT.ok,
    }
  const file = resolve(workingFolder, output)
  await writeFile(file, found)
  return { json: { baseline: file }, text: `wrote ${file}`, exit: EXIT.ok }
}

async function eventOf(env: NodeJS.ProcessEnv): Promise<ReturnType<typeof readEvent>> {
  const file = env['GITHUB_EVENT_PATH']
  return file === undefined || file === '' ? {} : readEvent(await readFile(file, 'utf8'))
}
