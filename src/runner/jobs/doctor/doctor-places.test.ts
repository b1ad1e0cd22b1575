import { expect, test } from 'vitest'
import { readConfig } from '../../settings/config-file.ts'
import { placesIn } from './doctor-places.ts'

const placesOf = (text: string) => {
  const { value, problems } = readConfig('sage.yaml', text)
  expect(problems).toEqual([])
  return placesIn(value ?? {})
}
const needed = (text: string) =>
  placesOf(text)
    .filter((place) => place.needed)
    .map(({ check, url, keyEnv }) => [check, url, ...keyEnv])

test('without settings: the providers known by name, none of them needed', () => {
  const places = placesOf('')
  expect(places.map(({ check }) => check)).toContain('provider openai')
  expect(places.every((place) => !place.needed && place.url.startsWith('http'))).toBe(true)
})

test('own providers, and agents, customers and recognisers with an address of their own', () => {
  expect(
    needed(`
providers: { gateway: { base_url: "https://gateway.example/v1", key_env: GATEWAY_KEY }, bare: { base_url: "http://10.0.0.1/v1" } }
agents:
  - oracle
  - "gateway:small"
  - { id: other, model: big, base_url: "http://10.0.0.7:8000/v1", key_env: OTHER_KEY }
  - { id: service, http: "https://agent.example/turn", key_env: MY_KEY, headers_env: { x-tenant: MY_TENANT } }
  - { id: client, mcp: "http://127.0.0.1:9/desk" }
  - { id: program, mcp: node agent.js }
  - { id: function, module: ./agent.ts }
customer: { model: "ollama:qwen3:8b", base_url: "http://gpu:11434/v1" }
reader: lexical
`),
  ).toEqual([
    ['provider gateway', 'https://gateway.example/v1', 'GATEWAY_KEY'],
    ['provider bare', 'http://10.0.0.1/v1'],
    ['agent other', 'http://10.0.0.7:8000/v1', 'OTHER_KEY'],
    ['customer', 'http://gpu:11434/v1'],
    ['agent service', 'https://agent.example/turn', 'MY_KEY', 'MY_TENANT'],
    ['agent client', 'http://127.0.0.1:9/desk'],
  ])
})

test('a provider known by name is needed where a model of it plays a part', () => {
  const said =
    'agents: [oracle, "openai:a", { id: x, model: "anthropic:b" }]\njudges: [lexical, "google:c"]\n'
  expect(needed(said).map(([check]) => check)).toEqual([
    'provider openai',
    'provider anthropic',
    'provider google',
  ])
})

test('a provider of the same name takes the place of the known one', () => {
  const places = placesOf('providers: { openai: { base_url: "http://proxy.example/v1" } }')
  expect(places.filter(({ check }) => check === 'provider openai')).toEqual([
    { check: 'provider openai', url: 'http://proxy.example/v1', keyEnv: [], needed: true },
  ])
})
