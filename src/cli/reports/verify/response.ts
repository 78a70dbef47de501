import { type FieldMap, getField, parseResponse, ResponseError } from '../../../report/request/response.ts'
import { getFixedFields, resolveColumns } from '../../../report/columns/index.ts'
import { getColumnDefinitionKind } from '../../../definition/columns/index.ts'
import { parseRowKey } from '../../../report/rows/key-kinds.ts'
import { childRef, type SourceRef, suggest } from '../../../definition/diagnostic.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Selection } from '../../../report/plan.ts'
import { getPath, type Mismatch, type MismatchWarning, noMismatches, type Verification } from './request.ts'
import { pivotRecords } from '../../../report/rows/pivot-records.ts'
import { DuplicateKeyError } from '../../../report/rows/read-rows.ts'
import { buildTable } from '../../../report/table/build-table.ts'

type PlanPart = Pick<PlanWithSource, 'plan' | 'origins'>

/** Verifies the response to a data call: records, lists, key and every mapped field. */
export function verifyResponse(
  { plan, origins }: PlanPart,
  selection: Selection,
  body: unknown,
): Verification {
  const data = (key: string, rule: Mismatch['rule'], message: string): Verification => ({
    mismatches: [{ origin: childRef(origins.data, ...key.split('/')), rule, message }],
    warnings: [],
  })
  const found = getPath(body, plan.data.recordsPath)
  const where = plan.data.recordsPath.join('.')
  if ('missing' in found) return data('recordsPath', 'records-missing', found.missing)
  if (!Array.isArray(found.value)) return data('recordsPath', 'records-missing', `'${where}' is no list`)
  if (found.value.length === 0) {
    return data(
      'url',
      'records-empty',
      'no records in the response, so their fields cannot be checked; choose others by --select',
    )
  }
  for (const [name, path] of Object.entries(plan.data.listPaths)) {
    const list = getPath(body, path)
    if ('missing' in list) return data(`listPaths/${name}`, 'list-missing', list.missing)
    const isList = Array.isArray(list.value) && list.value.every((entry) => typeof entry === 'string')
    if (!isList) return data(`listPaths/${name}`, 'list-missing', `'${path.join('.')}' is no list of texts`)
  }
  try {
    return verifyRecords({ plan, origins }, selection, parseResponse(plan, body).records, body)
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    return data('recordsPath', 'records-missing', error.message)
  }
}

function verifyRecords(
  { plan, origins }: PlanPart,
  selection: Selection,
  records: readonly FieldMap[],
  body: unknown,
): Verification {
  const received = new Set(records.flatMap((record) => [...record].map(([name]) => name)))
  const mapped = getFixedFields(plan)
  const unmapped = [...received].filter((name) => !mapped.has(name))
  const keyMismatches = verifyKey({ plan, origins }, records, unmapped)
  const fieldMismatches = plan.columns.flatMap((column, index) =>
    getColumnDefinitionKind(column)
      .verifyRecords(column, { records, unmapped })
      .map(({ key, ...mismatch }) => ({ ...mismatch, origin: childRef(origins.columns, index, key) })),
  )
  const mismatches = [...keyMismatches, ...fieldMismatches]
  if (mismatches.length > 0) return { mismatches, warnings: [] }
  return verifyTable({ plan, origins }, selection, body, unmapped)
}

function verifyKey(
  { plan, origins }: PlanPart,
  records: readonly FieldMap[],
  unmapped: readonly string[],
): Mismatch[] {
  const { key } = plan.rows
  const at = childRef(origins.rows, 'key', 'field')
  const name = key.fields[0] ?? ''
  const missing = records.findIndex((record) => getField(record, key.fields) === undefined)
  if (missing >= 0) {
    const message = `no '${key.fields.join("' or '")}' in record ${missing + 1}${suggest(name, unmapped)}`
    return [{ origin: at, rule: 'key-missing', message }]
  }
  for (const [index, record] of records.entries()) {
    try {
      parseRowKey(key, record, `record ${index + 1}`)
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      return [{ origin: childRef(origins.rows, 'key', 'kind'), rule: 'key-form', message: error.message }]
    }
  }
  return []
}

/** Builds the table as the screen does and verifies it: groups have columns, records are in the period, sums match. */
function verifyTable(
  { plan, origins }: Pick<PlanWithSource, 'plan' | 'origins'>,
  selection: Selection,
  body: unknown,
  unmapped: readonly string[],
): Verification {
  const response = parseResponse(plan, body)
  try {
    const columns = resolveColumns(plan, pivotRecords(plan, response).response, () => undefined)
    const mismatches: Mismatch[] = []
    // Every row is verified, also those that the screen does not show.
    const table = buildTable({ ...plan, rows: { ...plan.rows, top: null } }, selection, response)
    const outside = table.warnings.filter((warning) => warning.includes('outside the chosen period'))
    if (outside.length > 0) {
      const message = `${outside.length} of ${response.records.length} records: ${outside[0] ?? ''}`
      mismatches.push({ origin: childRef(origins.data, 'url'), rule: 'records-period', message })
    }
    const rows = table.rows.filter(({ hasRecord }) => hasRecord)
    for (const [index, column] of plan.columns.entries()) {
      const resolved = columns
        .map((one, at) => ({ index: at, column: one }))
        .filter((one) => one.column.from === column.id)
      const context = { records: response.records, unmapped, resolved, rows }
      for (const { key, ...mismatch } of getColumnDefinitionKind(column).verifyTable(column, context)) {
        mismatches.push({ ...mismatch, origin: childRef(origins.columns, index, key) })
      }
    }
    const taken = new Set(columns.flatMap(({ fields }) => fields))
    const hidden = unmapped.filter((field) => !taken.has(field))
    const warn = (origin: SourceRef, rule: MismatchWarning['rule'], text: string): MismatchWarning => ({
      origin,
      rule,
      message: `${plan.key}: ${text}`,
    })
    const unshown = `received but not shown: ${hidden.join(', ')}; add a column for each, or name it in data.ignoreFields`
    return {
      mismatches,
      warnings: [
        ...(hidden.length === 0 ? [] : [warn(origins.columns, 'field-unshown', unshown)]),
        ...table.warnings.map((text) => warn(childRef(origins.data, 'url'), 'records-left-out', text)),
      ],
    }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    if (error instanceof DuplicateKeyError) {
      const origin = childRef(origins.rows, 'duplicates')
      return { ...noMismatches, mismatches: [{ origin, rule: 'key-duplicate', message: error.message }] }
    }
    return {
      ...noMismatches,
      mismatches: [{ origin: origins.columns, rule: 'field-type', message: error.message }],
    }
  }
}
