import { expect, test } from 'vitest'
import { noModels } from '../../models/no-models.ts'
import { UNWATCHED } from '../agents/shared/watch-model.ts'
import { entrantsAmong, hiddenNames, makeJudge } from './judge-kinds.ts'

const model = (id: string, target: string) => ({ id, kind: 'model' as const, target: [target] as const })

test('a judge that plays an agent is found out under another name of its model, too', () => {
  const agents = [
    model('a', 'openai:gpt-5'),
    model('b', 'openrouter:openai/gpt-5'),
    model('c', 'openrouter:anthropic/claude-sonnet-4.5'),
    model('d', 'openai:gpt-5-mini'),
    { id: 'oracle', kind: 'reference' as const, target: ['oracle'] as const },
  ]
  const judges = ['openai:gpt-5-2025-08-07', 'anthropic:claude-sonnet-4-5-20250929', 'mine:gpt-5', 'lexical']
  expect(entrantsAmong(judges, agents).map(({ own }) => own)).toEqual([['a', 'b'], ['c'], [], []])
})

test('no judge reads the name of an agent or a model, however it is written', () => {
  const service = { id: 'our-bot', kind: 'http' as const, target: ['http://x'] as const }
  expect(hiddenNames([model('mine', 'openrouter:openai/gpt-5'), service])).toEqual([
    'mine',
    'openrouter:openai/gpt-5',
    'openai/gpt-5',
    'gpt-5',
    'our-bot',
  ])
})

test('what is no judge is said', () => {
  expect(() => makeJudge('lexcial', noModels, UNWATCHED)).toThrow('"lexcial" is not a judge.')
})
