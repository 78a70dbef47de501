import { getCellText, isBlank, type SheetRow } from '../../../reading/cells.ts'
import { findClosestMatch, suggestMeant } from '../../../diagnostics/diagnostic.ts'
import {
  type CellLocation,
  formatColumnLetter,
  FileError,
  quoteText,
  type RowErrors,
  sanitize,
} from '../../../reading/errors.ts'
import { MAX_NAMES, withArticle } from './dynamic-columns.ts'
import { getFileKeyKind } from './key-kinds.ts'
import { buildAmountRole, formatDimensionHeading, type Role } from './match-headings.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'

/** Describes a column of a file with one kind of role. */
type Column<K extends Role['kind']> = CellLocation & Role & { readonly kind: K }

export type ColumnMapping = ReturnType<typeof mapColumns>

/** A workbook of the portal has a title and a period above the header row. */
export const MAX_ROWS_BEFORE_HEADER = 20

/**
 * Returns true for the header row: it contains a heading of the key, or of a dimension if an option says the key, and at
 * least one other cell.
 */
export const isHeaderRow = ({ findRole, isKeyStated }: ImportTarget, { cells }: SheetRow): boolean => {
  const isNeeded = (kind: Role['kind'] | undefined) => kind === 'key' || (isKeyStated && kind === 'dimension')
  return (
    cells.some((cell) => typeof cell === 'string' && isNeeded(findRole(cell)?.kind)) &&
    cells.filter((cell) => !isBlank(cell)).length > 1
  )
}

/**
 * Maps the header row to columns. Unknown, missing and duplicate columns are added to `errors`; an unknown one without
 * any value is left out.
 */
export function mapColumns(
  target: ImportTarget,
  { row, cells }: SheetRow,
  below: readonly SheetRow[],
  errors: RowErrors,
) {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const columns = new Map<string, Column<Role['kind']>>()
  const absent = listAbsent(target, cells)
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const location = { index, heading: getCellText(cell) }
    const role = findRole(target, location.heading)
    if (typeof role === 'string') {
      const isEmpty = below.every(({ cells: values }) => isBlank(values[index]) || values[index] === cell)
      if (!isEmpty) errors.add(row, location, role + suggestMeant(findClosestMatch(location.heading, absent)))
      continue
    }
    const before = columns.get(role.id)
    if (before === undefined) columns.set(role.id, { ...role, ...location })
    else errors.add(row, location, `is a duplicate of column ${formatColumnLetter(before.index)}`)
  }
  const pick = <K extends Role['kind']>(kind: K) =>
    [...columns.values()].filter((column): column is Column<K> => column.kind === kind)
  const [[key = null], [day = null], [year = null]] = [pick('key'), pick('day'), pick('year')]
  if (key === null && !target.isKeyStated)
    throw new FileError(`row ${row}: there is no column ${target.keyHeading}`)
  const amounts = pick('amount')
  checkCount(target, row, amounts, errors)
  return {
    width,
    key,
    day,
    year,
    dimensions: pick('dimension'),
    amounts,
    totals: pick('total'),
    texts: pick('text'),
  }
}

/** Lists the known headings that a row does not have. */
function listAbsent(target: ImportTarget, cells: SheetRow['cells']): string[] {
  const present = new Set(cells.map((cell) => target.findRole(getCellText(cell))?.id))
  return listKnownHeaders(target).filter((heading) => !present.has(target.findRole(heading)?.id))
}

/** Adds the dimensions and amounts that neither the file nor an option has to `errors`. */
export function checkMissing(
  { dimensions, amounts }: ImportTarget,
  mapping: ColumnMapping,
  { values }: ImportOptions,
  row: number,
  errors: RowErrors,
): void {
  for (const { id, values: known } of dimensions) {
    if (values[id] !== undefined || mapping.dimensions.some(({ dimension }) => dimension.id === id)) continue
    const option = `--${id} ${known === null ? 'VALUE' : known.join('|')}`
    errors.add(row, null, `the file does not contain the ${id}; add a column or ${option}`)
  }
  for (const { field, label, when } of amounts) {
    if (Object.keys(when).length > 0 || mapping.amounts.some(({ name }) => name === field)) continue
    errors.add(row, null, `there is no column ${quoteText(label)}; ${describeHeadings(field)}`)
  }
}

/** Says how a column of another heading is read as a field. */
export const describeHeadings = (field: string): string =>
  `if another heading means it, choose --read headings="HEADING:${field}"`

function checkCount(
  target: ImportTarget,
  row: number,
  amounts: readonly Column<'amount'>[],
  errors: RowErrors,
): void {
  const ofName = `of ${withArticle(target.dataset.group?.noun ?? 'amount')}`
  const dynamic = amounts.filter(({ fixed }) => fixed === null).length
  if (dynamic > MAX_NAMES) {
    const [count, limit] = [dynamic, MAX_NAMES].map((number) => number.toLocaleString('en'))
    errors.add(row, null, `there are ${count} columns ${ofName}; at most ${limit} are allowed`)
  }
  if (amounts.length === 0 && target.amounts.length === 0) {
    errors.add(row, null, `there is no column ${ofName}`)
  }
}

/** Finds the role of a heading, or says why it has none. */
export function findRole(target: ImportTarget, heading: string): Role | string {
  if (heading === '') return 'has no heading'
  const { parseName, dataset } = target
  const role = target.findRole(heading)
  if (role !== undefined) return role
  if (parseName === null || dataset.group === null) {
    return `is unknown; known columns: ${listKnownHeaders(target).join(', ')}; to read it as one of them, choose --read headings="${sanitize(heading)}:FIELD"; to leave it out, remove it from the file`
  }
  const parsed = parseName(heading)
  return 'error' in parsed ? parsed.error : buildAmountRole(parsed.name, dataset.group)
}

/** Lists the headings of a target: first those of the portal's workbooks, then those of files made by hand. */
export function listKnownHeaders({
  dataset,
  keyHeading,
  dimensions,
  amounts,
  totals,
}: ImportTarget): string[] {
  const { beside } = getFileKeyKind(dataset)
  const periods = { day: ['Date'], year: ['Year'] }
  return [
    keyHeading,
    ...[...amounts, ...totals, ...dataset.texts].map(({ label }) => label),
    ...(beside === null ? [] : periods[beside]),
    ...dimensions.map(formatDimensionHeading),
  ]
}
