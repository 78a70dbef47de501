import {
  type ReportResponse,
  ResponseError,
  getField,
  parseResponse,
  type FieldMap,
  parseNumber,
} from '../../../report/response.ts'
import type { ResolvedColumn } from '../../../report/columns/column-kind.ts'
import { resolveColumns } from '../../../report/columns/index.ts'
import { childRef, type SourceRef } from '../../../definition/diagnostic.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { ReportPlan, Selection } from '../../../report/plan.ts'
import { buildTable, type ReportTable } from '../../../report/table.ts'
import { type Mismatch, type Verification, noMismatches } from './mismatch.ts'

/** Lays the records out as the screen does: groups have columns, records lie in the period, sums are what they say. */
export function verifyTable(
  { plan, origins }: Pick<PlanWithSource, 'plan' | 'origins'>,
  selection: Selection,
  body: unknown,
  unmapped: readonly string[],
): Verification {
  const answer = parseResponse(plan, body)
  const columns = resolveColumns(plan, answer, () => undefined)
  const faults = emptyGroups(plan, origins.columns, columns, unmapped)
  try {
    const table = buildTable(plan, selection, answer)
    const outside = table.warnings.filter((note) => note.includes('outside the chosen period'))
    if (outside.length > 0) {
      const message = `${outside.length} of ${answer.records.length} records: ${outside[0] ?? ''}`
      faults.push({ origin: childRef(origins.data, 'url'), rule: 'records-period', message })
    }
    faults.push(...sumFaults(plan, origins.columns, columns, table, answer, unmapped))
    const taken = new Set(columns.flatMap(({ fields }) => fields))
    const hidden = unmapped.filter((field) => !taken.has(field))
    const notes = hidden.length === 0 ? [] : [`${plan.key}: came and is not shown: ${hidden.join(', ')}`]
    return { faults, notes: [...notes, ...table.warnings.map((note) => `${plan.key}: ${note}`)] }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    return {
      ...noMismatches,
      faults: [{ origin: origins.columns, rule: 'field-type', message: error.message }],
    }
  }
}

function emptyGroups(
  plan: ReportPlan,
  origin: SourceRef,
  columns: readonly ResolvedColumn[],
  unmapped: readonly string[],
): Mismatch[] {
  return plan.columns.flatMap((column, index): Mismatch[] => {
    if (column.kind !== 'list' && column.kind !== 'pattern') return []
    if (columns.some(({ from }) => from === column.id)) return []
    const [key, form] = column.kind === 'pattern' ? ['pattern', column.pattern] : ['list', column.list]
    const message = `no field fits '${form}'; the fields that came are ${unmapped.join(', ')}`
    return [{ origin: childRef(origin, index, key), rule: 'group-empty', message }]
  })
}

/** Columns with a field and a sum: where the field came it is that sum; where not, no other field is. */
function sumFaults(
  plan: ReportPlan,
  origin: SourceRef,
  columns: readonly ResolvedColumn[],
  table: ReportTable,
  { records }: ReportResponse,
  unmapped: readonly string[],
): Mismatch[] {
  return columns.flatMap(({ from, fields, operands: sum, label }, place): Mismatch[] => {
    if (sum === null || fields.length === 0) return []
    const at = plan.columns.findIndex(({ id }) => id === from)
    const isGiven = records.some((record) => getField(record, fields) !== undefined)
    const rows = table.rows.filter(({ hasRecord }) => hasRecord)
    if (!isGiven) {
      const renamed = sameValues(
        rows.map(({ values }) => values[place] ?? 0),
        records,
        unmapped,
      )
      if (renamed === null) return []
      const message = `no field '${fields[0] ?? ''}' came for '${label}', but '${renamed}' with the same values`
      return [{ origin: childRef(origin, at, 'field'), rule: 'field-missing', message }]
    }
    const differs = rows.filter(({ values }) => {
      const added = sum.reduce((total, index) => total + (values[index] ?? 0), 0)
      return Math.abs(added - (values[place] ?? 0)) > 0.01 * (sum.length + 1)
    })
    if (differs.length === 0 || differs.length < rows.length) return []
    const message = `'${label}' as it came is in no record the sum that is declared`
    return [{ origin: childRef(origin, at, 'sum'), rule: 'sum-differs', message }]
  })
}

/** The field that nobody shows and that holds the very values of a column summed for want of its own field. */
function sameValues(
  summed: readonly number[],
  records: readonly FieldMap[],
  unmapped: readonly string[],
): string | null {
  const sorted = summed.toSorted((a, b) => a - b)
  const same = unmapped.find((field) => {
    const given = records
      .map((record) => parseNumber(record.get(field)) ?? Number.NaN)
      .toSorted((a, b) => a - b)
    return given.every((value, index) => Math.abs(value - (sorted[index] ?? 0)) < 0.01)
  })
  return same ?? null
}
