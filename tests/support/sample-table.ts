import { daysInMonth, formatDate, formatIsoDate, monthNames } from '../../src/time/calendar.ts'
import { getSeriesStyle } from '../../src/report/model/series-style.ts'
import type { ReportTable, Series, TableColumn } from '../../src/report/model/report-table.ts'

export interface Sample {
  readonly rows: 'months' | 'month' | 'year'
  readonly names: number | readonly string[]
  /** Values by row and column; without them, a plausible pattern. */
  readonly values?: readonly (readonly (number | null)[])[]
  readonly visible?: number
}

const OPERATORS = ['Airtel', 'MTN', '9Mobile', 'GLO', 'IDA']
const OPERATOR_COLORS = ['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#8dd1e1']

function keysOf(rows: Sample['rows']): { key: string; label: string }[] {
  if (rows === 'months') {
    return monthNames.map((name, index) => ({
      key: String(index + 1).padStart(2, '0'),
      label: name.slice(0, 3),
    }))
  }
  const months = rows === 'year' ? monthNames.map((_, index) => index + 1) : [3]
  return months.flatMap((month) =>
    Array.from({ length: daysInMonth(2024, month) }, (_, index) => {
      const date = { year: 2024, month, day: index + 1 }
      return { key: formatIsoDate(date), label: formatDate(date, 'M/D/YYYY') }
    }),
  )
}

const noise = (row: number, column: number) => {
  const wave = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return wave - Math.floor(wave)
}

const plausible = (row: number, column: number) =>
  Math.round(
    (200_000 + 900_000 * noise(0, column)) *
      (0.8 + 0.2 * Math.sin((row + column) / 3.5) + 0.15 * noise(row, column)) *
      100,
  ) / 100

/** A series column of sums with two decimals. */
export const sampleColumn = (label: string, index: number): TableColumn => ({
  id: `c${index}`,
  from: `c${index}`,
  label,
  role: 'series',
  hidden: false,
  format: null,
  total: 'sum',
  weights: null,
  header: null,
  description: null,
  words: null,
  formula: null,
  link: null,
  unavailable: null,
})

/** A table by its labels and rows, with a total. */
export function tableOf(
  labels: readonly string[],
  rows: readonly (readonly [key: string, label: string, values: readonly (number | null)[]])[],
  overrides: Partial<ReportTable> = {},
): ReportTable {
  return {
    keyLabel: 'Date',
    keyKind: 'date',
    keyFormat: (overrides.keyKind ?? 'date') === 'date' ? 'M/D/YYYY' : null,
    keyYear: 2025,
    link: null,
    columns: labels.map(sampleColumn),
    rows: rows.map(([key, label, values]) => ({ key, label, values, hasRecord: true, isRest: false })),
    hiddenRows: 0,
    total: {
      label: 'Total',
      values: labels.map((_, index) => rows.reduce((sum, [, , values]) => sum + (values[index] ?? 0), 0)),
    },
    series: [],
    pieOver: 'columns',
    remarks: [],
    warnings: [],
    ...overrides,
  }
}

/** A table of the first days of March 2025 by the values of its rows. */
export const marchOf = (
  labels: readonly string[],
  rows: readonly (readonly (number | null)[])[],
  overrides: Partial<ReportTable> = {},
): ReportTable =>
  tableOf(
    labels,
    rows.map((row, day) => [`2025-03-${String(day + 1).padStart(2, '0')}`, `3/${day + 1}/2025`, row]),
    overrides,
  )

/** A table as the engine builds it, of known or plausible values. */
export function sampleTable({ rows: kind, names: given, values, visible = 5 }: Sample): ReportTable {
  const names =
    typeof given === 'number'
      ? Array.from({ length: given }, (_, index) => OPERATORS[index] ?? `Carrier ${index + 1}`)
      : given
  const rows = keysOf(kind).map(
    ({ key, label }, row) =>
      [
        key,
        label,
        names.map((_, column) => {
          const value = values ? values[row]?.[column] : plausible(row, column)
          return value === undefined ? 0 : value
        }),
      ] as const,
  )
  const table = tableOf(names, rows, {
    keyLabel: 'Month / MNO',
    keyKind: kind === 'months' ? 'month' : 'date',
    keyYear: 2024,
  })
  const series = names.map((name, column): Series => ({
    id: `c${column}`,
    name,
    columnIndex: column,
    format: null,
    sum: table.total?.values[column] ?? 0,
    visible: column < visible,
    isSecond: false,
    ...getSeriesStyle(column, OPERATOR_COLORS[column] ?? null),
  }))
  return { ...table, series }
}
