import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openPool, poolFetch } from './pool.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  closing.push(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}/v1?x=1`)
}

const posted = { headers: { 'content-type': 'application/json' }, body: '{}' }

test('an answer in pieces, cut in the middle of a letter, with early hints before it and a mark at its start', async () => {
  const url = await serve((_, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' })
    response.writeHead(200, { 'X-Many': ['a', 'b'] })
    const bytes = Buffer.from('\uFEFF{"é":1}')
    response.write(bytes.subarray(0, 6), () => setTimeout(() => response.end(bytes.subarray(6)), 10))
  })
  const answer = await poolFetch(openPool({}))(url, posted)
  expect([answer.status, answer.headers.get('x-many'), await answer.text()]).toEqual([200, 'a, b', '{"é":1}'])
})

test.each([
  [204, 204],
  [205, 205],
  [999, 599],
])('an answer with status %i is read as %i, and its connection goes on', async (sent, read) => {
  const url = await serve((_, response) => void response.writeHead(sent).end())
  const fetch = poolFetch(openPool({}))
  for (let call = 0; call < 2; call += 1) expect((await fetch(url, posted)).status).toBe(read)
})

test('a stopped call fails at once, its connection is closed, and the pool goes on', async () => {
  let asked = 0
  const arrived = deferred()
  const gone = deferred()
  const url = await serve((request, response) => {
    asked += 1
    request.resume()
    if (asked > 1) response.end('again')
    else {
      response.once('close', gone.resolve)
      arrived.resolve()
    }
  })
  const fetch = poolFetch(openPool({}))
  const caller = new AbortController()
  const call = fetch(url, { ...posted, signal: caller.signal })
  await arrived.promise
  caller.abort(new TypeError('changed my mind'))
  await expect(call).rejects.toThrow('changed my mind')
  await gone.promise
  expect(await (await fetch(url, posted)).text()).toBe('again')
})

test('a call that was stopped before it reached its server is not answered', async () => {
  const url = await serve((_, response) => void response.end('too late'))
  const signal = AbortSignal.abort()
  await expect(poolFetch(openPool({}))(url, { ...posted, signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
