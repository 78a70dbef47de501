import type { DatasetKeyPlan } from '../../../dataset/dataset-plan.ts'
import { type SheetRow, getCellText, normalizeHeader } from '../../../reading/cells.ts'
import { decideNumbers } from '../../../reading/decide-numbers.ts'
import { type CellLocation, FileError } from '../../../reading/errors.ts'
import { addCount } from '../../../reading/headings.ts'
import { LAST_OF_25 } from '../../../reading/keys.ts'
import { separateRecords } from '../../../reading/leftovers.ts'
import { type Profile, isYears, listDistinct, profileColumn } from '../../../reading/profile.ts'
import { isDayPart } from '../../../time/grains.ts'
import {
  checkAcross,
  checkClocks,
  checkDates,
  checkDigits,
  checkEpochs,
  checkFractions,
  checkHeadings,
  checkMoments,
  checkNumbers,
  checkPeriods,
  checkTraps,
  checkUnits,
  checkWeeks,
} from './column-checks.ts'
import {
  findDifferences,
  findNames,
  findPartialTotals,
  findRatios,
  findRemarks,
  findTotal,
  getMostWords,
  isNumeric,
} from './column-roles.ts'
import { DAY_HEADING, findAdded, findDated, isNamed, isPeriods, readKeys } from './period-columns.ts'
import { type TableOptions, getAddedUp } from './table-options.ts'

/** Returns true if an option names a column. */
export const isMeant = ({ heading }: CellLocation, named: readonly string[]): boolean =>
  named.some((name) => normalizeHeader(name) === normalizeHeader(heading))

/** Profiles a column, which an option may call one of names or of amounts. */
function profileAs(
  rows: readonly SheetRow[],
  location: CellLocation,
  { choices, names, amounts }: TableOptions,
): Profile {
  const profile = profileColumn(rows, location, choices)
  if (isMeant(location, names)) return { ...profile, kind: 'text' }
  return isMeant(location, amounts) && (profile.kind === 'code' || isYears(profile))
    ? { ...profile, kind: 'number', numbers: decideNumbers(rows, location, choices) }
    : profile
}

export type Table = ReturnType<typeof separateTable>

/** Separates the records below the headings from totals, and profiles their columns. Throws FileError. */
export function separateTable(ofFile: SheetRow, rowsOfFile: readonly SheetRow[], options: TableOptions) {
  const { choices } = options
  const { header, below } = addCount({ header: ofFile, below: rowsOfFile, remarks: [] }, choices.count)
  const headings = header.cells.map(getCellText)
  const profileAll = (rows: readonly SheetRow[]) =>
    headings.map((heading, index) => profileAs(rows, { index, heading }, options))
  const first = profileAll(below)
  const nameless = first.findIndex(({ heading, filled }) => heading === '' && filled.length > 0)
  if (nameless >= 0)
    throw new FileError(`column ${nameless + 1} has no heading; of two rows of headings make one`)
  checkHeadings(header)
  const { rows, questions, remarks } = separateRecords(
    below,
    header,
    {
      labels: first.filter((column) => !isNumeric(column)),
      amounts: first.filter(isNumeric).map((column) => ({ ...column, reading: column.numbers.reading })),
      isNamed: first.some(({ kind }) => kind === 'text'),
    },
    choices,
  )
  const all = rows.length === below.length ? first : profileAll(rows)
  const columns = all.filter(({ filled }) => filled.length > 0)
  checkDigits(rows, columns)
  checkAcross(header, columns)
  checkEpochs(rows, columns)
  checkWeeks(columns.filter((column) => !isMeant(column, options.names)))
  checkTraps(columns.filter((column) => !isMeant(column, [...options.names, ...options.amounts])))
  checkDates(
    rows,
    columns.filter((column) => !isMeant(column, options.names)),
    choices,
  )
  return { rows, columns, questions, remarks }
}

export type TableKey = ReturnType<typeof findKey>

