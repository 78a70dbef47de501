import { expect, test } from 'vitest'
import { compileDefinitions } from '../../../src/definition/compile.ts'
import { toFile } from '../../support/definition-folders.ts'

const dataset = {
  id: 'calls',
  title: 'Calls',
  time: { kind: 'date', field: 'day' },
  dimensions: [{ field: 'carrier' }, { field: 'destination' }],
  measures: [
    { field: 'attempts', decimals: 0 },
    { field: 'answered', decimals: 0 },
  ],
}
const report = {
  id: 'grid',
  title: 'Grid',
  menu: { label: 'Grid', permission: 150, order: 90 },
  data: { dataset: 'calls' },
  chart: { types: [] },
}

const grid = (by: readonly string[], pivot: string) => ({
  ...report,
  rows: { by, total: 'All' },
  columns: ['attempts', { id: 'cells', pivot, value: 'answered / attempts' }],
})

test.each([
  [['year', 'month'], ['carrier'], 'weekday'],
  [['year', 'month'], ['carrier'], 'destination'],
  [['year', 'month'], ['carrier'], 'day'],
  [['year'], ['carrier'], 'month'],
  [['year'], ['carrier', 'destination'], 'quarter'],
  [['year'], ['month'], 'carrier'],
  [['year'], ['day', 'carrier'], 'destination'],
  [['year', 'month'], ['weekday'], 'carrier'],
])('a choice of %j, rows by %j and columns of each %s are served by the dataset', (kinds, by, pivot) => {
  const selectors = kinds.map((kind) => ({ kind }))
  const { diagnostics } = compileDefinitions({
    reportFiles: [toFile('reports', { ...grid(by, pivot), selectors })],
    datasetFiles: [toFile('datasets', dataset)],
  })
  expect(diagnostics.map(({ message }) => message)).toEqual([])
})
