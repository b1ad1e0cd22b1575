import { expect, test } from 'vitest'
import type { StudioData } from '../../runner/studio/studio-data.ts'
import { studioApp } from './studio-app.ts'
import type { Workbench } from './workbench-app.ts'

const HOST = '127.0.0.1:4100'
const app = studioApp({
  // Nothing is asked of it here.
  data: {} as StudioData,
  assets: new Map(),
  token: 'secret-token',
  hosts: () => new Set([HOST]),
  about: { version: '0', store: 'x.db' },
  bench: {} as Workbench,
})
const headers = {
  host: HOST,
  origin: `http://${HOST}`,
  cookie: 'sage_studio_4100=secret-token',
  'content-type': 'application/json',
}

test.each(['/api/ratings', '/api/disputes'])(
  '%s: a body over the limit is 413, and says what to do',
  async (path) => {
    const body = JSON.stringify({ text: 'x'.repeat(2_000_000) })
    const answer = await app.request(`http://${HOST}${path}`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: { code: 'too-large', message: expect.any(String), hint: expect.stringMatching(/./) } },
    ])
  },
)

test('what is no JSON is 400', async () => {
  const answer = await app.request(`http://${HOST}/api/ratings`, { method: 'POST', headers, body: '{' })
  expect(answer.status).toBe(400)
})
