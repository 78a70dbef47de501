import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import { buildRoutes, findRoute, type Route } from '../../../definition/compatibility/routes.ts'
import { buildSampleRequests, resolveParameters } from '../../../definition/compatibility/sample-requests.ts'
import type {
  DatasetPlan,
  DimensionPlan,
  FixedMeasure,
  TextPlan,
} from '../../../definition/datasets/dataset-plan.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import { getSummands } from '../../../server/datasets/measures.ts'
import type { Definitions } from '../../database.ts'
import { normalizeHeader } from './cells.ts'
import { buildDynamicColumns, type DynamicColumns } from './dynamic-columns.ts'
import { getFileKeyKind } from './key-kinds.ts'

/** A column that adds up others. */
export interface TotalColumn extends Pick<FixedMeasure, 'label' | 'headings' | 'when' | 'max'> {
  /** The amounts that it adds up; null for all amounts of the row. */
  readonly of: readonly string[] | null
  /** The field in which it is stored; it is computed if the file does not have it. Null if it is not stored. */
  readonly stored: string | null
}

/** The meaning of a column, by its heading. A computed column of a report is not read. */
export type Role = { readonly id: string } & (
  | { readonly kind: 'key' | 'day' | 'year' | 'month' | 'computed' }
  | { readonly kind: 'dimension'; readonly dimension: DimensionPlan }
  | { readonly kind: 'amount'; readonly measure: FixedMeasure }
  | { readonly kind: 'total'; readonly total: TotalColumn }
  | { readonly kind: 'text'; readonly text: TextPlan }
  | { readonly kind: 'name'; readonly name: string }
)

/** What can be imported into one dataset: follows from its definition and from the reports that show it. */
export interface ImportTarget {
  readonly dataset: DatasetPlan
  /** The heading of the key in exported files. */
  readonly keyHeading: string
  /** The dimensions with more than one value. */
  readonly dimensions: readonly DimensionPlan[]
  /** The measures that add up no others. */
  readonly amounts: readonly FixedMeasure[]
  readonly totals: readonly TotalColumn[]
  readonly dynamicColumns: DynamicColumns | null
  /** The role of a heading by the definitions; undefined for dynamic and unknown columns. */
  readonly findRole: (heading: string) => Role | undefined
  /** The screens that show the dataset; their workbooks can be imported. */
  readonly screens: readonly ReportPlan[]
}

/** Builds the import targets of all datasets. */
export function buildTargets({ datasets, reports }: Definitions): ImportTarget[] {
  const routes = buildRoutes(datasets)
  const shown = reports
    .flatMap(({ plans }) => plans)
    .map((plan) => ({ plan, datasets: findDatasets(plan, routes) }))
  return datasets.map((dataset) => {
    const screens = shown.filter((screen) => screen.datasets.has(dataset))
    return buildTarget(
      dataset,
      screens.map(({ plan }) => plan),
    )
  })
}

/** The datasets whose list a screen loads. */
function findDatasets({ selectors, data }: ReportPlan, routes: readonly Route[]): ReadonlySet<DatasetPlan> {
  const found = buildSampleRequests({ selectors }, routes).flatMap((sample) => {
    const match = findRoute(resolveParameters(selectors, data.url, sample), routes)
    return match === null || match.isPeriodOther || match.route.kind !== 'list' ? [] : [match.route.dataset]
  })
  return new Set(found)
}

function buildTarget(dataset: DatasetPlan, screens: readonly ReportPlan[]): ImportTarget {
  const dimensions = dataset.dimensions.filter(({ values }) => values.length > 1)
  const amounts = dataset.measures.filter(({ sum }) => sum === null)
  const totals = listTotals(dataset)
  const own = listRoles(dataset, dimensions, amounts, totals)
  const findOwn = createRoleFinder(own)
  return {
    dataset,
    keyHeading: getFileKeyKind(dataset).heading ?? screens[0]?.rows.key.label ?? dataset.key.field,
    dimensions,
    amounts,
    totals,
    dynamicColumns: buildDynamicColumns(dataset, screens),
    findRole: createRoleFinder([
      ...own,
      ...screens.flatMap((screen) => listReportRoles(dataset, screen, findOwn)),
    ]),
    screens,
  }
}

/** The measures that add up others, and the total of the row. */
function listTotals(dataset: DatasetPlan): TotalColumn[] {
  const [label, ...headings] = dataset.rowTotal
  const row = { headings, of: null, stored: null, when: {}, max: MAX_AMOUNT }
  return [
    ...dataset.measures.flatMap(({ sum, ...measure }) =>
      sum === null ? [] : [{ ...measure, of: getSummands(dataset, sum), stored: measure.field }],
    ),
    ...(label === undefined ? [] : [{ label, ...row }]),
  ]
}

/** A heading and what it means. */
type NamedRole = readonly [heading: string, role: Role]

const nameRole = (
  kind: 'key' | 'day' | 'year' | 'month' | 'computed',
  headings: readonly string[],
): NamedRole[] => headings.map((heading) => [heading, { id: kind === 'computed' ? heading : kind, kind }])

