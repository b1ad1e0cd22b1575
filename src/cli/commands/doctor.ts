import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { KNOWN_PROVIDERS, type ProviderKind } from '../../models/known-providers.ts'
import { textTable } from '../../report/text-table.ts'
import { examine, type Finding, isWell, type ProviderToReach } from '../../runner/doctor.ts'
import { thisMachine } from '../../runner/doctor-outside.ts'
import { DEFAULT_STORE } from '../../runner/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import type { Paint } from '../terminal.ts'

const Options = z.strictObject({ store: z.string(), offline: z.boolean().default(false) })

export const defineDoctor: DefineCommand = (command, does) =>
  command
    .option('--store <file.db>', 'where runs are kept', DEFAULT_STORE)
    .option('--offline', 'do not try to reach any provider')
    .addHelpText(
      'after',
      examples([
        ['sage doctor', 'node, store, disk, clock, keys (never shown), providers'],
        [
          'sage doctor --offline --json',
          'without the network, as data; exit code 3 where something is wrong',
        ],
      ]),
    )
    .action(does(doctor))

async function doctor({ options, workingFolder, terminal }: Asked): Promise<Answer> {
  const { store, offline } = Options.parse(options)
  const found = await examine(
    { store: resolve(workingFolder, store), providers: providers() },
    { ...thisMachine(process.env), ...(offline ? { reach: async () => 'not tried' } : {}) },
  )
  const findings = offline ? found.filter(({ check }) => !check.startsWith('provider ')) : found
  const well = isWell(findings)
  return {
    json: { well, findings },
    text: `${textTable(rowsOf(findings, terminal.paint))}\n\n${well ? 'Nothing is wrong.' : 'Something is wrong.'}`,
    exit: well ? EXIT.ok : EXIT.machinery,
  }
}

/** Where the SDKs go unless told otherwise. */
const HOMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: 'http://localhost',
}

const providers = (): readonly ProviderToReach[] =>
  Object.entries(KNOWN_PROVIDERS).map(([name, { kind, baseUrl, keyEnv }]) => ({
    name,
    url: baseUrl ?? HOMES[kind],
    keyEnv,
  }))

const rowsOf = (findings: readonly Finding[], paint: Paint): readonly (readonly string[])[] => [
  ['check', 'state', ''],
  ...findings.flatMap(({ check, state, says, hint }) => [
    [check, state, state === 'wrong' ? paint.red(says) : says],
    ...(hint === undefined ? [] : [['', '', hint]]),
  ]),
]
