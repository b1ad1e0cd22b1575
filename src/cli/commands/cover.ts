import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import type { Coverage } from '../../graph/coverage.ts'
import { coverPack, type Unexercised, unexercised } from '../../runner/cover.ts'
import { loadDesk } from '../../runner/load-desk.ts'
import { placeOfPack } from '../../runner/open-pack.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import { textTable } from '../text-table.ts'

export const defineCover: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'id or folder')
    .addHelpText(
      'after',
      examples([
        [
          'sage cover ./my-desk',
          'which steps, edges, boundaries and paths its cases exercise, and what never was',
        ],
        ['sage cover ./my-desk --json', 'the counts and the ids, for a script'],
      ]),
    )
    .action(does(cover))

async function cover({ words, workingFolder }: Asked): Promise<Answer> {
  const pack = await loadDesk(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const covered = await coverPack(pack)
  const { steps, edges, boundaries, paths, pairs, interrupts, never } = covered.coverage
  return {
    json: { pack: pack.id, steps, edges, boundaries, paths: paths ?? 'too many', pairs, interrupts, never },
    text: [counts(covered.coverage), ...sayNever(unexercised(covered))].join('\n'),
    exit: EXIT.ok,
  }
}

function counts(coverage: Coverage): string {
  const { steps, edges, boundaries, paths, pairs, interrupts } = coverage
  const rows = Object.entries({ steps, edges, boundaries, paths, pairs, interrupts }).map(([part, count]) =>
    count === null ? [part, 'too many'] : [part, `${count.hit} of ${count.of}`],
  )
  return textTable([['covered', 'hit'], ...rows])
}

function sayNever(never: readonly Unexercised[]): readonly string[] {
  if (never.length === 0) return ['', 'Nothing was left out.']
  return [
    '',
    'Never exercised:',
    ...never.flatMap(({ id, sentences }) => [
      `  ${id}`,
      ...sentences.map(({ clause, text }) => `      ${clause}  ${text}`),
    ]),
  ]
}
