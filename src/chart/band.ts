import type { Value } from '../query/arithmetic.ts'
import type { ReportTable } from '../report/model/report-table.ts'
import { dataset, type Json } from './specification.ts'

/** A part of the band: its ends in a row, null where one of them is blank. */
interface BandPart {
  readonly row: number
  readonly low: Value
  readonly high: Value
  /** Whether the rows before and after it have none. */
  readonly isAlone: boolean
}

/** Lists the ends of the band behind lines, a part for each row; none without a band. */
export function listBand({ chart, columns, rows }: ReportTable): readonly BandPart[] {
  const [first, last] = (chart?.band ?? []).map((id) => columns.findIndex(({ from }) => from === id))
  if (first === undefined || last === undefined) return []
  const ends = rows.map(({ values, isRest }) => {
    const [low = null, high = null] = isRest ? [] : [values[first], values[last]]
    return low === null || high === null ? { low: null, high: null } : { low, high }
  })
  const isBlank = (index: number) => (ends[index]?.low ?? null) === null
  return ends.map((part, row) => ({ row, ...part, isAlone: isBlank(row - 1) && isBlank(row + 1) }))
}

/** Names the columns of the band: `Low to High`; null without a band. */
export function nameBand({ chart, columns }: ReportTable): string | null {
  const labels = (chart?.band ?? []).map((id) => columns.find(({ from }) => from === id)?.label ?? id)
  return labels.length === 0 ? null : labels.join(' to ')
}

/** Says what the band behind the lines is; empty without one. */
export function describeBand(table: ReportTable): string {
  const name = nameBand(table)
  return name === null ? '' : `The band is ${name}.`
}

/** Draws the band as an area, and a part of it between blanks as a bar; the filter leaves out the second axis. */
export function bandLayer({ x, y }: Readonly<Record<'x' | 'y', Json>>, filter: readonly Json[]): Json {
  const encoding = { x, y: { ...y, field: 'low' }, y2: { field: 'high' } }
  const look = { color: { expr: 'mutedColor' }, opacity: 0.22 }
  return {
    data: dataset('band'),
    transform: filter,
    layer: [
      { mark: { type: 'area', invalid: 'break-paths-show-domains', ...look }, encoding },
      { transform: [{ filter: 'datum.isAlone' }], mark: { type: 'bar', width: 4, ...look }, encoding },
    ],
  }
}
