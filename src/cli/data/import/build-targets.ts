import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { isSummedSeries } from '../../../report/columns/index.ts'
import type { ColumnPlan, ReportPlan, SumOf } from '../../../report/plan.ts'
import { getSummands } from '../../../server/datasets/measures.ts'
import type { Definitions } from '../../database.ts'
import { listColumnRoles, type NamedRole, createRoleFinder } from './column-mapping.ts'
import { findScreens } from './title.ts'
import { buildDynamicColumns } from './dynamic-columns.ts'
import { unique } from './cells.ts'
import { getFileKeyKind } from './key-kinds.ts'
import type { AmountColumn, Dimension, ImportTarget, TotalColumn } from './import-target.ts'

/** The import targets of all datasets, in the order of the menu; datasets without a report come last. */
export function buildTargets({ datasets, reports }: Definitions): ImportTarget[] {
  const plans = reports.flatMap((report) => report.plans)
  const candidates = datasets.map((dataset) => ({ dataset, screens: findScreens(dataset, plans) }))
  const menuPosition = ([first]: readonly ReportPlan[]) =>
    first === undefined ? plans.length : plans.indexOf(first)
  return candidates
    .toSorted((one, other) => menuPosition(one.screens) - menuPosition(other.screens))
    .map(({ dataset, screens }) => buildTarget(dataset, screens))
}

function buildTarget(dataset: DatasetPlan, screens: readonly ReportPlan[]): ImportTarget {
  const { id, key, rowTotal, response } = dataset
  const dimensions = dataset.dimensions.flatMap((dimension) =>
    dimension.values.length === 1 ? [] : [buildDimension(dimension)],
  )
  const amounts = dataset.measures
    .filter(({ sum }) => sum === null)
    .map(({ field, label, headings, when, min, max, decimals }): AmountColumn => ({
      name: field,
      headings: listHeadings(label, field, headings),
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
            headings: listHeadings(label, field, headings),
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
  const own = listColumnRoles(dataset, dimensions, amounts, [...sums, ...rowTotals])
  const findRole = createRoleFinder(own)
  const totals = [
    ...sums,
    ...rowTotals,
    ...getReportTotals(dataset, screens, (heading) => findRole(heading) !== undefined),
  ]
  const named: NamedRole[] = [
    ...own,
    ...buildReportRoles(dataset, screens, amounts, sums),
    ...buildTotalRoles(totals),
  ]
  const fields = [...named.map(([heading]) => heading), ...response.leading.map(({ name }) => name)]
  const [keyLabel = key.field] = screens.map(({ rows }) => rows.key.label)
  return {
    name: id,
    dataset,
    key: key.kind,
    keyHeading: getFileKeyKind(dataset).heading ?? keyLabel,
    per: key.kind === 'text' ? key.per : 'none',
    dimensions,
    amounts,
    totals,
    dynamicColumns: buildDynamicColumns(dataset, screens, fields),
    findRole: createRoleFinder(named),
    hasZeroRows: screens.some(({ rows }) => rows.fillMissing !== 'none'),
    screens,
  }
}

/** Its headings: the id with a capital letter, the id, the field of the response. */
function buildDimension({ id, field, values }: DatasetPlan['dimensions'][number]): Dimension {
  const title = id.charAt(0).toUpperCase() + id.slice(1)
  return { id, headings: [title, id, ...(field === null ? [] : [field])], values }
}

/** The accepted headings of a measure. An arrow in the label may also be written as `to`. */
function listHeadings(label: string, field: string, others: readonly string[]): [string, ...string[]] {
  const spelledOut = label.includes('→') ? [label.replaceAll(/\s*→\s*/g, ' to ')] : []
  const [first = label, ...rest] = unique([label, field, ...others, ...spelledOut])
  return [first, ...rest]
}

const buildTotalRoles = (totals: readonly TotalColumn[]): NamedRole[] =>
  totals.flatMap((total) =>
    total.headings.map((heading): NamedRole => [heading, { id: `total ${total.headings[0]}`, total }]),
  )

/** The roles of the column labels in reports: the key, a measure, or a name of the group. */
function buildReportRoles(
  { group, measures }: DatasetPlan,
  screens: readonly ReportPlan[],
  amounts: readonly AmountColumn[],
  sums: readonly TotalColumn[],
): NamedRole[] {
  return screens.flatMap(({ rows, columns }) => [
    ...[rows.key.label, ...rows.key.fields].map((heading): NamedRole => [heading, { id: 'key' }]),
    ...columns.flatMap((column): NamedRole[] => {
      if (column.kind !== 'field') return []
      const field = column.fields.find((name) => measures.some((measure) => measure.field === name))
      const amount = amounts.find(({ name }) => name === field)
      if (amount !== undefined) return [[column.label, { id: `amount ${amount.name}`, amount }]]
      const total = sums.find(({ stored }) => stored === field)
      if (field !== undefined && total !== undefined) {
        return [[column.label, { id: `total ${total.headings[0]}`, total }]]
      }
      const [name] = column.fields
      return group?.kind === 'list' && name !== undefined && column.sum === null
        ? [[column.label, { id: `amount ${name}`, name }]]
        : []
    }),
  ])
}

/** The sums that reports compute and their workbooks contain, unless the dataset defines the heading. */
function getReportTotals(
  dataset: DatasetPlan,
  screens: readonly ReportPlan[],
  isKnown: (heading: string) => boolean,
): TotalColumn[] {
  const totals = new Map<string, TotalColumn>()
  for (const screen of screens) {
    for (const column of screen.columns) {
      const sum = findSum(dataset, column)
      if (sum === null || isKnown(column.label)) continue
      const of = listSummands(dataset, screen, sum)
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

/** The sum that a report column shows, if the dataset has no such measure; null for other columns. */
function findSum({ measures }: DatasetPlan, column: ColumnPlan): SumOf | null {
  if (column.kind === 'sum') return column.sum
  if (column.kind !== 'field') return null
  const isMeasure = column.fields.some((name) => measures.some(({ field }) => field === name))
  return isMeasure ? null : column.sum
}

/** The amounts that a sum adds up; null if they are not fixed, such as those of a group. */
function listSummands(dataset: DatasetPlan, { columns }: ReportPlan, sum: SumOf): string[] | null {
  const added = columns.filter((column) =>
    sum === 'series' ? isSummedSeries(column) : sum.includes(column.id),
  )
  const names: string[] = []
  for (const column of added) {
    if (column.kind !== 'field') return null
    const measure = dataset.measures.find(({ field }) => column.fields.includes(field))
    if (measure === undefined) return null
    names.push(...(measure.sum === null ? [measure.field] : getSummands(dataset, measure.sum)))
  }
  return new Set(names).size === names.length ? names : null
}
