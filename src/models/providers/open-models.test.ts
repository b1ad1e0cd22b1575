import { expect, test } from 'vitest'
import { SageError } from '../../base/error.ts'
import { UNWATCHED } from '../../runner/agents/shared/watch-model.ts'
import { openModels } from './open-models.ts'
import { readFailure } from './read-failure.ts'

function refused(key: string): unknown {
  try {
    openModels({ env: { OPENAI_API_KEY: key } })('openai:x', {}, UNWATCHED)
    return 'taken'
  } catch (error) {
    return error
  }
}

test.each(['sk-mid\nnewline0123456789', 'sk-ключ0123456789', 'sk-\u00000123456789'])(
  'a key that no header can hold is refused before the first call, and not shown: %j',
  (key) => {
    const error = refused(key)
    expect(error).toMatchObject({ code: 'unusable-key', exit: 2 })
    const said = error instanceof SageError ? `${error.message} ${error.hint}` : ''
    expect(said).toContain('OPENAI_API_KEY')
    expect(said).not.toMatch(/sk-|0123456789|ключ/)
  },
)

test('a line break after the key is not part of it', () => {
  expect(refused('sk-0123456789\n')).toBe('taken')
})

test('a provider that repeats the key, as it is or encoded, is quoted without it', () => {
  const key = 'sk-proj-0123456789abcdef'
  const said = (message: string) => {
    const error = {
      name: 'AI_APICallError',
      message,
      statusCode: 401,
      responseBody: JSON.stringify({ error: { message } }),
    }
    return readFailure(error, 'openai:x', key)?.message ?? ''
  }
  for (const form of [key, btoa(key), btoa(`Bearer ${key}`), encodeURIComponent(`${key}?`)]) {
    expect(said(`wrong key ${form}.`)).toContain('***')
    expect(said(`wrong key ${form}.`)).not.toContain(form)
  }
})
