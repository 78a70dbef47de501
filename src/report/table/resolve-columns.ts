import type { ReportPlan, Selection } from '../model/report-plan.ts'
import { getEarlierSelection } from '../selection/earlier-period.ts'
import { fillLink } from '../model/links.ts'
import type { ReportResponse } from '../model/report-response.ts'
import {
  type ColumnPlan,
  type FoundColumn,
  type ColumnRead,
  getFormula,
  type Place,
  type RecordValue,
  type ResolvedColumn,
  type Sampling,
} from '../model/column-kind.ts'
import { type Formula, listPlaces, mapReads } from '../../query/formula.ts'
import { type RecordedPeriod, writeDays } from './calendar-days.ts'
import { getColumnKind } from './column-kinds.ts'

/** What a plan says of its columns, and of the fields that no column shows. */
interface PlannedColumns {
  readonly columns: readonly ColumnPlan[]
  readonly rows: Pick<ReportPlan['rows'], 'key' | 'dimension' | 'duplicates'>
  readonly data: { readonly ignoreFields: readonly string[] }
  readonly calendar: ReportPlan['calendar']
}

/** Returns the columns of the table: groups are expanded by the response. `warn` gets what was left out. */
export function resolveColumns(
  plan: PlannedColumns,
  response: ReportResponse,
  period: RecordedPeriod['period'],
  warn: (text: string) => void,
): ResolvedColumn[] {
  const fixed = getFixedFields(plan)
  const all = plan.rows.dimension === null ? plan.columns : [plan.rows.dimension, ...plan.columns]
  const resolved = all.flatMap((column) =>
    getColumnKind(column)
      .resolve(column, { response, fixed, warn })
      .map((one) => ({ ...one, column, header: column.header && (one.fill ?? identity)(column.header) })),
  )
  const labels = uniqueLabels(addHeaders(resolved))
  const values = resolved.flatMap(({ computed }, owner) =>
    (computed?.records ?? []).map((value, position) => ({ value, owner, position })),
  )
  /** Finds a value of the records: a column that shows it, or the one after those that are shown. */
  const findValue = (owner: number, position: number): number => {
    const at = values.findIndex((one) => one.owner === owner && one.position === position)
    const fields = values[at] && getPlainField(values[at].value)
    const shown = resolved.findIndex(
      ({ column, fields: own }) => column.kind === 'field' && column.total && own.join() === fields?.join(),
    )
    return shown < 0 ? resolved.length + at : shown
  }
  const findRead = (read: ColumnRead, owner: number): readonly Formula<number>[] => {
    if ('days' in read)
      return [writeDays(read.days, { period, upTo: response.upTo, calendar: plan.calendar })]
    if ('record' in read) return [readColumn(findValue(owner, read.record))]
    return resolved.flatMap(({ column }, index) =>
      ('columns' in read ? isSummedSeries(column) : read.column === column.id) ? [readColumn(index)] : [],
    )
  }
  const shown = resolved.map(
    (
      { label, color, fields, parts, fill = identity, header, column, computed, format = column.format },
      index,
    ): ResolvedColumn => {
      const { id: from, role, hidden, description } = column
      const formula = getFormula(column)
      const ownValue = computed === undefined ? null : getOwnValue(computed)
      return {
        id: `c${index}`,
        from,
        role,
        hidden,
        label: labels[index] ?? label,
        color,
        fields,
        member: parts?.get('name') ?? '',
        record: ownValue?.formula ?? null,
        sampling: ownValue && findSampling(ownValue, plan),
        formula:
          ownValue !== null || formula === null ? null : mapReads(formula, (read) => findRead(read, index)),
        format,
        header: header === null ? null : { above: header, label },
        description: description && fill(description),
        words: column.words,
        link: parts ? fillLink(column.link, parts) : column.link,
        aggregate:
          ownValue?.aggregate ??
          (formula !== null && column.aggregate === 'last' ? 'computed' : column.aggregate),
        total: column.total ? column.aggregate : 'none',
        weights: ownValue === null || ownValue.weights === null ? null : findValue(index, ownValue.weights),
      }
    },
  )
  return [
    ...shown,
    ...values.map(({ value, owner }, at) => ({
      ...hiddenValue,
      id: `${HIDDEN}${at}`,
      label: value.words,
      from: `${HIDDEN}${at}`,
      record: value.formula,
      sampling: findSampling(value, plan),
      aggregate: value.aggregate,
      total: value.total,
      weights: value.weights === null ? null : findValue(owner, value.weights),
    })),
  ]
}

