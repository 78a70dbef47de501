import type { TableColumn } from './report-table.ts'

/** Adjacent columns below one header; without a text they have none. */
export interface HeaderGroup {
  readonly text: string | null
  /** The index of the first column, and how many there are. */
  readonly start: number
  readonly count: number
}

/** The row above the headers of these columns; empty if none of them has a header above. */
export function groupHeaders(columns: readonly Pick<TableColumn, 'header'>[]): readonly HeaderGroup[] {
  const groups: HeaderGroup[] = []
  for (const [start, { header }] of columns.entries()) {
    const text = header?.above ?? null
    const last = groups.at(-1)
    if (last === undefined || last.text !== text) groups.push({ text, start, count: 1 })
    else groups.splice(-1, 1, { ...last, count: last.count + 1 })
  }
  return groups.some(({ text }) => text !== null) ? groups : []
}
