import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { normalizeName } from '../../../../schemas/api/names.ts'
import type { Tables } from './tables.ts'

/** The number of values that one statement may bind on every engine. */
const MAX_BINDINGS = 30_000

/** The statement of a longer batch is too long to stay prepared in SQLite, and would be prepared again for each batch. */
const MAX_ROWS = 250

/** Splits rows, or single values, into batches that one statement can bind. */
export function* batches<T extends object | number>(rows: readonly T[]): Generator<T[]> {
  const width = Object.keys(rows[0] ?? {}).length
  const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_BINDINGS / Math.max(1, width))))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Reads page after page of at most `size` rows; `readPage` gets the last row of the page before. */
export async function* readPages<Row>(
  size: number,
  readPage: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await readPage(last)
    yield rows
    last = rows.length < size ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Returns true if a statement selects, or changes and returns, a row. */
export const hasRow = async (query: {
  readonly executeTakeFirst: () => Promise<unknown>
}): Promise<boolean> => (await query.executeTakeFirst()) !== undefined

const ESCAPE = '!'

/** Says whether a column contains a text, ignoring case; no character of the text is a wildcard. */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replaceAll(/[!%_]/g, (character) => ESCAPE + character)}%`
  return sql<SqlBool>`lower(${column}) like lower(${pattern}) escape ${sql.lit(ESCAPE)}`
}

/** Says whether a column contains a text, names as they are compared; true for a blank text. */
export function findsText(
  search: string,
  { names, texts }: { readonly names: readonly string[]; readonly texts: readonly string[] },
): Expression<SqlBool> {
  const text = search.trim()
  if (text === '') return sql<SqlBool>`1 = 1`
  const conditions = [
    ...names.map((name) => containsText(sql.ref(name), normalizeName(text))),
    ...texts.map((name) => containsText(sql.ref(name), text)),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** Contains a page of a list, with the number of records in the whole list. */
export interface Page<Row> {
  readonly records: Row[]
  readonly totalCount: number
}

/** Reads a page of some rows and counts all of them; `rows` are those that `matching` selects, with columns and order. */
export async function readPage<T extends keyof Tables, Found, Row>(
  matching: SelectQueryBuilder<Tables, T, Found>,
  rows: SelectQueryBuilder<Tables, T, Row>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Page<Row>> {
  const counted = matching.select(({ fn }) => fn.countAll<number | string>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { readonly total: number | string }
  const records = await rows
    .limit(size)
    .offset(page * size)
    .execute()
  return { records, totalCount: Number(total) }
}
