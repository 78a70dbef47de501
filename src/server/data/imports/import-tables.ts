import type { ImportTable } from '../../../../schemas/api/imports.ts'
import { isOpenDataset } from '../../../dataset/dataset-plan.ts'
import { grains } from '../../../time/grains.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listScopes } from '../tables/stored-records.ts'
import type { ImportTarget } from './import-target.ts'
import { getFileKeyKind } from './key-kinds.ts'
import { listLastImports } from './stored-imports.ts'

/** Lists the tables of some targets with what is stored in them. */
export async function listTables(db: Connection, targets: readonly ImportTarget[]): Promise<ImportTable[]> {
  const scopes = await listScopes(db)
  const imports = new Map((await listLastImports(db)).map((stored) => [stored.dataset, stored]))
  return targets.map(({ dataset, dimensions }) => {
    const own = scopes.filter((scope) => scope.dataset === dataset.id)
    const periods = own.flatMap(({ first, last }) => [first, last]).toSorted()
    const { beside, stated } = getFileKeyKind(dataset)
    const lacking = (isOpenDataset(dataset) ? stated : null) ?? beside
    return {
      id: dataset.id,
      title: dataset.title,
      records: own.reduce((sum, { records }) => sum + records, 0),
      first: periods[0] ?? null,
      last: periods.at(-1) ?? null,
      lastImport: imports.get(dataset.id) ?? null,
      dimensions: dimensions.map(({ id, values }) => ({ id, values: values && [...values] })),
      period: lacking === null ? null : { noun: lacking, example: grains[lacking].example },
    }
  })
}
