import { listTypeIds } from '../../../schemas/report/chart.ts'
import { isChartType } from '../../../schemas/report/chart-types.ts'
import type { Limit } from '../../../schemas/report/conditions.ts'
import { isSameUnit } from '../../report/model/format.ts'
import { suggest, type Path, type Place } from '../../diagnostics/diagnostic.ts'
import { isGroup } from '../../report/model/named-fields.ts'
import type { Section } from '../sections.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { describeUnit, findPercentError } from './formula-rules.ts'
import { findNumbers } from './highlight-rules.ts'
import { checkSort } from './row-rules.ts'
import { checkSpec } from './spec-rules.ts'

/** Returns true if series are drawn beside each other on axes: other charts leave out what has another unit. */
export const hasValueAxes = (type: string): boolean => type === 'line' || type === 'bar'

/** Checks that the values of an axis have one unit. */
export function checkAxes(
  columns: readonly ColumnPlan[],
  origin: Place,
  { types, secondAxis }: Pick<Section<'chart'>['value'], 'types' | 'secondAxis'>,
): void {
  const isUnknown = secondAxis.some((id) => columns.every((column) => column.id !== id))
  if (isUnknown || !listTypeIds(types).some(hasValueAxes)) return
  const isSecond = ({ id }: ColumnPlan) => secondAxis.includes(id)
  const series = columns.filter(({ role, hidden }) => role === 'series' && !hidden)
  for (const axis of [series.filter((one) => !isSecond(one)), series.filter(isSecond)]) {
    const [first] = axis
    const otherColumn = axis.find((one) => first !== undefined && !isSameUnit(one.format, first.format))
    if (first === undefined || otherColumn === undefined) continue
    const units = `'${first.id}' is in ${describeUnit(first)} and '${otherColumn.id}' in ${describeUnit(otherColumn)}`
    const advice =
      secondAxis.length === 0
        ? `add those of one unit to chart.secondAxis, or give '${otherColumn.id}' the role 'total'`
        : `give one of them the role 'total'`
    origin
      .at(columns.indexOf(otherColumn))
      .error('axis-unit', `${units}, which one axis cannot compare; ${advice}`)
  }
}

/** Checks what is said of axes and rows, and that the series shown at first exist. */
export function checkChart(
  columns: readonly ColumnPlan[],
  chart: Section<'chart'>,
  rows: Section<'rows'>['value'],
): void {
  const { initiallyVisible: visible, secondAxis, from, to, sort, band, forecast } = chart.value
  const types = listTypeIds(chart.value.types)
  for (const [index, type] of chart.value.types.entries()) {
    const place = chart.origin.at('types', index)
    const id = types[index] ?? ''
    if (types.indexOf(id) < index) place.error('unique', `the chart type '${id}' is there twice`)
    if (typeof type === 'string') continue
    if (isChartType(id)) place.at('id').error('unique', `'${id}' is a type of the portal`)
    checkSpec(type.vegaLite, rows.key.kind, place.at('vegaLite'))
  }
  const at = chart.origin.at('initiallyVisible')
  const series = columns.filter(({ role, hidden }) => role === 'series' && !hidden)
  const ids = series.map(({ id }) => id)
  const describe = (id: string) =>
    columns.some((one) => one.id === id && one.role === 'text')
      ? `'${id}' is a text, which is not charted`
      : `no series '${id}'`
  const checkIds = (named: readonly string[], place: Place) => {
    for (const [index, id] of named.entries()) {
      if (!ids.includes(id)) place.at(index).error('chart-column', `${describe(id)}${suggest(id, ids)}`)
    }
  }
  checkIds(visible.columns, at.at('columns'))
  checkIds(secondAxis, chart.origin.at('secondAxis'))
  if (from !== undefined && to !== undefined && from >= to) {
    chart.origin.at('to').error('range', `the axis from ${from} to ${to} has no room for values`)
  }
  if (sort !== undefined) checkSort(sort, columns, chart.origin.at('sort', 'by'), { key: rows.key })
  checkLimits(columns, series, chart)
  if (forecast !== undefined) {
    const place = chart.origin.at('forecast')
    findNumbers(columns, forecast, true, place, 'chart-column')
    if (band === undefined) place.error('chart-column', 'a forecast continues a band, and there is none')
    if (rows.key.kind === 'text') place.error('chart-column', 'a forecast is of times, and rows are none')
  }
  const groups = series.filter(isGroup).map(({ id }) => id)
  if (visible.countBy !== 'series' && !groups.includes(visible.countBy)) {
    const message = `no group '${visible.countBy}'${suggest(visible.countBy, ['series', ...groups])}`
    at.at('countBy').error('chart-column', message)
  }
}

/** Checks that the ends of axes, the lines across and the band are numbers in the unit of their axis. */
function checkLimits(
  columns: readonly ColumnPlan[],
  series: readonly ColumnPlan[],
  { value, origin }: Section<'chart'>,
): void {
  const { secondAxis, from, to, lines, band } = value
  const checkLimit = (limit: Limit, axis: 'first' | 'second', ...path: Path) => {
    const place = origin.at(...path)
    const [drawn] = series.filter(({ id }) => secondAxis.includes(id) === (axis === 'second'))
    if (typeof limit === 'number') {
      const error = drawn === undefined ? null : findPercentError(drawn, limit)
      if (error !== null) place.error('limit-percent', error)
      return
    }
    const at = place.at('column')
    const column = findNumbers(columns, limit.column, true, at, 'chart-column')
    if (column === null || drawn === undefined || isSameUnit(column.format, drawn.format)) return
    const message = `'${column.id}' is in ${describeUnit(column)} and the axis in ${describeUnit(drawn)}`
    at.error('axis-unit', message)
  }
  if (from !== undefined) checkLimit(from, 'first', 'from')
  if (to !== undefined) checkLimit(to, 'first', 'to')
  lines.forEach(({ axis, value: limit }, index) => {
    checkLimit(limit, axis, 'lines', index, 'value')
    if (axis === 'first' || secondAxis.length > 0) return
    const message = 'the line is on the second axis, and chart.secondAxis has no columns'
    origin.at('lines', index).error('chart-column', message)
  })
  band?.forEach((id, index) => checkLimit({ column: id }, 'first', 'band', index))
}
