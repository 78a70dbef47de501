import { getMeasure } from '../../query/arithmetic.ts'
import { isFormula } from '../../report/model/csv.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { getText, isKnownMeasure, isKnownScope, listGroupNames } from '../../dataset/measures.ts'
import { type DatasetPlan, isOpenDataset, isSingle } from '../../dataset/dataset-plan.ts'
import { dayParts, isDayPart } from '../../time/grains.ts'
import { findNames } from '../../server/data/tables/names.ts'
import {
  getDimensionValues,
  getPrefixRange,
  listWanted,
  type Wanted,
  wantScope,
} from '../../dataset/record-keys.ts'
import { readByPeriod } from '../../server/data/tables/read-dataset.ts'
import { noSources } from '../../server/data/sources/sources.ts'
import { listScopes, type StoredRecord } from '../../server/data/tables/stored-records.ts'
import { CommandError } from '../command.ts'
import { MAX_NAMES } from '../../server/data/imports/dynamic-columns.ts'
import { formatDimensionHeading } from '../../server/data/imports/match-headings.ts'
import type { ImportTarget } from '../../server/data/imports/import-target.ts'
import { MAX_AMOUNTS, MAX_ROWS } from '../../server/data/imports/parse-file.ts'

export interface RecordFilter {
  readonly from: string | null
  readonly to: string | null
  readonly values: Readonly<Record<string, string>>
}

/** Describes the exported records: which are wanted, the names of the list or pattern in order, and their number. */
type Extent = Awaited<ReturnType<typeof findExtent>>

/** Finds the scopes and names of the records. Throws CommandError for none, and for more than one import accepts. */
export async function findExtent(db: Connection, target: ImportTarget, filter: RecordFilter) {
  const { dataset } = target
  const parts = await listExported(db, dataset, filter)
  const [listed, used] = [new Set<string>(), new Set<string>()]
  let records = 0
  let isEscaped = false
  const range = getPrefixRange(dataset, filter.from, filter.to)
  for (const values of parts) {
    for await (const page of scanRecords(db, target, values, filter)) {
      records += page.length
      for (const name of listGroupNames(dataset, page)) used.add(name)
      isEscaped ||= page.some((record) => isOpen(dataset, record))
    }
    for (const scope of listWanted(values) ?? [])
      for (const name of (await findNames(db, dataset, scope, range)).flat()) listed.add(name)
  }
  const names = [...new Set([...listed, ...used])].filter((name) => used.has(name))
  const limit = findLimit({ records, names: names.length, width: buildHeadings(target, names).length })
  if (limit !== null) throw new CommandError(`${limit} of one file; limit the export with --from and --to`)
  if (records === 0) throw new CommandError(`${dataset.id}: no stored records match`)
  return {
    ...filter,
    parts,
    names,
    records,
    isEscaped: isEscaped || names.some((name) => isFormula(name) || /\s{2}|[^\S ]/.test(name)),
  }
}

/** A number whose point could separate thousands. */
const OPEN = /^-?[1-9]\d{0,2}\.\d{3}$/

/** Returns true if an import could read a cell of a record in two ways, unless it knows that the portal wrote the file. */
function isOpen(dataset: DatasetPlan, record: StoredRecord): boolean {
  const { texts = {}, measures } = record
  // A name can look like another one, or like a total.
  if (isOpenDataset(dataset)) return true
  if ([...Object.values(texts), ...getDimensionValues(record.scope)].some(isFormula)) return true
  const isCommaRead = dataset.read.decimals === ','
  return Object.values(measures).some((amount) =>
    isCommaRead ? !Number.isInteger(amount) : OPEN.test(String(amount)),
  )
}

/** Lists what is wanted of the requested values: each scope with records, or all at once if a dimension is open. */
async function listExported(db: Connection, dataset: DatasetPlan, { values }: RecordFilter) {
  if (isOpenDataset(dataset)) {
    return [
      dataset.dimensions.map(({ id, values: all }) => {
        const value = values[id]
        return value === undefined ? all : [value]
      }),
    ]
  }
  return (await listScopes(db)).flatMap(({ dataset: id, scope }) => {
    const stored = getDimensionValues(scope)
    const isWanted = dataset.dimensions.every(({ id }, at) => (values[id] ?? stored[at]) === stored[at])
    return id === dataset.id && isWanted && isKnownScope(dataset, scope) ? [wantScope(scope)] : []
  })
}

function findLimit(size: { readonly records: number; readonly names: number; readonly width: number }) {
  const describe = (count: number, what: string, max: number) =>
    `there are ${count.toLocaleString('en')} ${what}, more than the ${max.toLocaleString('en')}`
  const { records, names, width } = size
  if (names > MAX_NAMES) return describe(names, 'names', MAX_NAMES)
  if (records > MAX_ROWS) return describe(records, 'records', MAX_ROWS)
  return records * width > MAX_AMOUNTS ? describe(records * width, 'amounts', MAX_AMOUNTS) : null
}

/** Reads the exported records as rows, in pages; the first page has the headings. */
export async function* exportRows(db: Connection, target: ImportTarget, extent: Extent) {
  const { dataset } = target
  const names = [...dataset.measures.map(({ field }) => field), ...extent.names]
  const [first = '', ...others] = buildHeadings(target, extent.names)
  yield [[extent.isEscaped ? `'${first}` : first, ...others]]
  for (const values of extent.parts) {
    for await (const page of scanRecords(db, target, values, extent)) {
      yield page.map((record) => [
        ...(dataset.key.kind === 'none' ? [] : [formatKeyCell(dataset, record)]),
        ...getDimensionValues(record.scope).filter((_, index) => !isSingle(dataset.dimensions[index] ?? {})),
        ...names.map((name) =>
          isKnownMeasure(dataset, record.scope, name) ? getMeasure(record.measures, name) : null,
        ),
        ...dataset.texts.map(({ field }) => getText(record.texts, field) || null),
      ])
    }
  }
}

const formatKeyCell = ({ key: { kind } }: DatasetPlan, { key }: StoredRecord): string =>
  isDayPart(kind) ? dayParts[kind].formatTime(key.replace('T', ' ')) : key

async function* scanRecords(
  db: Connection,
  { dataset }: ImportTarget,
  wanted: Wanted,
  { from, to }: RecordFilter,
) {
  const range = { wanted, ...getPrefixRange(dataset, from, to) }
  for await (const page of readByPeriod({ db, reads: noSources }, dataset, range)) {
    yield page.filter(({ key }) => (from === null || key >= from) && (to === null || key <= `${to}~`))
  }
}

/** Builds the headings of an exported file: labels that an import maps back to the same columns, else the fields. */
function buildHeadings(
  { dataset, keyHeading, dimensions, findRole }: ImportTarget,
  names: readonly string[],
): string[] {
  const { key, measures, texts } = dataset
  const choose = (label: string, field: string, id: string) => (findRole(label)?.id === id ? label : field)
  return [
    ...(key.kind === 'none' ? [] : [choose(keyHeading, key.field, 'key')]),
    ...dimensions.map(formatDimensionHeading),
    ...measures.map(({ field, label, sum }) =>
      choose(label, field, sum === null ? `amount ${field}` : `total ${label}`),
    ),
    ...names,
    ...texts.map(({ field, label }) => choose(label, field, `text ${field}`)),
  ]
}
