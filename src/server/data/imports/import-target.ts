import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import type { Choices } from '../../../../schemas/dataset/reading.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import {
  type DatasetPlan,
  type DimensionPlan,
  findOwner,
  type FixedMeasure,
  isSingle,
} from '../../../dataset/dataset-plan.ts'
import { normalizeValue, VALUE_FORM } from '../../../dataset/dimension-values.ts'
import type { Report, ReportPlan } from '../../../report/model/report-plan.ts'
import { getSummands } from '../../../dataset/measures.ts'
import { normalizeHeader } from '../../../reading/cells.ts'
import { buildNameParser, type ParseName } from './dynamic-columns.ts'
import {
  createRoleFinder,
  listReportRoles,
  listRoles,
  nameRole,
  type Role,
  type TotalColumn,
} from './match-headings.ts'
import { getFileKeyKind } from './key-kinds.ts'

/** Describes what can be imported into one dataset: follows from its definition and from the reports that show it. */
export interface ImportTarget {
  readonly dataset: DatasetPlan
  /** The heading of the key in exported files. */
  readonly keyHeading: string
  /** Whether an option says the key of all rows, so that no column has to. */
  readonly isKeyStated: boolean
  /** The dimensions with more than one value, which a file or an option must name. */
  readonly dimensions: readonly DimensionPlan[]
  /** The measures that add up no others. */
  readonly amounts: readonly FixedMeasure[]
  readonly totals: readonly TotalColumn[]
  /** Null without dynamic columns. */
  readonly parseName: ParseName | null
  /** The role of a heading by the definitions; undefined for dynamic and unknown columns. */
  readonly findRole: (heading: string) => Role | undefined
  /** The screens that show the dataset; their workbooks can be imported. */
  readonly screens: readonly ReportPlan[]
}

export interface Definitions {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
}

/** Builds the import targets of all datasets. */
export function buildTargets({ datasets, reports }: Definitions): ImportTarget[] {
  const screens = reports.flatMap(({ plans }) => plans)
  return datasets.map((dataset) => {
    const list = (isOwn: (shown: DatasetPlan) => boolean) =>
      screens.filter((screen) => listBound(datasets, screen).some(isOwn))
    const asking = list((shown) => shown.from !== null && findOwner(shown) === dataset)
    return buildTarget(
      dataset,
      list((shown) => shown === dataset),
      asking.flatMap(({ columns }) => columns.flatMap(({ kind, label }) => (kind === 'value' ? label : []))),
    )
  })
}

function buildTarget(dataset: DatasetPlan, screens: readonly ReportPlan[], computed: readonly string[]) {
  const dimensions = dataset.dimensions.filter((dimension) => !isSingle(dimension))
  const amounts = dataset.measures.filter(({ sum }) => sum === null)
  const totals = listTotals(dataset)
  const roles = listRoles(dataset, amounts, totals)
  const findOwn = createRoleFinder(roles)
  return {
    dataset,
    keyHeading: getFileKeyKind(dataset).heading ?? screens[0]?.rows.key.label ?? dataset.key.field,
    isKeyStated: false,
    dimensions,
    amounts,
    totals,
    parseName: buildNameParser(dataset, screens),
    findRole: createRoleFinder([
      ...roles,
      ...screens.flatMap((screen) => listReportRoles(dataset, screen, findOwn)),
      ...nameRole('computed', computed),
    ]),
    screens,
  }
}

/** Lists the measures that add up others, and the total of the row. */
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

type Values = Readonly<Record<string, string>>

/** Explains why records with these values do not have this amount; null if they may have it. */
export function explainExclusion({ when }: Pick<FixedMeasure, 'when'>, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `applies to ${allowed.join(' and ')} only, not to ${value}`
    }
  }
  return null
}

/**
 * Finds the value of a dimension for a text: the same, or one with other case, spaces or underscores; null if no value fits.
 * Of an open dimension it is the text itself.
 */
export function findDimensionValue({ values }: DimensionPlan, text: string): string | null {
  if (values === null) return normalizeValue(text)
  const alike = (value: string) => normalizeHeader(value) === normalizeHeader(text)
  return values.find((value) => value === text) ?? values.find(alike) ?? null
}

/** Says what a dimension can be, in words between `separator`. */
export const describeValues = ({ values }: DimensionPlan, separator: string): string =>
  values === null ? VALUE_FORM : values.join(separator)

/** States what the file lacks, from the command line or the source of a workbook, and the replaced period. */
export interface ImportOptions {
  /** Values of dimensions by their ids. */
  readonly values: Values
  /** The year, month or day that rows can lack. */
  readonly period: string | null
  /** The sheet of a workbook; null for the only one with data. */
  readonly sheet: string | null
  /** The replaced day, month or year; `''` for all records without a period; null if nothing is replaced. */
  readonly replaced: string | null
  /** The choices about the file; null for those of the dataset. */
  readonly choices: Choices | null
}