/** The heading of a dimension in exported files. */
export const formatDimensionHeading = ({ id }: DimensionPlan): string =>
  id.charAt(0).toUpperCase() + id.slice(1)

/** The roles of headings by the definition of a dataset; the first of two equal headings counts. */
function listRoles(
  dataset: DatasetPlan,
  dimensions: readonly DimensionPlan[],
  amounts: readonly FixedMeasure[],
  totals: readonly TotalColumn[],
): NamedRole[] {
  const { key, response } = dataset
  const { aliases, beside } = getFileKeyKind(dataset)
  const leading = (kind: 'year' | 'month') =>
    response.leading.filter((field) => field.kind === kind).map(({ name }) => name)
  const columns = [
    ...amounts.map((measure) => ({
      ...measure,
      role: { id: `amount ${measure.field}`, kind: 'amount', measure } as const,
    })),
    ...totals.map((total) => ({
      ...total,
      field: total.stored,
      role: { id: `total ${total.label}`, kind: 'total', total } as const,
    })),
    ...dataset.texts.map((text) => ({
      ...text,
      role: { id: `text ${text.field}`, kind: 'text', text } as const,
    })),
  ]
  return [
    ...nameRole('key', key.kind === 'text' ? [key.field] : [key.field, key.kind]),
    ...(beside === 'day' ? nameRole('day', ['date', 'day', 'reportDate']) : []),
    ...(beside === 'year' || beside === 'month'
      ? nameRole('year', ['year', 'reportYear', ...leading('year')])
      : []),
    ...(beside === 'month' ? nameRole('month', ['month', 'reportMonth', ...leading('month')]) : []),
    ...dimensions.flatMap((dimension) =>
      [dimension.id, dimension.field ?? dimension.id].map((heading): NamedRole => [
        heading,
        { id: `dimension ${dimension.id}`, kind: 'dimension', dimension },
      ]),
    ),
    // A label takes precedence over another heading of another column.
    ...columns.map(({ label, role }): NamedRole => [label, role]),
    ...columns.flatMap(({ field, label, headings, role }) =>
      [field ?? label, ...headings].map((one): NamedRole => [one, role]),
    ),
    // For instance `date` and `month` also mean the key, unless another column has that name.
    ...nameRole('key', aliases),
  ]
}

/** What a column of a report can show under a label of its own. */
const SHOWN: ReadonlySet<Role['kind']> = new Set(['amount', 'total', 'text'])

/** The roles of the column labels in a report: the key, a measure, a name of the list, or a computed column. */
function listReportRoles(
  { group, dimensions }: DatasetPlan,
  { rows, columns }: ReportPlan,
  findOwn: (heading: string) => Role | undefined,
): NamedRole[] {
  // The rows can be the values of a dimension as well.
  const ofDimensions = [rows.key, rows.dimension ?? []].flat().flatMap(({ label, fields }): NamedRole[] => {
    const dimension = dimensions.find(({ field }) => field !== null && fields.includes(field))
    return dimension === undefined
      ? []
      : [[label, { id: `dimension ${dimension.id}`, kind: 'dimension', dimension }]]
  })
  return [
    ...ofDimensions,
    ...nameRole('key', [rows.key.label, ...rows.key.fields]),
    ...columns.flatMap((column): NamedRole[] => {
      if (column.kind === 'list' || column.kind === 'pattern') return []
      const fields = column.kind === 'field' || column.kind === 'text' ? column.fields : []
      const known = fields.map(findOwn).find((role) => role !== undefined && SHOWN.has(role.kind))
      if (known !== undefined) return [[column.label, known]]
      const [name] = fields
      return group?.kind === 'list' && column.kind === 'field' && column.sum === null && name !== undefined
        ? [[column.label, { id: `amount ${name}`, kind: 'name', name }]]
        : nameRole('computed', [column.label])
    }),
  ]
}

/** Returns a lookup of roles by heading, ignoring case, spaces and underscores. */
function createRoleFinder(roles: readonly NamedRole[]): (heading: string) => Role | undefined {
  const byHeading = new Map(
    roles.toReversed().map(([heading, role]) => [normalizeHeader(heading), role] as const),
  )
  return (heading) => byHeading.get(normalizeHeader(heading))
}

type Values = Readonly<Record<string, string>>

/** Why records with these values do not have this amount; null if they may have it. */
export function explainExclusion({ when }: Pick<FixedMeasure, 'when'>, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `applies to ${allowed.join(' and ')} only, not to ${value}`
    }
  }
  return null
}

/** Finds the value of a dimension for a text, ignoring case, spaces and underscores; null if no value fits. */
export const findDimensionValue = ({ values }: DimensionPlan, text: string): string | null =>
  values.find((value) => normalizeHeader(value) === normalizeHeader(text)) ?? null

/** What the file does not contain, from the command line or the source of a workbook, and the replaced period. */
export interface ImportOptions {
  /** Values of dimensions by their ids. */
  readonly values: Values
  /** The year, month or day that rows can lack. */
  readonly period: string | null
  /** The replaced day, month or year; `''` for all records without a period; null if nothing is replaced. */
  readonly replaced: string | null
}
