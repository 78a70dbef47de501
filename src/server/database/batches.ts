import { type Expression, sql, type SqlBool } from 'kysely'

/** The number of values that one statement may bind on every engine. */
const MAX_BINDINGS = 30_000

/** Splits rows into batches that one statement can bind. */
export function* batches<T extends object>(rows: readonly T[]): Generator<T[]> {
  const width = Object.keys(rows[0] ?? {}).length
  const size = Math.max(1, Math.min(500, Math.floor(MAX_BINDINGS / Math.max(1, width))))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

const ESCAPE = '!'

/** Whether a column contains a text, ignoring case; no character of the text is a wildcard (S30). */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replaceAll(/[!%_]/g, (character) => ESCAPE + character)}%`
  return sql<SqlBool>`lower(${column}) like lower(${pattern}) escape ${sql.lit(ESCAPE)}`
}
