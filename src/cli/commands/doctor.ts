import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { textTable } from '../../report/render/text-table.ts'
import type { AgentKinds } from '../../runner/agents/kinds.ts'
import { readText, readTextIfThere } from '../../runner/files/read-text.ts'
import { examine, type Finding, isWell } from '../../runner/jobs/doctor/doctor.ts'
import { thisMachine } from '../../runner/jobs/doctor/doctor-outside.ts'
import { placesIn } from '../../runner/jobs/doctor/doctor-places.ts'
import { readConfig, type SageConfig } from '../../runner/settings/config-file.ts'
import { DEFAULT_STORE, STORE_HELP, storePlace, withoutPassword } from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import type { Paint } from '../terminal/terminal.ts'

const DEFAULT_CONFIG = 'sage.yaml'

const Options = z.strictObject({
  store: z.string().optional(),
  config: z.string(),
  offline: z.boolean().default(false),
})

export const defineDoctor: DefineCommand = (command, does) =>
  command
    .option(
      '--store <place>',
      `${STORE_HELP} (default: store: in sage.yaml, or ${DEFAULT_STORE})`,
      withoutPassword,
    )
    .option('--config <file>', 'settings file that names the providers and services to check', DEFAULT_CONFIG)
    .option('--offline', 'do not use the network')
    .addHelpText(
      'after',
      examples([
        ['sage doctor', 'node, store, disk, clock, settings, keys (never shown), providers and services'],
        ['sage doctor --offline --json', 'without the network, as JSON; exit code 3 if a check fails'],
      ]),
    )
    .action(does(doctor))

async function doctor({ options, workingFolder, terminal, own }: Asked): Promise<Answer> {
  const { store, config, offline } = Options.parse(options)
  const { settings, finding } = await readSettings(config, { workingFolder, kinds: own.kinds })
  const found = await examine(
    {
      store: storePlace(store ?? settings.store ?? DEFAULT_STORE, workingFolder),
      places: placesIn(settings, own.kinds),
    },
    { ...thisMachine(process.env), ...(offline ? { reach: async () => NOT_TRIED } : {}) },
  )
  const findings = [finding, ...found].filter(({ says }) => !offline || !says.endsWith(NOT_TRIED))
  const well = isWell(findings)
  return {
    json: { well, findings },
    text: `${textTable(rowsOf(findings, terminal.paint))}\n\n${well ? 'All checks passed.' : 'Some checks failed.'}`,
    exit: well ? EXIT.ok : EXIT.machinery,
  }
}

const NOT_TRIED = 'not tried'

/** Wrong settings are a finding like any other: the rest of the machine is looked at all the same. */
async function readSettings(
  file: string,
  { workingFolder, kinds }: { readonly workingFolder: string; readonly kinds: AgentKinds },
): Promise<{ readonly settings: SageConfig; readonly finding: Finding }> {
  const path = resolve(workingFolder, file)
  const text = await (file === DEFAULT_CONFIG ? readTextIfThere(path) : readText(path))
  const { value, problems } = readConfig(file, text ?? '', kinds)
  const [first] = problems
  return {
    settings: value ?? {},
    finding:
      value === undefined
        ? {
            check: 'settings',
            state: 'wrong',
            says: `${file} has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}: ${first?.message ?? ''}`,
            hint: 'Show all errors with line numbers: sage run --dry-run',
          }
        : { check: 'settings', state: 'ok', says: text === undefined ? `no ${file} in this folder` : file },
  }
}

const rowsOf = (findings: readonly Finding[], paint: Paint): readonly (readonly string[])[] => [
  ['check', 'state', ''],
  ...findings.flatMap(({ check, state, says, hint }) => [
    [check, state, state === 'wrong' ? paint.red(says) : says],
    ...(hint === undefined ? [] : [['', '', hint]]),
  ]),
]
