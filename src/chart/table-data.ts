import { getRowId, type ReportTable, type Series, type TableRow } from '../report/model/report-table.ts'
import { findPlace } from '../time/cycles.ts'
import { formatDay } from '../time/days.ts'
import { grains, isDayPart, isYearPart } from '../time/grains.ts'
import { memoize } from './memoize.ts'

// A table as the data of a Vega-Lite specification: in long form. Names are values, never fields.

/** The first day of a row as `2025-03-07`, its weekday and hour, and its periods as they are written in keys. */
type TimeFields = {
  readonly [name in 'date' | 'hour' | 'weekday' | 'week' | 'month' | 'quarter' | 'year']?: string
}

/** A value of the dataset `table`. */
export interface TableRecord {
  /** The position of the row, from 0. */
  readonly row: number
  readonly key: string
  readonly keyLabel: string
  /** The id of the series. */
  readonly series: string
  readonly seriesLabel: string
  /** Its position among the series, by which they are stacked. */
  readonly order: number
  /** Null for a blank. */
  readonly value: number | null
}

const longerUnits = {
  day: ['week', 'month', 'quarter', 'year'],
  week: ['week'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
  year: ['quarter', 'year'],
} as const

/** Finds what the key of a row says of its time, in units that are not shorter than the row. */
export function readTimeFields({ keyKind, keyYear }: ReportTable, { key }: TableRow): TimeFields {
  if (keyKind === 'text') return {}
  const unit = isYearPart(keyKind) || keyKind === 'month' ? keyKind : 'day'
  const written = unit === 'month' && keyYear !== null ? `${keyYear}-${key}` : key
  const period = grains[unit].parse(unit === 'day' ? key.slice(0, 10) : written)
  const hour = isDayPart(keyKind) ? { hour: key.slice(key.indexOf(' ') + 1).slice(0, 2) } : {}
  if (period === null) return hour
  const day = grains[unit].start(period)
  return {
    date: formatDay(day),
    ...Object.fromEntries(longerUnits[unit].map((name) => [name, grains[name].format(grains[name].at(day))])),
    ...(unit === 'day' && { weekday: findPlace('weekday', day) }),
    ...hour,
  }
}

/** Lists the values of a series, one record for each row. */
const listRecords = memoize((table: ReportTable) =>
  memoize(({ id, name, columnIndex }: Series): readonly TableRecord[] =>
    table.rows.map((row, index) => ({
      row: index,
      key: getRowId(row),
      keyLabel: row.label,
      series: id,
      seriesLabel: name,
      order: columnIndex,
      value: row.values[columnIndex] ?? null,
    })),
  ),
)

/** Lists the values of the visible series. They are the same objects each time, by which a view knows what it has. */
export const listValues = (table: ReportTable, visible: readonly Series[]): readonly TableRecord[] =>
  visible.flatMap(listRecords(table))

/** Adds the keys and times of their rows to the records of a dataset. */
export function addRowFields<R extends { readonly row: number }>(table: ReportTable, records: readonly R[]) {
  const rows = table.rows.map((row) => ({
    key: getRowId(row),
    keyLabel: row.label,
    ...readTimeFields(table, row),
  }))
  return records.map((record) => ({ ...rows[record.row], ...record }))
}

/** Builds the dataset `series`: how each is drawn. */
export const buildSeriesRecords = ({ series }: ReportTable, visible: readonly Series[]) => {
  const ids = new Set(visible.map(({ id }) => id))
  return series.map(({ id, name, color, dash, shape }) => ({
    series: id,
    seriesLabel: name,
    color,
    dash,
    shape,
    visible: ids.has(id),
  }))
}

/** Builds the dataset `total`: the sums of the visible series; null for one that cannot be added up. */
export const buildTotalRecords = (visible: readonly Series[]) =>
  visible.map(({ id, name, columnIndex, sum }) => ({
    series: id,
    seriesLabel: name,
    order: columnIndex,
    value: sum,
  }))
