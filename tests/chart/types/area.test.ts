import { expect, test } from 'vitest'
import { buildChartModel } from '../../../src/chart/model.ts'
import { sampleTable } from '../../support/sample-table.ts'

const rest = Array.from({ length: 6 }, () => [5, 5])
const build = (second: readonly (number | null)[], width = 1_012) => {
  const values = [...second.map((value) => [5, value]), ...rest]
  const table = sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values })
  const model = buildChartModel(table, table.series, 'area', width)
  if (model === null) throw new Error('no model')
  const paths = model.marks.shapes.map(({ shape, series }) => ({
    name: series.name,
    path: shape.context(null)() ?? '',
  }))
  return { ...model, paths }
}

test('an area chart has one mark for each series', () => {
  const { paths } = build([1, 2, 3, 4, 5, 6])
  expect(paths.map(({ path }) => path.match(/[ML]/g)?.length)).toEqual([24, 24])
})

test('an area ends at a blank; a value between blanks is a bar of its own', () => {
  const [, second] = build([1, 2, null, 4, null, 6]).paths
  const runs = (second?.path ?? '').split('Z').filter(Boolean)
  expect(runs.map((run) => run.match(/[ML]/g)?.length)).toEqual([4, 4, 14])
  const xs = [...(runs[1] ?? '').matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x))
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(4, 5)
})

test('no area leads from above 0 to below 0', () => {
  const { paths } = build([3, 3, 3, -3, -3, -3])
  expect(paths.map(({ name }) => name)).toEqual(['Airtel', 'MTN', 'MTN'])
})

test('a wide area chart names its series beside their last values, with their colors', () => {
  const { texts, symbols } = build([1, 2, 3, 4, 5, 6]).marks
  expect(texts.map(({ text }) => text)).toEqual(['MTN', 'Airtel'])
  expect(symbols.map(({ series }) => series.name)).toEqual(['MTN', 'Airtel'])
  expect(build([1, 2, 3, 4, 5, 6], 400).marks.texts).toEqual([])
})
