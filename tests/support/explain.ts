import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Connection, DatabaseHandle } from '../../src/server/platform/database/handle.ts'

/** A statement with the plan that the database has for it. */
export interface ExplainedStatement {
  readonly sql: string
  readonly plan: string
}

/** Runs reads and returns their statements, each with the plan of the database, in their order. */
export async function explainReads(
  { name: engine, database }: DatabaseHandle,
  read: (db: Connection) => Promise<unknown>,
): Promise<ExplainedStatement[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await read(database.withPlugin(recorder))
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
  const explained: ExplainedStatement[] = []
  for (const node of nodes) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: 'explained' })
    const { rows } = await database.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    )
    explained.push({ sql, plan: rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n') })
  }
  return explained
}

/** Whether a plan reads all rows of a table, or all entries of one of its indexes. */
export function hasFullScan(plan: string, table: string): boolean {
  return new RegExp(`^SCAN ${table}\\b|Seq Scan on ${table}\\b`, 'm').test(plan)
}
