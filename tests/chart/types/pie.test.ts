import { compileNumberFormat } from '../../../src/definition/columns/compile-columns.ts'
import { describe, expect, test } from 'vitest'
import {
  buildChartModel,
  buildChartRows,
  isEmptyChart,
  listChartRemarks,
  summarizeChart,
} from '../../../src/chart/model.ts'
import { buildExportModel } from '../../../src/chart/export-model.ts'
import { buildPieSlices, findSliceAt } from '../../../src/chart/pie-slices.ts'
import { buildPieParts } from '../../../src/chart/types/pie.ts'
import type { Series } from '../../../src/report/model/report-table.ts'
import { sampleTable } from '../../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'Idle', 'GLO'],
  values: [
    [100, 200, 0, 50],
    [100, 100, 0, 50],
  ],
})

const buildSlices = (series: readonly Series[], size = 0) =>
  buildPieSlices(buildPieParts(table, series).drawn, { width: size, height: size })

test('a pie has one slice per series with a sum, in their order, with whole percentages (spec 4.19, 9.6)', () => {
  expect(buildSlices(table.series).map(({ series: { name, sum, percent } }) => [name, sum, percent])).toEqual(
    [
      ['Airtel', 200, 33],
      ['MTN', 300, 50],
      ['GLO', 100, 17],
    ],
  )
})

test('a pie leaves out what cannot be added to its slices, and says so (spec 4.19)', () => {
  const percent = compileNumberFormat({ decimals: 1, style: 'percent', sign: 'auto', unit: '' })
  const [airtel, mtn, idle, glo] = table.series
  if (!airtel || !mtn || !idle || !glo) throw new Error('no series')
  const series = [{ ...airtel, sum: null }, mtn, { ...idle, sum: -5 }, { ...glo, format: percent }]
  expect(buildSlices(series).map((slice) => slice.series.name)).toEqual(['MTN'])
  expect(summarizeChart(table, series, 'pie')).toBe(
    'The only slice is MTN with 300.00, so that the pie shows no shares.',
  )
  expect(listChartRemarks(table, { type: 'pie', series })).toEqual([
    'Not in the pie: Airtel (cannot be added up), Idle (negative), GLO (another unit).',
    'Shares are of the slices shown.',
  ])
})

test('a pie of which nothing is a slice is empty, and the remarks say why (spec 2.21)', () => {
  const [airtel, mtn] = table.series
  if (!airtel || !mtn) throw new Error('no series')
  const series = [
    { ...airtel, sum: -3 },
    { ...mtn, sum: null },
  ]
  expect(isEmptyChart(table, series, 'pie')).toBe(true)
  expect(listChartRemarks(table, { type: 'pie', series })).toEqual([
    'Not in the pie: Airtel (negative), MTN (cannot be added up).',
  ])
  expect(isEmptyChart(table, [{ ...airtel, sum: 0 }], 'pie')).toBe(true)
  expect(isEmptyChart(table, [airtel], 'pie')).toBe(false)
})

