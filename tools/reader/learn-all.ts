import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { lengthOf, WIDTH } from './encoder/directions.ts'
import type { Encoded } from './encoder/encoder.ts'
import { encodeAll, encoderHash, partOf } from './encodings.ts'
import { type Job, type KindModel, type Learned, type Shared, textsOf } from './jobs.ts'
import type { LabelledMessage } from './labelled-units.ts'
import { mainDirections } from './learn-kind-heads.ts'
import { loadEncoder } from './load-encoder.ts'
import { emptyMaterial, type Grouped, KEPT, looksAt, type Material } from './material.ts'
import { rowAt } from './table.ts'
import { BOTH } from './trained/kind-heads.ts'
import type { Network } from './trained/network.ts'
import type { Place } from './trained/places.ts'
import { linksOf } from './trained/prepared-desk.ts'
import { type Best, bestOf, noBest, secondLook } from './trained/second-look.ts'

/** Groups of desks, writers and styles. What is known of a group is read by models that have not learned from it. */
export const GROUPS = [0, 1, 2, 3] as const

/** What was learned from all rows; and, in the tables, what was read of every group by those that had not seen it. */
export type LearnedAll = {
  readonly directions: Float32Array
  readonly kinds: KindModel
  readonly first: readonly Network[]
  readonly second: readonly Network[]
  readonly material: Material
  readonly seconds: Readonly<Record<string, number>>
}

const THREADS = 2
/** Every so many units are enough to know in which directions states differ. */
const SAMPLED = 40

export async function learnAll(
  grouped: readonly Grouped[],
  log: (text: string) => void,
): Promise<LearnedAll> {
  const started = Date.now()
  const seconds: Record<string, number> = {}
  let last = started
  const passed = (what: string): void => {
    seconds[what] = (Date.now() - last) / 1000
    last = Date.now()
    log(`${what}: ${seconds[what]?.toFixed(0)} s`)
  }
  const texts = textsOf(grouped)
  const units = grouped.flatMap(({ message }) => message.units)
  const encoder = loadEncoder()
  const hash = encoderHash(encoder)
  const material = emptyMaterial(units, ({ text }) => encoder.piecesOf(text).length)
  const pool = openPool({ grouped, material, encoderHash: hash })
  const sorted = [...texts].sort()
  await pool.all(
    GROUPS.slice(0, THREADS).map((thread) => ({
      do: 'encode',
      texts: sorted.filter((text) => partOf(text) % THREADS === thread),
    })),
  )
  passed('encoding')
  const { of } = encodeAll(texts, loadEncoder, hash)
  // Of what is learned from only: what is measured beside it changes no byte of what is learned.
  const learned = grouped
    .filter(({ message }) => message.row.split === 'train')
    .flatMap(({ message }) => message.units)
  const sample = learned.filter((_, at) => at % SAMPLED === 0).map(({ text }) => bothLayers(of(text)))
  const directions = mainDirections(sample, BOTH, KEPT)
  passed('directions')
  const half = Math.ceil(units.length / THREADS)
  await pool.all(
    GROUPS.slice(0, THREADS).map((at) => ({
      do: 'states',
      directions,
      from: at * half,
      to: (at + 1) * half,
    })),
  )
  passed('states')
  const desks = [
    ...new Set(
      grouped.flatMap(({ message }) => (message.places.length === 0 ? [] : [message.row.desk ?? ''])),
    ),
  ]
  await pool.all(desks.map((desk) => ({ do: 'near', desk })))
  passed('nearness')
  const kinds = await pool.all([null, ...GROUPS].map((group) => ({ do: 'kinds', group })))
  passed('kinds')
  const first = await pool.all([null, ...GROUPS].map((group) => ({ do: 'places', look: 'first', group })))
  passed('first look')
  const links = new Map<readonly Place[], Float32Array>()
  for (const { message } of grouped)
    if (message.places.length > 0 && !links.has(message.places))
      links.set(message.places, linksOf(message.places, of, encoder))
  secondRows(grouped, material, links)
  passed('what else is done')
  const second = await pool.all([null, ...GROUPS].map((group) => ({ do: 'places', look: 'second', group })))
  passed('second look')
  pool.close()
  const [all] = kinds
  if (all?.kinds === undefined) throw new RangeError('kinds were learned')
  return {
    directions,
    kinds: all.kinds,
    first: first[0]?.places ?? [],
    second: second[0]?.places ?? [],
    material,
    seconds,
  }
}

/** Rows of the second look for every unit, from first looks. */
function secondRows(
  grouped: readonly Grouped[],
  material: Material,
  links: ReadonlyMap<readonly Place[], Float32Array>,
): void {
  const read = new Map<LabelledMessage, { readonly own: Best; readonly all: Best }>()
  for (const { message } of grouped) {
    const count = message.places.length
    const link = links.get(message.places)
    if (link === undefined) continue
    const units = message.units.map((unit) => looksAt(material.first, unit))
    const before = message.earlier === undefined ? undefined : read.get(message.earlier)
    const last = before?.own ?? noBest(count)
    const all = before?.all ?? noBest(count)
    const heads = message.units.map(({ id }) => rowAt(material.heads, id))
    const rows = secondLook({ units, heads }, { last, all }, count, link)
    for (const [at, { id }] of message.units.entries()) rowAt(material.secondRows, id).set(rows[at] ?? [])
    const own = bestOf(count, units)
    read.set(message, { own, all: bestOf(count, [all, own]) })
  }
}

/** Threads that take jobs in turn. The answers stand in the order of the jobs, whoever did them. */
function openPool(shared: Shared): {
  readonly all: (jobs: readonly Job[]) => Promise<readonly Learned[]>
  readonly close: () => void
} {
  const workers = Array.from({ length: THREADS }, () => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: shared })
    let answered: (answer: Learned) => void = () => undefined
    let failed: (error: unknown) => void = () => undefined
    worker.on('message', (answer: Learned) => answered(answer))
    worker.on('error', (error) => failed(error))
    const ask = (job: Job): Promise<Learned> =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        worker.postMessage(job)
      })
    return { worker, ask }
  })
  return {
    all: async (jobs) => {
      const answers: Learned[] = []
      const waiting = [...jobs.entries()]
      const work = async ({ ask }: (typeof workers)[number]): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          answers[next[0]] = await ask(next[1])
      }
      await Promise.all(workers.map(work))
      return answers
    },
    close: () => {
      for (const { worker } of workers) void worker.terminate()
    },
  }
}

function bothLayers({ pieces, last, fourth }: Encoded): Float32Array {
  const both = new Float32Array(pieces.length * BOTH)
  for (const [layer, states] of [last, fourth].entries())
    for (let piece = 0; piece < pieces.length; piece += 1) {
      const row = states.subarray(piece * WIDTH, (piece + 1) * WIDTH)
      const length = lengthOf(row)
      for (let at = 0; at < WIDTH; at += 1) both[piece * BOTH + layer * WIDTH + at] = (row[at] ?? 0) / length
    }
  return both
}
