import { describe, expect, test } from 'vitest'
import { KNOWN_PROVIDERS, placeOf } from './known-providers.ts'

const OWN = { house: { baseUrl: 'http://models.house/v1', keyEnv: 'HOUSE_KEY' } }

describe('where a model lives', () => {
  test.each([
    ['openai:gpt-5-mini', {}, { kind: 'openai', model: 'gpt-5-mini', keyEnv: ['OPENAI_API_KEY'] }],
    ['ollama:llama3.1:8b', {}, { model: 'llama3.1:8b', baseUrl: 'http://localhost:11434/v1', keyEnv: [] }],
    ['openrouter:a/b:free', {}, { model: 'a/b:free', provider: 'openrouter', id: 'openrouter:a/b:free' }],
    ['house:small', {}, { kind: 'compatible', baseUrl: 'http://models.house/v1', keyEnv: ['HOUSE_KEY'] }],
    [
      'small',
      { baseUrl: 'http://x/v1' },
      { kind: 'compatible', provider: 'custom', baseUrl: 'http://x/v1', keyEnv: [] },
    ],
    [
      'new:small',
      { baseUrl: 'http://x/v1', keyEnv: 'K' },
      { kind: 'compatible', provider: 'new', keyEnv: ['K'] },
    ],
    [
      'openai:x',
      { baseUrl: 'http://proxy/v1' },
      { kind: 'openai', baseUrl: 'http://proxy/v1', keyEnv: ['OPENAI_API_KEY'] },
    ],
  ])('%s %o', (spec, settings, place) => {
    expect(placeOf(spec, settings, OWN)).toMatchObject({ place })
  })

  test.each([
    ['opnai:x', 'unknown-provider', /Did you mean "openai"\?/],
    ['constructor:x', 'unknown-provider', /./],
    ['gpt-5', 'model-name', /provider/i],
    ['openai:', 'model-name', /./],
    [':x', 'model-name', /./],
  ])('%s is refused, and the hint lists what exists', (spec, code, hint) => {
    const found = placeOf(spec, {}, OWN)
    if (!('misplaced' in found)) throw new TypeError('found it')
    expect(found.misplaced.code).toBe(code)
    expect(found.misplaced.hint).toMatch(hint)
    for (const name of ['house', ...Object.keys(KNOWN_PROVIDERS)])
      expect(found.misplaced.hint).toContain(name)
  })
})
