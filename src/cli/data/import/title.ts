import { monthNames } from '../../../report/calendar.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { ReportPlan, Selection, SelectorPlan } from '../../../report/plan.ts'
import { cellText } from '../../../server/workbook/cells.ts'
import { type CallValues, readCall } from './dataset-calls.ts'
import { normalizeHeader } from './header.ts'
import type { Dimension, RecordType } from './record-type.ts'

/** What stands above the headings of a workbook of the portal. */
export interface Title extends CallValues {
  /** Whether only the portal writes such lines: its workbook may have rows of zeros. */
  readonly isPortal: boolean
}

/** Reads the title of a file and the line below it: what the screen had chosen, or what the words say. */
export function readTitle(kind: RecordType, [title = '', period = '']: readonly string[]): Title {
  const chosen = title === '' ? null : chosenIn(kind, title, period)
  if (chosen !== null) return { ...chosen, isPortal: true }
  const values = Object.fromEntries(
    kind.dimensions.flatMap((dimension) => {
      const value = valueAtStart(dimension, title)
      return value === null ? [] : [[dimension.id, value]]
    }),
  )
  const isPeriod = /^\d{4}(?: [A-Z][a-z]+)?$/.test(period)
  const said = isPeriod ? periodIn(period) : null
  return { values, period: said, isPortal: title.includes(' - ') && isPeriod }
}

/** A value of a dimension that a text names: `NORTH_TO_SOUTH` as `North to South` too; null for none. */
export const readValue = ({ values }: Dimension, text: string): string | null =>
  values.find((value) => normalizeHeader(value) === normalizeHeader(text)) ?? null

/** The value that a title begins with. */
const valueAtStart = ({ values }: Dimension, title: string): string | null =>
  values.find((value) => normalizeHeader(title).startsWith(normalizeHeader(value))) ?? null

/** `2025-03` for `2025 March`, `2025` for a year alone; null for other texts. */
function periodIn(text: string): string | null {
  const year = /\b(?:19|20|21)\d\d\b/.exec(text)?.[0] ?? null
  const month = monthNames.findIndex((name) => text.split(' ').includes(name)) + 1
  if (year === null || month === 0) return year
  return `${year}-${String(month).padStart(2, '0')}`
}

/** So many selections of one screen are tried; a screen with more is known by its words alone. */
const MOST_SELECTIONS = 5_000

/** What the screen had chosen whose workbook has this title and period. */
function chosenIn(kind: RecordType, title: string, period: string): CallValues | null {
  for (const screen of kind.screens) {
    for (const selection of selectionsOf(kind, screen, period)) {
      const names = resolveLabels(screen, selection, '')
      if (cellText(names.tableTitle).trim() !== title || cellText(names.period).trim() !== period) continue
      const read = readCall(kind.dataset, names.dataCall)
      if (read !== null) return read
    }
  }
  return null
}

function selectionsOf(kind: RecordType, { selectors }: ReportPlan, period: string): Selection[] {
  return selectors.reduce<Selection[]>(
    (made, selector) => {
      const values = valuesOf(kind, selector, period)
      if (made.length * values.length > MOST_SELECTIONS) return []
      return made.flatMap((selection) => values.map((value) => ({ ...selection, [selector.name]: value })))
    },
    [{}],
  )
}

function valuesOf(kind: RecordType, { kind: of, name, options }: SelectorPlan, period: string): string[] {
  const [year, month] = (periodIn(period) ?? '').split('-')
  if (of === 'year') return year === undefined || year === '' ? [] : [year]
  if (of === 'month') return month === undefined ? [] : [String(Number(month))]
  const offered = 'fixed' in options ? options.fixed.map(({ value }) => value) : []
  const dimension = kind.dataset.dimensions.find(({ id }) => id === name)
  const known = dimension?.values.map((value) => dimension.paths?.[value] ?? value) ?? []
  return [...new Set([...offered, ...known])]
}
