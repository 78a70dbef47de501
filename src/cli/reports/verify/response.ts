import { add } from '../../../query/arithmetic.ts'
import { listReads } from '../../../query/formula.ts'
import {
  type FieldMap,
  getField,
  parseResponse,
  ResponseError,
} from '../../../report/model/report-response.ts'
import { getFixedFields, resolveColumns } from '../../../report/table/resolve-columns.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { isGroup, listNamedFields } from '../../../report/model/named-fields.ts'
import { parseRowKey } from '../../../report/model/key-kinds.ts'
import { findClosestMatch, suggest } from '../../../diagnostics/diagnostic.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Selection } from '../../../report/model/report-plan.ts'
import { type Finding, getPath } from './request.ts'
import { pivotRecords } from '../../../report/table/pivot-records.ts'
import { DuplicateKeyError } from '../../../report/table/read-rows.ts'
import { buildTable } from '../../../report/table/build-table.ts'

type PlanPart = Pick<PlanWithSource, 'plan' | 'origins'>

/** Verifies the response to a data call: records, lists, key and every mapped field. */
export function verifyResponse(
  { plan, origins }: PlanPart,
  selection: Selection,
  body: unknown,
  emptiness: string,
): readonly Finding[] {
  const data = (key: string, rule: Finding['rule'], message: string): Finding[] => [
    { origin: origins.data.at(...key.split('/')), rule, message },
  ]
  const records = getPath(body, plan.data.recordsPath)
  const where = plan.data.recordsPath.join('.')
  if ('missing' in records) return data('recordsPath', 'records-missing', records.missing)
  if (!Array.isArray(records.value)) return data('recordsPath', 'records-missing', `'${where}' is no list`)
  if (records.value.length === 0) {
    const message = `no records in the response, so their fields cannot be checked; choose others by --select; ${emptiness}`
    return data('url', 'records-empty', message)
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
): readonly Finding[] {
  const received = new Set(records.flatMap((record) => [...record].map(([name]) => name)))
  const mapped = getFixedFields(plan)
  const unmapped = [...received].filter((name) => !mapped.has(name))
  const keyMismatches = verifyKey({ plan, origins }, records, unmapped)
  const fieldMismatches = plan.columns.flatMap((column, index) =>
    listNamedFields(column).flatMap(({ key, names, isOptional }): Finding[] => {
      if (records.some((record) => getField(record, names) !== undefined)) return []
      // Of one that no record may have, a field of a similar name was probably renamed.
      const [name = ''] = names
      if (isOptional && findClosestMatch(name, unmapped) === null) return []
      const message = `no field '${name}' in the records for '${column.label}'${suggest(name, unmapped)}`
      return [{ origin: origins.columns.at(index, key), rule: 'field-missing', message }]
    }),
  )
  const findings = [...keyMismatches, ...fieldMismatches]
  return findings.length > 0 ? findings : verifyTable({ plan, origins }, selection, body, unmapped)
}

function verifyKey(
  { plan, origins }: PlanPart,
  records: readonly FieldMap[],
  unmapped: readonly string[],
): Finding[] {
  const { key, dimension } = plan.rows
  const name = key.fields[0] ?? ''
  const read = [
    ['key', 'field', key.fields],
    ['key', 'yearField', (key.kind === 'month' && key.yearField) || []],
    ['dimension', 'field', dimension?.fields ?? []],
  ] as const
  for (const [part, named, written] of read) {
    const fields = [written].flat()
    const missing = records.findIndex((record) => getField(record, fields) === undefined)
    if (missing < 0 || fields.length === 0) continue
    const message = `no '${fields.join("' or '")}' in record ${missing + 1}${suggest(fields[0] ?? '', unmapped)}`
    return [{ origin: origins.rows.at(part, named), rule: 'key-missing', message }]
  }
  for (const [index, record] of records.entries()) {
    try {
      const { key: text } = parseRowKey(key, record, `record ${index + 1}`)
      if (text.trim() === '') throw new ResponseError(`record ${index + 1}.${name}: the text is empty`)
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      return [{ origin: origins.rows.at('key', 'kind'), rule: 'key-form', message: error.message }]
    }
  }
  return []
}

/** Builds the table as the screen does and verifies it: groups have columns, records are in the period. */
function verifyTable(
  { plan, origins }: PlanPart,
  selection: Selection,
  body: unknown,
  unmapped: readonly string[],
): readonly Finding[] {
  const response = parseResponse(plan, body)
  try {
    const pivoted = pivotRecords(plan, response).response
    const columns = resolveColumns(plan, pivoted, getPeriod(plan, selection), () => undefined)
    const findings: Finding[] = []
    // Every row is verified, also those that the screen does not show.
    const table = buildTable({ ...plan, rows: { ...plan.rows, top: null } }, selection, response)
    const outside = table.warnings.filter((warning) => warning.includes('outside the chosen period'))
    if (outside.length > 0) {
      const message = `${outside.length} of ${response.records.length} records: ${outside[0] ?? ''}`
      findings.push({ origin: origins.data.at('url'), rule: 'records-period', message })
    }
    for (const [index, { id, kind }] of plan.columns.entries()) {
      const isEmpty = isGroup({ kind }) && !columns.some(({ from }) => from === id)
      if (!isEmpty) continue
      const message = `no field fits '${id}'; the fields of the records are ${unmapped.join(', ')}`
      findings.push({ origin: origins.columns.at(index, kind), rule: 'group-empty', message })
    }
    const rows = table.rows.filter(({ hasRecord }) => hasRecord)
    for (const [position, { from, label, formula }] of columns.entries()) {
      const index = plan.columns.findIndex(({ id }) => id === from)
      if (formula === null || plan.columns[index]?.kind !== 'field' || rows.length === 0) continue
      const operands = listReads(formula)
      const isSum = rows.some(({ values }) => {
        const sum = add(operands.map((operand) => values[operand] ?? 0))
        return Math.abs(sum - (values[position] ?? 0)) <= 0.01 * (operands.length + 1)
      })
      if (!isSum) {
        const message = `'${label}' is in no record equal to its declared sum`
        findings.push({ origin: origins.columns.at(index, 'value'), rule: 'sum-differs', message })
      }
    }
    const taken = new Set(columns.flatMap(({ fields }) => fields))
    const hidden = unmapped.filter((field) => !taken.has(field))
    if (hidden.length > 0) {
      const message = `${plan.key}: received but not shown: ${hidden.join(', ')}; add a column for each, or name it in data.ignoreFields`
      findings.push({ origin: origins.columns, rule: 'field-unshown', message })
    }
    for (const text of table.warnings) {
      const message = `${plan.key}: ${text}`
      findings.push({ origin: origins.data.at('url'), rule: 'records-left-out', message })
    }
    return findings
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    const { message } = error
    return error instanceof DuplicateKeyError
      ? [{ origin: origins.rows.at('duplicates'), rule: 'key-duplicate', message }]
      : [{ origin: origins.columns, rule: 'field-type', message }]
  }
}
