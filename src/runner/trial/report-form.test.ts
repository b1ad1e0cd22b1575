import { expect, test } from 'vitest'
import { readReport } from '../../conversation/protocol/model-report.ts'
import { loadPack } from '../packs/load-pack.ts'
import { reportForm } from './report-form.ts'

const { graph } = await loadPack('packs/lunchbox')

test('whoever is not shown the SOP is not shown its topics either', () => {
  expect(reportForm(graph, 'prompt').topics).toContain('too_late')
  expect(reportForm(graph, 'none').topics).toEqual([])
  expect(reportForm(graph, 'lookup').topics).toEqual([])
  expect(reportForm(graph, 'none').fields).toEqual(reportForm(graph, 'prompt').fields)
})

test('a field that the desk does not have is refused, by its name', () => {
  const form = reportForm(graph, 'prompt')
  const report = { intent: 'cancel', fields: { order_id: 'LB-1047' }, action: [] }
  expect(readReport(report, form)).toEqual({ report })
  expect(readReport({ ...report, fields: { order_number: 'LB-1047' } }, form)).toEqual({
    because: 'fields: this desk has no field "order_number"',
  })
})
