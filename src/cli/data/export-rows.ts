import { getMeasure } from '../../query/run-query.ts'
import type { Connection } from '../../server/database/handle.ts'
import { getFixedNames, getText, isKnownMeasure, isKnownScope } from '../../server/datasets/measures.ts'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { dayParts, isDayPart } from '../../time/grains.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys.ts'
import { findNames } from '../../server/datasets/names.ts'
import { buildScopes, getDimensionValues } from '../../server/datasets/keys.ts'
import { computePages } from '../../server/datasets/records.ts'
import { noSources } from '../../server/sources/sources.ts'
import { listScopes, type StoredRecord, scanScope } from '../../server/datasets/stored-records.ts'
import { MAX_NAMES } from './import/dynamic-columns.ts'
import { formatDimensionHeading, type ImportTarget } from './import/import-target.ts'
import { escapeTotalLabel } from './import/row-keys.ts'
import { MAX_AMOUNTS, MAX_ROWS } from './import/parse-file.ts'

/** There are no records to export, or more than one import accepts. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/** A cell of an exported file; null if there is no amount. */
export type ExportCell = string | number | null

/** The requested period and values of dimensions. */
export interface RecordFilter {
  readonly from: string | null
  readonly to: string | null
  readonly values: Readonly<Record<string, string>>
}

/** The exported scopes and names. */
export interface Extent extends RecordFilter {
  readonly scopes: readonly string[]
  /** The names of the list or pattern, in order. */
  readonly names: readonly string[]
}

/** Finds the scopes and names of the records. Throws ExportError for more names than one import accepts. */
export async function findExtent(
  db: Connection,
  target: ImportTarget,
  filter: RecordFilter,
): Promise<Extent> {
  const { dataset } = target
  const known =
    dataset.from === null
      ? (await listScopes(db))
          .filter((stored) => stored.dataset === dataset.id && isKnownScope(dataset, stored.scope))
          .map(({ scope }) => scope)
      : buildScopes(dataset.dimensions.map(({ values }) => values))
  const scopes = known.filter((scope) => matchesDimensions(target, scope, filter))
  const extent = { ...filter, scopes, names: [] }
  if (dataset.group === null) return extent
  const fixed = getFixedNames(dataset)
  const [listed, used] = [new Set<string>(), new Set<string>()]
  for (const scope of extent.scopes) {
    for await (const page of scanPages(db, target, scope, filter)) {
      for (const { measures } of page) for (const name of Object.keys(measures)) used.add(name)
    }
    for (const { names } of await findNames(db, dataset, scope, toPeriodRange(dataset, filter))) {
      for (const name of names) listed.add(name)
    }
    if (used.size > MAX_NAMES + fixed.size) throw createLimitError(target, used.size - fixed.size)
  }
  const names = [...new Set([...[...listed].filter((name) => used.has(name)), ...used])].filter(
    (name) => !fixed.has(name) && extent.scopes.some((scope) => isKnownMeasure(dataset, scope, name)),
  )
  if (names.length > MAX_NAMES) throw createLimitError(target, names.length)
  return { ...extent, names }
}

const createLimitError = ({ dataset: { group } }: ImportTarget, count: number) =>
  new ExportError(
    `the records have more than ${Math.min(count - 1, MAX_NAMES).toLocaleString('en')} ${group?.noun ?? 'name'}s, the limit of one file; limit the export with --from and --to`,
  )

/** The rows of the file, the header first. Throws ExportError for more rows than one import accepts. */
export async function* exportRows(
  db: Connection,
  target: ImportTarget,
  extent: Extent,
  written: { rows: number },
  progress: (rows: number) => void,
): AsyncGenerator<ExportCell[]> {
  const headings = buildHeadings(target, extent.names)
  const { dataset } = target
  const names = [...dataset.measures.map(({ field }) => field), ...extent.names]
  written.rows = 0
  for (const scope of extent.scopes) {
    const known = names.map((name) => isKnownMeasure(dataset, scope, name))
    const values = getDimensionValues(scope).filter(
      (_, index) => (dataset.dimensions[index]?.values.length ?? 0) > 1,
    )
    for await (const page of scanPages(db, target, scope, extent)) {
      for (const record of page) {
        if (written.rows === 0) yield headings
        written.rows += 1
        if (written.rows > MAX_ROWS || written.rows * headings.length > MAX_AMOUNTS) {
          throw new ExportError(
            `there are more than ${(written.rows - 1).toLocaleString('en')} records, the limit of one file; limit the export with --from and --to`,
          )
        }
        yield [
          ...formatKeyCells(target, record),
          ...values,
          ...names.map((name, index) => (known[index] === true ? getMeasure(record.measures, name) : null)),
          ...dataset.texts.map(({ field }) => getText(record.texts, field) || null),
        ]
      }
      progress(written.rows)
    }
  }
  if (written.rows === 0) throw new ExportError(`${dataset.id}: no stored records match`)
}

function formatKeyCells({ dataset }: ImportTarget, record: StoredRecord): string[] {
  const { kind } = dataset.key
  if (isDayPart(kind)) return [dayParts[kind].formatTime(record.key.replace('T', ' '))]
  if (kind !== 'text') return [record.key]
  return [escapeTotalLabel(record.key), ...(record.period === '' ? [] : [record.period])]
}

function matchesDimensions({ dataset }: ImportTarget, scope: string, { values }: RecordFilter): boolean {
  const stored = getDimensionValues(scope)
  return dataset.dimensions.every(({ id }, index) => (values[id] ?? stored[index]) === stored[index])
}

/** The length of each stored period. */
const LENGTHS = { date: 10, month: 7, year: 4, none: 0 }

/** The periods to scan; as text, a year sorts before its months, and a month before its days. */
const toPeriodRange = ({ key }: DatasetPlan, { from, to }: RecordFilter) => ({
  first: from?.slice(0, LENGTHS[getDatasetKeyKind(key).period(key)]) ?? '',
  last: to === null ? '9999-99' : `${to}-99-99`.slice(0, 10),
})

async function* scanPages(
  db: Connection,
  { dataset }: ImportTarget,
  scope: string,
  filter: RecordFilter,
): AsyncGenerator<StoredRecord[]> {
  const { from, to } = filter
  const isText = dataset.key.kind === 'text'
  const range = { scope, ...toPeriodRange(dataset, filter) }
  const pages =
    dataset.from === null
      ? scanScope(db, dataset.id, range, isText ? 'id' : 'key')
      : computePages({ db, reads: noSources }, dataset, range)
  for await (const page of pages) {
    yield page.filter(({ period, key: own }) => {
      const date = isText ? period : own
      return (from === null || date >= from) && (to === null || date <= `${to}~`)
    })
  }
}

/** The headings of an exported file: the labels if an import maps them back to the same columns, else the fields. */
function buildHeadings(
  { dataset, keyHeading, dimensions, findRole }: ImportTarget,
  names: readonly string[],
): string[] {
  const { key, measures, texts } = dataset
  const choose = (label: string, field: string, id: string) => (findRole(label)?.id === id ? label : field)
  return [
    choose(keyHeading, key.field, 'key'),
    ...(key.kind === 'text' && key.per !== 'none' ? [key.per === 'year' ? 'Year' : 'Month'] : []),
    ...dimensions.map(formatDimensionHeading),
    ...measures.map(({ field, label, sum }) =>
      choose(label, field, sum === null ? `amount ${field}` : `total ${label}`),
    ),
    ...names,
    ...texts.map(({ field, label }) => choose(label, field, `text ${field}`)),
  ]
}
