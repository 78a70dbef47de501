import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { ListedImport } from '../../../../schemas/api/import-calls.ts'
import { type RecordRow, type StoredRecord, listScopes } from '../tables/stored-records.ts'
import type { ChangedPart, Outcome } from './apply-records.ts'
import type { ImportTable } from '../../../../schemas/api/imports.ts'
import { isOpenDataset } from '../../../dataset/dataset-plan.ts'
import { grains } from '../../../time/grains.ts'
import { formatOptions } from './import-options.ts'
import type { ImportTarget } from './import-target.ts'
import { getFileKeyKind } from './key-kinds.ts'

/** Describes an import before its file is compared. */
export type NewImport = Pick<ListedImport, 'dataset' | 'file' | 'hash' | 'rows' | 'options' | 'author' | 'at'>

const NOTHING: Outcome = { added: 0, replaced: 0, removed: 0, unchanged: 0 }

/** Inserts an import and returns its number. */
export async function insertImport(db: Connection, { options, ...fields }: NewImport): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({ ...fields, ...NOTHING, options: JSON.stringify(options) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markUndone(db: Connection, id: number, author: string, at: string): Promise<void> {
  await db.updateTable('imports').set({ undone_by: author, undone_at: at }).where('id', '=', id).execute()
  await db.deleteFrom('import_changes').where('import_id', '=', id).execute()
}

const selectImports = (db: Connection) => db.selectFrom('imports').selectAll().orderBy('id', 'desc')

/** Lists a page of the imports, the newest first. */
export async function listImports(db: Connection, page: { readonly page: number; readonly size: number }) {
  const { records, totalCount } = await readPage(db.selectFrom('imports'), selectImports(db), page)
  return { records: records.map(toImport), totalCount }
}

/** Lists the numbers of the imports into a dataset after one of them that were not undone. */
export async function listNewerImports(db: Connection, dataset: string, after: number): Promise<number[]> {
  const newer = db.selectFrom('imports').select('id').where('dataset', '=', dataset).where('id', '>', after)
  const rows = await newer.where('undone_at', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Lists the last import of each dataset. */
export async function listLastImports(db: Connection): Promise<ListedImport[]> {
  const last = db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .groupBy('dataset')
  const rows = await db.selectFrom('imports').selectAll().where('id', 'in', last).execute()
  return rows.map(toImport)
}

/** Finds the last import into one of these datasets that was not undone. */
export async function findLastImport(db: Connection, datasets: readonly string[]) {
  const left = selectImports(db).where('dataset', 'in', datasets).where('undone_at', 'is', null).limit(1)
  const [row] = datasets.length === 0 ? [] : await left.execute()
  return row === undefined ? null : { at: row.at, by: row.author, file: row.file }
}

export async function findImport(db: Connection, id: number): Promise<ListedImport | undefined> {
  const [row] = await selectImports(db).where('id', '=', id).execute()
  return row === undefined ? undefined : toImport(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

const Options = z.record(z.string(), z.unknown())

function toImport({ options: written, undone_by, undone_at, ...row }: Row): ListedImport {
  const options = Options.parse(JSON.parse(written))
  return { ...row, options, choices: formatOptions(options), undoneBy: undone_by, undoneAt: undone_at }
}

const Names = z.array(z.object({ scope: z.string(), period: z.string(), names: z.array(z.string()) }))

export interface Change {
  readonly written: readonly number[]
  readonly digest: string
  readonly before: readonly StoredRecord[]
  readonly names: z.infer<typeof Names>
}

/** Stores a part of what an import changes. */
export async function insertChange(
  db: Connection,
  id: number,
  part: number,
  { scope, written, before, names }: ChangedPart,
): Promise<void> {
  await db
    .insertInto('import_changes')
    .values({
      import_id: id,
      part,
      written: JSON.stringify(written.map((record) => record.id)),
      digest: hashRows(written),
      before: JSON.stringify(before),
      names: JSON.stringify(names.map((list) => ({ ...list, scope }))),
    })
    .execute()
}

/** Reads the parts of what an import changed, the last one first. */
export async function readChanges(db: Connection, id: number): Promise<Change[]> {
  const rows = await db
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('part', 'desc')
    .execute()
  return rows.map(({ written, digest, before, names }) => ({
    written: z.array(z.int()).parse(JSON.parse(written)),
    digest,
    // A schema of records by name would lose one that is called `__proto__`.
    before: JSON.parse(before) as StoredRecord[],
    names: Names.parse(JSON.parse(names)),
  }))
}

/** Deletes what imports before a time changed, so that they cannot be undone any more. */
export async function deleteOldChanges(db: Connection, before: string): Promise<void> {
  const old = db.selectFrom('imports').select('id').where('at', '<', before)
  await db.deleteFrom('import_changes').where('import_id', 'in', old).execute()
}

/** Hashes the rows of records; equal rows in the same order have equal hashes. */
export function hashRows(rows: readonly RecordRow[]): string {
  // No stored text has a line break.
  const lines = rows.map(({ id, scope, period, key, measures }) =>
    [id, scope, period, key, measures].join('\n'),
  )
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Lists the tables of some targets with what is stored in them. */
export async function listTables(db: Connection, targets: readonly ImportTarget[]): Promise<ImportTable[]> {
  const scopes = await listScopes(db)
  const imports = new Map((await listLastImports(db)).map((stored) => [stored.dataset, stored]))
  return targets.map(({ dataset, dimensions }) => {
    const datasetScopes = scopes.filter((scope) => scope.dataset === dataset.id)
    const periods = datasetScopes.flatMap(({ first, last }) => [first, last]).toSorted()
    const { beside, stated } = getFileKeyKind(dataset)
    const lacking = (isOpenDataset(dataset) ? stated : null) ?? beside
    return {
      id: dataset.id,
      title: dataset.title,
      records: datasetScopes.reduce((sum, { records }) => sum + records, 0),
      first: periods[0] ?? null,
      last: periods.at(-1) ?? null,
      lastImport: imports.get(dataset.id) ?? null,
      dimensions: dimensions.map(({ id, values }) => ({ id, values: values && [...values] })),
      period: lacking === null ? null : { noun: lacking, example: grains[lacking].example },
    }
  })
}
