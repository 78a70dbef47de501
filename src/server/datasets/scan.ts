import { sql } from 'kysely'
import type { Connection } from '../database/handle.ts'
import { parseAmounts, type Amounts } from './amounts.ts'
import type { RecordKey } from './keys.ts'

/** A record of any dataset, also of one without a definition. */
export interface ScannedRecord extends RecordKey {
  readonly id: number
  readonly scope: string
  readonly amounts: Amounts
}

/** The part of a dataset to scan. */
export interface ScanRange {
  readonly scope: string
  /** The first and the last period. */
  readonly first: string
  readonly last: string
}

/** The most records in memory at a time. */
const MAX_PAGE = 250
/** The length of the amounts to parse at a time: requests wait meanwhile. Records with many amounts need small pages. */
const PAGE_LENGTH = 200_000
/** The records of a first page, which shows how long they are. */
const FIRST_PAGE = 10

const columns = ['id', 'scope', 'period', 'key', 'figures'] as const

/** Reads page after page until one is not full; `readPage` gets the last record of the page before and a size. */
async function* readPages(
  readPage: (
    after: ScannedRecord | undefined,
    size: number,
  ) => Promise<(Omit<ScannedRecord, 'amounts'> & { readonly figures: string })[]>,
): AsyncGenerator<ScannedRecord[]> {
  let last: ScannedRecord | undefined
  let size = FIRST_PAGE
  for (;;) {
    const rows = await readPage(last, size)
    const page = rows.map(({ figures, ...row }) => ({ ...row, amounts: parseAmounts(figures) }))
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)
    const length = rows.reduce((sum, { figures }) => sum + figures.length, 0)
    size = Math.max(1, Math.min(MAX_PAGE, Math.floor((PAGE_LENGTH * rows.length) / length)))
  }
}

/** Reads every record of a dataset by scope, period and key, page by page. */
export function scanRecords(db: Connection, dataset: string): AsyncGenerator<ScannedRecord[]> {
  return readPages((after, size) =>
    db
      .selectFrom('dataset_records')
      .select(columns)
      .where('dataset', '=', dataset)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(scope, period, key) > (${after?.scope}, ${after?.period}, ${after?.key})`),
      )
      .orderBy('scope')
      .orderBy('period')
      .orderBy('key')
      .limit(size)
      .execute(),
  )
}

/** Reads the records of a scope in a range of periods, in the order of the screen, page by page. */
export function scanScope(
  db: Connection,
  dataset: string,
  { scope, first, last }: ScanRange,
  order: 'key' | 'id',
): AsyncGenerator<ScannedRecord[]> {
  return readPages((after, size) =>
    db
      .selectFrom('dataset_records')
      .select(columns)
      .where('dataset', '=', dataset)
      .where('scope', '=', scope)
      .where('period', '>=', order === 'key' ? (after?.period ?? first) : first)
      .where('period', '<=', last)
      .$if(after !== undefined, (query) =>
        order === 'key' ? query.where('key', '>', after?.key ?? '') : query.where('id', '>', after?.id ?? 0),
      )
      .$if(order === 'key', (query) => query.orderBy('period').orderBy('key'))
      .$if(order === 'id', (query) => query.orderBy('id'))
      .limit(size)
      .execute(),
  )
}

/** The stored data of a dataset, also of one without a definition. */
export interface StoredScope {
  readonly dataset: string
  readonly scope: string
  readonly records: number
  readonly first: string
  readonly last: string
}

/** Lists the datasets and scopes with records, with the first and the last period of each. */
export async function listScopes(db: Connection): Promise<StoredScope[]> {
  const rows = await db
    .selectFrom('dataset_records')
    .select(({ fn }) => [
      'dataset',
      'scope',
      fn.countAll().as('records'),
      fn.min('period').as('first'),
      fn.max('period').as('last'),
    ])
    .groupBy(['dataset', 'scope'])
    .orderBy('dataset')
    .orderBy('scope')
    .execute()
  return rows.map(({ records, ...row }) => ({ ...row, records: Number(records) }))
}
