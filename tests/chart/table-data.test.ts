import { timeFields } from '../../src/definition/rules/spec-rules.ts'
import { describe, expect, test } from 'vitest'
import {
  addRowFields,
  buildSeriesRecords,
  buildTotalRecords,
  listValues,
  readTimeFields,
} from '../../src/chart/table-data.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { sampleTable, tableOf } from '../support/sample-table.ts'

const timeOf = (keyKind: ReportTable['keyKind'], key: string, keyYear: number | null = 2025) => {
  const table = tableOf(['A'], [[key, key, [1]]], { keyKind, keyYear })
  return readTimeFields(table, { key, label: key, values: [1], hasRecord: true, isRest: false })
}

describe('the table as data of a specification', () => {
  test('is long: a record for each row and visible series, whose name is a value', () => {
    const table = sampleTable({
      rows: 'months',
      names: ['__proto__', 'MTN'],
      values: [
        [1, 2],
        [null, 4],
      ],
    })
    const [, second] = table.series
    const records = addRowFields(table, listValues(table, second === undefined ? [] : [second]))
    expect(records.slice(0, 2)).toEqual([
      {
        row: 0,
        key: '01',
        keyLabel: 'Jan',
        series: 'c1',
        seriesLabel: 'MTN',
        order: 1,
        value: 2,
        date: '2024-01-01',
        month: '2024-01',
        quarter: '2024-Q1',
        year: '2024',
      },
      {
        row: 1,
        key: '02',
        keyLabel: 'Feb',
        series: 'c1',
        seriesLabel: 'MTN',
        order: 1,
        value: 4,
        date: '2024-02-01',
        month: '2024-02',
        quarter: '2024-Q1',
        year: '2024',
      },
    ])
    const all = addRowFields(table, listValues(table, table.series))
    expect(all).toHaveLength(24)
    expect(all[1]).toMatchObject({ series: 'c0', seriesLabel: '__proto__', value: null })
    expect(all.slice(12)).toEqual(records)
  })

  test('says of each series how it is drawn, and of each visible one its sum', () => {
    const table = sampleTable({ rows: 'months', names: ['Airtel', 'MTN'], values: [[1, 2]] })
    const visible = table.series.slice(1)
    expect(buildSeriesRecords(table, visible)).toEqual([
      { series: 'c0', seriesLabel: 'Airtel', color: '#8884d8', dash: [], shape: 'circle', visible: false },
      { series: 'c1', seriesLabel: 'MTN', color: '#82ca9d', dash: [7, 3], shape: 'square', visible: true },
    ])
    expect(buildTotalRecords(visible)).toEqual([{ series: 'c1', seriesLabel: 'MTN', order: 1, value: 2 }])
  })

  test('names the time of a row in its own unit and in longer ones, as far as the key tells', () => {
    expect(timeOf('date', '2025-03-07')).toEqual({
      date: '2025-03-07',
      weekday: 'Friday',
      week: '2025-W10',
      month: '2025-03',
      quarter: '2025-Q1',
      year: '2025',
    })
    expect(Object.keys(timeOf('hour', '2025-03-07 14')).toSorted()).toEqual(timeFields.hour.toSorted())
    expect(timeOf('hour', '2025-03-07 14')).toMatchObject({
      date: '2025-03-07',
      hour: '14',
      weekday: 'Friday',
    })
    expect(timeOf('quarter-hour', '14:15')).toEqual({ hour: '14' })
    expect(timeOf('week', '2025-W10')).toEqual({ date: '2025-03-03', week: '2025-W10' })
    expect(timeOf('quarter', '2025-Q2')).toEqual({ date: '2025-04-01', quarter: '2025-Q2', year: '2025' })
    expect(timeOf('month', '02', null)).toEqual({})
    expect(timeOf('text', 'Lagos')).toEqual({})
  })
})
