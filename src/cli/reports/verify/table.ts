import { parseResponse, ResponseError } from '../../../report/response.ts'
import { resolveColumns } from '../../../report/columns/index.ts'
import { getColumnDefinitionKind } from '../../../definition/columns/index.ts'
import { childRef } from '../../../definition/diagnostic.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Selection } from '../../../report/plan.ts'
import { buildTable } from '../../../report/table.ts'
import { type Mismatch, type Verification, noMismatches } from './mismatch.ts'

/** Builds the table as the screen does and verifies it: groups have columns, records are in the period, sums match. */
export function verifyTable(
  { plan, origins }: Pick<PlanWithSource, 'plan' | 'origins'>,
  selection: Selection,
  body: unknown,
  unmapped: readonly string[],
): Verification {
  const response = parseResponse(plan, body)
  const columns = resolveColumns(plan, response, () => undefined)
  try {
    const faults: Mismatch[] = []
    const table = buildTable(plan, selection, response)
    const outside = table.warnings.filter((warning) => warning.includes('outside the chosen period'))
    if (outside.length > 0) {
      const message = `${outside.length} of ${response.records.length} records: ${outside[0] ?? ''}`
      faults.push({ origin: childRef(origins.data, 'url'), rule: 'records-period', message })
    }
    const rows = table.rows.filter(({ hasRecord }) => hasRecord)
    for (const [index, column] of plan.columns.entries()) {
      const resolved = columns
        .map((one, at) => ({ index: at, column: one }))
        .filter((one) => one.column.from === column.id)
      const context = { records: response.records, unmapped, resolved, rows }
      for (const { key, ...fault } of getColumnDefinitionKind(column).verifyTable(column, context)) {
        faults.push({ ...fault, origin: childRef(origins.columns, index, key) })
      }
    }
    const taken = new Set(columns.flatMap(({ fields }) => fields))
    const hidden = unmapped.filter((field) => !taken.has(field))
    const warnings = hidden.length === 0 ? [] : [`${plan.key}: received but not shown: ${hidden.join(', ')}`]
    return { faults, warnings: [...warnings, ...table.warnings.map((warning) => `${plan.key}: ${warning}`)] }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    return {
      ...noMismatches,
      faults: [{ origin: origins.columns, rule: 'field-type', message: error.message }],
    }
  }
}
