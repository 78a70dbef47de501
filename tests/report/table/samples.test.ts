import { expect, test } from 'vitest'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { compileReportSet } from '../../../src/definition/compile.ts'
import { chooseReportSchema } from '../../../schemas/report/definition.ts'

const written = {
  id: 'calls',
  title: 'Calls',
  menu: { label: 'Calls', permission: 99, order: 9 },
  selectors: [{ kind: 'year', options: { url: '/v1/calls/years', fallback: { last: 1 } } }],
  data: { url: '/v1/calls?year={year}' },
  rows: {
    key: { kind: 'text', field: 'site', label: 'Site' },
    missing: 'blank',
    duplicates: 'combine',
    total: 'All',
    sort: { by: 'middle', direction: 'descending' },
    top: { rows: 1, rest: 'Others' },
  },
  columns: [
    { id: 'middle', label: 'Middle', value: 'median(minutes)' },
    { id: 'most', label: 'Most', value: 'percentile(minutes, 75)' },
    { id: 'carriers', label: 'Carriers', value: 'distinct(carrier)' },
    { id: 'peak', label: 'Peak', value: 'max(each(carrier, minutes))' },
    { id: 'mean', label: 'Mean', value: 'mean(minutes)' },
  ],
  chart: { types: [] },
  download: { url: '/v1/calls/download?year={year}', fileName: 'calls.xlsx' },
}

test('a report with a URL computes medians, means, counts of texts and peaks over the records of its answer', () => {
  const { reports, diagnostics } = compileReportSet([chooseReportSchema(written).parse(written)], [])
  expect(diagnostics).toEqual([])
  const [plan] = reports[0]?.plans ?? []
  if (plan === undefined) throw new Error('the report has no plan')
  const records = [
    ['A', 'X', 1],
    ['A', 'Y', 4],
    ['A', 'X', 10],
    ['B', 'X', 2],
    ['B', '', 3],
    ['C', 'Z', null],
  ].map(([site, carrier, minutes]) => ({ site, carrier, minutes }))
  const table = buildTable(plan, { year: '2025' }, parseResponse(plan, { records }))
  const shown = [...table.rows, table.total].map((row) => [row?.label, ...(row?.values ?? [])])
  expect(shown).toEqual([
    ['A', 4, 7, 2, 11, 5],
    ['Others', 2.5, 2.75, 2, 2, 2.5],
    ['All', 3, 4, 3, 13, 4],
  ])
})
