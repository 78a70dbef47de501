import { expect, test } from 'vitest'
import { drawChart, listRuns } from '../../support/drawn-chart.ts'
import { sampleTable } from '../../support/sample-table.ts'

const rest = Array.from({ length: 6 }, () => [5, 5])
const draw = (second: readonly (number | null)[], width?: number) => {
  const values = [...second.map((value) => [5, value]), ...rest]
  const table = sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values })
  return drawChart(table, table.series, 'area', width)
}

test('an area chart has an area for each series, one upon the other', async () => {
  const runs = listRuns((await draw([1, 2, 3, 4, 5, 6])).list('area'))
  expect(runs.map((run) => run.length)).toEqual([12, 12])
  const [airtel, mtn] = runs.map(([first]) => first)
  expect(mtn?.y2).toBeCloseTo(airtel?.y ?? 0, 8)
})

test('an area ends at a blank; a value between blanks is a bar of its own', async () => {
  const { list } = await draw([1, 2, null, 4, null, 6])
  expect(listRuns(list('area')).map((run) => run.length)).toEqual([12, 2, 1, 7])
  expect(list('rect').map(({ width, datum }) => [width, datum['row'], datum['value']])).toEqual([[4, 3, 4]])
})

test('no area leads from above 0 to below 0', async () => {
  const { list } = await draw([3, 3, 3, -3, -3, -3])
  const zero = (await draw([0, 0, 0, 0, 0, 0])).model.plotArea.height
  expect(zero).toBeGreaterThan(0)
  const mtn = list('area').filter(({ datum }) => datum['series'] === 'c1')
  const up = mtn.slice(0, 12).map(({ datum }) => Number(datum['high']) - Number(datum['low']))
  const down = mtn.slice(12).map(({ datum }) => Number(datum['high']) - Number(datum['low']))
  expect(up.slice(0, 6)).toEqual([3, 3, 3, 0, 0, 0])
  expect(down.slice(0, 6)).toEqual([0, 0, 0, -3, -3, -3])
})

test('a wide area chart names its series beside their last values, with their colors', async () => {
  const { texts, rules } = (await draw([1, 2, 3, 4, 5, 6], 1_012)).model.data
  expect(texts.map(({ text }) => text)).toEqual(['MTN', 'Airtel'])
  expect(rules.map(({ color }) => color)).toEqual(['#82ca9d', '#8884d8'])
  expect((await draw([1, 2, 3, 4, 5, 6], 400)).model.data.texts).toEqual([])
})
