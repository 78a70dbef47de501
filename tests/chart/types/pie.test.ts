import { compileNumberFormat } from '../../../src/definition/columns/definition-kind.ts'
import { describe, expect, test } from 'vitest'
import { buildChartModel, summarizeChart } from '../../../src/chart/model.ts'
import { buildPieSlices, findSliceAt } from '../../../src/chart/pie-layout.ts'
import { sampleTable } from '../../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'Idle', 'GLO'],
  values: [
    [100, 200, 0, 50],
    [100, 100, 0, 50],
  ],
})

test('a pie has one slice per series with a sum, in their order, with whole percentages (spec 4.19, 9.6)', () => {
  expect(
    buildPieSlices(table.series, 0, 0).map(({ series, value, percent }) => [series.name, value, percent]),
  ).toEqual([
    ['Airtel', 200, 33],
    ['MTN', 300, 50],
    ['GLO', 100, 17],
  ])
})

test('a pie leaves out what cannot be added to its slices, and says so (spec 4.19)', () => {
  const percent = compileNumberFormat({ decimals: 1, style: 'percent', sign: 'auto', unit: '' })
  const [airtel, mtn, idle, glo] = table.series
  if (!airtel || !mtn || !idle || !glo) throw new Error('no series')
  const series = [{ ...airtel, sum: null }, mtn, { ...idle, sum: -5 }, { ...glo, format: percent }]
  expect(buildPieSlices(series, 0, 0).map((slice) => slice.series.name)).toEqual(['MTN'])
  expect(summarizeChart(table, series, 'pie')).toBe(
    '1 series, together 300.00; the largest share is MTN with 100%. Not in the pie: Airtel (cannot be added up), Idle (negative), GLO (another unit).',
  )
})

test('the slices complete the circle', () => {
  const slices = buildPieSlices(table.series, 0, 0)
  expect(slices[0]?.start).toBe(0)
  for (const [index, slice] of slices.slice(1).entries()) expect(slice.start).toBe(slices[index]?.end)
  expect(slices.at(-1)?.end).toBeCloseTo(2 * Math.PI)
})

interface Label {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly align: 'left' | 'right'
}

const buildLabels = (given: typeof table, width: number) =>
  (buildChartModel(given, given.series, 'pie', width)?.data['labels'] ?? []) as readonly Label[]

describe('labels of slices', () => {
  test.each([1_200, 340])('read `name NN%%` at %d px', (width) => {
    expect(
      buildLabels(table, width)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['Airtel 33%', 'GLO 17%', 'MTN 50%'])
  })

  test.each([12, 30, 200])('of %d slices on one side do not overlap and stay inside', (count) => {
    const many = sampleTable({ rows: 'month', names: count })
    const names = buildLabels(many, 1_000)
    for (const align of ['left', 'right']) {
      const ys = names.filter((name) => name.align === align).map(({ y }) => y)
      for (const [index, y] of ys.slice(1).entries()) expect(y - (ys[index] ?? 0)).toBeGreaterThan(15.9)
      for (const y of ys) expect(y > 6 && y < 394).toBe(true)
    }
  })

  test('below a narrow pie list at most twelve slices, then a count', () => {
    const names = buildLabels(sampleTable({ rows: 'month', names: 20 }), 340)
    expect(names).toHaveLength(12)
    expect(names.at(-1)?.text).toBe('+ 9 more')
  })

  test('cut an overlong name but never its percentage', () => {
    const endless = sampleTable({ rows: 'months', names: ['x'.repeat(5_000)], values: [[1]] })
    expect(buildLabels(endless, 900)[0]?.text).toMatch(/^x{10,60}… 100%$/)
  })
})

test('a point inside the pie finds its slice, a point outside finds none (spec 9.8, radius 120)', () => {
  const slices = buildPieSlices(table.series, 200, 200)
  expect(findSliceAt(slices, 210, 100)?.series.name).toBe('Airtel')
  expect(findSliceAt(slices, 190, 100)?.series.name).toBe('GLO')
  expect(findSliceAt(slices, 200, 315)?.series.name).toBe('MTN')
  expect(findSliceAt(slices, 200, 321)).toBeNull()
  expect(findSliceAt([], 200, 200)).toBeNull()
})
