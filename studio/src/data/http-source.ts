import { words } from '../words.ts'
import { type Source, SourceError } from './source.ts'

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** Asks the server this page came from. Page and server are of one build, so answers are taken as their types say. */
export const httpSource: Source = {
  about: () => get('about'),
  runs: () => get('runs'),
  leagues: () => get('leagues'),
  progress: (run) => get('progress', { run }),
  report: (run) => get('report', { run }),
  matrix: (ask) => get('matrix', ask),
  noise: (run, metric) => get('noise', { run, metric }),
  trial: (trial) => get('trial', { trial }),
  packs: () => get('packs'),
  pack: (pack) => get('pack', { pack }),
  heat: (ask) => get('heat', ask),
  coverage: (pack) => get('coverage', { pack }),
  audit: (pack) => get('audit', { pack }),
  compare: (ask) => get('compare', ask),
  review: (run, author) => get('review', { run, author }),
  rate: (body) => post('ratings', body),
  dispute: (body) => post('disputes', body),
}

const post = async (name: string, body: object): Promise<void> => {
  await send(name, body)
}

/** Tells the server something. An edit that met another one is an answer, too: it holds both versions. */
export async function send<Answer>(name: string, body: object): Promise<Answer> {
  const answer = await ask(`./api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said: unknown = await answer.json()
  if (answer.ok || memberOf(said, 'kind') === 'changed') return said as Answer
  throw errorOf(said)
}

export async function get<Answer>(name: string, query: Query = {}): Promise<Answer> {
  const answer = await ask(`./api/${name}${queryOf(query)}`)
  const body: unknown = await answer.json()
  if (answer.ok) return body as Answer
  throw errorOf(body)
}

async function ask(address: string, how?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, how)
  } catch {
    throw new SourceError('unreachable', words.error.unreachable, words.error.unreachableHint)
  }
}

function queryOf(query: Query): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : Array.isArray(value)
        ? value.map((one) => [name, String(one)])
        : [[name, String(value)]],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

function errorOf(body: unknown): SourceError {
  const error = memberOf(body, 'error')
  const say = (name: string): string => {
    const value = memberOf(error, name)
    return typeof value === 'string' ? value : ''
  }
  return new SourceError(say('code'), say('message') || words.error.unknown, say('hint'))
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && name in of ? Reflect.get(of, name) : undefined
