import type { Connection } from '../../../server/database/handle.ts'
import { getAmount, getFixedNames } from '../../../server/datasets/amounts.ts'
import { isKnownAmount } from '../../../server/datasets/known-amounts.ts'
import { findNames } from '../../../server/datasets/names.ts'
import { isKnownScope } from '../../../server/datasets/orphans.ts'
import { getDimensionValues } from '../../../server/datasets/record-key.ts'
import { listScopes, type ScannedRecord, scanScope } from '../../../server/datasets/scan.ts'
import { MAX_NAMES } from '../import/dynamic-columns.ts'
import type { RecordType } from '../import/import-target.ts'
import { nameInFile } from '../import/row-keys.ts'
import { MAX_AMOUNTS, MAX_ROWS } from '../import/parse-file.ts'

/** There is nothing to export, or more than an import would take; the message says what. */
export class ExportError extends Error {
  override readonly name = 'NotExported'
}

/** A cell of an exported file: a figure, a text, or nothing where there is no figure. */
export type ExportCell = string | number | null

/** What is asked for: from when to when, and the values of dimensions. */
export interface RecordFilter {
  readonly from: string | null
  readonly to: string | null
  readonly values: Readonly<Record<string, string>>
}

/** What is exported, once it is known which names it has. */
export interface Extent extends RecordFilter {
  readonly scopes: readonly string[]
  /** The names of the list or pattern, in their order. */
  readonly names: readonly string[]
}

/** Finds the scopes and names of the records. Throws NotExported for more names than an import takes. */
export async function findExtent(db: Connection, kind: RecordType, asked: RecordFilter): Promise<Extent> {
  const { dataset } = kind
  const scopes = (await listScopes(db)).filter(
    (stored) =>
      stored.dataset === dataset.id &&
      isKnownScope(dataset, stored.scope) &&
      isAsked(kind, stored.scope, asked),
  )
  const extent = { ...asked, scopes: scopes.map(({ scope }) => scope), names: [] }
  if (dataset.group === null) return extent
  const fixed = getFixedNames(dataset)
  const [listed, used] = [new Set<string>(), new Set<string>()]
  for (const scope of extent.scopes) {
    for await (const page of pagesOf(db, kind, scope, asked)) {
      for (const { figures } of page) for (const name of Object.keys(figures)) used.add(name)
    }
    for (const { names } of await findNames(db, dataset, scope, rangeOf(asked))) {
      for (const name of names) listed.add(name)
    }
    if (used.size > MAX_NAMES + fixed.size) throw tooMany(kind, used.size - fixed.size)
  }
  const names = [...new Set([...[...listed].filter((name) => used.has(name)), ...used])].filter(
    (name) => !fixed.has(name) && extent.scopes.some((scope) => isKnownAmount(dataset, scope, name)),
  )
  if (names.length > MAX_NAMES) throw tooMany(kind, names.length)
  return { ...extent, names }
}

const tooMany = ({ dataset: { group } }: RecordType, count: number) =>
  new ExportError(
    `the records have more than ${Math.min(count - 1, MAX_NAMES).toLocaleString('en')} ${group?.noun ?? 'name'}s, which one file has no room for: choose fewer by --from and --to`,
  )

/** The rows of the file, the headings first; no more than an import takes. */
export async function* exportRows(
  db: Connection,
  kind: RecordType,
  extent: Extent,
  written: { rows: number },
  progress: (rows: number) => void,
): AsyncGenerator<ExportCell[]> {
  const headings = buildHeadings(kind, extent.names)
  const { dataset } = kind
  const names = [...dataset.measures.map(({ field }) => field), ...extent.names]
  written.rows = 0
  for (const scope of extent.scopes) {
    const known = names.map((name) => isKnownAmount(dataset, scope, name))
    const values = getDimensionValues(scope).filter(
      (_, index) => (dataset.dimensions[index]?.values.length ?? 0) > 1,
    )
    for await (const page of pagesOf(db, kind, scope, extent)) {
      for (const record of page) {
        if (written.rows === 0) yield headings
        written.rows += 1
        if (written.rows > MAX_ROWS || written.rows * headings.length > MAX_AMOUNTS) {
          throw new ExportError(
            `there are more than ${(written.rows - 1).toLocaleString('en')} records, which one file has no room for: choose fewer by --from and --to`,
          )
        }
        yield [
          ...keyCells(kind, record),
          ...values,
          ...names.map((name, index) => (known[index] === true ? getAmount(record.figures, name) : null)),
        ]
      }
      progress(written.rows)
    }
  }
  if (written.rows === 0) throw new ExportError(`${dataset.id}: nothing is stored of what was asked for`)
}

function keyCells({ key, per }: RecordType, record: ScannedRecord): string[] {
  if (key !== 'text') return [record.key]
  return [nameInFile(record.key), ...(per === 'none' ? [] : [record.period])]
}

function isAsked({ dataset }: RecordType, scope: string, { values }: RecordFilter): boolean {
  const stored = getDimensionValues(scope)
  return dataset.dimensions.every(({ id }, index) => (values[id] ?? stored[index]) === stored[index])
}

/** The periods that hold what is asked for; a year comes before its months, and they before a text behind them. */
const rangeOf = ({ from, to }: RecordFilter) => ({
  first: from?.slice(0, 7) ?? '',
  last: to === null ? '9999-99' : `${to}-99`.slice(0, 7),
})

async function* pagesOf(
  db: Connection,
  { dataset, key }: RecordType,
  scope: string,
  asked: RecordFilter,
): AsyncGenerator<ScannedRecord[]> {
  const { from, to } = asked
  const range = { scope, ...rangeOf(asked) }
  for await (const page of scanScope(db, dataset.id, range, key === 'text' ? 'id' : 'key')) {
    yield page.filter(({ period, key: own }) => {
      const at = key === 'text' ? period : own
      return (from === null || at >= from) && (to === null || at <= `${to}-99`)
    })
  }
}

/** Headings that every reader of delimited text finds, whatever stands between the cells. */
const FIT = /^[\p{L}\p{N}][\p{L}\p{N} _/()→.-]*$/u

/** The headings of an exported file: what an import reads back, by labels where they say what is meant. */
function buildHeadings(kind: RecordType, names: readonly string[]): string[] {
  const { dataset, keyHeading, per, dimensions, roleOf } = kind
  const means = (heading: string, id: string) => FIT.test(heading) && roleOf(heading)?.id === id
  return [
    means(keyHeading, 'key') ? keyHeading : dataset.key.field,
    ...(per === 'none' ? [] : [per === 'year' ? 'Year' : 'Month']),
    ...dimensions.map(({ headings: [heading] }) => heading),
    ...dataset.measures.map(({ field, label, sum }) => {
      const role = roleOf(label)
      const isFigure = role !== undefined && 'figure' in role && role.figure.name === field
      const isTotal = role !== undefined && 'total' in role && role.total.stored === field
      return FIT.test(label) && (sum === null ? isFigure : isTotal) ? label : field
    }),
    ...names,
  ]
}
