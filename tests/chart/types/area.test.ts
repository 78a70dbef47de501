import { expect, test } from 'vitest'
import { buildChartModel } from '../../../src/chart/model.ts'
import { sampleTable } from '../../support/sample-table.ts'

const rest = Array.from({ length: 6 }, () => [5, 5])
const build = (values: readonly (readonly (number | null)[])[], width = 1_012) => {
  const table = sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values: [...values, ...rest] })
  const model = buildChartModel(table, table.series, 'area', width)
  if (model === null) throw new Error('no model')
  const areas = model.data['areas'] as readonly { path: string }[]
  return { model, paths: areas.map(({ path }) => path) }
}
const six = (values: readonly (number | null)[]) => values.map((value) => [5, value])

test('an area chart has one mark for each series', () => {
  const { model, paths } = build(six([1, 2, 3, 4, 5, 6]))
  expect(model.marks).toBe(2)
  expect(paths.map((path) => path.match(/[ML]/g)?.length)).toEqual([24, 24])
})

test('an area ends at a blank; a value between blanks is a bar of its own', () => {
  const { model, paths } = build(six([1, 2, null, 4, null, 6]))
  expect(paths[1]?.match(/M/g)).toHaveLength(2)
  expect(model.data['alone']).toMatchObject([{ rowIndex: 3, low: 5, high: 9 }])
})

test('no area leads from above 0 to below 0', () => {
  const { paths } = build(six([3, 3, 3, -3, -3, -3]))
  expect(paths[1]?.match(/M/g)).toHaveLength(2)
})

test('a wide area chart names its series beside their last values, with their colors', () => {
  const { model } = build(six([1, 2, 3, 4, 5, 6]))
  const labels = model.data['labels'] as readonly { text: string }[]
  expect(labels.map(({ text }) => text)).toEqual(['MTN', 'Airtel'])
  expect(model.data['labelMarkers']).toHaveLength(2)
  expect(build(six([1, 2, 3, 4, 5, 6]), 400).model.data['labels']).toEqual([])
})
