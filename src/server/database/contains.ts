import { type Expression, type SqlBool, sql } from 'kysely'

const ESCAPE = '!'

/** Whether a column holds a text somewhere, without regard to case; no character of the text is a wildcard (S30). */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replaceAll(/[!%_]/g, (character) => ESCAPE + character)}%`
  return sql<SqlBool>`lower(${column}) like lower(${pattern}) escape ${sql.lit(ESCAPE)}`
}