/** Finds what a row keeps of its records. A mean over rows of several records is that of all records. */
const findSampling = (
  { aggregate, sampling }: RecordValue,
  { rows }: Pick<PlannedColumns, 'rows'>,
): Sampling | null =>
  sampling ?? (aggregate === 'mean' && rows.duplicates === 'combine' ? { by: null, percent: null } : null)

/** How the ids of hidden values begin; no column is named so. */
const HIDDEN = '#'

/** Returns the columns that a table shows, without the values that are only read by others. */
export const listShown = (columns: readonly ResolvedColumn[]): readonly ResolvedColumn[] =>
  columns.filter(({ from }) => !from.startsWith(HIDDEN))

/** What is computed of the records for other columns, and in no table. */
const hiddenValue = {
  role: 'total',
  hidden: true,
  color: null,
  fields: [],
  member: '',
  formula: null,
  format: null,
  header: null,
  description: null,
  words: null,
  link: null,
} as const satisfies Partial<ResolvedColumn>

const readColumn = (name: number): Formula<number> => ({ kind: 'read', name })

/** Returns the value of the records that a column shows as it is; null for a column that computes from several. */
const getOwnValue = ({ formula, records }: NonNullable<FoundColumn['computed']>): RecordValue | null =>
  formula.kind === 'read' && 'record' in formula.name ? (records[formula.name.record] ?? null) : null

/** Returns the names of the field that a sum of the records adds; undefined for anything else. */
const getPlainField = ({ formula, aggregate, sampling }: RecordValue): readonly string[] | undefined =>
  aggregate === 'sum' && sampling === null && formula.kind === 'read' ? formula.name : undefined

/** Says whether a column compares with the year before, so that its records are requested as well. */
export const usesPreviousYear = ({ columns }: Pick<PlannedColumns, 'columns'>): boolean =>
  columns.some((column) => comparesWithYear(getFormula(column)))

/** Returns true for a formula that compares with the year before. */
export const comparesWithYear = (formula: Formula<unknown, Place> | null): boolean =>
  formula !== null && listPlaces(formula).includes('previousYear')

/** Returns the same selection a year earlier; null if no column compares with it, or the calendar does not have it. */
export const getPreviousYear = (
  plan: Pick<ReportPlan, 'selectors' | 'columns'>,
  selection: Selection,
): Selection | null => (usesPreviousYear(plan) ? getEarlierSelection(plan, selection, 'year') : null)

const identity = (text: string): string => text

/** Returns the fields that no group contains: those of the key and of single columns, and the ignored ones. */
export function getFixedFields({ rows, columns, data }: PlannedColumns): ReadonlySet<string> {
  const single = columns.flatMap((column) => getColumnKind(column).fixedFields(column))
  return new Set([...rows.key.fields, ...(rows.dimension?.fields ?? []), ...single, ...data.ignoreFields])
}

/** Says whether a column is one of those that a sum of "series" adds: charted values that are loaded. */
export const isSummedSeries = ({ role, aggregate }: Pick<ColumnPlan, 'role' | 'aggregate'>): boolean =>
  role === 'series' && aggregate !== 'computed'

/** Returns the labels, those that several columns have with the header above them. */
function addHeaders(
  columns: readonly { readonly label: string; readonly header: string | null }[],
): string[] {
  const labels = columns.map(({ label }) => label)
  return columns.map(({ label, header }) =>
    header !== null && labels.indexOf(label) !== labels.lastIndexOf(label) ? `${header}: ${label}` : label,
  )
}

/** Adds a number to equal labels, since labels name toggles and legend entries. */
function uniqueLabels(labels: readonly string[]): string[] {
  const used = new Set<string>()
  return labels.map((label) => {
    let unique = label
    for (let count = 2; used.has(unique); count++) unique = `${label} (${count})`
    used.add(unique)
    return unique
  })
}
