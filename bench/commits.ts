import { openTeam } from '../src/storage/open/open-store.ts'
import type { TeamStore } from '../src/storage/team.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { aRunId } from '../test/support/base/ids.ts'
import { aRun, aTrial } from '../test/support/storage/store-contract.ts'

/** A page of a conversation, as long as most are. */
const EVENTS = JSON.stringify({ text: 'x'.repeat(1_500) })
const SECONDS = 5

/**
 * How many replies a second one worker with so many conversations can have recorded, on a PostgreSQL that syncs every commit:
 * each is one transaction under a lease.
 */
export async function pageCommitsPerSecond(lanes: number): Promise<number> {
  const server = await startPostgres({ durable: true })
  try {
    const opened = await openTeam(server.url('commits'))
    const leases = await leased(opened, lanes)
    const until = performance.now() + SECONDS * 1000
    const counts = await Promise.all(
      leases.map(async (lease) => {
        let page = 0
        for (; performance.now() < until; page += 1)
          await opened.team.appendPages(lease, [
            { run: lease.run, trial: lease.trial, attempt: 0, page, events: EVENTS },
          ])
        return page
      }),
    )
    await opened.store.close()
    return counts.reduce((sum, each) => sum + each, 0) / SECONDS
  } finally {
    await server.stop()
  }
}

async function leased({ store, team }: TeamStore, count: number) {
  const run = aRunId('one')
  await store.createRun(aRun('one'))
  await team.submit(run, { trials: count, version: '1', usd: null, minutes: null })
  await team.beat('a', count)
  await team.tend()
  return team.take(run, {
    worker: 'a',
    count,
    suspect: false,
    trialAt: (place) => aTrial('one', place).trial,
  })
}
