import { spawn } from 'node:child_process'
import { z } from 'zod'
import { ERROR_CODES, EXIT, SageError } from '../../base/error.ts'
import { Compared } from '../../report/result/compared.ts'
import { Report } from '../../report/result/report.ts'
import type { CompareWishes } from '../../runner/runs/compare-runs.ts'
import type { CountApart } from '../../runner/studio/studio-data.ts'
import { storeEnvironment } from '../../storage/open/open-store.ts'

/**
 * Counts large runs in a process of its own: resampling takes seconds in which this one could answer nobody. It asks the
 * very commands a person would type, so page and command line cannot disagree.
 */
export function countApart(cli: string, store: string, workingFolder: string): CountApart {
  // Behind `--` nothing is an option, and an option's value is never a word of its own: a name may begin with a dash.
  const ask = (command: string, options: readonly string[], names: readonly string[]) =>
    askCli([cli, command, '--json', `--store=${store}`, ...options, '--', ...names], {
      cwd: workingFolder,
      env: { ...process.env, ...storeEnvironment(store) },
    })
  return {
    report: async (run) => Report.parse(await ask('report', [], [run])),
    compare: async (wishes) => Compared.parse(await ask('compare', optionsOf(wishes), [wishes.a, wishes.b])),
  }
}

const optionsOf = ({ agentA, agentB, wanted, anyway }: CompareWishes): readonly string[] => [
  ...(agentA === undefined ? [] : [`--agent=${agentA}`]),
  ...(agentB === undefined ? [] : [`--with=${agentB}`]),
  `--wanted=${wanted}`,
  ...(anyway ? ['--anyway'] : []),
]

const Failure = z.object({
  error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), hint: z.string() }),
})

function askCli(
  words: readonly string[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<unknown> {
  const child = spawn(process.execPath, words, { ...where, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    const said: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
    child.once('error', reject)
    child.once('close', (exit) => {
      try {
        const answer: unknown = JSON.parse(said.join(''))
        if (exit === EXIT.ok) resolve(answer)
        else reject(failureOf(answer))
      } catch (cause) {
        reject(cause)
      }
    })
  })
}

function failureOf(answer: unknown): SageError {
  const { code, message, hint } = Failure.parse(answer).error
  return new SageError(code, message, { hint, exit: EXIT.wrongUsage })
}
