import { type DatasetPlan, isOpenDataset } from '../../../dataset/dataset-plan.ts'
import { buildScope, getDimensionValues, wantAll } from '../../../dataset/record-keys.ts'
import { foldName } from '../../../reading/cells.ts'
import { quoteText, type RowErrors } from '../../../reading/errors.ts'
import { describeFold } from '../../../reading/names.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listValues } from '../tables/stored-records.ts'
import type { ParsedFile, ParsedRecord } from './row-reader.ts'

/**
 * Finds names of a file that are stored with other capitals, hyphens or apostrophes. Returns the records with the stored
 * names if both are the same; otherwise such names are added to `errors`.
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
    const spellings = new Map(stored.map((name) => [foldName(name), name]))
    const isStored = new Set(stored)
    const told = new Set<string>()
    for (const { row, values } of scopes) {
      const name = values[index] ?? ''
      const storedName = isStored.has(name) ? undefined : spellings.get(foldName(name))
      if (storedName === undefined) continue
      differs = true
      values[index] = storedName
      if (capitals === 'same' || told.has(name)) continue
      told.add(name)
      const hasOtherCapitals = name.toLowerCase() === storedName.toLowerCase()
      const how = hasOtherCapitals ? '' : ` with ${describeFold(name, storedName)}`
      const text = `${quoteText(name)} is stored as ${quoteText(storedName)}${how}; write it alike, or choose --read capitals=same or --read capitals=differ`
      errors.add(row, null, text)
    }
  }
  if (!differs || capitals !== 'same') return records
  const aligned = new Map(scopes.map(({ scope, values }) => [scope, buildScope(values)]))
  return records.map((record) => ({ ...record, scope: aligned.get(record.scope) ?? record.scope }))
}
