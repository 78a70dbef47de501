import { type DatasetPlan, isOpenDataset } from '../../../dataset/dataset-plan.ts'
import { buildScope, getDimensionValues, wantAll } from '../../../dataset/record-keys.ts'
import { quoteText, type RowErrors } from '../../../reading/errors.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listValues } from '../tables/stored-records.ts'
import type { ParsedFile, ParsedRecord } from './row-reader.ts'

/**
 * Finds names of a file that are stored with other capitals. Returns the records with the stored names if both are the
 * same; otherwise such names are added to `errors`.
 */
export async function alignNames(
  db: Connection,
  dataset: DatasetPlan,
  { records, capitals }: ParsedFile,
  replaced: string | null,
  errors: RowErrors,
): Promise<readonly ParsedRecord[]> {
  if (!isOpenDataset(dataset) || capitals === 'differ') return records
  const firstRows = new Map<string, number>()
  for (const { row, scope } of records) if (!firstRows.has(scope)) firstRows.set(scope, row)
  const scopes = [...firstRows].map(([scope, row]) => ({
    scope,
    row,
    values: [...getDimensionValues(scope)],
  }))
  let differs = false
  for (const [index, { values: allowed }] of dataset.dimensions.entries()) {
    if (allowed !== null) continue
    const stored = await listValues(db, dataset, index, wantAll(dataset), replaced)
    const spellings = new Map(stored.map((name) => [name.toLowerCase(), name]))
    const isStored = new Set(stored)
    const told = new Set<string>()
    for (const { row, values } of scopes) {
      const name = values[index] ?? ''
      const storedName = isStored.has(name) ? undefined : spellings.get(name.toLowerCase())
      if (storedName === undefined) continue
      differs = true
      values[index] = storedName
      if (capitals === 'same' || told.has(name)) continue
      told.add(name)
      const text = `${quoteText(name)} is stored as ${quoteText(storedName)}; write it alike, or choose --read capitals=same or --read capitals=differ`
      errors.add(row, null, text)
    }
  }
  if (!differs || capitals !== 'same') return records
  const aligned = new Map(scopes.map(({ scope, values }) => [scope, buildScope(values)]))
  return records.map((record) => ({ ...record, scope: aligned.get(record.scope) ?? record.scope }))
}
