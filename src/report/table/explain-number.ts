import type { Value } from '../../query/arithmetic.ts'
import type { Place, TableFormula } from '../model/column-kind.ts'
import { capitalize, formatNumber, TWO_DECIMALS } from '../model/format.ts'
import { getRowName, type ReportTable, type TableColumn, type TableRow } from '../model/report-table.ts'
import { nameTotal } from './totals.ts'

/** Explains the value of a column in a row, or its total for null. */
export function explainNumber(table: ReportTable, index: number, row: TableRow | null, period: string) {
  const { columns, total } = table
  const column = columns[index]
  if (column === undefined) return null
  const values = row ?? total
  const count = values?.counts?.[index] ?? 0
  const format = (value: Value, at = index) =>
    value === null ? 'no value' : formatNumber(value, at < columns.length ? columns[at]?.format : PART, row)
  const isExpression = column.total === 'computed' || (column.total === 'sum' && column.formula !== null)
  const isComputed = row === null ? isExpression : column.words !== null
  const reads = isComputed && column.formula !== null ? listOperands(column.formula, null) : []
  return {
    label: column.label,
    words: capitalize((isComputed ? column.words : null) ?? describeAggregate(column, row)),
    value: format(values?.values[index] ?? null),
    operands: reads.map(({ index: at, place }) => ({
      label: `${getName(table, at)}${place === null ? '' : places[place]}`,
      value:
        place === null || place === 'total'
          ? format(getValue(place === null ? values : total, at), at)
          : 'not in this table',
    })),
    records: [
      describeRecords(table, row, period),
      ...(count === 0 ? [] : [`They have ${count.toLocaleString('en')} values.`]),
      ...(values?.gaps?.[index] ?? []),
    ].join(' '),
  }
}

/** The format of what no column shows: as many decimals as it has. */
const PART = { ...TWO_DECIMALS, options: { ...TWO_DECIMALS.options, minimumFractionDigits: 0 } }

/** Says how a number that is no expression is made of its records. */
function describeAggregate({ total, label }: TableColumn, row: TableRow | null): string {
  if (total === 'none' || total === 'computed') return row === null ? 'without a total' : 'as in the records'
  return `${nameTotal({ total }, 0) || 'sum'} of ${row === null ? label : 'the records'}`
}

const places: Readonly<Record<Place, string>> = {
  total: ' of all rows',
  key: ' of the rows with the same first name',
  dimension: ' of the rows with the same second name',
  previousRow: ' of the row before',
  previousYear: ' of the year before',
}

type Operand = Readonly<{ index: number; place: Place | null }>

function listOperands(formula: TableFormula, place: Place | null): Operand[] {
  if (formula.kind === 'number') return []
  if (formula.kind === 'read') return [{ index: formula.name, place }]
  const operands =
    formula.kind === 'operation'
      ? formula.operands.flatMap((operand) => listOperands(operand, place))
      : listOperands(formula.of, formula.kind === 'rank' ? place : formula.place)
  return operands.filter(
    (one, position) =>
      operands.findIndex(({ index, place: at }) => index === one.index && at === one.place) === position,
  )
}

const getName = ({ columns, parts = [] }: ReportTable, index: number): string =>
  columns[index]?.label ?? parts[index - columns.length] ?? ''

const getValue = (source: Pick<TableRow, 'values' | 'parts'> | null, index: number): Value =>
  [...(source?.values ?? []), ...(source?.parts ?? [])][index] ?? null

function describeRecords({ rows, hiddenRows }: ReportTable, row: TableRow | null, period: string): string {
  const inPeriod = period === '' ? '' : `, ${period}`
  if (row === null) {
    const hidden = hiddenRows === 0 ? '' : ` and ${hiddenRows} that are not shown`
    return `Over the records of all ${rows.length} rows${hidden}${inPeriod}.`
  }
  if (row.isRest) return `Over the records of the rows that are combined as ${row.label}${inPeriod}.`
  return row.hasRecord
    ? `Over the records of ${getRowName(row)}${inPeriod}.`
    : `There is no record of ${getRowName(row)}${inPeriod}.`
}