/** Finds the columns of the time and of the names by which rows are known. Throws FileError without any. */
export function findKey({ rows, columns }: Table, options: TableOptions) {
  const { choices, per } = options
  const addedUp = getAddedUp(options)
  const year = columns.find(({ heading }) => normalizeHeader(heading) === 'year') ?? null
  const context = { rows, choices, year, day: null }
  const days = columns.filter(
    (column) => DAY_HEADING.test(column.heading) && readKeys(column, 'date', context) !== null,
  )
  const day = days.find((column) => isNamed(column, 'date')) ?? days[0] ?? null
  const times = { ...context, day }
  const unmeant = columns.filter((column) => !isMeant(column, options.names))
  const dated = addedUp === null ? findDated(unmeant, times) : findAdded(columns, addedUp, times)
  if (addedUp === null) checkMoments(columns, dated, times)
  else if (dated === null)
    throw new FileError(`--period ${addedUp}: no column contains times, or days beside a column Time`)
  const words = columns.filter((column) => column !== dated?.column && !isNumeric(column))
  const name = findNames(
    words.filter((column) => !isYears(column)),
    rows.length,
    options,
  )
  const isKey = dated !== null && (dated.kind !== 'month' || name === undefined)
  const named = isKey ? undefined : name
  if (!isKey) checkPeriods(named === undefined ? columns : [named], context)
  if (!isKey && named === undefined) {
    checkNumbers(
      rows,
      columns.filter((column) => !isNumeric(column)),
    )
    throw new FileError(
      `no column contains dates, hours, weeks, months, quarters, or more than ${Math.floor(getMostWords(rows.length))} names, by which rows are known; if all rows are of one month or year, choose --period month or --period year`,
    )
  }
  const isYear = dated === null && year !== null
  const key = dated?.column ?? (isYear ? year : undefined)
  const kind: DatasetKeyPlan['kind'] = dated?.kind ?? (isYear || per !== 'month' ? 'year' : 'month')
  const beside = [year, isDayPart(kind) ? day : null].flatMap((column) =>
    column === null || column === key ? [] : [column],
  )
  return { key, kind, named, times, beside }
}

export type TableRoles = ReturnType<typeof findRoles>

/** Finds what the columns beside the key are. Throws FileError for one that no reading fits, or without amounts. */
export function findRoles(
  { rows, columns }: Table,
  { key, named, times, beside }: TableKey,
  options: TableOptions,
) {
  const others = columns.filter((column) => column !== key && !beside.includes(column))
  const isAmount = (column: Profile) =>
    isNumeric(column) && (!isPeriods(column) || isMeant(column, options.amounts))
  const texts = others.filter((column) => !isAmount(column))
  const unnamed = texts.filter((column) => column !== named && !isNumeric(column))
  // Rows that are added up have no remark of their own.
  const remarks =
    getAddedUp(options) === null ? findRemarks(unnamed, [key, named, ...beside], rows.length) : []
  const numbers = others.filter(isAmount)
  const ratios = findRatios(numbers, options)
  // A ratio divides what is stored.
  const differences = findDifferences(numbers).filter(
    ({ column }) => !ratios.some((ratio) => [ratio.column, ratio.of, ratio.by].includes(column)),
  )
  const computed = [...ratios, ...differences].map(({ column }) => column)
  const partial = findPartialTotals(numbers).filter(
    ({ column, summands }) =>
      ![column, ...summands].some((part) => computed.includes(part) || isMeant(part, options.amounts)),
  )
  const whole = findTotal(numbers)
  const isOther =
    whole === undefined ||
    isMeant(whole.column, options.amounts) ||
    partial.some(({ column }) => column === whole.column)
  const total = isOther ? undefined : whole
  const measures = numbers.filter((column) => column !== total?.column && !computed.includes(column))
  const unmeant = texts.filter((column) => !isMeant(column, options.names))
  const isUnrepeated = (column: Profile) =>
    column.kind === 'text' && listDistinct(column).length === rows.length
  // A column of numbers can count something; one such as `3B` among hours cannot, nor can hours from 1 to 25.
  const isMostlyClock = (column: Profile) => {
    const hours = column.filled.map(getCellText)
    if (hours.includes(LAST_OF_25) && hours.every((hour) => Number(hour) <= 25)) return true
    const clock = isNumeric(column) ? /^\d{1,2}:\d\d/ : /^h?\d{1,2}(?::\d\d|$)/i
    return 2 * hours.filter((hour) => clock.test(hour)).length >= hours.length
  }
  checkPeriods(
    unmeant.filter(
      (column) => (isNamed(column, 'hour') || isNamed(column, 'quarter-hour')) && isMostlyClock(column),
    ),
    times,
  )
  checkNumbers(rows, measures.length === 0 ? texts : [...remarks, ...unmeant.filter(isUnrepeated)])
  checkUnits(rows, unmeant)
  checkFractions(
    rows,
    unmeant.filter(({ kind }) => kind === 'text'),
  )
  // Times of rows that are added up by the day are no names.
  if (getAddedUp(options) === null) checkClocks(unmeant)
  if (measures.length === 0) throw new FileError('no column contains numbers')
  const names = texts.filter((column) => !remarks.includes(column))
  return {
    texts,
    names,
    remarks,
    ratios,
    differences,
    partial,
    total,
    measures,
  }
}
