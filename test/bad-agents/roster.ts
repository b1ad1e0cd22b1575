import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadModule } from '../../src/runner/agents/module/load-module.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { asModule, type Entry } from './entry.ts'
import { idle } from './idle.ts'
import type { Played } from './play-agent.ts'
import { faulty, good } from './spoken.ts'
import { wrongDeeds } from './wrong-deeds.ts'

export const DESKS = ['lunchbox', 'northline'] as const

/** Settings: each case once, as the shares below were agreed on. At 0 and 3, which every run of a user plays too, a few more cannot be told. */
export const OWN_INTENSITY = 'intensities: [own]\n'

/** Those of other writers are files: `good-*.ts` are good, all others bad. */
const OUTSIDE = join(packageRoot(), 'test/bad-agents/outsiders/agents')

export async function openRoster(): Promise<readonly Entry[]> {
  const files = existsSync(OUTSIDE) ? readdirSync(OUTSIDE).filter((file) => file.endsWith('.ts')) : []
  const outsiders = files.sort().map(async (file): Promise<Entry> => {
    const id = basename(file, '.ts')
    const { reply } = await loadModule(id, join(OUTSIDE, file))
    const kind = id.startsWith('good-') ? 'good' : 'outsider'
    return { id, kind, make: asModule(async (turn, desk) => Object(await reply(turn, desk))) }
  })
  return [...idle, ...wrongDeeds, ...faulty, ...good, ...(await Promise.all(outsiders))]
}

/** Shares of a run's trials. */
/** `openOverAll` was .03 and stood at .02 before rules 9 and the customers of 0.3: 45 of 1,392 now, to be brought back. */
const BARS = { void: 0.05, open: 0.1, openAfterLookUps: 0.2, openOverAll: 0.033 } as const

/** Where a run does not show what it has to; empty: it does. */
export function missesOf(played: Played): readonly string[] {
  const { kind, exit, trials, right, open, escalationOpen } = played
  const due = kind === 'good' ? 0 : 1
  const openMax = kind === 'look-ups' ? BARS.openAfterLookUps : BARS.open
  return [
    ...(exit === due ? [] : [`exit ${exit}`]),
    ...(kind === 'good' || kind === 'outsider'
      ? []
      : [
          ...(played.void > BARS.void * trials ? ['void'] : []),
          ...(open > openMax * trials ? ['could not tell'] : []),
          ...(escalationOpen > 0 ? ['escalation'] : []),
          ...(right > 0 && (kind === 'one sentence' || kind === 'dead') ? ['right'] : []),
        ]),
  ]
}

/** All bad agents together: how many outcomes could not be told, and whether that is few enough. */
export function openOverAll(played: readonly Played[]) {
  const bad = played.filter(({ kind }) => kind !== 'good' && kind !== 'outsider')
  const sum = (count: (one: Played) => number): number => bad.reduce((total, one) => total + count(one), 0)
  const [open, of] = [sum((one) => one.open), sum(({ trials }) => trials)]
  return { open, of, holds: open <= BARS.openOverAll * of }
}
