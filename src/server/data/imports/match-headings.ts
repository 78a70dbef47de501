import type {
  Bounds,
  DatasetPlan,
  DimensionPlan,
  FixedMeasure,
  TextPlan,
} from '../../../dataset/dataset-plan.ts'
import type { ReportPlan } from '../../../report/model/report-plan.ts'
import { normalizeHeader } from '../../../reading/cells.ts'
import { getFileKeyKind } from './key-kinds.ts'

/** Describes a column that adds up others. */
export interface TotalColumn extends Pick<FixedMeasure, 'label' | 'headings' | 'when' | 'max'> {
  /** The amounts that it adds up; null for all amounts of the row. */
  readonly of: readonly string[] | null
  /** The field in which it is stored; it is computed if the file does not have it. Null if it is not stored. */
  readonly stored: string | null
}

/** Says what a column means, by its heading. A computed column of a report is not read. */
export type Role = { readonly id: string } & (
  | { readonly kind: 'key' | 'day' | 'year' | 'computed' }
  | { readonly kind: 'dimension'; readonly dimension: DimensionPlan }
  | {
      readonly kind: 'amount'
      readonly name: string
      readonly bounds: Bounds
      /** The measure of the definition; null for a dynamic column, whose cells may be blank. */
      readonly fixed: FixedMeasure | null
    }
  | { readonly kind: 'total'; readonly total: TotalColumn }
  | { readonly kind: 'text'; readonly text: TextPlan }
)

/** Builds the role of a column of amounts with a name: of a measure, or of a group. */
export const buildAmountRole = (name: string, bounds: Bounds, fixed: FixedMeasure | null = null): Role => ({
  id: `amount ${name}`,
  kind: 'amount',
  name,
  bounds,
  fixed,
})

/** Names a heading and what it means. */
type NamedRole = readonly [heading: string, role: Role]

export const nameRole = (
  kind: 'key' | 'day' | 'year' | 'computed',
  headings: readonly string[],
): NamedRole[] => headings.map((heading) => [heading, { id: kind === 'computed' ? heading : kind, kind }])

/** Formats the heading of a dimension in exported files. */
export const formatDimensionHeading = ({ id }: DimensionPlan): string =>
  id.charAt(0).toUpperCase() + id.slice(1)

/** Lists the roles of headings by the definition of a dataset; the first of two equal headings counts. */
export function listRoles(
  dataset: DatasetPlan,
  amounts: readonly FixedMeasure[],
  totals: readonly TotalColumn[],
): NamedRole[] {
  const { key, dimensions, response } = dataset
  const { aliases, beside } = getFileKeyKind(dataset)
  const years = response.leading.filter(({ kind }) => kind === 'year').map(({ name }) => name)
  const columns = [
    ...amounts.map((measure) => ({
      ...measure,
      role: buildAmountRole(measure.field, measure, measure),
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
    ...(key.kind === 'none' ? [] : nameRole('key', [key.field, key.kind])),
    ...(beside === 'day' ? nameRole('day', ['date', 'day', 'reportDate']) : []),
    ...(beside === 'year' ? nameRole('year', ['year', 'reportYear', ...years]) : []),
    ...dimensions.flatMap((dimension) =>
      [dimension.id, dimension.field ?? dimension.id].map((heading): NamedRole => [
        heading,
        { id: `dimension ${dimension.id}`, kind: 'dimension', dimension },
      ]),
    ),
    // A label takes precedence over another heading of another column.
    ...columns.map(({ label, role }): NamedRole => [label, role]),
    ...columns.flatMap(({ field, label, headings, role }) =>
      [field ?? label, ...headings].map((heading): NamedRole => [heading, role]),
    ),
    // For instance `date` and `month` also mean the key, unless another column has that name.
    ...nameRole('key', aliases),
    ...nameRole('year', ['year']),
  ]
}

/** What a column of a report can show under a label of its own. */
const SHOWN: ReadonlySet<Role['kind']> = new Set(['amount', 'total', 'text'])

/** Lists the roles of the column labels in a report: the key, a measure, a name of the list, or a computed column. */
export function listReportRoles(
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
      const shownRole = fields.map(findOwn).find((role) => role !== undefined && SHOWN.has(role.kind))
      if (shownRole !== undefined) return [[column.label, shownRole]]
      const [name] = fields
      return group?.kind === 'list' &&
        column.kind === 'field' &&
        column.formula === null &&
        name !== undefined
        ? [[column.label, buildAmountRole(name, group)]]
        : nameRole('computed', [column.label])
    }),
  ]
}

/** Returns a lookup of roles by heading, ignoring case, spaces and underscores. */
export function createRoleFinder(roles: readonly NamedRole[]): (heading: string) => Role | undefined {
  const byHeading = new Map(
    roles.toReversed().map(([heading, role]) => [normalizeHeader(heading), role] as const),
  )
  return (heading) => byHeading.get(normalizeHeader(heading))
}
