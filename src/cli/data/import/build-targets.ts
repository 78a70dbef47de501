import { MAX_AMOUNT } from '../../../../schemas/api/amount.ts'
import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { ColumnPlan, ReportPlan, SumOf } from '../../../report/plan.ts'
import { getSummands } from '../../../server/datasets/amounts.ts'
import type { Definitions } from '../open-database.ts'
import { columnRoles, type NamedRole, roleFinder } from './column-mapping.ts'
import { findScreens } from './title.ts'
import { buildDynamicColumns } from './dynamic-columns.ts'
import { unique } from './cells.ts'
import type { AmountColumn, Dimension, RecordType, TotalColumn } from './import-target.ts'

/** What can be imported: every dataset, in the order of the menu; those that no report shows come last. */
export function buildRecordTypes({ datasets, reports }: Definitions): RecordType[] {
  const plans = reports.flatMap((report) => report.plans)
  const shown = datasets.map((dataset) => ({ dataset, screens: findScreens(dataset, plans) }))
  const placeOf = ([first]: readonly ReportPlan[]) =>
    first === undefined ? plans.length : plans.indexOf(first)
  return shown
    .toSorted((one, other) => placeOf(one.screens) - placeOf(other.screens))
    .map(({ dataset, screens }) => kindOf(dataset, screens))
}

function kindOf(dataset: DatasetPlan, screens: readonly ReportPlan[]): RecordType {
  const { id, key, rowTotal, response } = dataset
  const dimensions = dataset.dimensions.flatMap((dimension) =>
    dimension.values.length === 1 ? [] : [dimensionOf(dimension)],
  )
  const figures = dataset.measures
    .filter(({ sum }) => sum === null)
    .map(({ field, label, headings, when, min, max, decimals }): AmountColumn => ({
      name: field,
      headings: headingsOf(label, field, headings),
      when,
      min,
      max,
      decimals,
    }))
  const sums = dataset.measures.flatMap(({ field, label, headings, when, sum, max }): TotalColumn[] =>
    sum === null
      ? []
      : [
          {
            headings: headingsOf(label, field, headings),
            of: getSummands(dataset, sum),
            stored: field,
            when,
            max,
            checked: true,
          },
        ],
  )
  const [total, ...others] = rowTotal
  const rowTotals: TotalColumn[] =
    total === undefined
      ? []
      : [
          {
            headings: [total, ...others],
            of: null,
            stored: null,
            when: {},
            max: MAX_AMOUNT,
            checked: true,
          },
        ]
  const own = columnRoles(dataset, dimensions, figures, [...sums, ...rowTotals])
  const isKnown = roleFinder(own)
  const totals = [
    ...sums,
    ...rowTotals,
    ...getReportTotals(dataset, screens, (heading) => isKnown(heading) !== undefined),
  ]
  const named: NamedRole[] = [...own, ...shownRoles(dataset, screens, figures, sums), ...totalRoles(totals)]
  const fields = [...named.map(([heading]) => heading), ...response.leading.map(({ name }) => name)]
  const [keyLabel = key.field] = screens.map(({ rows }) => rows.key.label)
  return {
    name: id,
    dataset,
    key: key.kind,
    keyHeading: key.kind === 'date' ? 'Date' : key.kind === 'month' ? 'Month' : keyLabel,
    per: key.kind === 'text' ? key.per : 'none',
    dimensions,
    figures,
    totals,
    free: buildDynamicColumns(dataset, screens, fields),
    roleOf: roleFinder(named),
    filled: screens.some(({ rows }) => rows.fillMissing !== 'none'),
    screens,
  }
}

/** Its id with a capital letter, the id, the field that sends it. */
function dimensionOf({ id, field, values }: DatasetPlan['dimensions'][number]): Dimension {
  const title = id.charAt(0).toUpperCase() + id.slice(1)
  return { id, headings: [title, id, ...(field === null ? [] : [field])], values }
}

/** A label with an arrow may be written with a word in its place. */
function headingsOf(label: string, field: string, others: readonly string[]): [string, ...string[]] {
  const spoken = label.includes('→') ? [label.replaceAll(/\s*→\s*/g, ' to ')] : []
  const [first = label, ...rest] = unique([label, field, ...others, ...spoken])
  return [first, ...rest]
}

const totalRoles = (totals: readonly TotalColumn[]): NamedRole[] =>
  totals.flatMap((total) =>
    total.headings.map((heading): NamedRole => [heading, { id: `total ${total.headings[0]}`, total }]),
  )

/** What the columns of the reports mean: the key, a measure, or a name of the group. */
function shownRoles(
  { group, measures }: DatasetPlan,
  screens: readonly ReportPlan[],
  figures: readonly AmountColumn[],
  sums: readonly TotalColumn[],
): NamedRole[] {
  return screens.flatMap(({ rows, columns }) => [
    ...[rows.key.label, ...rows.key.fields].map((heading): NamedRole => [heading, { id: 'key' }]),
    ...columns.flatMap((column): NamedRole[] => {
      if (column.kind !== 'field') return []
      const field = column.fields.find((name) => measures.some((measure) => measure.field === name))
      const figure = figures.find(({ name }) => name === field)
      if (figure !== undefined) return [[column.label, { id: `figure ${figure.name}`, figure }]]
      const total = sums.find(({ stored }) => stored === field)
      if (field !== undefined && total !== undefined) {
        return [[column.label, { id: `total ${total.headings[0]}`, total }]]
      }
      const [name] = column.fields
      return group?.kind === 'list' && name !== undefined && column.sum === null
        ? [[column.label, { id: `figure ${name}`, name }]]
        : []
    }),
  ])
}

/** The sums that reports compute and their workbooks have, where the dataset itself does not know the heading. */
function getReportTotals(
  dataset: DatasetPlan,
  screens: readonly ReportPlan[],
  isKnown: (heading: string) => boolean,
): TotalColumn[] {
  const totals = new Map<string, TotalColumn>()
  for (const screen of screens) {
    for (const column of screen.columns) {
      const sum = sumOf(dataset, column)
      if (sum === null || isKnown(column.label)) continue
      const of = summands(dataset, screen, sum)
      const before = totals.get(column.label)
      const isSame = before === undefined || JSON.stringify(before.of) === JSON.stringify(of)
      totals.set(column.label, {
        headings: [column.label],
        of: of ?? [],
        stored: null,
        when: {},
        max: MAX_AMOUNT,
        checked: of !== null && isSame && (before?.checked ?? true),
      })
    }
  }
  return [...totals.values()]
}

/** What a column adds up where the dataset has no such measure; null for a column of figures. */
function sumOf({ measures }: DatasetPlan, column: ColumnPlan): SumOf | null {
  if (column.kind === 'sum') return column.sum
  if (column.kind !== 'field') return null
  const isMeasure = column.fields.some((name) => measures.some(({ field }) => field === name))
  return isMeasure ? null : column.sum
}

/** The figures that a sum adds up; null where they cannot be told, as those of a group. */
function summands(dataset: DatasetPlan, { columns }: ReportPlan, sum: SumOf): string[] | null {
  const added = columns.filter(({ id, role }) => (sum === 'series' ? role === 'series' : sum.includes(id)))
  const names: string[] = []
  for (const column of added) {
    if (column.kind !== 'field') return null
    const measure = dataset.measures.find(({ field }) => column.fields.includes(field))
    if (measure === undefined) return null
    names.push(...(measure.sum === null ? [measure.field] : getSummands(dataset, measure.sum)))
  }
  return new Set(names).size === names.length ? names : null
}
