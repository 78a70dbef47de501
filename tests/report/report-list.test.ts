import { describe, expect, test } from 'vitest'
import { loadReports } from '../../src/definition/load.ts'
import { formatReportList, parseReportList } from '../../src/report/report-list.ts'

const listed = (label: string, permission: number, path: string) => ({
  path,
  menu: { label, permission, order: 1 },
})

describe('the list of all reports', () => {
  test('is read as it was written', () => {
    const reports = [
      listed('Call Quality', 16, '/report/call-quality'),
      listed('Calls - by Day', 17, '/report/calls'),
      listed('Rates', 3, '/report/rates'),
      listed('Länder ', 90, '/report/countries'),
    ]
    const read = parseReportList(formatReportList(reports))
    expect(read).toEqual(
      reports.map(({ path, menu }, position) => ({ position, path, menu: { ...menu, order: position } })),
    )
  })

  test('contains only the label of a report whose path and permission follow from it', () => {
    const reports = [
      listed('Call Quality', 1, '/report/call-quality'),
      listed('Rates - Daily', 2, '/report/rates-daily'),
    ]
    expect(formatReportList(reports)).toBe('Call Quality\nRates - Daily')
  })

  test('writes a label on one line', () => {
    const read = parseReportList(formatReportList([listed('A\tB\nC', 5, '/report/a')]))
    expect(read).toMatchObject([{ path: '/report/a', menu: { label: 'A B C', permission: 5 } }])
  })

  test('has the shipped reports', () => {
    const reports = loadReports('reports')
    const read = parseReportList(formatReportList(reports))
    expect(read.map(({ path, menu }) => [path, menu.label, menu.permission])).toEqual(
      reports.map(({ path, menu }) => [path, menu.label, menu.permission]),
    )
  })

  test('can be empty', () => {
    expect(parseReportList(formatReportList([]))).toEqual([])
  })
})
