import { EXIT } from '../../base/error.ts'
import { textTable } from '../../report/render/text-table.ts'
import { namedPacks } from '../../runner/files/find-pack.ts'
import { packFacts } from '../../runner/packs/pack-facts.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

export const definePacks: DefineCommand = (command, does) =>
  command
    .addHelpText(
      'after',
      examples([
        ['sage packs', 'the packs that come with SAGE and those in ./packs'],
        ['sage packs --json', 'the same with folders and hashes, as JSON'],
      ]),
    )
    .action(does(packs))

async function packs({ workingFolder }: Asked): Promise<Answer> {
  const found = await Promise.all(
    namedPacks(workingFolder).map(async ({ name, dir }) => ({
      name,
      dir,
      pack: await packFacts(dir).catch(() => undefined),
    })),
  )
  const rows = found.map(({ name, pack }) =>
    pack === undefined
      ? [name, '', '', 'does not load: sage pack check']
      : [pack.id, String(pack.cases), String(pack.steps), pack.title],
  )
  return {
    json: {
      packs: found.map(({ name, dir, pack }) =>
        pack === undefined ? { id: name, dir, loads: false } : { ...pack, dir, loads: true },
      ),
    },
    text: textTable([['pack', 'cases', 'steps', 'title'], ...rows]),
    exit: EXIT.ok,
  }
}
