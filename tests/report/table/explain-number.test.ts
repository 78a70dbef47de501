import { describe, expect, test } from 'vitest'
import { loadReports } from '../../../src/loading/load.ts'
import { explainNumber } from '../../../src/report/table/explain-number.ts'
import { tableOf } from '../../reports/report-text.ts'
import { readRecording } from '../../support/recordings.ts'
import { marchOf } from '../../support/sample-table.ts'

const reports = loadReports('examples/reports', 'examples/datasets')

/** Explains a number of an example by the label of its column and the position of its row; null for the total. */
function explain(id: string, label: string, position: number | null) {
  const plan = reports.find((report) => report.id === id)?.plans[0]
  if (plan === undefined) throw new Error(`no report ${id}`)
  const recording = readRecording(id)
  const table = tableOf(plan, recording.screens[plan.key] ?? {}, recording)
  const index = table.columns.findIndex((column) => column.label === label)
  const row = position === null ? null : (table.rows.at(position) ?? null)
  return explainNumber(table, index, row, '2025 March')
}

test('a quotient of a row has its operands with their values', () => {
  expect(explain('carrier-quality', 'ASR', 0)).toEqual({
    label: 'ASR',
    words: 'Answered divided by Attempts',
    value: '63.9%',
    operands: [
      { label: 'Answered', value: '37,093' },
      { label: 'Attempts', value: '58,073' },
    ],
    records: expect.stringMatching(/^Over the records of .+, 2025 March\.$/),
  })
})

test('a quotient in the row of totals has the totals of its operands', () => {
  expect(explain('carrier-quality', 'ASR', null)).toMatchObject({
    value: '60.4%',
    operands: [
      { label: 'Answered', value: '482,023' },
      { label: 'Attempts', value: '798,007' },
    ],
    records: 'Over the records of all 21 rows, 2025 March.',
  })
})

test('a share has the value of all rows beside its own', () => {
  expect(explain('carrier-quality', 'Share', 0)?.operands).toEqual([
    { label: 'Attempts', value: '58,073' },
    { label: 'Attempts of all rows', value: '798,007' },
  ])
})

test('a mean over earlier days names the parts that the dataset sends', () => {
  const { words, operands } = explain('minutes-trend', 'Mean of seven days', 0) ?? {}
  expect(words).toBe('Mean of Minutes of the last 7 days')
  expect(operands?.map(({ label }) => label)).toEqual([
    'sum of Minutes of the last 7 days',
    'number of records with Minutes of the last 7 days',
  ])
  expect(operands?.[1]?.value).toBe('7')
})

test('a number that is compared with another row says so where the table does not have that row', () => {
  expect(explain('quarter-comparison', 'Since the quarter before', 0)?.operands[1]).toEqual({
    label: 'All of the row before',
    value: 'not in this table',
  })
})

describe('a number of the records', () => {
  const table = marchOf(['A', 'B'], [[1, null]], { total: { label: 'Total', values: [1, null] } })
  const withoutRecord = { ...table, rows: table.rows.map((row) => ({ ...row, hasRecord: false })) }
  const [row = null] = table.rows
  test.each([
    [
      'in a row',
      explainNumber(table, 0, row, 'May'),
      'Sum of the records',
      '1.00',
      'Over the records of 3/1/2025, May.',
    ],
    [
      'in the total',
      explainNumber(table, 0, null, ''),
      'Sum of A',
      '1.00',
      'Over the records of all 1 rows.',
    ],
    [
      'that is blank',
      explainNumber(table, 1, row, ''),
      'Sum of the records',
      'no value',
      'Over the records of 3/1/2025.',
    ],
    [
      'of a row without one',
      explainNumber(withoutRecord, 0, withoutRecord.rows[0] ?? null, ''),
      'Sum of the records',
      '1.00',
      'There is no record of 3/1/2025.',
    ],
    [
      'of rows that are not shown',
      explainNumber({ ...table, hiddenRows: 4 }, 0, null, ''),
      'Sum of A',
      '1.00',
      'Over the records of all 1 rows and 4 that are not shown.',
    ],
    [
      'of the other rows',
      explainNumber(table, 0, row && { ...row, label: 'Others', isRest: true }, ''),
      'Sum of the records',
      '1.00',
      'Over the records of the rows that are combined as Others.',
    ],
  ])('%s is explained by its aggregate and its records', (_, explanation, words, value, records) => {
    expect(explanation).toEqual({ label: expect.any(String), words, value, operands: [], records })
  })

  test('has no explanation where the table has no column', () => {
    expect(explainNumber(table, 7, null, '')).toBeNull()
  })
})
