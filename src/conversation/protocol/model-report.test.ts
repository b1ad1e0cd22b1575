import { describe, expect, test } from 'vitest'
import type { Json } from '../../base/values/json.ts'
import { readReport, reportTool } from './model-report.ts'

const FORM = {
  intents: ['repair', 'invoice'],
  fields: [
    { name: 'ref', type: 'string', of: [], mayBe: ['refused'] },
    { name: 'colour', type: 'enum', of: ['red', 'blue'], mayBe: [] },
    { name: 'photo', type: 'boolean', of: [], mayBe: ['unavailable'] },
    { name: 'bought_on', type: 'date', of: [], mayBe: [] },
  ],
  topics: ['no_photo'],
} as const

describe('the report as a tool', () => {
  test('its words are the desk’s', () => {
    const { name, parameters } = reportTool(FORM, [{ name: 'look', description: '', parameters: {} }])
    expect(name).toBe('report_step')
    expect(parameters).toMatchObject({
      properties: {
        intent: { enum: ['repair', 'invoice'] },
        fields: {
          properties: {
            colour: { enum: ['red', 'blue', 'unknown'] },
            photo: { enum: ['true', 'false', 'unknown', 'unavailable'] },
            ref: { type: 'string', description: 'as said; or unknown, refused' },
          },
        },
        action: {
          items: {
            properties: {
              field: { enum: ['ref', 'colour', 'photo', 'bought_on'] },
              about: { enum: ['no_photo'] },
            },
          },
        },
      },
    })
  })

  test('a desk without topics asks for none of a list', () => {
    const text = JSON.stringify(reportTool({ intents: [], fields: [], topics: [] }, []).parameters)
    expect(text).not.toContain('"enum":[]')
  })
})

const report = (action: Json): Json => ({ intent: 'repair', fields: { ref: 'A-1', colour: null }, action })

describe('reading a report', () => {
  test.each<[string, Json, Json]>([
    ['plain', [{ act: 'request', field: 'ref' }], [{ act: 'request', field: 'ref' }]],
    [
      'a form filled in everywhere',
      [{ act: 'decline', about: 'no_photo', field: null, tool: '', arguments: null }],
      [{ act: 'decline', about: 'no_photo' }],
    ],
    [
      'members that belong to other acts',
      [{ act: 'greet', about: 'no_photo', tool: 'look' }],
      [{ act: 'greet' }],
    ],
    [
      'arguments that are not plain',
      [{ act: 'propose', tool: 'send', arguments: { to: 'A', items: [1], note: null } }],
      [{ act: 'propose', tool: 'send', arguments: { to: 'A' } }],
    ],
    ['nothing said', [], []],
  ])('%s', (_name, action, read) => {
    expect(readReport(report(action))).toEqual({
      report: { intent: 'repair', fields: { ref: 'A-1', colour: null }, action: read },
    })
  })

  test.each<[string, Json]>([
    ['text', 'repair'],
    ['nothing', null],
    ['a list', []],
    ['no intent', { fields: {}, action: [] }],
    ['no fields', { intent: 'repair', action: [] }],
    ['an unknown act', report([{ act: 'dance' }])],
    ['an act that is none', report(['greet'])],
    ['a proposal of nothing', report([{ act: 'propose' }])],
    ['a field that is a list', { intent: 'repair', fields: { ref: ['A'] }, action: [] }],
  ])('%s cannot be read, and says why', (_name, input) => {
    const read = readReport(input)
    expect('because' in read && read.because.length > 3).toBe(true)
  })
})
