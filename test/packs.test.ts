import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memo } from '../src/base/memo.ts'
import type { Json } from '../src/base/values/json.ts'
import type { Case, Pack } from '../src/cases/case.ts'
import { checkPack } from '../src/cases/check-pack.ts'
import { readPack } from '../src/cases/read-pack.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { callTool, toolSpecs } from '../src/world/call.ts'
import { openWorld } from '../src/world/state.ts'
import { ROOT } from './architecture/source-files.ts'

/** What must hold of every pack we ship. A pack that does not load yet says so in its own test, once. */
const names = readdirSync(join(ROOT, 'packs'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const tactics = await productTactics()
const packs = await Promise.all(
  names.map(async (name) => ({ name, files: await readPackFiles(join(ROOT, 'packs', name)) })),
)

describe.each(packs)('pack $name', ({ files }) => {
  const { value: pack } = readPack(files, { tactics })

  test('pack check finds nothing: story, records, graph, truth table and words agree', () => {
    const said = checkPack(files, { tactics }).map(
      (one) => `${one.file}:${one.line}:${one.column} ${one.code} ${one.message}`,
    )
    expect(said).toEqual([])
  })

  test('no secret of a card and no label of a case reaches the agent through any tool', () => {
    if (pack === undefined) return
    expect(pack.cases.flatMap((theCase) => leaksOf(pack, theCase))).toEqual([])
  })

  test('what agents are told of the tools carries no label either', () => {
    if (pack === undefined) return
    const told = JSON.stringify(toolSpecs(pack.world))
    expect(
      pack.cases.flatMap((theCase) => secretsOf(pack, theCase)).filter((secret) => told.includes(secret)),
    ).toEqual([])
  })
})

test('a planted secret is found: in a row, in a tool that shows it', () => {
  const [first] = packs
  const { value: pack } = readPack(first?.files ?? new Map(), { tactics })
  const theCase = pack?.cases.find(({ card }) => card.hides !== undefined)
  if (pack === undefined || theCase === undefined)
    return expect.unreachable('the first pack has a card that hides something')
  const [table] = [...pack.world.tables.values()].filter(({ rows }) => rows.size > 0)
  const text = [...(table?.columns.values() ?? [])].find(
    ({ name, type }) => type === 'string' && name !== table?.key,
  )
  const planted = Object.fromEntries(
    [...(table?.rows.keys() ?? [])].map((key) => [key, { [text?.name ?? '']: theCase.card.hides ?? '' }]),
  )
  expect(leaksOf(pack, { ...theCase, sets: { [table?.name ?? '']: planted } })).not.toEqual([])
})

/** Every tool of the pack, called with arguments that fit this case and with arguments that do not. */
function leaksOf(pack: Pack, theCase: Case): readonly string[] {
  const secrets = secretsOf(pack, theCase)
  let state = openWorld(pack.world, theCase.sets)
  const leaks: string[] = []
  for (const tool of pack.world.tools.values()) {
    for (const input of inputsFor(pack, theCase, tool.parameters.properties ?? {})) {
      const result = callTool(pack.world, state, { tool: tool.name, input })
      state = result.state
      // What the caller wrote comes back in messages and receipts: only what they did not write can be a leak.
      const seen = JSON.stringify(result.output)
      const written = JSON.stringify(input)
      leaks.push(
        ...secrets
          .filter((secret) => seen.includes(secret) && !written.includes(secret))
          .map((secret) => `${theCase.id} ${tool.name}: ${secret}`),
      )
    }
  }
  return leaks
}

/**
 * What the agent must never see: the card's secrets, and the labels of cases. Labels are words of the benchmark
 * ("adversarial", a trap's id); a topic or a reason is the SOP's own word and no secret.
 */
function secretsOf(pack: Pack, { card, bucket, trap, tactic, id, twin }: Case): readonly string[] {
  const spoken = spokenIn(pack)
  const truths = card.requests.flatMap(({ truth }) => Object.keys(truth).map((field) => `"truth":{"${field}`))
  const labels = [
    bucket === 'resolvable' ? null : bucket,
    trap,
    id,
    twin,
    tactic?.includes('-') ? tactic : null,
  ]
  return [
    card.hides,
    card.lies,
    ...truths,
    ...labels,
    '"acceptable"',
    '"decided_by"',
    '"bucket"',
    '"trap"',
    '"tactic"',
  ]
    .filter((word): word is string => typeof word === 'string' && word.length > 3)
    .filter((word) => !spoken.has(word))
}

const spokenIn = memo(
  ({ world }: Pack) =>
    new Set(
      [...world.tables.values()].flatMap(({ rows }) =>
        [...rows.values()].flatMap((row) => Object.values(row).map(String)),
      ),
    ),
)

function inputsFor(pack: Pack, theCase: Case, properties: Json): readonly Json[] {
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const known = Object.assign(
    {},
    ...theCase.card.requests.map(({ knows }) => knows),
    theCase.records,
  ) as Readonly<Record<string, Json>>
  const keys = [
    ...new Set([
      ...Object.values(known),
      ...[...pack.world.tables.values()].flatMap(({ rows }) => [...rows.keys()].slice(0, 2)),
    ]),
  ]
  const byName = Object.fromEntries(names.map((name) => [name, known[name] ?? 'something']))
  const wrong: readonly Json[] = [
    {},
    null,
    'x',
    [],
    Object.fromEntries(names.map((name) => [name, { deep: [1] }])),
    { ...byName, more: 1 },
  ]
  return [
    ...wrong,
    byName,
    ...keys.flatMap((key) => [
      Object.fromEntries(names.map((name) => [name, key])),
      { ...byName, [names[0] ?? '']: key, amount: 1, note: 'n' },
    ]),
  ]
}