describe('a pie over rows (spec 4.19)', () => {
  const ranking = {
    ...sampleTable({
      rows: 'months',
      names: ['Voice', 'Data'],
      values: [[30, 10], [50, 10], [-5, 0], ...Array.from({ length: 9 }, () => [0, 0])],
    }),
    pieOver: 'rows',
  } as const
  const list = (series: readonly Series[]) =>
    buildPieSlices(buildPieParts(ranking, series).drawn, { width: 0, height: 0 }).map(
      ({ series: { name, sum, percent } }) => [name, sum, percent],
    )

  test('has a slice for each row: the sum of its visible series', () => {
    expect(list(ranking.series)).toEqual([
      ['Jan', 40, 40],
      ['Feb', 60, 60],
    ])
    expect(list(ranking.series.slice(1))).toEqual([
      ['Jan', 10, 50],
      ['Feb', 10, 50],
    ])
  })

  test('names its series in the sentence, and its rows in the data', () => {
    expect(summarizeChart(ranking, ranking.series, 'pie')).toBe(
      '2 rows, together 100.00 (Voice, Data), all rows 95.00; the largest share is Feb with 60%.',
    )
    const rows = buildChartRows(ranking, ranking.series, 'pie')
    expect(rows.keyLabel).toBe('Month / MNO')
    expect(rows.rows.map(({ label, values }) => [label, values])).toEqual([
      ['Jan', [40, 40]],
      ['Feb', [60, 60]],
    ])
  })

  test('compares the rows that have slices, and names the others', () => {
    const [voice] = ranking.series
    if (!voice) throw new Error('no series')
    const top = { ...ranking, rows: ranking.rows.slice(0, 2), hiddenRows: 10 }
    const earlier = ranking.rows.map((row, index) => ({
      ...row,
      values: index === 0 ? [60, 1] : [null, null],
    }))
    const comparison = {
      name: 'the year before',
      currentName: 'the year',
      rows: earlier.slice(0, 2),
      lines: [],
      totals: [75, 20],
      earlierTotals: [900, 1],
      table: ranking,
    }
    expect(summarizeChart(top, [voice], 'pie')).toBe(
      '2 rows, together 80.00 (Voice), all rows 75.00; the largest share is Feb with 63%.',
    )
    const say = (rows: typeof comparison.rows | readonly null[]) =>
      listChartRemarks({ ...top, comparison: { ...comparison, rows } }, { type: 'pie', series: [voice] })
    expect(say(comparison.rows)).toEqual([
      'Not in the pie: 10 rows (not in the table).',
      'Shares are of the slices shown.',
      'Not drawn: 60.00 in the year before (+33.3%).',
    ])
    expect(say([null, null]).at(-1)).toBe('the year before is not drawn.')
  })

  test('has its series under the title of an image, and its rows in the legend', () => {
    const model = buildExportModel(ranking, ranking.series.slice(0, 1), 'pie', 'A title', 1_200)
    const texts = model?.data.texts ?? []
    expect(texts.slice(-6).map(({ text }) => text)).toEqual([
      'A title',
      'Voice',
      'Jan',
      'Feb',
      'Not in the pie: Mar (negative).',
      'Shares are of the slices shown.',
    ])
  })

  test('leaves out series of another unit, or that cannot be added', () => {
    const [voice, data] = ranking.series
    if (!voice || !data) throw new Error('no series')
    const euros = compileNumberFormat({ decimals: 2, style: 'plain', sign: 'auto', unit: 'EUR' })
    const series = [voice, { ...data, format: euros }, { ...data, sum: null }]
    expect(list(series)).toEqual([
      ['Jan', 30, 38],
      ['Feb', 50, 63],
    ])
    expect(listChartRemarks(ranking, { type: 'pie', series })).toContain(
      'Not in the pie: Data (another unit), Data (cannot be added up), Mar (negative).',
    )
  })
})

test('the slices complete the circle', () => {
  const slices = buildSlices(table.series)
  expect(slices[0]?.start).toBe(0)
  for (const [index, slice] of slices.slice(1).entries()) expect(slice.start).toBe(slices[index]?.end)
  expect(slices.at(-1)?.end).toBeCloseTo(2 * Math.PI)
})

const buildLabels = (given: typeof table, width: number) =>
  buildChartModel(given, given.series, 'pie', width)?.data.texts ?? []

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

  test('below a narrow pie show a few long names whole', () => {
    const names = Array.from({ length: 5 }, (_, index) => `Carrier ${index} Wholesale International`)
    const found = buildLabels(sampleTable({ rows: 'month', names }), 330)
    expect(found.map(({ text }) => text.replace(/ \d+%$/, ''))).toEqual(names)
    for (const [index, { y }] of found.slice(1).entries())
      expect(y - (found[index]?.y ?? 0)).toBeGreaterThan(14)
    expect(found.at(-1)?.y).toBeLessThan(394)
  })

  test('cut an overlong name but never its percentage', () => {
    const endless = sampleTable({ rows: 'months', names: ['x'.repeat(5_000)], values: [[1]] })
    expect(buildLabels(endless, 900)[0]?.text).toMatch(/^x{10,60}… 100%$/)
  })
})

test('a point inside the pie finds its slice, a point outside finds none (spec 9.8, radius 120)', () => {
  const slices = buildSlices(table.series, 400)
  const find = (x: number, y: number) => slices[findSliceAt(slices, x, y)]?.series.name
  expect(find(210, 100)).toBe('Airtel')
  expect(find(190, 100)).toBe('GLO')
  expect(find(200, 315)).toBe('MTN')
  expect(findSliceAt(slices, 200, 321)).toBe(-1)
  expect(findSliceAt([], 200, 200)).toBe(-1)
})
